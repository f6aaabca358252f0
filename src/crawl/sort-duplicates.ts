/** Finds out which pages say the same as they arrive, in the pauses between batches (`duplicates/`). */
import { originalFor } from '../duplicates/index.ts'
import type { JudgeArrival, LikenessStore } from '../store/index.ts'

/** Pages sorted at a time; on PostgreSQL, in one transaction. */
const BATCH = 50

export const judgeBy =
  (minResemblance: number): JudgeArrival =>
  (arrival, originals, neighbors) =>
    originalFor(arrival, originals, neighbors, minResemblance)

export class DuplicateSorter {
  readonly #store: LikenessStore
  readonly #judge: JudgeArrival
  #sorting: Promise<void> | null = null
  #isKicked = false

  constructor(store: LikenessStore, minResemblance: number) {
    this.#store = store
    this.#judge = judgeBy(minResemblance)
  }

  /** Starts sorting, because pages have arrived. */
  kick(onFailure: (error: unknown) => void): void {
    this.#isKicked = true
    this.#sorting ??= this.#sort()
      .catch(onFailure)
      .finally(() => {
        this.#sorting = null
      })
  }

  /** Resolves when everything that has arrived is sorted, unless another worker is sorting. */
  async drain(): Promise<void> {
    await this.#sorting
    this.#isKicked = true
    await this.#sort()
  }

  async #sort(): Promise<void> {
    while (this.#isKicked) {
      this.#isKicked = false
      while ((await this.#store.sortArrivals(BATCH, this.#judge)) === BATCH) {}
    }
  }
}
