/** Room for the pages that a host may still add: each visit takes a place, and waits if none is free. */
export class HostQuota {
  readonly #stored: () => number
  #taken = 0
  /** Filled by visits that found no place, drained when one becomes free. */
  #waiting: (() => void)[] = []

  constructor(stored: () => number) {
    this.#stored = stored
  }

  /** Returns false if the host has already brought all the pages it may. Every place taken must be given back with `leave`. */
  async take(limit: number): Promise<boolean> {
    while (this.#stored() < limit) {
      if (this.isFree(limit)) {
        this.#taken++
        return true
      }
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
    return false
  }

  isFree(limit: number): boolean {
    return this.#stored() + this.#taken < limit
  }

  leave(): void {
    this.#taken--
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}
