/**
 * Whether a text is marked up well enough for the feed library, which searches the rest of the text from every `<` without a matching `>`.
 * In XML no tag contains a `<`; handwritten feeds have a few in their texts, hostile ones have a million.
 */
const MAX_STRAY = 20

/** Sections that may contain any character, and how they end. */
const SECTIONS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
]

/** Whether there are only few `<` before the `>` of the previous one, in one pass. JSON needs no markup. */
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
