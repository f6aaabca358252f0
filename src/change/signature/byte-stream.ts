/** Writes numbers as bytes and reads them back: little endian; varints are LEB128. */

export class ByteWriter {
  private buffer = Buffer.alloc(4096)
  private used = 0

  byte(value: number): void {
    this.reserve(1)
    this.buffer[this.used++] = value
  }

  word(value: number): void {
    this.reserve(4)
    this.used = this.buffer.writeUInt32LE(value >>> 0, this.used)
  }

  varint(value: number): void {
    for (; value > 127; value = Math.floor(value / 128)) this.byte((value % 128) | 128)
    this.byte(value)
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.buffer.set(bytes, this.used)
    this.used += bytes.length
  }

  result(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.used))
  }

  private reserve(more: number): void {
    if (this.used + more > this.buffer.length)
      this.buffer = Buffer.concat([this.buffer], 2 * (this.used + more))
  }
}

/** Past the end everything reads as 0, and `isWhole` is false. */
export class ByteReader {
  private readonly input: Buffer
  private at = 0
  private broken = false

  constructor(bytes: Uint8Array) {
    this.input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isWhole(): boolean {
    return !this.broken && this.at === this.input.length
  }

  byte(): number {
    return this.has(1) ? this.input[this.at++]! : 0
  }

  word(): number {
    if (!this.has(4)) return 0
    this.at += 4
    return this.input.readUInt32LE(this.at - 4)
  }

  varint(): number {
    let value = 0
    for (let factor = 1; factor < 2 ** 49; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    this.broken = true
    return 0
  }

  /** A count that must not exceed what a writer would have written. */
  count(claimed: number, most: number): number {
    if (claimed <= most) return claimed
    this.broken = true
    return 0
  }

  words(claimed: number, most: number): Uint32Array {
    const words = new Uint32Array(this.count(claimed, most))
    for (let at = 0; at < words.length; at++) words[at] = this.word()
    return words
  }

  hex(length: number): string {
    if (!this.has(length)) return ''
    this.at += length
    return this.input.toString('hex', this.at - length, this.at)
  }

  private has(length: number): boolean {
    if (this.at + length <= this.input.length) return true
    this.broken = true
    return false
  }
}
