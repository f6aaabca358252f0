/** Room in a collection that may hold a limited number of pages, shared by its workers. */

export interface RoomRequest {
  readonly worker: string
  /** How many pages the collection may hold. */
  readonly limit: number
  /** How many first visits of this worker are in progress: they have their room already. */
  readonly keep: number
  /** How many first visits it would like to have in progress; at least `keep`. */
  readonly want: number
}

/** How many pages a worker may still store, and how many are stored already or have been chosen to be. */
export interface PageRoom {
  readonly room: number
  readonly stored: number
}

/** The room left for a worker after what others have reserved. */
export function roomFor({ limit, keep, want }: RoomRequest, stored: number, others: number): number {
  return Math.max(keep, Math.min(want, limit - stored - others))
}
