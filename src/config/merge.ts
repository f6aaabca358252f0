/** `over` laid upon `base`: groups are merged key by key, everything else is replaced; `undefined` changes nothing. */
export function merged(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isGroup(base) || !isGroup(over)) return over
  const keys = [...new Set([...Object.keys(base), ...Object.keys(over)])]
  return Object.fromEntries(keys.map(key => [key, merged(own(base, key), own(over, key))]))
}

/** Does `value` say something about the key at `path`? */
export function speaksOf(value: unknown, path: readonly (string | number)[]): boolean {
  if (path.length === 0) return value !== undefined
  if (typeof value !== 'object' || value === null) return value !== undefined
  return speaksOf(own(value as Record<string, unknown>, String(path[0])), path.slice(1))
}

function own(group: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(group, key) ? group[key] : undefined
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
