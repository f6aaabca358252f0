/** Parts of pages whose changes never count, as in `change.ignoreRegions`. Everything else in the config is kept. */
import type { Config } from '../../src/client/index.ts'

type Change = Readonly<Record<string, unknown>>

/** Regions that can be named to mean the places at these paths: the smallest first, and only those with a name of their own. */
export function regionsAt(paths: readonly string[]): readonly string[] {
  const segments = paths.map(path => path.split('/').toReversed())
  const depth = Math.max(0, ...segments.map(each => each.length))
  const found = Array.from({ length: depth }, (_, i) => segments.flatMap(each => each[i] ?? [])).flat()
  return [...new Set(found)].filter(segment => /[.#]/.test(segment))
}

const changeIn = (config: Config) => (config.change ?? {}) as Change

export function ignoredIn(config: Config): readonly string[] {
  const { ignoreRegions } = changeIn(config)
  return Array.isArray(ignoreRegions) ? ignoreRegions.map(String) : []
}

export const withIgnored = (config: Config, regions: readonly string[]): Config => ({
  ...config,
  change: { ...changeIn(config), ignoreRegions: [...new Set(regions)] },
})
