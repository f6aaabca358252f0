/** Who gets the places of a collection that holds as many pages as it may (`scope.pages`). */
import type { PageRef } from './batch.ts'
import type { ExcludedBy, PageStatus } from './rows.ts'

export interface Choice {
  readonly newcomer: PageRef
  /** Why it was chosen, for people. */
  readonly reason: string
  /** Who makes room; null for a place that is free. */
  readonly replaced: { readonly page: PageRef; readonly reason: string } | null
}

export interface ChoiceRequest {
  readonly nowMs: number
  /** Pages that the collection may hold. */
  readonly limit: number
  readonly choices: readonly Choice[]
  /** Stored pages whose last visit failed, to be visited again now. */
  readonly retries: readonly PageRef[]
}

export interface ChoiceResult {
  /** Pages that got a place, and those among them that had one before. */
  readonly chosen: number
  readonly returned: number
  readonly replaced: number
}

/** A page as it is when the choice is written down. */
export interface PlaceHolder {
  readonly status: PageStatus
  readonly excludedBy: ExcludedBy | null
  readonly dueAt: number | null
  readonly revision: number
}

/** What giving a place to a page makes of it: a page that waits is visited soon, one that comes back is due. */
export type Admission =
  | { readonly kind: 'chosen'; readonly from: 'waiting' | 'error' }
  | { readonly kind: 'returned' }

/** Null where it has a place by now, or may not have one. */
export function admissionOf({ status, excludedBy, dueAt, revision }: PlaceHolder): Admission | null {
  if (status === 'waiting' && dueAt === null) return { kind: 'chosen', from: 'waiting' }
  if (status === 'error' && revision === 0) return { kind: 'chosen', from: 'error' }
  return excludedBy === 'replaced' ? { kind: 'returned' } : null
}

/** A page that is being visited keeps its place. */
export const mayBeReplaced = ({ status, revision }: PlaceHolder): boolean =>
  revision > 0 && (status === 'completed' || status === 'error' || status === 'gone')
