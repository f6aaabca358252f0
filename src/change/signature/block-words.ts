/** The words of a page by block, as hashes: only at its end is it known which blocks are main text. */

export class BlockWords {
  private hashes = new Uint32Array(1024)
  private used = 0
  /** For each block, the index of its first piece and the end of its words. */
  private readonly pieces: number[] = []
  private readonly ends: number[] = []

  add(piece: number, hashes: Uint32Array, count: number): void {
    if (this.used + count > this.hashes.length) this.grow(this.used + count)
    for (let at = 0; at < count; at++) this.hashes[this.used + at] = hashes[at]!
    this.used += count
    this.pieces.push(piece)
    this.ends.push(this.used)
  }

  /** Calls `visit` for each word of the blocks that begin with a wanted piece, in order. */
  each(isWanted: (piece: number) => boolean, visit: (hash: number) => void): void {
    let from = 0
    for (let block = 0; block < this.ends.length; block++) {
      const to = this.ends[block]!
      if (isWanted(this.pieces[block]!)) for (let at = from; at < to; at++) visit(this.hashes[at]!)
      from = to
    }
  }

  private grow(wanted: number): void {
    const larger = new Uint32Array(2 * wanted)
    larger.set(this.hashes.subarray(0, this.used))
    this.hashes = larger
  }
}
