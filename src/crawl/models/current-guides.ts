/** The models that a run currently works with. They change during the run, when wrappers are repaired and new classes emerge. */
import type { GuideData } from '../../site/index.ts'

export class CurrentGuides {
  #all: readonly GuideData[]
  readonly #apply: (guides: readonly GuideData[]) => void

  /** `apply` is called with the new models; pages are read with them from then on. */
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
