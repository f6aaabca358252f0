import { expect, it } from 'vitest'
import { doesCount } from './counted-changes.ts'

const NOTE = { changed: true, level: 'content', difference: 0.1, paths: [] } as const
const STRUCTURE = { ...NOTE, structure: true } as const
const times = Array.from({ length: 2_000 }, (_, i) => 1_000_000 * i)
const share = (note: typeof NOTE | typeof STRUCTURE | null, shares: { text: number; structure: number }) =>
  times.filter(at => doesCount(note, shares, 'http://a.test/', at)).length / times.length

it('counts changes of text and of structure as often as it is told', () => {
  const shares = { text: 1, structure: 0.3 }
  expect(share(NOTE, shares)).toBe(1)
  expect(share(STRUCTURE, shares)).toBeCloseTo(0.3, 1)
  expect(share(STRUCTURE, { text: 1, structure: 0 })).toBe(0)
  expect(share(NOTE, { text: 0.5, structure: 1 })).toBeCloseTo(0.5, 1)
})

it('takes a change of which nothing is known for one of text', () => {
  expect(share(null, { text: 0, structure: 1 })).toBe(0)
})

it('gives the same answer about one visit, however often it is asked', () => {
  const answers = [1, 2, 3].map(() =>
    doesCount(NOTE, { text: 0.5, structure: 1 }, 'http://a.test/', 1_234_567),
  )
  expect(new Set(answers).size).toBe(1)
})
