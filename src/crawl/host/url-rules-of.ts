import type { UrlRule } from '../../duplicates/index.ts'

/** The part of a host's memory that says which of its addresses show the same page. */
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
