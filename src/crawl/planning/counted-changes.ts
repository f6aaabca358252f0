import type { ChangeNote } from '../../change/index.ts'
import type { ChangeShares } from '../settings.ts'
import { lotOf } from './lot.ts'

/**
 * Whether a change counts when the change rate of its page is learned. If changes count half, every other one counts: so they come
 * at half their rate, whatever the policy. The lot of a visit is always the same, so that relearning gives the same result.
 */
export function doesCount(note: ChangeNote | null, shares: ChangeShares, url: string, atMs: number): boolean {
  const share = note?.structure ? shares.structure : shares.text
  return share >= 1 || lotOf(url, atMs) < share
}
