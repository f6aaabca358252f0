/**
 * A 64-bit simhash of the words of a text: pages that share most of their words get fingerprints that differ in few
 * bits. Used to compare a page with the answer to a Url that cannot exist (soft 404).
 */
export function signatureOf(text: string): string {
  const weights = new Int32Array(64)
  let low = 0x811c9dc5
  let high = 0x01000193
  let inWord = false
  const close = () => {
    for (let bit = 0; bit < 32; bit++) {
      weights[bit]! += (low >>> bit) & 1 ? 1 : -1
      weights[bit + 32]! += (high >>> bit) & 1 ? 1 : -1
    }
    low = 0x811c9dc5
    high = 0x01000193
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

/** A hash of the letters of a text, in order. Digits, spaces and signs do not count: dates and counters may differ. */
export function hashLetters(text: string, start = 0x811c9dc5): number {
  let hash = start
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90))
      hash = Math.imul(hash ^ code, 0x01000193)
  }
  return hash >>> 0
}
