/** Whether a language tag names an existing language. */

const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const known = new Map<string, boolean>()
/** Most languages cached: pages use few; further ones are checked again. */
const MAX_KNOWN = 1_000

export function primarySubtag(tag: string): string {
  return tag.trim().toLowerCase().split('-', 1)[0]!
}

export function isLanguage(tag: string): boolean {
  const trimmed = tag.trim()
  if (!TAG.test(trimmed)) return false
  const primary = primarySubtag(trimmed)
  const before = known.get(primary)
  if (before !== undefined) return before
  const answer = isSubtag(primary)
  if (known.size < MAX_KNOWN) known.set(primary, answer)
  return answer
}

/**
 * A three-letter code is not valid for a language with a two-letter code; other three-letter codes may be any of eight thousand languages.
 */
function isSubtag(primary: string): boolean {
  const [canonical] = Intl.getCanonicalLocales(primary)
  if (primary.length === 3) return canonical === primary || canonical!.length === 3
  return names.of(primary) !== undefined
}
