/** As signed integers, which is what the loop below makes of them. */
const FIRST_LOW = 0x811c9dc5 | 0
const FIRST_HIGH = 0x01000193

/**
 * A 64-bit simhash of the words of a text: pages that share most of their words get fingerprints that differ in few
 * bits. Used to compare a page with the answer to a Url that cannot exist (soft 404).
 */
export function signatureOf(text: string): string {
  const weights = new Int32Array(64)
  let low = FIRST_LOW
  let high = FIRST_HIGH
  let inWord = false
  const close = () => {
    for (let bit = 0; bit < 32; bit++) {
      weights[bit]! += (low >>> bit) & 1 ? 1 : -1
      weights[bit + 32]! += (high >>> bit) & 1 ? 1 : -1
    }
    low = FIRST_LOW
    high = FIRST_HIGH
    inWord = false
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isLetter = code > 127 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
    if (isLetter) {
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13)
      inWord = true
    } else if (inWord) close()
  }
  if (inWord) close()
  return hexOf(weights, 32) + hexOf(weights, 0)
}

function hexOf(weights: Int32Array, from: number): string {
  let word = 0
  for (let bit = 0; bit < 32; bit++) if (weights[from + bit]! > 0) word |= 1 << bit
  return (word >>> 0).toString(16).padStart(8, '0')
}

/** How many of the 64 bits differ. */
export function distance(a: string, b: string): number {
  let bits = 0
  for (const at of [0, 8]) {
    let different = Number.parseInt(a.slice(at, at + 8), 16) ^ Number.parseInt(b.slice(at, at + 8), 16)
    while (different !== 0) {
      different &= different - 1
      bits++
    }
  }
  return bits
}

const SET_BITS = 4096

/**
 * A hash of the set of words in some texts: their order, how often they occur, digits and signs do not count. So pages
 * of a calendar are alike, and so is one list under all combinations of its filters.
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
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    if (code > 127 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90))
      word = Math.imul((word || 0x811c9dc5) ^ code, 0x01000193)
    else if (word !== 0) {
      const bit = (word ^ (word >>> 12) ^ (word >>> 24)) & (SET_BITS - 1)
      set[bit >>> 5]! |= 1 << (bit & 31)
      word = 0
    }
  }
}
