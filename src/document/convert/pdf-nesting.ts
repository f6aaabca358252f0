/** Nesting depth of the dictionaries and arrays of a PDF: pdf.js takes time quadratic in it, so that a few kilobytes could take minutes. */
const LESS = 60
const GREATER = 62
const OPEN = 91
const CLOSE = 93

/** Streams are compressed and are skipped. */
export function nestsDeeper(bytes: Buffer, limit: number): boolean {
  let depth = 0
  let at = 0
  while (at < bytes.length) {
    const stream = bytes.indexOf('stream', at)
    const end = stream < 0 ? bytes.length : stream
    for (; at < end; at++) {
      const byte = bytes[at]!
      const isTwice = bytes[at + 1] === byte
      if (byte === OPEN || (byte === LESS && isTwice)) depth++
      else if (byte === CLOSE || (byte === GREATER && isTwice)) depth = Math.max(0, depth - 1)
      else continue
      if (depth > limit) return true
      if (byte === LESS || byte === GREATER) at++
    }
    if (stream < 0) return false
    const close = bytes.indexOf('endstream', stream)
    at = close < 0 ? bytes.length : close + 'endstream'.length
  }
  return false
}
