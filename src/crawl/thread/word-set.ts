const SET_BITS = 4096
/** Longer runs of Latin letters are not words but addresses, tokens and keys, which may be new on every page of a trap. */
const MAX_WORD_CHARS = 40

/**
 * A hash of the set of words in some texts: their order, how often they occur, digits and punctuation do not count. So all pages
 * of a calendar are alike, and so is one list under all combinations of its filters. The length limit does not apply to scripts without
 * spaces, where a whole sentence is one run.
 */
export function hashWords(texts: Iterable<string>): number {
  const set = new Uint32Array(SET_BITS / 32)
  for (const text of texts) addWords(text, set)
  let hash = 0x811c9dc5
  for (const bits of set) hash = Math.imul(hash ^ bits ^ (bits >>> 15), 0x01000193)
  return hash >>> 0
}

function addWords(text: string, set: Uint32Array): void {
  let word = 0
  let start = 0
  let bits = 0
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    if (code > 127 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)) {
      if (word === 0) [start, bits] = [i, 0]
      bits |= code
      word = Math.imul((word || 0x811c9dc5) ^ code, 0x01000193)
    } else if (word !== 0) {
      if (bits > 127 || i - start <= MAX_WORD_CHARS) {
        const bit = (word ^ (word >>> 12) ^ (word >>> 24)) & (SET_BITS - 1)
        set[bit >>> 5]! |= 1 << (bit & 31)
      }
      word = 0
    }
  }
}
