import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evenSpans } from './even-spans.ts'

const at = (hour: number) => new Date(hour * 3_600_000).toISOString()
const row = (hour: number, count: number) => ({ at: at(hour), count })
const countsOf = ({ count }: { count: number }) => [count]

it('distributes a count over the spans that its time covers', () => {
  const rows = [row(0, 99), row(1, 10), row(4, 30)]
  expect(evenSpans(rows, countsOf, 4)).toEqual([
    { at: at(1), counts: [10] },
    { at: at(2), counts: [10] },
    { at: at(3), counts: [10] },
    { at: at(4), counts: [10] },
  ])
})

it('is empty for a single row', () => {
  expect(evenSpans([row(0, 5)], countsOf, 4)).toEqual([])
  expect(evenSpans([], countsOf, 4)).toEqual([])
})

it('keeps the totals, whatever the times of the rows', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ hour: fc.integer({ min: 0, max: 500 }), count: fc.nat(1000) }), { minLength: 2 }),
      fc.integer({ min: 1, max: 60 }),
      (given, spans) => {
        const rows = given.toSorted((a, b) => a.hour - b.hour).map(({ hour, count }) => row(hour, count))
        const told = evenSpans(rows, countsOf, spans)
        fc.pre(told.length > 0)
        const sum = rows.slice(1).reduce((all, { count }) => all + count, 0)
        expect(told.reduce((all, { counts }) => all + counts[0]!, 0)).toBeCloseTo(sum, 6)
      },
    ),
  ))
