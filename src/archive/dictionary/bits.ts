/** Writes bits from the lowest of each byte upwards, as in the bit streams of zstd. */
export class BitWriter {
  readonly #bytes: number[] = []
  #held = 0
  #count = 0

  write(value: number, bits: number): void {
    this.#held |= (value & ((1 << bits) - 1)) << this.#count
    this.#count += bits
    for (; this.#count >= 8; this.#count -= 8) {
      this.#bytes.push(this.#held & 0xff)
      this.#held >>>= 8
    }
  }

  /** The bytes so far; the last one is padded with zeros. */
  bytes(): Buffer {
    return Buffer.from(this.#count > 0 ? [...this.#bytes, this.#held & 0xff] : this.#bytes)
  }
}

export const highestBit = (value: number): number => 31 - Math.clz32(value)
