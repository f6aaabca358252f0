import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type Config, type ConfigInput, configFrom, readConfig } from '../config/index.ts'
import { type Collection, openCollection, type Plugin } from '../crawl/index.ts'
import {
  type Env,
  errorCode,
  Failure,
  type LogLevel,
  networkWithHosts,
  realEnv,
  structuredLog,
} from '../env/index.ts'

/** Options every command understands. */
export interface SharedOptions {
  readonly collection: string
  readonly archive?: string
  readonly json?: boolean
  readonly log?: LogLevel
}

export async function open(options: SharedOptions, mode: 'write' | 'read'): Promise<Collection> {
  return openCollection(options.collection, { mode, archiveFolder: options.archive ?? null })
}

/** The surroundings of a real run, with the hosts that the config moves elsewhere. */
export function envFor(config: Config, options: SharedOptions): Env {
  const network =
    Object.keys(config.hosts).length > 0 ? networkWithHosts(config.hosts, realEnv.network) : realEnv.network
  return { ...realEnv, network, log: structuredLog(options.log ?? 'error') }
}

/** The config of a run: the file when one is named, else what the collection remembers; options are laid upon it. */
export async function configFor(
  file: string | undefined,
  remembered: ConfigInput | null,
  overrides: ConfigInput,
): Promise<Config> {
  if (file !== undefined) return readConfig(await readText(file, 'config'), file, overrides, process.env)
  return configFrom(merge(remembered ?? {}, overrides), { env: process.env })
}

/**
 * The config of a command that only looks. Nothing is sent, so that it works without the secrets of the crawl, and, unless it reads
 * records, without the file of its site model.
 */
export function configForReading(
  remembered: ConfigInput | null,
  overrides: ConfigInput = {},
  keeps: 'model' | 'no model' = 'no model',
): Config {
  const { extract, ...rest } = remembered ?? {}
  const { auth: _auth, headers: _headers, egress: _egress, ...request } = rest.request ?? {}
  const plain = { ...rest, request, ...(keeps === 'model' && extract ? { extract } : {}) }
  const env = new Proxy(process.env, { get: (all, name: string) => all[name] ?? '' })
  return configFrom(merge(plain, overrides), { env })
}

function merge(base: ConfigInput, over: ConfigInput): ConfigInput {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isGroup(value) && isGroup(below) ? { ...below, ...value } : value
  }
  return merged as ConfigInput
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a collection was last crawled with. */
export async function rememberedConfig(collection: Collection): Promise<ConfigInput | null> {
  const text = (await collection.store.readMeta()).get('config')
  return text === undefined ? null : (JSON.parse(text) as ConfigInput)
}

export async function rememberConfig(collection: Collection, config: Config): Promise<void> {
  await collection.store.writeMeta({ config: JSON.stringify(config.source), name: config.name })
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

export async function loadPlugins(paths: readonly string[]): Promise<Plugin[]> {
  const plugins: Plugin[] = []
  for (const path of paths) {
    let module: { default?: Plugin }
    try {
      module = (await import(pathToFileURL(path).href)) as { default?: Plugin }
    } catch (error) {
      const code = errorCode(error)
      const why =
        code === 'ERR_MODULE_NOT_FOUND'
          ? 'there is no such file'
          : error instanceof Error
            ? error.message
            : code
      throw new Failure('usage', `plug-in ${path} cannot be loaded: ${why}`, { cause: error })
    }
    if (typeof module.default?.name !== 'string')
      throw new Failure('usage', `plug-in ${path} has no default export made with definePlugin`)
    plugins.push(module.default)
  }
  return plugins
}
