/** Rows with a place in the archive, as both dialects select them. */
import type { PageId } from './ids.ts'

export interface PlacedRow {
  readonly file: string | null
  readonly fileOffset: number | null
  readonly fileLength: number | null
  readonly [column: string]: unknown
}

export interface ArchivedRow extends PlacedRow {
  readonly fileId: number
  readonly shard: number
  readonly page: PageId
  readonly at: number
}

/** The three columns become one place, or none. */
export function withPlace({ file, fileOffset, fileLength, ...row }: PlacedRow): Record<string, unknown> {
  return { ...row, place: file === null ? null : { file, offset: fileOffset ?? 0, length: fileLength ?? 0 } }
}
