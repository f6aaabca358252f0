/** Finds where the sentences of a text end, in any language with sentence-ending punctuation. */

/** Two sentences are separated if the first has some length and the second does not begin with a lowercase letter or a digit. */
const SENTENCE_END = /(?<!\d)[.!?…]["'”’»)\]\uE000]*\s+(?![\p{Ll}\d])|[。！？]\s*/uy
const MIN_SENTENCE_CHARS = 20
/** Everything after this many sentences is one piece. */
const MAX_SENTENCES = 400

export function sentenceEnds(text: string): number[] {
  const ends: number[] = []
  let from = 0
  const last = text.length - MIN_SENTENCE_CHARS
  for (let at = MIN_SENTENCE_CHARS - 1; at < last; at++) {
    const end = isTerminator(text.charCodeAt(at)) ? behindSentence(text, at) : 0
    if (end === 0 || end - from < MIN_SENTENCE_CHARS) continue
    ends.push(end)
    from = end
    at = end
    if (ends.length === MAX_SENTENCES) break
  }
  ends.push(text.length)
  return ends
}

/** . ! ? … and their wide forms. */
export const isTerminator = (code: number): boolean =>
  code === 46 ||
  code === 33 ||
  code === 63 ||
  code === 0x2026 ||
  code === 0x3002 ||
  code === 0xff01 ||
  code === 0xff1f

/** Where the next sentence begins, or 0 if none does. Called for one character in a hundred. */
function behindSentence(text: string, at: number): number {
  SENTENCE_END.lastIndex = at
  const match = SENTENCE_END.exec(text)
  return match === null ? 0 : at + match[0].length
}
