/** Paginated lists: the rows of an answer, and where the next answer starts. */
import { z } from 'zod'
import { list } from './api-values.ts'

/** The shape of an answer with one part of a list. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: list(row),
    next: z.string().nullable().describe('the `cursor` that continues; null at the end'),
  })

interface Rows<T> {
  readonly rows: readonly T[]
  readonly next: string | null
}

/** Takes the first rows that a library call yields; `cursorOf` returns the cursor that continues after a row. */
export async function firstRows<T>(
  source: AsyncIterable<T>,
  limit: number,
  cursorOf: (row: T) => string,
): Promise<Rows<T>> {
  const rows: T[] = []
  for await (const row of source) {
    if (rows.length === limit) return { rows, next: cursorOf(rows.at(-1)!) }
    rows.push(row)
  }
  return { rows, next: null }
}

/** For sources without cursors: the cursor is the number of rows already returned. */
export async function rowsAfter<T>(
  source: AsyncIterable<T>,
  limit: number,
  cursor: string | undefined,
): Promise<Rows<T>> {
  const skipped = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0
  const rows: T[] = []
  let seen = 0
  for await (const row of source) {
    if (seen++ < skipped) continue
    if (rows.length === limit) return { rows, next: String(skipped + limit) }
    rows.push(row)
  }
  return { rows, next: null }
}
