/** Visits of a page and what they found, as programs read them. */
import type { ChangeNote, DiffLine } from '../change/index.ts'
import type { WallKind } from '../document/walls/index.ts'
import type { VisitRow } from '../store/index.ts'
import { dateOf, jsonOf, type RecordPlace } from './plain.ts'
import type { Revision } from './revision.ts'

export type VisitOutcome = 'fetched' | 'notModified' | 'moved' | 'denied' | 'gone' | 'walled' | 'failed'

export interface PageVisit {
  readonly at: Date
  readonly outcome: VisitOutcome
  /** What stood before the page, if anything did. */
  readonly wall: WallKind | null
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly sizeBytes: number | null
  /** The revision that it brought, if it brought one. */
  readonly revision: number | null
  readonly error: string | null
  readonly change: ChangeNote | null
  /** Where its record is in the archive. */
  readonly place: RecordPlace | null
}

export interface PageDiff {
  readonly url: string
  readonly before: Revision
  readonly after: Revision
  /** Why the later revision counted as a change. */
  readonly change: ChangeNote | null
  readonly lines: readonly DiffLine[]
}

export function visitOf({ note, at, ...rest }: VisitRow): PageVisit {
  return { ...rest, at: dateOf(at), change: changeOf(note) }
}

export const changeOf = (note: string | null | undefined) => jsonOf<ChangeNote>(note)
