/** After so many second looks it is known whether they are worth their fetches on a host. */
const ENOUGH = 10
const WORTH = 0.05

/**
 * Second looks at pages of a host, a few seconds after a difference was found: what differs again within seconds is noise, what
 * stands was written. A host that shows no noise is soon left alone.
 */
export class Confirmations {
  #looks: number
  #noisy: number

  constructor([looks, noisy]: readonly [number, number] = [0, 0]) {
    this.#looks = looks
    this.#noisy = noisy
  }

  get areWorth(): boolean {
    return this.#looks < ENOUGH || this.#noisy >= WORTH * this.#looks
  }

  record(isNoisy: boolean): void {
    this.#looks++
    if (isNoisy) this.#noisy++
  }

  toJSON(): readonly [number, number] {
    return [this.#looks, this.#noisy]
  }
}
