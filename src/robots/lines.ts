/** RFC 9309 section 2.5: at least 500 KiB must be read. Anything after that is ignored. */
const LIMIT_BYTES = 500 * 1024

/** No honest line is longer; cutting a longer rule makes it broader, not void. */
const MAX_LINE_BYTES = 16_663

export type Field = 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay'

/** Field names, with the misspellings that are common enough for search engines to read them. */
const FIELDS: readonly (readonly [Field, RegExp])[] = [
  ['agent', /^use[rg][- ]?agent/i],
  ['disallow', /^(?:disallow|desallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['allow', /^allow/i],
  ['sitemap', /^site-?map/i],
  ['delay', /^crawl[- ]?delay/i],
]
/** Every field name ends within this many bytes. */
const MAX_NAME_BYTES = 16
const DISALLOW = Buffer.from('disallow')
const ALLOW = Buffer.from('allow')

const CR = 13
const LF = 10
const TAB = 9
const SPACE = 32
const HASH = 35
const COLON = 58
const GREATER = 62

/**
 * Iterates over the meaningful lines of a robots.txt and skips everything else. It holds one line at a time and copies nothing: objects and
 * strings for tens of thousands of lines would cost more than reading them.
 */
export class Lines {
  readonly bytes: Buffer
  /** The line number, from 1. */
  number = 0
  field: Field = 'agent'
  /** Where the value begins and ends. */
  start = 0
  end = 0
  #next = 0
  #colon = -1

  constructor(body: Uint8Array | string) {
    this.bytes = limited(body)
  }

  /** One character per octet, as in the file, which need not be UTF-8. */
  get value(): string {
    return this.bytes.toString('latin1', this.start, this.end)
  }

  /** Moves to the next meaningful line; false if there is none. */
  next(): boolean {
    while (this.#next <= this.bytes.length) {
      this.#readLine()
      if (this.#cut()) return true
    }
    return false
  }

  /** Finds the ends of a line without its comment, and its first colon. */
  #readLine(): void {
    const { bytes } = this
    const { length } = bytes
    const start = this.#next
    let stop = start
    let end = -1
    let colon = -1
    for (; stop < length; stop++) {
      const octet = bytes[stop]!
      if (octet > COLON) continue
      if (octet === LF || octet === CR) break
      if (octet === COLON && colon < 0) colon = stop
      else if (octet === HASH && end < 0) end = stop
    }
    this.number++
    this.#next = stop + (bytes[stop] === CR && bytes[stop + 1] === LF ? 2 : 1)
    this.start = start
    this.end = Math.min(end < 0 ? stop : end, start + MAX_LINE_BYTES)
    this.#colon = colon < this.end ? colon : -1
    this.#trim()
  }

  #trim(): void {
    const { bytes } = this
    while (this.start < this.end && bytes[this.start]! <= SPACE) this.start++
    while (this.end > this.start && bytes[this.end - 1]! <= SPACE) this.end--
  }

  /** Finds the value of a line: after the colon or, if that is missing, after the first word. */
  #cut(): boolean {
    const nameStart = this.start
    const hasColon = this.#colon > nameStart
    const nameEnd = hasColon ? this.#colon : this.#blank(nameStart)
    if (nameEnd === this.end && !hasColon) return false
    const field = this.#fieldAt(nameStart, nameEnd)
    if (field === undefined) return false
    this.field = field
    this.start = hasColon ? nameEnd + 1 : nameEnd
    this.#trim()
    if (!hasColon && this.#blank(this.start) < this.end) return false
    this.#dropLineBreakTag()
    return true
  }

  /** The next space or tab of the line, or its end. */
  #blank(from: number): number {
    let at = from
    while (at < this.end && this.bytes[at] !== SPACE && this.bytes[at] !== TAB) at++
    return at
  }

  #fieldAt(start: number, end: number): Field | undefined {
    if (this.#says(DISALLOW, start, end)) return 'disallow'
    if (this.#says(ALLOW, start, end)) return 'allow'
    const name = this.bytes.toString('latin1', start, Math.min(end, start + MAX_NAME_BYTES))
    return FIELDS.find(([, spelling]) => spelling.test(name))?.[0]
  }

  #says(word: Uint8Array, start: number, end: number): boolean {
    if (end - start < word.length) return false
    for (let i = 0; i < word.length; i++) if ((this.bytes[start + i]! | 0x20) !== word[i]) return false
    return true
  }

  /** Some people publish the file with a web editor. Only the end is checked: a search would take quadratic time on a run of spaces. */
  #dropLineBreakTag(): void {
    if (this.end === this.start || this.bytes[this.end - 1] !== GREATER) return
    const last = this.bytes.toString('latin1', Math.max(this.start, this.end - MAX_TAG_BYTES), this.end)
    this.end -= /<br ?\/?>$/i.exec(last)?.[0].length ?? 0
    this.#trim()
  }
}

const MAX_TAG_BYTES = '<br />'.length

/** The file without its byte order mark, cut at the last whole line within the limit. Never one long string: those are collected late. */
function limited(body: Uint8Array | string): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : utf8(body)
  const start = markLength(bytes)
  if (bytes.length <= LIMIT_BYTES) return bytes.subarray(start)
  const end = Math.max(bytes.lastIndexOf(LF, LIMIT_BYTES - 1), bytes.lastIndexOf(CR, LIMIT_BYTES - 1))
  return bytes.subarray(Math.min(start, end + 1), end + 1)
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The length of the byte order mark, complete or partial. */
function markLength(bytes: Uint8Array): number {
  const broken = BYTE_ORDER_MARK.findIndex((octet, at) => bytes[at] !== octet)
  return broken < 0 ? BYTE_ORDER_MARK.length : broken
}

/** RFC 9309 section 2.2 requires UTF-8; files saved as UTF-16 are recognized by their first two octets. */
function utf8(body: Uint8Array): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes
  const wide = bytes.subarray(2, 2 * LIMIT_BYTES)
  return Buffer.from(new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(wide))
}
