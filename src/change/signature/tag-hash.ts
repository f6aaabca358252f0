/**
 * Level `tags`: the MD5 of the start and end tags inside BODY with their attributes, in order, as in the sampling tool of 2004; except
 * that the order of a tag's attributes does not count, as a different order is not a change. So each attribute is hashed separately, as it
 * is in the page, and the sum of their hashes is used: nothing is decoded, sorted or copied.
 */
import { createHash } from 'node:crypto'
import type { Attributes } from '../../html/index.ts'
import { SEED } from '../text/hash.ts'

const BATCH = 32_768
/** All attributes of a tag take eight bytes together. */
const SUMS = 8
const LOW_SEED = 0x9747b28c | 0
const [LESS, SLASH, GREATER, EQUALS] = [60, 47, 62, 61] as const

/** Reused for all pages; joining strings would cost more than the hash. */
const buffer = new Uint8Array(BATCH)

export class TagHash {
  private readonly md5 = createHash('md5')
  private used = 0
  private html = ''
  private high = 0
  private low = 0

  start(name: string, attributes: Attributes): void {
    this.byte(LESS)
    this.text(name)
    if (!attributes.empty) this.attributes(attributes)
    this.byte(GREATER)
  }

  end(name: string): void {
    this.byte(LESS)
    this.byte(SLASH)
    this.text(name)
    this.byte(GREATER)
  }

  hex(): string {
    this.drain()
    return this.md5.digest('hex')
  }

  private attributes(attributes: Attributes): void {
    this.html = attributes.html
    this.high = 0
    this.low = 0
    attributes.eachSpan(this.add)
    if (this.used + SUMS > BATCH) this.drain()
    for (let shift = 24; shift >= 0; shift -= 8) {
      buffer[this.used++] = this.high >>> shift
      buffer[this.used++] = this.low >>> shift
    }
  }

  private readonly add = (nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void => {
    const { html } = this
    let high = SEED
    let low = LOW_SEED
    for (let at = nameStart; at < nameEnd; at++) {
      const code = html.charCodeAt(at)
      const lower = code >= 65 && code <= 90 ? code + 32 : code
      high = Math.imul(high ^ lower, 0x01000193)
      low = Math.imul(low ^ lower, 0x85ebca6b)
    }
    high = Math.imul(high ^ EQUALS, 0x01000193)
    low = Math.imul(low ^ EQUALS, 0x85ebca6b)
    for (let at = valueStart; at < valueEnd; at++) {
      const code = html.charCodeAt(at)
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low ^ code, 0x85ebca6b)
    }
    this.high = (this.high + (high ^ (high >>> 15))) | 0
    this.low = (this.low + (low ^ (low >>> 13))) | 0
  }

  private text(text: string): void {
    const { length } = text
    if (this.used + 2 * length > BATCH) this.drain()
    if (2 * length > BATCH) {
      this.md5.update(text)
      return
    }
    let { used } = this
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) buffer[used++] = (code >> 8) | 128
      buffer[used++] = code
    }
    this.used = used
  }

  private byte(byte: number): void {
    if (this.used === BATCH) this.drain()
    buffer[this.used++] = byte
  }

  private drain(): void {
    this.md5.update(buffer.subarray(0, this.used))
    this.used = 0
  }
}
