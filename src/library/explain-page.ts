import type { Holdings } from '../crawl/holdings.ts'
import type { Expectation } from '../crawl/order/link-order.ts'
import { explainPage } from '../crawl/planning/explain.ts'
import type { Env } from '../env/index.ts'
import type { HostStore, MetaStore, PageRow, PageStore, RefreshStore } from '../store/index.ts'
import { expectationOf } from './expected-words.ts'
import { configForReading } from './reading-config.ts'
import { rememberedConfig } from './remembered.ts'
import { standingOf } from './standing.ts'

/** Why a page is visited when it is. Rates are per day, durations in days. */
export interface PageExplanation {
  /** Sentences that say where the page was found, and why it was fetched before others or not at all. */
  readonly standing: readonly string[]
  /** What was expected of the page before its first visit, in a crawl that learns its order (`order: best`, `topics`); otherwise null. */
  readonly expected: Expectation | null
  /** Null if the page was never fetched or the collection never planned. */
  readonly next: NextVisit | null
}

export type { Expectation }

export interface NextVisit {
  readonly policy: string
  readonly objective: string
  /** Estimated changes per day; `rateLow` and `rateHigh` bound its 90% interval. */
  readonly rate: number
  readonly rateLow: number
  readonly rateHigh: number
  /** Chance that the stored copy is current. */
  readonly fresh: number
  /** What a fetch would be worth now. */
  readonly value: number
  /** What a fetch must be worth to be made now. */
  readonly price: number
  /** What decided the time of the visit: `price`, `shortest`, `longest`, `probe`, `dropped`, `rule`, `rhythm`. */
  readonly because: string
  readonly weight: number
  readonly cost: number
  /** Days since the last visit. */
  readonly elapsed: number
  /** Factor by which the page's weight would have to grow for the page to be due now; 1 or less if it is due. */
  readonly weightForNow: number | null
  /** Track records of the sources that announce changes on its host; empty if there are none or `refresh.signals` is off. */
  readonly signals: readonly SignalRecord[]
  /** When the page usually changes, if it does so once a week at about the same time: `from`, in days after Thursday 0:00 UTC, for `lengthDays`. */
  readonly usualTime?: { readonly from: number; readonly lengthDays: number }
  /** What the pages that change together with it have done since its last visit; null if that does not affect its next visit. */
  readonly together: ChangingTogether | null
}

/** A kind of source that announces changes, and how far it is trusted on this host. */
export interface SignalRecord {
  readonly source: 'sitemap' | 'feed' | 'hub' | 'push'
  /** `silent`: share of changes it does not announce. `kappa`: how much a signal lowers the log of the chance of being fresh. Null if ignored. */
  readonly trust: { readonly silent: number; readonly kappa: number } | null
  /** Visits that followed its signals; old ones count less. */
  readonly signals: number
  /** How many of these visits found a change. */
  readonly changes: number
}

export interface ChangingTogether {
  /** `class NAME` or a directory; empty for all pages of the host. */
  readonly group: string
  /** Changes of these pages since the page's last visit. */
  readonly changes: number
  /** Number of changes that was expected in that time. */
  readonly expected: number
  /** Days by which this brings the next visit forward; negative if it postpones the visit. */
  readonly earlierDays: number
}

/** Plans use everything the crawler knows, even what readers may not see yet. */
export async function explained(
  holdings: Holdings<MetaStore & HostStore & PageStore & RefreshStore>,
  env: Env,
  page: PageRow,
): Promise<PageExplanation> {
  const { settings } = configForReading(await rememberedConfig(holdings))
  const standing = standingOf(page, await holdings.store.counts(), settings)
  const known = (await holdings.store.page(page.url)) ?? page
  return { standing, expected: expectationOf(known), next: await explainPage(holdings, env, settings, known) }
}
