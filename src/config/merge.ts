/**
 * `over` laid upon `base`: groups are merged key by key, everything else is replaced; `undefined` changes nothing. A
 * value that stands where a group belongs stays, so that it is refused and not covered up.
 */
export function merged(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isGroup(over)) return over
  if (!isGroup(base)) return base ?? over
  const keys = [...new Set([...Object.keys(base), ...Object.keys(over)])]
  return Object.fromEntries(keys.map(key => [key, merged(own(base, key), own(over, key))]))
}

/** Does what stands at `path` after merging come from `over`? */
export function comesFrom(over: unknown, path: readonly (string | number)[]): boolean {
  if (!isGroup(over)) return over !== undefined
  return path.length > 0 && comesFrom(own(over, String(path[0])), path.slice(1))
}

function own(group: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(group, key) ? group[key] : undefined
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
