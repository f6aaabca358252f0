/** Pages in the order of their last visits, as a linked list; the page that has waited longest comes first. */
export class LongestWaiting {
  readonly #next: Int32Array
  readonly #before: Int32Array
  #first = -1
  #last = -1

  constructor(pages: number) {
    this.#next = new Int32Array(pages).fill(-1)
    this.#before = new Int32Array(pages).fill(-1)
  }

  /** −1 if the list is empty. */
  get first(): number {
    return this.#first
  }

  /** Moves a page that was just visited to the end. */
  visited(page: number): void {
    this.remove(page)
    this.#before[page] = this.#last
    if (this.#last >= 0) this.#next[this.#last] = page
    else this.#first = page
    this.#last = page
  }

  remove(page: number): void {
    const [before, next] = [this.#before[page]!, this.#next[page]!]
    if (before < 0 && this.#first !== page) return
    if (before >= 0) this.#next[before] = next
    else this.#first = next
    if (next >= 0) this.#before[next] = before
    else this.#last = before
    this.#before[page] = this.#next[page] = -1
  }
}
