import { printable } from '../env/index.ts'
import type { Output } from './output.ts'

export interface Column<T> {
  readonly title: string
  readonly value: (row: T) => string | number | null
  readonly align?: 'right'
}

/** Rows measured before printing; later rows are fitted into the column widths found. */
const MEASURED = 200
const WIDEST = 100

/** Prints rows as they come: a table for people, or one JSON object per line. */
export async function printRows<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  options: { json: boolean; columns: readonly Column<T>[]; toJson: (row: T) => unknown; empty: string },
  output: Output,
): Promise<number> {
  const waiting: T[] = []
  let widths: number[] | null = null
  let count = 0
  const open = () => {
    widths = measure(waiting, options.columns)
    output.result(
      line(
        options.columns.map(column => column.title),
        options.columns,
        widths,
      ),
    )
    for (const row of waiting.splice(0))
      output.result(line(cells(row, options.columns), options.columns, widths))
  }
  for await (const row of rows) {
    count++
    if (options.json) output.result(JSON.stringify(options.toJson(row)))
    else if (widths) output.result(line(cells(row, options.columns), options.columns, widths))
    else if (waiting.push(row) >= MEASURED) open()
  }
  if (!options.json && waiting.length > 0) open()
  if (!options.json && count === 0) output.note(options.empty)
  return count
}

function cells<T>(row: T, columns: readonly Column<T>[]): string[] {
  return columns.map(column => printable(String(column.value(row) ?? '-')))
}

function measure<T>(rows: readonly T[], columns: readonly Column<T>[]): number[] {
  const all = rows.map(row => cells(row, columns))
  return columns.map((column, i) =>
    Math.min(WIDEST, Math.max(column.title.length, ...all.map(row => row[i]!.length))),
  )
}

function line<T>(texts: readonly string[], columns: readonly Column<T>[], widths: readonly number[]): string {
  return texts
    .map((text, i) => {
      if (i === texts.length - 1 && columns[i]!.align !== 'right') return text
      return columns[i]!.align === 'right' ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)
    })
    .join('  ')
    .trimEnd()
}
