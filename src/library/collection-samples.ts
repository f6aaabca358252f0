import type { Holdings } from '../crawl/holdings.ts'
import type { RefreshStore, SampleRow } from '../store/index.ts'
import { dateOf } from './plain.ts'

export interface SampleOptions {
  /** Only later ones. */
  readonly since?: Date
}

/** How a collection stood at a time, and what happened since the sample before. */
export interface Sample {
  readonly at: Date
  /** Chance that a stored copy was current, on weighted average over the pages, by what was believed; null where nothing was planned. */
  readonly freshness: number | null
  /** Days that a stored copy had been out of date, likewise. */
  readonly ageDays: number | null
  /** What a fetch had to be worth to be made. */
  readonly price: number | null
  readonly budgetPerDay: number | null
  /** Urls that were known and not excluded, and pages that were stored. */
  readonly known: number
  readonly stored: number
  /** Since the sample before: what was spent, in what the budget is counted in. */
  readonly spent: number
  /** All visits, and those of pages that were stored before. */
  readonly visits: number
  readonly refreshes: number
  /** Refreshes that found a change, and those that found none. */
  readonly changes: number
  readonly wasted: number
}

/** Oldest first. */
export async function samplesOf(
  { store }: Holdings<RefreshStore>,
  { since }: SampleOptions,
): Promise<Sample[]> {
  const from = since?.getTime() ?? 0
  const rows = await store.samples(from)
  return rows.map((row, i) => sampleOf(row, rows[i - 1])).filter(({ at }) => at.getTime() >= from)
}

const NONE = { spent: 0, visits: 0, refreshes: 0, changes: 0 }

/** Another database in the place of the old one counts from its own beginning: nothing was un-spent. */
function sampleOf(row: SampleRow, before: Partial<SampleRow> = NONE): Sample {
  const since = (name: keyof typeof NONE) => Math.max(0, row[name] - (before[name] ?? 0))
  const { freshness, ageDays, price, budgetPerDay, known, stored } = row
  const [refreshes, changes] = [since('refreshes'), since('changes')]
  return {
    ...{ at: dateOf(row.at), freshness, ageDays, price, budgetPerDay, known, stored },
    ...{ spent: since('spent'), visits: since('visits'), refreshes, changes, wasted: refreshes - changes },
  }
}
