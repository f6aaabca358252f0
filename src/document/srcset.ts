/** The addresses of a `srcset` (HTML standard 4.8.4.3.10): candidates separated by commas, each with descriptors. */
const MAX_CANDIDATES = 200
const COMMA = 44

export function srcsetAddresses(value: string): string[] {
  const found: string[] = []
  let at = 0
  while (at < value.length && found.length < MAX_CANDIDATES) {
    while (at < value.length && (isGap(value.charCodeAt(at)) || value[at] === ',')) at++
    const start = at
    while (at < value.length && !isGap(value.charCodeAt(at))) at++
    const address = value.slice(start, endWithoutCommas(value, start, at))
    if (address !== '') found.push(address)
    if (value[at - 1] !== ',') at = descriptorsEnd(value, at)
  }
  return found
}

function endWithoutCommas(value: string, start: number, end: number): number {
  while (end > start && value.charCodeAt(end - 1) === COMMA) end--
  return end
}

/** Index after the comma that ends the descriptors; a comma inside parentheses does not. */
function descriptorsEnd(value: string, at: number): number {
  let depth = 0
  for (; at < value.length; at++) {
    const c = value[at]
    if (c === '(') depth++
    else if (c === ')') depth--
    else if (c === ',' && depth <= 0) return at + 1
  }
  return at
}

function isGap(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11)
}
