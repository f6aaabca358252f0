/** Room in a collection that may hold so many pages and no more, shared by its workers. */

export interface RoomRequest {
  readonly worker: string
  /** Pages that the collection may hold. */
  readonly limit: number
  /** First visits of this worker that are under way: they have their room already. */
  readonly keep: number
  /** How many it would like to have under way; `keep` at least. */
  readonly want: number
}

/** What a worker may still store, and how many pages are stored already or have been chosen to be. */
export interface PageRoom {
  readonly room: number
  readonly stored: number
}

/** What is left for a worker when others have theirs. */
export function roomFor({ limit, keep, want }: RoomRequest, stored: number, others: number): number {
  return Math.max(keep, Math.min(want, limit - stored - others))
}
