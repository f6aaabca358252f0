/** What the workers of a collection share about keeping it fresh, how that went over time, and what has changed. */
import type { Url } from '../url/index.ts'

/** One row for a collection; whoever changes it holds its lock. */
export interface RefreshRow {
  /** Until when the purse was filled; null before anything was earned. */
  readonly filledAt: number | null
  /** What may be spent and nobody has drawn; below nothing where something was fetched on credit. */
  readonly purse: number | null
  /** What of it new pages may take. */
  readonly forNew: number
  /** Spent since the collection began: on pages that were stored before, and on new ones. */
  readonly spentRefresh: number
  readonly spentNew: number
  /** The day (UTC) that `spentToday` speaks of, counted from the epoch. */
  readonly day: number
  readonly spentToday: number
  /** Visits of pages that were stored before, and those that found a change. */
  readonly refreshes: number
  readonly changes: number
  /** First visits of late, those of them that brought a page, and what these pages weigh; older ones count less and less. */
  readonly newTried: number
  readonly newStored: number
  readonly newWeight: number
  /** When the first crawl was over; null while it goes on. */
  readonly crawledAt: number | null
  /** What is believed of a page that nothing is known of, as JSON. */
  readonly priors: string | null
  /** The worker that plans for all, and until when others leave it to that one. */
  readonly planner: string | null
  readonly plannerUntil: number
}

/** How a collection stood at a time. What is counted is counted since it began, so that rows may be left out. */
export interface SampleRow {
  readonly at: number
  /** By what is believed; null where nobody worked it out. */
  readonly freshness: number | null
  readonly ageDays: number | null
  readonly price: number | null
  readonly budgetPerDay: number | null
  /** In what the budget is counted in. */
  readonly spent: number
  readonly visits: number
  readonly refreshes: number
  readonly changes: number
  /** Urls that are known, and pages that are stored. */
  readonly known: number
  readonly stored: number
}

/** Before a time, the last sample of each span of time is enough. */
export interface Thinning {
  readonly beforeMs: number
  readonly spanMs: number
}

/** Where a change stands among all of them. */
export interface ChangePlace {
  readonly at: number
  readonly shard: number
  readonly page: number
  readonly revision: number
}

/** A page was found to have changed. */
export interface ChangeRow extends ChangePlace {
  readonly url: Url
  readonly origin: string
  readonly pageClass: string | null
  /** What the comparison said, as JSON. */
  readonly note: string | null
}

export interface ChangeQuery {
  readonly since?: number
  readonly until?: number
  readonly origin?: string
  readonly pageClass?: string
  readonly limit?: number
  /** Goes on behind this change. */
  readonly after?: ChangePlace
  /** Oldest first if it says nothing. */
  readonly order?: 'oldest' | 'newest'
}

/** Keeping a collection fresh, and the memory of how it went. */
export interface RefreshStore {
  refresh(): Promise<RefreshRow>
  /** One worker at a time; `change` may run again from its beginning, so it keeps nothing outside. Returns what is stored. */
  changeRefresh(change: (row: RefreshRow) => RefreshRow): Promise<RefreshRow>
  /** A second sample of one time takes the place of the first. */
  addSample(sample: SampleRow, thinnings: readonly Thinning[]): Promise<void>
  /** Oldest first, and before them the last one that is older, if there is one: what is counted since is the difference. */
  samples(sinceMs: number): Promise<readonly SampleRow[]>
  /** Changes of pages; first copies, sitemaps, feeds and pictures are none. */
  changes(query: ChangeQuery): AsyncIterable<ChangeRow>
}
