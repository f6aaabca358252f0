/** Rows with a place in the archive, as both dialects select them. */
import type { PageId } from './ids.ts'

export interface PlacedRow {
  readonly file: string | null
  readonly fileOffset: number | null
  readonly fileLength: number | null
  readonly payloadFile: string | null
  readonly payloadOffset: number | null
  readonly payloadLength: number | null
  readonly [column: string]: unknown
}

export interface ArchivedRow extends PlacedRow {
  readonly fileId: number
  readonly shard: number
  readonly page: PageId
  readonly at: number
}

/** Combines the columns of a place into one property, which is null when there is no place. */
export function withPlace(placed: PlacedRow): Record<string, unknown> {
  const { file, fileOffset, fileLength, payloadFile, payloadOffset, payloadLength, ...row } = placed
  const place = placeOf(file, fileOffset, fileLength)
  const payload = placeOf(payloadFile, payloadOffset, payloadLength)
  return { ...row, place: place && payload ? { ...place, payload } : place }
}

const placeOf = (file: string | null, offset: number | null, length: number | null) =>
  file === null ? null : { file, offset: offset ?? 0, length: length ?? 0 }
