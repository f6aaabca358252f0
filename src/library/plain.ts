/** From rows to what programs like: dates and objects instead of numbers and texts. */

export function dateOf(at: number): Date
export function dateOf(at: number | null): Date | null
export function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}

/** What cannot be read counts as nothing. */
export function jsonOf<T = Readonly<Record<string, unknown>>>(text: string | null | undefined): T | null {
  if (!text) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

/** Where a record is in the archive: the name of a WARC file, and bytes in it. */
export interface RecordPlace {
  readonly file: string
  readonly offset: number
  readonly length: number
  /** Of the response that holds its payload, where it is a revisit record of an answer that was stored under another address. */
  readonly payload?: Omit<RecordPlace, 'payload'>
}
