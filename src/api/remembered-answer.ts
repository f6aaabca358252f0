import { realClock } from '../env/index.ts'

/** A full count is requested by every open page, and its cost grows with the collection. Kept this long, it takes a few percent of the time at most. */
const TIMES_ITS_COST = 40
const MIN_KEPT_MS = 2_000

/** Caches an answer, so that it is computed only once in a while, however many clients request it. */
export class RememberedAnswer<Answer> {
  #answer: Promise<Answer> | null = null
  #goodUntil = 0

  async get(make: () => Promise<Answer>): Promise<Answer> {
    if (this.#answer && realClock.monotonic() < this.#goodUntil) return this.#answer
    const startedAt = realClock.monotonic()
    this.#goodUntil = Number.POSITIVE_INFINITY
    this.#answer = make()
    try {
      const answer = await this.#answer
      const tookMs = realClock.monotonic() - startedAt
      this.#goodUntil = realClock.monotonic() + Math.max(MIN_KEPT_MS, TIMES_ITS_COST * tookMs)
      return answer
    } catch (error) {
      this.#answer = null
      throw error
    }
  }

  forget(): void {
    this.#answer = null
  }
}
