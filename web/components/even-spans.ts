/** Converts counts taken at uneven times to counts for spans of equal length. */

export interface Counted {
  readonly at: string
}

export interface EvenSpan {
  /** When the span ends. */
  readonly at: string
  readonly counts: readonly number[]
}

/**
 * Each row counts what happened since the previous row. Its counts are distributed over the spans that this time covers, as if everything
 * had happened evenly. The first row is left out, because its starting time is unknown.
 */
export function evenSpans<Row extends Counted>(
  rows: readonly Row[],
  countsOf: (row: Row) => readonly number[],
  spans: number,
): readonly EvenSpan[] {
  const times = rows.map(({ at }) => Date.parse(at))
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0]
  if (rows.length < 2 || to <= from) return []
  const length = (to - from) / spans
  const sums = Array.from({ length: spans }, () => countsOf(rows[0]!).map(() => 0))
  rows.slice(1).forEach((row, i) => {
    const [begin, end] = [times[i]! - from, times[i + 1]! - from]
    const counts = countsOf(row)
    const last = Math.min(spans - 1, Math.floor(end / length))
    for (let span = Math.min(last, Math.floor(begin / length)); span <= last; span++) {
      const overlap = Math.min(end, (span + 1) * length) - Math.max(begin, span * length)
      const share = end > begin ? overlap / (end - begin) : span === last ? 1 : 0
      for (const [k, count] of counts.entries()) sums[span]![k]! += count * share
    }
  })
  return sums.map((counts, i) => ({ at: new Date(from + (i + 1) * length).toISOString(), counts }))
}
