/**
 * Merges `over` into `base`: groups are merged key by key, everything else is replaced; `undefined` changes nothing. A
 * wrong value in `base` where a group belongs is kept, so that it is reported instead of hidden.
 */
export function merged(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isGroup(over)) return over
  if (!isGroup(base)) return base ?? over
  const keys = [...new Set([...Object.keys(base), ...Object.keys(over)])]
  return Object.fromEntries(keys.map(key => [key, merged(own(base, key), own(over, key))]))
}

/** Whether the merged value at `path` comes from `over`. */
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
