/** Which pages get the places of a collection that already holds as many pages as it may (`scope.pages`). */
import type { PageRef } from './batch.ts'
import type { ExcludedBy, PageStatus } from './rows.ts'

export interface Choice {
  readonly newcomer: PageRef
  /** Why it was chosen, for people to read. */
  readonly reason: string
  /** The page that makes room; null when a place is free. */
  readonly replaced: { readonly page: PageRef; readonly reason: string } | null
}

export interface ChoiceRequest {
  readonly nowMs: number
  /** How many pages the collection may hold. */
  readonly limit: number
  readonly choices: readonly Choice[]
  /** Stored pages whose last visit failed, to be visited again now. */
  readonly retries: readonly PageRef[]
}

export interface ChoiceResult {
  /** How many pages got a place, and how many of those had one before. */
  readonly chosen: number
  readonly returned: number
  readonly replaced: number
}

/** A page at the moment the choice is written. */
export interface PlaceHolder {
  readonly status: PageStatus
  readonly excludedBy: ExcludedBy | null
  readonly dueAt: number | null
  readonly revision: number
}

/** What happens to a page that gets a place: a waiting page is visited soon, a returning one is due. */
export type Admission =
  | { readonly kind: 'chosen'; readonly from: 'waiting' | 'error' }
  | { readonly kind: 'returned' }

/** Null when the page already has a place, or may not have one. */
export function admissionOf({ status, excludedBy, dueAt, revision }: PlaceHolder): Admission | null {
  if (status === 'waiting' && dueAt === null) return { kind: 'chosen', from: 'waiting' }
  if (status === 'error' && revision === 0) return { kind: 'chosen', from: 'error' }
  return excludedBy === 'replaced' ? { kind: 'returned' } : null
}

/** Whether a page may lose its place; one that is being visited keeps it. */
export const mayBeReplaced = ({ status, revision }: PlaceHolder): boolean =>
  revision > 0 && (status === 'completed' || status === 'error' || status === 'gone')
