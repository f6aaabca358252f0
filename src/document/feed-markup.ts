/**
 * Whether a text is marked up well enough for the library of feeds: it looks from every `<` that has no `>` of its own through the
 * rest of the text. In XML no tag holds a `<`; feeds written by hand have some in their texts, hostile ones have a million.
 */
const MAX_STRAY = 20

/** What may hold any sign, and where it ends. */
const SECTIONS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
]

/** One pass: are there few `<` before the `>` of the one before? JSON needs no markup. */
export function isMarkedUp(text: string): boolean {
  if (!text.trimStart().startsWith('<')) return true
  let stray = 0
  for (let at = text.indexOf('<'); at >= 0; ) {
    const section = SECTIONS.find(([start]) => text.startsWith(start, at))
    if (section !== undefined) {
      const end = text.indexOf(section[1], at + section[0].length)
      if (end < 0) return false
      at = text.indexOf('<', end)
      continue
    }
    const next = text.indexOf('<', at + 1)
    if (!hasClose(text, at, next) && ++stray > MAX_STRAY) return false
    at = next
  }
  return true
}

function hasClose(text: string, from: number, to: number): boolean {
  const end = to < 0 ? text.length : to
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === 62) return true
  return false
}
