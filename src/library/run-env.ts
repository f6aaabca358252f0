import type { Config } from '../config/index.ts'
import { type Env, networkWithHosts, realEnv } from '../env/index.ts'

/** Returns the environment of a run, with the host addresses from the config. */
export function envFor({ hosts }: Config, given: Partial<Env> = {}): Env {
  const env = { ...realEnv, ...given }
  return Object.keys(hosts).length > 0 ? { ...env, network: networkWithHosts(hosts, env.network) } : env
}
