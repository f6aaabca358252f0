/** Pages by due time: a binary heap that tracks the position of each page, so that a page's time can be changed in place. */
export class DueHeap {
  readonly #due: Float64Array
  readonly #heap: Int32Array
  readonly #place: Int32Array
  #size = 0

  constructor(pages: number) {
    this.#due = new Float64Array(pages)
    this.#heap = new Int32Array(pages)
    this.#place = new Int32Array(pages).fill(-1)
  }

  get size(): number {
    return this.#size
  }

  /** The page due first; −1 when empty. */
  get first(): number {
    return this.#size > 0 ? this.#heap[0]! : -1
  }

  dueOf(page: number): number {
    return this.#due[page]!
  }

  set(page: number, dueAt: number): void {
    const known = this.#place[page]!
    const before = this.#due[page]!
    this.#due[page] = dueAt
    if (known < 0) this.#up(page, this.#size++)
    else if (dueAt < before) this.#up(page, known)
    else this.#down(page, known)
  }

  remove(page: number): void {
    const place = this.#place[page]!
    if (place < 0) return
    this.#place[page] = -1
    const last = this.#heap[--this.#size]!
    if (last === page) return
    this.#place[last] = place
    this.#heap[place] = last
    if (this.#due[last]! < this.#due[page]!) this.#up(last, place)
    else this.#down(last, place)
  }

  #put(page: number, place: number): void {
    this.#heap[place] = page
    this.#place[page] = place
  }

  #up(page: number, place: number): void {
    const due = this.#due[page]!
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = this.#heap[parent]!
      if (this.#due[above]! <= due) break
      this.#put(above, place)
      place = parent
    }
    this.#put(page, place)
  }

  #down(page: number, place: number): void {
    const due = this.#due[page]!
    for (;;) {
      let child = 2 * place + 1
      if (child >= this.#size) break
      if (child + 1 < this.#size && this.#due[this.#heap[child + 1]!]! < this.#due[this.#heap[child]!]!)
        child++
      const below = this.#heap[child]!
      if (this.#due[below]! >= due) break
      this.#put(below, place)
      place = child
    }
    this.#put(page, place)
  }
}
