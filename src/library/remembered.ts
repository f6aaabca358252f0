/** The config a collection was last crawled with. */
import type { Config, ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { MetaStore } from '../store/index.ts'

/** Null if the collection has never been crawled. */
export async function rememberedConfig({ store }: Holdings<MetaStore>): Promise<ConfigInput | null> {
  const text = (await store.readMeta()).get('config')
  return text === undefined ? null : (JSON.parse(text) as ConfigInput)
}

export async function rememberConfig({ store }: Holdings<MetaStore>, config: Config): Promise<void> {
  await store.writeMeta({ config: JSON.stringify(config.source), name: config.name })
}

/** Merges the groups of `over` into those of `base` key by key; every other value replaces the one in `base`. */
export function mergedConfig(base: ConfigInput, over: ConfigInput): ConfigInput {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isGroup(value) && isGroup(below) ? { ...below, ...value } : value
  }
  return merged as ConfigInput
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
