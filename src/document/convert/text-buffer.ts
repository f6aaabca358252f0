/**
 * The text of one block, collected piece by piece. Pieces are joined only when the block ends: reading the end of a growing string makes
 * the engine copy all of it each time. White space is pending until a word follows, so that none is left at the ends.
 */
const SPACES = /[\t\n\v\f\r \u00a0\u2028\u2029]+/g
/** Soft hyphens and zero-width characters mean nothing in plain text. */
const INVISIBLE = /[\u00ad\u200b\ufeff\0]/g

export class TextBuffer {
  #pieces: string[] = []
  #length = 0
  #owesSpace = false
  #endsLine = false

  /** Number of characters so far. */
  get length(): number {
    return this.#length
  }

  /** A position to be passed to `since`. */
  get place(): number {
    return this.#pieces.length
  }

  since(place: number): string {
    return this.#pieces.slice(place).join('')
  }

  /** Whether white space stands between what was there at `place` and what came next. */
  startsApart(place: number): boolean {
    return /^\s/.test(this.#pieces[place] ?? '')
  }

  /** Adds text with white space folded. */
  add(text: string, room: number): number {
    const folded = text.replace(INVISIBLE, '').replace(SPACES, ' ')
    const words = folded.trim()
    if (words === '') {
      if (folded !== '') this.#owesSpace = true
      return 0
    }
    const isApart = this.#owesSpace || folded.startsWith(' ')
    const space = isApart && this.#length > 0 && !this.#endsLine ? ' ' : ''
    this.#owesSpace = folded.endsWith(' ')
    return this.#push(space + words, room)
  }

  /** Adds text as it is, except for line ends. */
  addRaw(text: string, room: number): number {
    return this.#push(text.replace(INVISIBLE, '').replace(/\r\n?/g, '\n'), room)
  }

  line(): void {
    this.#owesSpace = false
    if (this.#length > 0) this.#push('\n', 1)
  }

  /** Removes a hyphen that split a word at the end of a line. */
  joinWord(): void {
    const last = this.#pieces.at(-1) ?? ''
    if (!/[-\u2010]$/.test(last)) return
    this.#pieces[this.#pieces.length - 1] = last.slice(0, -1)
    this.#length--
    this.#owesSpace = false
  }

  toString(): string {
    return this.#pieces.join('')
  }

  clear(): void {
    this.#pieces = []
    this.#length = 0
    this.#owesSpace = this.#endsLine = false
  }

  #push(text: string, room: number): number {
    const piece = text.slice(0, room)
    if (piece === '') return 0
    this.#pieces.push(piece)
    this.#length += piece.length
    this.#endsLine = piece.endsWith('\n')
    return piece.length
  }
}
