import type { QueuedPage } from '../store/index.ts'

/**
 * How many pages a collection may hold (`scope.pages`). Every first visit under way may bring one more, so no more of them are
 * under way than may still be stored; visits of stored pages bring none.
 */
export class PageLimit {
  readonly #pages: number | null
  readonly #held: () => number
  /** First visits under way, those that wait for the disk among them. */
  #underWay = 0

  /** `held` says how many pages are stored. */
  constructor(pages: number | null, held: () => number) {
    this.#pages = pages
    this.#held = held
  }

  get isReached(): boolean {
    return this.#pages !== null && this.#held() >= this.#pages
  }

  /** May another page be visited for the first time? */
  get allowsNew(): boolean {
    return this.#pages === null || this.#held() + this.#underWay < this.#pages
  }

  begin({ revision }: QueuedPage): void {
    if (revision === 0) this.#underWay++
  }

  end({ revision }: QueuedPage): void {
    if (revision === 0) this.#underWay--
  }
}
