/** The config and environment of commands that fetch. */
import { type Env, structuredLog } from '../env/index.ts'
import { configFrom } from '../library/checked-config.ts'
import { type Config, type ConfigInput, mergedConfig, readNamed } from '../library/index.ts'
import { envFor as envOf } from '../library/run-env.ts'
import type { SharedOptions } from './context.ts'

/** The environment of a real run. */
export const surroundings = ({ log }: SharedOptions): Partial<Env> => ({ log: structuredLog(log ?? 'error') })

/** The environment with the host addresses from the config. */
export const envFor = (config: Config, options: SharedOptions): Env => envOf(config, surroundings(options))

/** The config of a run: from the file if one is named, else the stored one; the options of the command are merged into it. */
export async function configFor(
  file: string | undefined,
  remembered: ConfigInput | null,
  overrides: ConfigInput,
): Promise<Config> {
  if (file === undefined) return configFrom(mergedConfig(remembered ?? {}, overrides), { env: process.env })
  const { readConfig } = await import('../library/checked-config-file.ts')
  return readConfig(await readNamed(file, 'config'), file, overrides, process.env)
}
