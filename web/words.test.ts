import { expect, it } from 'vitest'
import { shownShareBy } from './words.ts'

it.each([
  [0.9, 0.05, '90 %'],
  [0.996, 0.002, '99.6 %'],
  [0.9995, 0.0005, '99.95 %'],
  [1, 0.01, '100 %'],
])('a share of %d on an axis in steps of %d is %s', (share, step, words) =>
  expect(shownShareBy(share, step)).toBe(words),
)
