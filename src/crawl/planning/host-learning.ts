import {
  type CollectionClock,
  DAY_MS,
  directoriesOf,
  directoryOf,
  type GroupClock,
  Habits,
  HostClocks,
  HostPriors,
  HostSignals,
  type PageFacts,
  type Policy,
  type Prior,
  type PriorGroup,
  type PriorPlace,
  type SignalSource,
  type SignalsMemory,
  type SourceRecord,
  type State,
} from '../../refresh/index.ts'
import type { SelectablePage } from '../page-selector.ts'

/** What is stored of a host's learning, in its memory. */
export interface SavedLearning {
  readonly priors?: ReturnType<HostPriors['toJSON']>
  readonly habits?: ReturnType<Habits['toJSON']>
  /** All sources together, as it was kept once. */
  readonly signals?: SignalsMemory
  readonly sources?: ReturnType<HostSignals['toJSON']>
  readonly clocks?: ReturnType<HostClocks['toJSON']>
}

/** What the pages of all hosts taught together. */
export interface CollectionLearning {
  readonly priors: PriorGroup
  readonly clock: CollectionClock
}

/** A visit that said something of a page's changes. */
export interface HostVisit {
  readonly url: string
  readonly pageClass: string | null
  readonly saidRate: string | null
  readonly before: State | null
  readonly now: State
  readonly atMs: number
  readonly elapsedMs: number
  readonly changed: boolean
  /** When the change came, in days, where a Last-Modified says so. */
  readonly changedAt?: number
  /** Who had announced a change, a bit each. */
  readonly heard: number
  /** Chance that nothing had changed, by the belief without signals. */
  readonly chanceOfNone: number
  /** The page goes by the clock of its group, and says something to it. */
  readonly isClocked: boolean
}

/** A page among those that are expected to change alike. */
export interface PageOfHost extends SelectablePage {
  readonly saidRate: string | null
}

/** Pages that are expected to change alike: those of one class, else those of one directory; of these, those of which the same is said. */
function placeOf({ url, pageClass, saidRate }: PageOfHost): PriorPlace {
  return { directory: pageClass === null ? directoryOf(url) : `class ${pageClass}`, saidRate }
}

/** Pages that may change together, the larger group first: those of one class, else those of each directory. */
function clockGroupsOf({ url, pageClass }: SelectablePage): readonly string[] {
  if (pageClass !== null) return [`class ${pageClass}`]
  return directoriesOf(url.slice(url.indexOf('/', url.indexOf('://') + 3)))
}

/** What was said of a page: when it changed, and the bits of those who said so. */
export interface Hinted {
  readonly hintedAt: number | null
  readonly hintedBy: number
}

/** The bits of those who said that a page changed after a visit. */
export function heardSince({ hintedAt, hintedBy }: Hinted, visitedAtMs: number): number {
  return hintedAt !== null && hintedAt > visitedAtMs ? hintedBy : 0
}

/** A signal must say so much before a page is fetched for its sake at once. */
const MIN_KAPPA = 1

/** What the visits of a host taught about all its pages: how often they change, when, and whom to believe about it. */
export class HostLearning {
  readonly #collection: PriorGroup
  readonly #clocks: HostClocks
  readonly #priors: HostPriors
  readonly #signals: HostSignals
  readonly habits: Habits
  /** Observations since it was last saved. */
  unsaved = 0

  constructor(collection: CollectionLearning, saved: SavedLearning = {}) {
    this.#collection = collection.priors
    this.#clocks = new HostClocks(collection.clock, saved.clocks)
    this.#priors = new HostPriors(saved.priors)
    this.#signals = new HostSignals(saved.sources, saved.signals)
    this.habits = new Habits(saved.habits)
  }

  prior(page: PageOfHost): Prior {
    return this.#priors.prior(placeOf(page), this.#collection)
  }

  /** The clock of the smallest group that a page belongs to; undefined before the first plan. */
  clock(page: SelectablePage): GroupClock | undefined {
    return this.#clocks.clockOf(clockGroupsOf(page))
  }

  /** What people call that group: a class, a directory, or nothing for the whole host. */
  clockGroup(page: SelectablePage): string {
    return this.#clocks.nameOf(clockGroupsOf(page))
  }

  /** What was said of a page since its last visit by those who are to be believed. */
  signalsSince(
    { hintedAt, hintedBy }: Hinted,
    visitedAtMs: number,
  ): Pick<PageFacts, 'signalledAt' | 'trust'> {
    const believed = this.#signals.believed(heardSince({ hintedAt, hintedBy }, visitedAtMs))
    if (!believed) return {}
    const { trust, spoke } = believed
    return spoke ? { trust, signalledAt: [hintedAt! / DAY_MS] } : { trust }
  }

  /** Is a page worth a fetch as soon as this source speaks of it? */
  isPrompt(source: SignalSource): boolean {
    return (this.#signals.trust(source)?.kappa ?? 0) >= MIN_KAPPA
  }

  /** How each source did, for people. */
  get signalRecords(): readonly SourceRecord[] {
    return this.#signals.records()
  }

  observe(visit: HostVisit, { sharesPriors }: Pick<Policy, 'sharesPriors'>): void {
    const { before, now, atMs, elapsedMs, changed, chanceOfNone, changedAt } = visit
    const stretch = { from: (atMs - elapsedMs) / DAY_MS, to: atMs / DAY_MS }
    if (visit.isClocked) {
      this.#clocks.saw({ ...stretch, changed, chanceOfNone, url: visit.url, groups: clockGroupsOf(visit) })
    }
    if (sharesPriors) this.#priors.observe(placeOf(visit), before, now, this.#collection)
    this.habits.saw({ ...stretch, changed, chanceOfNone, ...(changedAt === undefined ? {} : { changedAt }) })
    this.#signals.sawVisit(visit.heard, changed, chanceOfNone)
    this.unsaved++
  }

  /** Groups whose pages are due at other times since the clocks were last fitted. */
  get movedGroups(): readonly string[] {
    return this.#clocks.movedGroups
  }

  toJSON(): SavedLearning {
    this.unsaved = 0
    return this.snapshot()
  }

  /** What would be stored of it now. */
  snapshot(): SavedLearning {
    return {
      priors: this.#priors.toJSON(),
      habits: this.habits.toJSON(),
      sources: this.#signals.toJSON(),
      clocks: this.#clocks.toJSON(),
    }
  }
}
