/**
 * The attributes of one tag, as offsets into the page (HTML standard 13.2.5.32–40). Nothing is copied or decoded until `get` is called, and
 * one object serves the entire scan: it is valid only during the handler's call.
 */
import { attributeName, equalsIgnoringCase } from './names.ts'
import { decodeAttribute } from './references.ts'

const QUOTE = 34
const APOSTROPHE = 39
const SLASH = 47
const EQUALS = 61
const GREATER = 62
const NEAR = 8
/** The names of this many attributes are compared with each other faster than they are put into a map. */
const MAX_COMPARED = 8

export class Attributes {
  selfClosing = false
  html = ''
  /** The end of the value that `locate` found. */
  valueEnd = 0
  /** Four numbers per attribute: name start and end, value start and end; value start is −1 if there is none. */
  private spans = new Int32Array(64)
  private used = 0

  /** Reads from just after the tag name; returns the offset after `>`, or −1 if the page ends inside the tag. */
  read(html: string, at: number): number {
    this.html = html
    this.used = 0
    this.selfClosing = false
    const end = html.length
    while (at < end) {
      const code = html.charCodeAt(at)
      if (code === GREATER) return at + 1
      if (code === SLASH) {
        if (html.charCodeAt(at + 1) === GREATER) return this.closeSelf(at)
        at++
      } else if (isSpace(code)) at++
      else at = this.readAttribute(html, at, end)
      if (at < 0) return -1
    }
    return -1
  }

  /** The decoded value of the first attribute with this name (lower case), '' if it has none, undefined if absent. */
  get(name: string): string | undefined {
    const index = this.find(name)
    return index < 0 ? undefined : this.value(index)
  }

  has(name: string): boolean {
    return this.find(name) >= 0
  }

  /** The offset of the raw value of the first attribute with this name, to inspect it before decoding; −1 if there is none. */
  locate(name: string): number {
    const index = this.find(name)
    if (index < 0 || this.spans[index + 2]! < 0) return -1
    this.valueEnd = this.spans[index + 3]!
    return this.spans[index + 2]!
  }

  get empty(): boolean {
    return this.used === 0
  }

  /** Every attribute once, in order of appearance; a repeated name keeps its first value. */
  entries(): [name: string, value: string][] {
    const first = new Map<string, string>()
    for (let i = 0; i < this.used; i += 4) {
      const name = this.name(i)
      if (!first.has(name)) first.set(name, this.value(i))
    }
    return [...first]
  }

  /** The same as one list: name, value, name, value … */
  list(): readonly string[] {
    if (this.used > 4 * MAX_COMPARED) return this.entries().flat()
    // Made at its full length: a list that grows takes room for seventeen.
    const list = new Array<string>(this.used / 2)
    let length = 0
    for (let i = 0; i < this.used; i += 4) {
      const name = this.name(i)
      if (isNamed(list, length, name)) continue
      list[length++] = name
      list[length++] = this.value(i)
    }
    list.length = length
    return list
  }

  /** Calls back with the offsets of each attribute: its name, and its raw value (start −1 if it has none). */
  eachSpan(visit: (nameStart: number, nameEnd: number, valueStart: number, valueEnd: number) => void): void {
    const { spans, used } = this
    for (let i = 0; i < used; i += 4) visit(spans[i]!, spans[i + 1]!, spans[i + 2]!, spans[i + 3]!)
  }

  private closeSelf(at: number): number {
    this.selfClosing = true
    return at + 2
  }

  private find(name: string): number {
    const { spans, html } = this
    for (let i = 0; i < this.used; i += 4) {
      const start = spans[i]!
      if (spans[i + 1]! - start === name.length && equalsIgnoringCase(html, start, name)) return i
    }
    return -1
  }

  private name(index: number): string {
    return attributeName(this.html, this.spans[index]!, this.spans[index + 1]!)
  }

  private value(index: number): string {
    const start = this.spans[index + 2]!
    return start < 0 ? '' : decodeAttribute(this.html, start, this.spans[index + 3]!)
  }

  /** One name and, if `=` follows, its value. A leading `=` belongs to the name (13.2.5.32). */
  private readAttribute(html: string, start: number, end: number): number {
    let at = start + 1
    for (; at < end; at++) {
      const code = html.charCodeAt(at)
      if (code < 63 && (code === EQUALS || code === GREATER || code === SLASH || isSpace(code))) break
    }
    const nameEnd = at
    at = skipSpace(html, at, end)
    if (html.charCodeAt(at) !== EQUALS) {
      this.add(start, nameEnd, -1, -1)
      return at
    }
    return this.readValue(html, skipSpace(html, at + 1, end), end, start, nameEnd)
  }

  private readValue(html: string, at: number, end: number, nameStart: number, nameEnd: number): number {
    const code = html.charCodeAt(at)
    if (code === QUOTE || code === APOSTROPHE) {
      const close = indexOfCode(html, code, at + 1)
      if (close < 0) return -1
      this.add(nameStart, nameEnd, at + 1, close)
      return close + 1
    }
    const start = at
    for (; at < end; at++) {
      const next = html.charCodeAt(at)
      if (next < 63 && (next === GREATER || isSpace(next))) break
    }
    this.add(nameStart, nameEnd, start, at)
    return at
  }

  private add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.used + 4 > this.spans.length) this.grow()
    const { spans, used } = this
    spans[used] = nameStart
    spans[used + 1] = nameEnd
    spans[used + 2] = valueStart
    spans[used + 3] = valueEnd
    this.used = used + 4
  }

  private grow(): void {
    const larger = new Int32Array(this.spans.length * 2)
    larger.set(this.spans)
    this.spans = larger
  }
}

function isNamed(list: readonly string[], length: number, name: string): boolean {
  for (let i = 0; i < length; i += 2) if (list[i] === name) return true
  return false
}

/**
 * The next `code`, −1 if none. A quoted value, or the text between two tags, is mostly too short to be worth a call of `indexOf`, so the
 * first few characters are compared here.
 */
export function indexOfCode(html: string, code: number, from: number): number {
  const near = Math.min(from + NEAR, html.length)
  for (let at = from; at < near; at++) if (html.charCodeAt(at) === code) return at
  return html.indexOf(String.fromCharCode(code), near)
}

/** Tab, LF, FF, CR, space: what HTML calls ASCII whitespace. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12
}

function skipSpace(html: string, at: number, end: number): number {
  while (at < end && isSpace(html.charCodeAt(at))) at++
  return at
}
