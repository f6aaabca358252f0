import type { Holdings } from '../crawl/holdings.ts'
import { type Expectation, explainPage } from '../crawl/index.ts'
import type { Env } from '../env/index.ts'
import type { HostStore, MetaStore, PageRow, PageStore, RefreshStore } from '../store/index.ts'
import { expectationOf } from './expected-words.ts'
import { configForReading } from './reading-config.ts'
import { rememberedConfig } from './remembered.ts'
import { standingOf } from './standing.ts'

/** Why a page is refreshed when it is. Rates are per day, durations in days. */
export interface PageExplanation {
  /** Where it was found, why it was fetched before others or was not fetched, in sentences. */
  readonly standing: readonly string[]
  /** What was known of it before its first visit, in a crawl whose order learns (`order: best`, `topics`); else null. */
  readonly expected: Expectation | null
  /** Null for a page that was never fetched, or in a collection that was never planned. */
  readonly next: NextVisit | null
}

export type { Expectation }

export interface NextVisit {
  readonly policy: string
  readonly objective: string
  /** Changes per day, with a 90 % interval. */
  readonly rate: number
  readonly rateLow: number
  readonly rateHigh: number
  /** Chance that the stored copy is current. */
  readonly fresh: number
  /** What a fetch now is worth, and what it must be worth to be made now. */
  readonly value: number
  readonly price: number
  /** Why it is visited then: `price`, `shortest`, `longest`, `probe`, `dropped`, `rule`, `rhythm`. */
  readonly because: string
  readonly weight: number
  readonly cost: number
  /** Days since the last visit. */
  readonly elapsed: number
  /** By what factor the page's weight would have to grow for it to be due now; 1 or less if it is due. */
  readonly weightForNow: number | null
  /** How the sources that announce changes on its host did; empty where none did or `refresh.signals` is off. */
  readonly signals: readonly SignalRecord[]
  /** When it usually changes, if that is once a week at about the same hour: days from Thursday 0:00 UTC, and how exactly that is known. */
  readonly usualTime?: { readonly from: number; readonly lengthDays: number }
  /** What the pages that change together with it did since its last visit; null where that does not move its next one. */
  readonly together: ChangingTogether | null
}

/** A kind of source that announces changes, and how far it is trusted. */
export interface SignalRecord {
  readonly source: 'sitemap' | 'feed' | 'hub' | 'push'
  /** The share of changes that come without its signals, and the drop in the log of the chance to be fresh at a signal; null: it is ignored. */
  readonly trust: { readonly silent: number; readonly kappa: number } | null
  /** Visits after its signals, and how many of them found a change; old ones count less. */
  readonly signals: number
  readonly changes: number
}

export interface ChangingTogether {
  /** `class NAME` or a directory; empty for all pages of the host. */
  readonly group: string
  /** Changes of these pages that fell after the page's last visit, and how many were to be expected. */
  readonly changes: number
  readonly expected: number
  /** By how many days that brings the next visit forward; below 0 it is put off. */
  readonly earlierDays: number
}

/** Plans use what the crawler knows, even if readers do not see it yet. */
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
