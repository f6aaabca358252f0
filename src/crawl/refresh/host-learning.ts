import {
  directoryOf,
  HostPriors,
  type PageFacts,
  type Prior,
  type PriorGroup,
  type State,
} from '../../refresh/index.ts'
import type { RefreshSettings } from '../settings.ts'
import type { KnownPage } from './refresher.ts'

/** What is stored of a host's learning, in its memory. */
export interface SavedLearning {
  readonly priors?: ReturnType<HostPriors['toJSON']>
}

/** What the visits of a host taught about all its pages: how often they change, when, and whom to believe about it. */
export class HostLearning {
  readonly #collection: PriorGroup
  readonly #priors: HostPriors
  /** Observations since it was last saved. */
  unsaved = 0

  constructor(collection: PriorGroup, saved: SavedLearning = {}) {
    this.#collection = collection
    this.#priors = new HostPriors(saved.priors)
  }

  prior(url: string): Prior {
    return this.#priors.prior(directoryOf(url), this.#collection)
  }

  /** When its pages change, if that was learned. */
  rhythm(_settings: RefreshSettings): Pick<PageFacts, 'habits'> {
    return {}
  }

  /** What sitemaps and feeds said of a page since its last visit, and how far they are to be believed. */
  signalsSince(_hintedAt: number | null, _visitedAtMs: number): Pick<PageFacts, 'signalledAt' | 'trust'> {
    return {}
  }

  observe(page: KnownPage, before: State | null, now: State, _atMs: number, _changed: boolean): void {
    this.#priors.observe(directoryOf(page.url), before, now, this.#collection)
    this.unsaved++
  }

  toJSON(): SavedLearning {
    this.unsaved = 0
    return { priors: this.#priors.toJSON() }
  }
}
