/** How deep the dictionaries and lists of a PDF nest: pdf.js takes time by the square of that, so that a few kilobytes could take minutes. */
const LESS = 60
const GREATER = 62
const OPEN = 91
const CLOSE = 93

/** What is in streams is packed, and not looked at. */
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
