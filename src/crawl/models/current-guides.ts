/** The models that a run works with now. Wrappers are mended and classes come up while it goes on, each in its turn. */
import type { GuideData } from '../../site/index.ts'

export class CurrentGuides {
  #all: readonly GuideData[]
  readonly #apply: (guides: readonly GuideData[]) => void

  /** From `apply` on pages are read by others. */
  constructor(guides: readonly GuideData[], apply: (guides: readonly GuideData[]) => void) {
    this.#all = guides
    this.#apply = apply
  }

  get all(): readonly GuideData[] {
    return this.#all
  }

  replace(place: number, guide: GuideData): void {
    this.#all = this.#all.with(place, guide)
    this.#apply(this.#all)
  }
}
