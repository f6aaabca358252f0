const FIRST_STAGE_BYTES = 1 << 20

/**
 * A buffer in which bytes wait for the disk. They are copied here at once, so that the memory they came in is free again after
 * microseconds instead of growing old and being collected late; the stage itself is reused.
 */
export class Stage {
  #buffer = Buffer.allocUnsafeSlow(FIRST_STAGE_BYTES)
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  /** The bytes added at `offset`; valid until the stage is cleared. */
  part(offset: number, length: number): Buffer {
    return this.#buffer.subarray(offset, offset + length)
  }

  /** Returns the offset of the bytes. */
  add(bytes: Uint8Array): number {
    const offset = this.#size
    if (offset + bytes.length > this.#buffer.length) this.#grow(offset + bytes.length)
    this.#buffer.set(bytes, offset)
    this.#size += bytes.length
    return offset
  }

  clear(): void {
    this.#size = 0
    if (this.#buffer.length > 16 * FIRST_STAGE_BYTES) this.#buffer = Buffer.allocUnsafeSlow(FIRST_STAGE_BYTES)
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length))
    larger.set(this.bytes)
    this.#buffer = larger
  }
}
