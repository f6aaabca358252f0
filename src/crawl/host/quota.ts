/** Room for the pages that a host may still add: each visit takes a place, and waits if none is free. */
export class HostQuota {
  readonly #stored: () => number
  #taken = 0
  /** Filled by visits that found no place, drained when one becomes free. */
  #waiting: (() => void)[] = []

  constructor(stored: () => number) {
    this.#stored = stored
  }

  /** False when the host has brought all it may: then there will be no place. Every place taken must be left. */
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
