import type { PlannedPage } from '../../store/index.ts'

/** A next visit that moves by less than this share of its interval stays where it is: moving it costs a write. */
const WORTH_MOVING = 0.01

export function isWorthMoving({ dueAt, fetchedAt }: PlannedPage, planned: number): boolean {
  if (dueAt === null) return true
  return Math.abs(planned - dueAt) > WORTH_MOVING * Math.max(60_000, planned - fetchedAt)
}

/** Where a page is counted: if it hardly moves, where it stays. A reach computed from where it would have been would just miss it. */
export const worthwhile = (page: PlannedPage, asked: number): number =>
  isWorthMoving(page, asked) ? asked : page.dueAt!
