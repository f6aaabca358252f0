/** Is a language tag one that somebody may speak? */

const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const known = new Map<string, boolean>()
/** Pages name few languages; those that name many are told again. */
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

/** Three letters for a language that has two are no tag; other three letters may be any of eight thousand. */
function isSubtag(primary: string): boolean {
  const [canonical] = Intl.getCanonicalLocales(primary)
  if (primary.length === 3) return canonical === primary || canonical!.length === 3
  return names.of(primary) !== undefined
}
