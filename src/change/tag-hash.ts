/**
 * Level `tags`: the MD5 of the start and end tags inside BODY with their attributes, in order, as the sampling tool of 2004 took it;
 * but attributes in the order of their names, as how a template prints them is no change.
 */
import { createHash } from 'node:crypto'
import type { Attributes } from '../html/index.ts'

const BATCH = 32_768
const [LESS, SLASH, GREATER, SPACE, EQUALS, QUOTE] = [60, 47, 62, 32, 61, 34] as const

/** Serves one page after the other; joining strings would cost more than the hash does. */
const buffer = new Uint8Array(BATCH)

export class TagHash {
  private readonly md5 = createHash('md5')
  private used = 0

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
    const entries = attributes.entries()
    for (let at = 1; at < entries.length; at++) {
      if (entries[at]![0] > entries[at - 1]![0]) continue
      entries.sort(byName)
      break
    }
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!
      this.byte(SPACE)
      this.text(entry[0])
      this.byte(EQUALS)
      this.text(entry[1])
      this.byte(QUOTE)
    }
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

const byName = (a: readonly [string, string], b: readonly [string, string]) => (a[0] < b[0] ? -1 : 1)
