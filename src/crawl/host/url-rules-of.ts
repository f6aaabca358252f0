import type { UrlRule } from '../../duplicates/index.ts'

/** The rules in a host's memory that say which of its addresses show the same page. */
export function urlRulesOf(memory: string | null): readonly UrlRule[] {
  if (memory === null) return []
  try {
    return (
      (JSON.parse(memory) as { readonly urls?: { readonly rules?: readonly UrlRule[] } }).urls?.rules ?? []
    )
  } catch {
    return []
  }
}
