import type { ChangeNote } from '../../change/index.ts'
import type { ChangeShares } from '../settings.ts'
import { lotOf } from './lot.ts'

/**
 * Does a change count when the rate of its page is learned? Of changes that count half, every other one does: what is left of them comes
 * at half their rate, whatever the policy. The lot of a visit is always the same, so that what is learned anew is what was learned.
 */
export function doesCount(note: ChangeNote | null, shares: ChangeShares, url: string, atMs: number): boolean {
  const share = note?.structure ? shares.structure : shares.text
  return share >= 1 || lotOf(url, atMs) < share
}
