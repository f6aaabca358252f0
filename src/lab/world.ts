/** A simulated web whose truth is known: when each page changes, how much it counts, which host it is on, what it signals. */

/** Lists of times, one for each page, in one array: those of page i are at `starts[i]` … `starts[i+1]`, ascending. */
export interface TimesByPage {
  readonly starts: Uint32Array
  readonly times: Float64Array | Float32Array
}

export interface LabWorld {
  readonly name: string
  readonly pages: number
  readonly spanDays: number
  readonly changes: TimesByPage
  /** Mean rates, for the oracle. */
  readonly rates: Float64Array
  /** Rates from the middle of the span on, if they are redrawn there. */
  readonly laterRates?: Float64Array
  /** Paths of the pages, if known: pages of one directory may change together. */
  readonly addresses?: readonly string[]
  /** What sitemaps say about how often each page changes, truthfully or not. */
  readonly saidRates?: readonly string[]
  readonly weights?: Float64Array
  readonly hosts?: Uint16Array
  /** Largest share of all fetches that each of the first hosts can bear; the other hosts are not capped. */
  readonly capShares?: readonly number[]
  readonly signals?: TimesByPage
  /** Pages live from birth to death; without these, for the whole span. */
  readonly births?: Float64Array
  readonly deaths?: Float64Array
}

/** If addresses are unknown, each host counts as a directory. */
export const addressOf = ({ addresses, hosts }: LabWorld, page: number): string =>
  addresses?.[page] ?? (hosts ? `/${hosts[page]}/` : '/')

/** Mean rates: number of changes divided by the days of the span. */
export function countedRates(changes: TimesByPage, spanDays: number): Float64Array {
  return Float64Array.from(
    { length: changes.starts.length - 1 },
    (_, i) => (changes.starts[i + 1]! - changes.starts[i]!) / spanDays,
  )
}

export function timesByPage(lists: readonly (readonly number[])[]): TimesByPage {
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach((list, i) => {
    starts[i + 1] = starts[i]! + list.length
  })
  const times = new Float64Array(starts[lists.length]!)
  for (let i = 0; i < lists.length; i++) times.set(lists[i]!, starts[i])
  return { starts, times }
}
