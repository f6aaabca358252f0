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

/** What a host's memory stores of its learning. */
export interface SavedLearning {
  readonly priors?: ReturnType<HostPriors['toJSON']>
  readonly habits?: ReturnType<Habits['toJSON']>
  /** All sources together: the format of earlier versions. */
  readonly signals?: SignalsMemory
  readonly sources?: ReturnType<HostSignals['toJSON']>
  readonly clocks?: ReturnType<HostClocks['toJSON']>
}

/** What the pages of all hosts taught together. */
export interface CollectionLearning {
  readonly priors: PriorGroup
  readonly clock: CollectionClock
}

/** A visit that says something about a page's changes. */
export interface HostVisit {
  readonly url: string
  readonly pageClass: string | null
  readonly saidRate: string | null
  readonly before: State | null
  readonly now: State
  readonly atMs: number
  readonly elapsedMs: number
  readonly changed: boolean
  /** When the change happened, in days, if a Last-Modified says so. */
  readonly changedAt?: number
  /** The sources that had announced a change, one bit each. */
  readonly heard: number
  /** The chance that nothing had changed, by the belief without signals. */
  readonly chanceOfNone: number
  /** Whether the page goes by the clock of its group, and so teaches that clock. */
  readonly isClocked: boolean
}

/** What determines the group of pages that a page is expected to change like. */
export interface PageOfHost extends SelectablePage {
  readonly saidRate: string | null
}

/** Pages expected to change alike: those of one class, or else of one directory, for which a sitemap says the same rate. */
function placeOf({ url, pageClass, saidRate }: PageOfHost): PriorPlace {
  return { directory: pageClass === null ? directoryOf(url) : `class ${pageClass}`, saidRate }
}

/** Groups of pages that may change together, the largest first: one class, or else each directory. */
function clockGroupsOf({ url, pageClass }: SelectablePage): readonly string[] {
  if (pageClass !== null) return [`class ${pageClass}`]
  return directoriesOf(url.slice(url.indexOf('/', url.indexOf('://') + 3)))
}

/** What was announced about a page: when it changed, and the bits of the sources that said so. */
export interface Hinted {
  readonly hintedAt: number | null
  readonly hintedBy: number
}

/** The bits of the sources that announced a change of the page after a visit. */
export function heardSince({ hintedAt, hintedBy }: Hinted, visitedAtMs: number): number {
  return hintedAt !== null && hintedAt > visitedAtMs ? hintedBy : 0
}

/** How much a signal must tell for a page to be fetched at once because of it. */
const MIN_KAPPA = 1

/** What the visits of a host taught about all its pages: how often they change, when, and which sources to believe. */
export class HostLearning {
  readonly #collection: PriorGroup
  readonly #clocks: HostClocks
  readonly #priors: HostPriors
  readonly #signals: HostSignals
  readonly habits: Habits
  /** Observations since this was last saved. */
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

  /** A readable name of that group: a class, a directory, or nothing for the whole host. */
  clockGroup(page: SelectablePage): string {
    return this.#clocks.nameOf(clockGroupsOf(page))
  }

  /** What believed sources announced about a page since its last visit. */
  signalsSince(
    { hintedAt, hintedBy }: Hinted,
    visitedAtMs: number,
  ): Pick<PageFacts, 'signalledAt' | 'trust'> {
    const believed = this.#signals.believed(heardSince({ hintedAt, hintedBy }, visitedAtMs))
    if (!believed) return {}
    const { trust, spoke } = believed
    return spoke ? { trust, signalledAt: [hintedAt! / DAY_MS] } : { trust }
  }

  /** Whether a page is worth a fetch as soon as this source announces a change of it. */
  isPrompt(source: SignalSource): boolean {
    return (this.#signals.trust(source)?.kappa ?? 0) >= MIN_KAPPA
  }

  /** How well each source did, for people. */
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

  /** Groups whose pages became due at other times since the clocks were last fitted. */
  get movedGroups(): readonly string[] {
    return this.#clocks.movedGroups
  }

  toJSON(): SavedLearning {
    this.unsaved = 0
    return this.snapshot()
  }

  /** What would be stored now. */
  snapshot(): SavedLearning {
    return {
      priors: this.#priors.toJSON(),
      habits: this.habits.toJSON(),
      sources: this.#signals.toJSON(),
      clocks: this.#clocks.toJSON(),
    }
  }
}
