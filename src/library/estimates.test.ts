import { expect, it } from 'vitest'
import { estimatesOf } from './estimates.ts'
import type { PageVisit } from './history.ts'

const visit = (
  day: number,
  revision: number | null,
  outcome: PageVisit['outcome'] = 'fetched',
): PageVisit => ({
  at: new Date(day * 86_400_000),
  outcome,
  wall: null,
  httpStatus: 200,
  durationMs: 1,
  sizeBytes: 1,
  revision,
  error: null,
  change: null,
  place: null,
})

it('is null before the second successful visit', () => {
  expect(estimatesOf([])).toBeNull()
  expect(estimatesOf([visit(1, 1)])).toBeNull()
  expect(estimatesOf([visit(1, 1), visit(2, null, 'failed')])).toBeNull()
})

it('counts answered intervals and averages the days between changes', () => {
  const days = [0, 10, 25, 37, 43]
  const visits = days.flatMap((day, n) => [visit(day, n + 1), visit(day + 2, null, 'notModified')])
  const found = estimatesOf(visits)!
  expect(found).toMatchObject({ intervals: 9, changes: 4 })
  expect(found.averages).toMatchObject({ equal: (10 + 15 + 12 + 6) / 4, halving: 10 })
  // 0, 6, 18 and 33 days ago.
  const weights = [1, 1 / 7, 1 / 19, 1 / 34]
  const aged = [6, 12, 15, 10].reduce((sum, days, i) => sum + days * weights[i]!, 0)
  expect(found.averages!.aging).toBeCloseTo(aged / weights.reduce((sum, weight) => sum + weight, 0))
  expect(found.ratio).toBeCloseTo(-Math.log(5.5 / 9.5) / 5)
  expect(found.likely).toBeGreaterThan(found.ratio / 2)
})

it('a page that never changes has a rate of zero and no averages', () => {
  const found = estimatesOf([0, 1, 2, 3].map(day => visit(day, day === 0 ? 1 : null)))!
  expect(found).toMatchObject({ changes: 0, ratio: 0, averages: null })
})
