import type { Holdings } from '../crawl/holdings.ts'
import type { RefreshStore, SampleRow } from '../store/index.ts'
import { givenTime } from './moment.ts'
import { dateOf } from './plain.ts'

export interface SampleOptions {
  /** Only samples taken at this time or later. */
  readonly since?: Date
}

/** State of a collection at one time, and what happened since the previous sample. */
export interface Sample {
  readonly at: Date
  /** Estimated chance that a stored copy was current, as a weighted average over all pages; null if there was no plan. */
  readonly freshness: number | null
  /** Estimated days that a stored copy had been out of date, averaged the same way. */
  readonly ageDays: number | null
  /** The value a fetch had to have to be made. */
  readonly price: number | null
  readonly budgetPerDay: number | null
  /** Known Urls that are not excluded. */
  readonly known: number
  /** Stored pages. */
  readonly stored: number
  /** Spent since the previous sample, in the unit of the budget. */
  readonly spent: number
  /** Visits since the previous sample. */
  readonly visits: number
  /** Visits to pages that were already stored. */
  readonly refreshes: number
  /** Refreshes that found a change. */
  readonly changes: number
  /** Refreshes that found no change. */
  readonly wasted: number
}

/** Returns samples, oldest first. */
export async function samplesOf(
  { store }: Holdings<RefreshStore>,
  { since }: SampleOptions,
): Promise<Sample[]> {
  const from = since === undefined ? 0 : givenTime('since', since)
  const rows = await store.samples(from)
  return rows.map((row, i) => sampleOf(row, rows[i - 1])).filter(({ at }) => at.getTime() >= from)
}

const NONE = { spent: 0, visits: 0, refreshes: 0, changes: 0 }

/** Differences of the running totals. A database that replaced another counts from zero again, so differences are never negative. */
function sampleOf(row: SampleRow, before: Partial<SampleRow> = NONE): Sample {
  const since = (name: keyof typeof NONE) => Math.max(0, row[name] - (before[name] ?? 0))
  const { freshness, ageDays, price, budgetPerDay, known, stored } = row
  const [refreshes, changes] = [since('refreshes'), since('changes')]
  return {
    at: dateOf(row.at),
    freshness,
    ageDays,
    price,
    budgetPerDay,
    known,
    stored,
    spent: since('spent'),
    visits: since('visits'),
    refreshes,
    changes,
    wasted: refreshes - changes,
  }
}
