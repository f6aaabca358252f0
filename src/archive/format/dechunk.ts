/**
 * Decodes the chunked transfer coding (RFC 9112, 7.1) of payloads that other archivers stored as they came over the wire, piece by piece.
 * `failed` reports data that is not actually chunked (many archives claim so and hold plain bytes).
 */
export class Dechunker {
  failed = false
  #state: 'size' | 'data' | 'dataEnd' | 'done' = 'size'
  #line = ''
  #left = 0

  /** The payload bytes in this piece. */
  push(bytes: Buffer): Buffer[] {
    const found: Buffer[] = []
    for (let at = 0; at < bytes.length && !this.failed && this.#state !== 'done'; ) {
      if (this.#state === 'data') {
        const piece = bytes.subarray(at, at + this.#left)
        found.push(piece)
        at += piece.length
        this.#left -= piece.length
        if (this.#left === 0) this.#state = 'dataEnd'
      } else at = this.#lineByte(bytes[at]!, at)
    }
    return found
  }

  #lineByte(byte: number, at: number): number {
    if (byte !== 10) {
      this.#line += String.fromCharCode(byte)
      if (this.#line.length > 4096) this.failed = true
      return at + 1
    }
    const line = this.#line.trim()
    this.#line = ''
    if (this.#state === 'dataEnd') {
      if (line !== '') this.failed = true
      this.#state = 'size'
      return at + 1
    }
    const size = /^([0-9a-f]{1,12})(?:[;\s]|$)/i.exec(line)
    if (!size) this.failed = true
    this.#left = size ? Number.parseInt(size[1]!, 16) : 0
    this.#state = this.#left === 0 ? 'done' : 'data'
    return at + 1
  }
}
