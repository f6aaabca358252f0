/** What the workers of a collection share about keeping it fresh, how that went over time, and which pages changed. */
import type { Url } from '../url/index.ts'

/** The one row of a collection; whoever changes it holds its lock. */
export interface RefreshRow {
  /** The time up to which the purse was filled; null before anything was earned. */
  readonly filledAt: number | null
  /** What may be spent and no worker has drawn yet; negative after fetches on credit. */
  readonly purse: number | null
  /** How much of the purse may be spent on new pages. */
  readonly forNew: number
  /** Spent since the collection began: on refreshing stored pages, and on new ones. */
  readonly spentRefresh: number
  readonly spentNew: number
  /** The day (UTC) that `spentToday` refers to, counted from the epoch. */
  readonly day: number
  readonly spentToday: number
  /** Visits to pages that were already stored, and how many of them found a change. */
  readonly refreshes: number
  readonly changes: number
  /** Recent first visits, those that brought a page, and the total weight of these pages; older visits count less and less. */
  readonly newTried: number
  readonly newStored: number
  readonly newWeight: number
  /** When the first crawl ended; null while it is still running. */
  readonly crawledAt: number | null
  /** The belief about a page that nothing is known about, as JSON. */
  readonly priors: string | null
  /** The worker that plans for all, and how long the others leave planning to it. */
  readonly planner: string | null
  readonly plannerUntil: number
}

/** The state of a collection at one time. Counts are totals since it began, so that rows may be dropped. */
export interface SampleRow {
  readonly at: number
  /** Estimated from beliefs; null when it was not worked out. */
  readonly freshness: number | null
  readonly ageDays: number | null
  readonly price: number | null
  readonly budgetPerDay: number | null
  /** In the unit of the budget. */
  readonly spent: number
  readonly visits: number
  readonly refreshes: number
  readonly changes: number
  /** How many Urls are known, and how many pages are stored. */
  readonly known: number
  readonly stored: number
}

/** For times before `beforeMs`, keeps only the last sample of each span. */
export interface Thinning {
  readonly beforeMs: number
  readonly spanMs: number
}

/** The place of a change in the sequence of all changes. */
export interface ChangePlace {
  readonly at: number
  readonly shard: number
  readonly page: number
  readonly revision: number
}

/** A change that was found on a page. */
export interface ChangeRow extends ChangePlace {
  readonly url: Url
  readonly origin: string
  readonly pageClass: string | null
  /** The verdict of the comparison, as JSON. */
  readonly note: string | null
}

export interface ChangeQuery {
  readonly since?: number
  readonly until?: number
  readonly origin?: string
  readonly pageClass?: string
  readonly limit?: number
  /** Continues after this change. */
  readonly after?: ChangePlace
  /** Defaults to oldest first. */
  readonly order?: 'oldest' | 'newest'
}

/** The state of keeping a collection fresh, and its history. */
export interface RefreshStore {
  refresh(): Promise<RefreshRow>
  /** Changes the row for one worker at a time; `change` may be called again, so it must have no side effects. Returns what is stored. */
  changeRefresh(change: (row: RefreshRow) => RefreshRow): Promise<RefreshRow>
  /** A second sample of the same time replaces the first. */
  addSample(sample: SampleRow, thinnings: readonly Thinning[]): Promise<void>
  /** Samples since a time, oldest first, preceded by the last older one if there is one, so that differences can be taken. */
  samples(sinceMs: number): Promise<readonly SampleRow[]>
  /** Changes of pages, not counting first copies, sitemaps, feeds and images. */
  changes(query: ChangeQuery): AsyncIterable<ChangeRow>
}
