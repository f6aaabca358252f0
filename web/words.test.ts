import { expect, it } from 'vitest'
import { shownAgo, shownShareBy } from './words.ts'

it.each([
  [0.9, 0.05, '90 %'],
  [0.996, 0.002, '99.6 %'],
  [0.9995, 0.0005, '99.95 %'],
  [1, 0.01, '100 %'],
])('a share of %d on an axis in steps of %d is %s', (share, step, words) =>
  expect(shownShareBy(share, step)).toBe(words),
)

it.each([
  [2, 'now'],
  [-2, '2 seconds ago'],
  [90, 'in 2 minutes'],
])('what is %d seconds ahead of the clock that was read last is %s', (seconds, words) => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  expect(shownAgo(new Date(now + seconds * 1_000).toISOString(), now)).toBe(words)
})
