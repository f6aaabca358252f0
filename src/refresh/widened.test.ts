import { describe, expect, it } from 'vitest'
import { BELIEF_CLASSES, OPEN_PRIOR } from './belief.ts'
import { CLASSES } from './rates.ts'
import { widened } from './widened.ts'

const sumOf = (shares: Float64Array, from = 0, to = shares.length) =>
  shares.subarray(from, to).reduce((sum, share) => sum + share, 0)

const sureOf = (index: number) => new Float64Array(BELIEF_CLASSES).with(index, 1)

describe('a widened prior', () => {
  it('leaves each memory its share', () => {
    const wide = widened(OPEN_PRIOR)
    expect(sumOf(wide, 0, CLASSES)).toBeCloseTo(0.75, 12)
    expect(sumOf(wide, CLASSES)).toBeCloseTo(0.25, 12)
  })

  it.each([0, 20, CLASSES - 1, CLASSES + 20])(
    'loses nothing of class %i, which stays the likeliest',
    index => {
      const wide = widened(sureOf(index))
      expect(sumOf(wide)).toBeCloseTo(1, 12)
      expect(wide.indexOf(Math.max(...wide))).toBe(index)
    },
  )

  it('leans to the slow side', () => {
    const wide = widened(sureOf(20))
    expect(sumOf(wide, 0, 20)).toBeGreaterThan(2 * sumOf(wide, 21, CLASSES))
  })
})
