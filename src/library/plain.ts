/** Converts values in rows to plain values. */

export function dateOf(at: number): Date
export function dateOf(at: number | null): Date | null
export function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}

/** As ISO 8601, in UTC. */
export const isoTime = (at: number | null): string | null => dateOf(at)?.toISOString() ?? null

/** Location of a record in the archive: the name of a WARC file, and the bytes in it. */
export interface RecordPlace {
  readonly file: string
  readonly offset: number
  readonly length: number
  /** Location of the response that holds the payload, if this is a revisit record for a payload stored under another address. */
  readonly payload?: Omit<RecordPlace, 'payload'>
}
