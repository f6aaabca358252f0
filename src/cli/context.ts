import { readFile } from 'node:fs/promises'
import { type Config, type ConfigInput, configFrom, readConfig } from '../config/index.ts'
import { type Env, errorCode, Failure, type LogLevel, structuredLog } from '../env/index.ts'
import { Collection, envFor as envOf, mergedConfig } from '../library/index.ts'

/** Options every command understands. */
export interface SharedOptions {
  readonly collection: string
  readonly archive?: string
  readonly json?: boolean
  readonly log?: LogLevel
}

export function open(options: SharedOptions, mode: 'write' | 'read'): Promise<Collection> {
  return Collection.open(options.collection, { mode, archiveFolder: options.archive ?? null })
}

/** Runs `work` on a collection that is open for reading. */
export async function reading<T>(
  options: SharedOptions,
  work: (collection: Collection) => Promise<T>,
): Promise<T> {
  const collection = await open(options, 'read')
  try {
    return await work(collection)
  } finally {
    await collection.close()
  }
}

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
  if (file !== undefined) return readConfig(await readText(file, 'config'), file, overrides, process.env)
  return configFrom(mergedConfig(remembered ?? {}, overrides), { env: process.env })
}

export async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : `it cannot be read (${code})`
    throw new Failure('usage', `${what} ${file}: ${why}`, { cause: error })
  }
}
