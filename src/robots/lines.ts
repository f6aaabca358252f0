/** RFC 9309 section 2.5: at least 500 KiB are read. What follows is as if it were not there. */
const LIMIT_BYTES = 500 * 1024

/** No honest line is longer; a rule that is gets cut, which makes it wider, not void. */
const LONGEST_LINE = 16_663

export type Field = 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay'

export interface Line {
  readonly number: number
  readonly field: Field
  /** One character for each octet, as it stands in the file: it need not be UTF-8. */
  readonly value: string
}

/** Field names, with the misspellings that are common enough for search engines to read them. */
const FIELDS: readonly (readonly [Field, RegExp])[] = [
  ['agent', /^use[rg][- ]?agent/i],
  ['disallow', /^(?:disallow|desallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['allow', /^allow/i],
  ['sitemap', /^site-?map/i],
  ['delay', /^crawl[- ]?delay/i],
]

/** The lines of a robots.txt that mean something to us; everything else is noise and left out. */
export function* meaningfulLines(body: Uint8Array | string): Generator<Line> {
  const bytes = limited(body)
  let number = 0
  for (let start = 0; start <= bytes.length; ) {
    const stop = lineEnd(bytes, start)
    const line = readLine(bytes.toString('latin1', start, Math.min(stop, start + LONGEST_LINE)), ++number)
    if (line !== undefined) yield line
    start = stop + (bytes[stop] === CR && bytes[stop + 1] === LF ? 2 : 1)
  }
}

const CR = 13
const LF = 10

function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++
  return at
}

function readLine(text: string, number: number): Line | undefined {
  const comment = text.indexOf('#')
  const pair = cut(trim(comment === -1 ? text : text.slice(0, comment)))
  if (pair === undefined) return undefined
  const field = fieldOf(pair[0])
  return field && { number, field, value: withoutLineBreakTag(pair[1]) }
}

function fieldOf(name: string): Field | undefined {
  if (name === 'Disallow') return 'disallow'
  return FIELDS.find(([, spelling]) => spelling.test(name))?.[0]
}

/** People publish the file through a web editor. Looked for at the end alone: a search costs the square of a run of spaces. */
function withoutLineBreakTag(value: string): string {
  if (!value.endsWith('>')) return value
  const tag = /<br ?\/?>$/i.exec(value.slice(-LONGEST_TAG))?.[0]
  return tag === undefined ? value : trim(value.slice(0, -tag.length))
}

const LONGEST_TAG = '<br />'.length

/** At the colon, or, where it was forgotten, between two words. */
function cut(line: string): [string, string] | undefined {
  const colon = line.indexOf(':')
  if (colon > 0) return [trim(line.slice(0, colon)), trim(line.slice(colon + 1))]
  const words = line.split(/[ \t]+/, 3)
  return words.length === 2 ? [words[0]!, words[1]!] : undefined
}

function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 32) start++
  while (end > start && text.charCodeAt(end - 1) <= 32) end--
  return text.slice(start, end)
}

/** The file without byte order mark, not beyond the limit nor ending in half a line. Never one long string: those are collected late. */
function limited(body: Uint8Array | string): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : utf8(body)
  const start = markLength(bytes)
  if (bytes.length <= LIMIT_BYTES) return bytes.subarray(start)
  const end = Math.max(bytes.lastIndexOf(LF, LIMIT_BYTES - 1), bytes.lastIndexOf(CR, LIMIT_BYTES - 1))
  return bytes.subarray(Math.min(start, end + 1), end + 1)
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Whole or broken off. */
function markLength(bytes: Uint8Array): number {
  const broken = BYTE_ORDER_MARK.findIndex((octet, at) => bytes[at] !== octet)
  return broken < 0 ? BYTE_ORDER_MARK.length : broken
}

/** RFC 9309 section 2.2 asks for UTF-8; files saved as UTF-16 say so with their first two octets. */
function utf8(body: Uint8Array): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes
  const wide = bytes.subarray(2, 2 * LIMIT_BYTES)
  return Buffer.from(new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(wide))
}
