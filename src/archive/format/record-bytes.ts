/** Inflated bytes on their way to the record parser, buffered until they are taken. */
export class RecordBytes<End> {
  readonly #source: AsyncIterator<Buffer, End>
  #held: Buffer = Buffer.alloc(0)
  #taken = 0
  #end: { readonly value: End } | null = null

  constructor(source: AsyncIterator<Buffer, End>) {
    this.#source = source
  }

  /** How many bytes were taken so far. */
  get taken(): number {
    return this.#taken
  }

  /** The value the source returned at its end, once everything was taken from it. */
  get end(): End | null {
    return this.#held.length === 0 && this.#end ? this.#end.value : null
  }

  /** True when nothing is left. */
  async isEmpty(): Promise<boolean> {
    while (this.#held.length === 0) if (!(await this.#more())) return true
    return false
  }

  /** Up to and including the first empty line; null if there is none within `limit` bytes. */
  async head(limit: number): Promise<Buffer | null> {
    for (let searched = 0; ; ) {
      const end = endOfHead(this.#held, Math.max(0, searched - 4))
      if (end >= 0) return this.#take(end)
      searched = this.#held.length
      if (searched > limit || !(await this.#more())) return null
    }
  }

  async *next(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (await this.isEmpty()) return
      const piece = this.#take(Math.min(left, this.#held.length))
      left -= piece.length
      yield piece
    }
  }

  async skipLineEnds(): Promise<void> {
    while (!(await this.isEmpty())) {
      let ends = 0
      while (this.#held[ends] === 13 || this.#held[ends] === 10) ends++
      this.#take(ends)
      if (this.#held.length > 0) return
    }
  }

  /** Discards whatever is left and returns the value the source returned at its end. */
  async drain(): Promise<End> {
    while (!(await this.isEmpty())) this.#take(this.#held.length)
    return this.#end!.value
  }

  #take(count: number): Buffer {
    const piece = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    this.#taken += count
    return piece
  }

  async #more(): Promise<boolean> {
    if (this.#end) return false
    const { done, value } = await this.#source.next()
    if (done) this.#end = { value }
    else this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
    return !done
  }
}

/** The offset after the first empty line; lines end in CRLF or, from careless writers, in LF alone or CR CR LF. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    let next = at + 1
    while (bytes[next] === 13 && next < at + 3) next++
    if (bytes[next] === 10) return next + 1
  }
  return -1
}
