/** Visits to a page and what they found, in the form the public API returns. */

import type { ChangeNote, DiffLine } from '../change/index.ts'
import type { WallKind } from '../document/walls/index.ts'
import { jsonOf } from '../env/json.ts'
import type { VisitRow } from '../store/index.ts'
import { dateOf, type RecordPlace } from './plain.ts'
import type { Revision } from './revision.ts'

export type VisitOutcome = 'fetched' | 'notModified' | 'moved' | 'denied' | 'gone' | 'walled' | 'failed'

export interface PageVisit {
  readonly at: Date
  readonly outcome: VisitOutcome
  /** The wall in front of the page, if there was one. */
  readonly wall: WallKind | null
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly sizeBytes: number | null
  /** Number of the revision that the visit added; null if it added none. */
  readonly revision: number | null
  readonly error: string | null
  readonly change: ChangeNote | null
  /** Location of its record in the archive. */
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
