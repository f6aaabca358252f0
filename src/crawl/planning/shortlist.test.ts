import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Shortlist } from './shortlist.ts'

it('keeps the first of any number, in their order, and of equal ones those that came first', () => {
  const scores = fc.array(fc.nat(20), { maxLength: 200 })
  fc.assert(
    fc.property(scores, fc.nat(12), (all, size) => {
      const list = new Shortlist<number>(size)
      for (const [place, score] of all.entries()) list.add(score, () => place)
      const sorted = all.map((score, place) => ({ score, place })).sort((a, b) => a.score - b.score)
      expect(list.items()).toEqual(sorted.slice(0, size).map(({ place }) => place))
    }),
  )
})
