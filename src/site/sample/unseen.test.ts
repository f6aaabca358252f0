import { describe, expect, it, test } from 'vitest'
import { SampleEnd, unseenShare } from './unseen.ts'

describe('the share of classes that a sample does not show', () => {
  it('is nothing where every class was met several times', () => expect(unseenShare([9, 4, 3])).toBe(0))
  it('grows with the classes that were met once', () => {
    expect(unseenShare([9, 2, 1])).toBe(0)
    expect(unseenShare([9, 2, 1, 1])).toBeCloseTo(0.5 / 4.5)
    expect(unseenShare([1, 1, 1, 1])).toBeCloseTo(6 / 10)
  })
  it('is nothing where there is nothing', () => expect(unseenShare([])).toBe(0))
})

test('a sample ends when classes stop coming, and all were met often or two groupings brought none', () => {
  const often = new SampleEnd()
  expect(often.isReached(80, [40, 40])).toBe(false)
  expect(often.isReached(110, [55, 55])).toBe(true)
  const once = new SampleEnd()
  const sizes = [50, 50, 1, 1, 1]
  expect(once.isReached(103, sizes)).toBe(false)
  expect(once.isReached(134, [...sizes, 1])).toBe(false)
  expect(once.isReached(175, [...sizes, 1])).toBe(false)
  expect(once.isReached(228, [...sizes, 1])).toBe(true)
})
