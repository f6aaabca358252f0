/** What a command that fetches runs with: its config and its environment. */
import { type Env, structuredLog } from '../env/index.ts'
import { configFrom } from '../library/checked-config.ts'
import { envFor as envOf } from '../library/fetching.ts'
import { type Config, type ConfigInput, mergedConfig, readNamed } from '../library/index.ts'
import type { SharedOptions } from './context.ts'

/** The environment of a real run. */
export const surroundings = ({ log }: SharedOptions): Partial<Env> => ({ log: structuredLog(log ?? 'error') })

/** With the hosts that the config moves elsewhere. */
export const envFor = (config: Config, options: SharedOptions): Env => envOf(config, surroundings(options))

/** The config of a run: the file when one is named, else what the collection remembers; options are laid upon it. */
export async function configFor(
  file: string | undefined,
  remembered: ConfigInput | null,
  overrides: ConfigInput,
): Promise<Config> {
  if (file === undefined) return configFrom(mergedConfig(remembered ?? {}, overrides), { env: process.env })
  const { readConfig } = await import('../library/checked-config-file.ts')
  return readConfig(await readNamed(file, 'config'), file, overrides, process.env)
}
