/** How many pages are believed to change how often: for a chart, so in steps that people have words for. */

/** Pages whose changes are this far apart, in days. */
export interface RateCount {
  readonly fromDays: number
  /** Null for the last step, which has no end. */
  readonly toDays: number | null
  readonly pages: number
}

const HOUR = 1 / 24
/** Where steps begin: an hour, six hours, a day, three days, a week, two weeks, a month, three months, a year. */
const STEPS = [0, HOUR, 6 * HOUR, 1, 3, 7, 14, 30, 91, 365]

export class RateCounts {
  readonly #pages: number[] = STEPS.map(() => 0)

  add(ratePerDay: number, pages: number): void {
    const days = 1 / Math.max(1e-9, ratePerDay)
    this.#pages[STEPS.findLastIndex(from => from <= days)]! += pages
  }

  /** From hourly to never. */
  all(): readonly RateCount[] {
    return STEPS.map((fromDays, i) => ({
      fromDays,
      toDays: STEPS[i + 1] ?? null,
      pages: this.#pages[i]!,
    }))
  }
}
