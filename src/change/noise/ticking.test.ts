import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, signatureOf } from '../index.ts'
import { isGrowing, tickingOf } from './ticking.ts'

const THEN = Date.UTC(2024, 4, 3, 14, 5, 33)
const NOW = Date.UTC(2024, 4, 6, 9, 47, 2)

describe('figures that follow the clock', () => {
  it.each([
    ['day, month and year', [3, 5, 2024], [6, 5, 2024]],
    ['hour and minute', [14, 5], [9, 47]],
    ['with seconds, whatever they are', [14, 5, 31], [9, 47, 0]],
    ['in New York', [10, 5], [5, 47]],
    ['in Kathmandu', [3, 19, 50], [6, 15, 32]],
    ['printed a minute before', [14, 4], [9, 46]],
    ['by halves of the day', [2, 5], [9, 47]],
  ])('%s', (_, before, after) => {
    expect(tickingOf(before, after, THEN, NOW)).toBe('proof')
  })

  it.each([
    ['a score', [2, 1], [3, 1]],
    ['a count', [1204], [1207]],
    ['minutes alone, of another zone', [20], [2]],
    ['a table row in which one number was mended', [14, 5, 88], [9, 47, 91]],
    ['other numbers', [1, 2, 3], [1, 2]],
  ])('not %s', (_, before, after) => {
    expect(tickingOf(before, after, THEN, NOW)).toBe('no')
  })

  it('a day alone is a hint on the day after', () => {
    expect(tickingOf([3], [4], THEN, THEN + 86_400_000)).toBe('hint')
  })

  it('one edit in two hundred at most looks like a clock', () => {
    const number = fc.integer({ min: 0, max: 99 })
    const edits = fc.sample(fc.tuple(number, number), { numRuns: 10_000, seed: 1 })
    const mistaken = edits.filter(([a, b]) => a !== b && tickingOf([a], [b], THEN, NOW) !== 'no').length
    expect(mistaken / edits.length).toBeLessThan(1 / 200)
  })

  it('counters grow', () => {
    expect(isGrowing([36, 999], [37, 1])).toBe(true)
    expect(isGrowing([37], [36])).toBe(false)
    expect(isGrowing([37], [37])).toBe(false)
  })
})

const page = (text: string) =>
  `<body><h1>Harbour</h1><p>${'The tide comes in and goes out again. '.repeat(12)}</p><p>${text}</p><p>Fin</p>`
const changed = (before: string, after: string) =>
  decide(
    signatureOf(page(before), 'https://example.org/', { takenAt: THEN }),
    signatureOf(page(after), 'https://example.org/', { takenAt: NOW }),
  ).changed

describe('a first difference in figures', () => {
  it.each([
    ['zurb 3 flomen 14~05', 'zurb 6 flomen 9~47'],
    ['plonsday 3 gruber 2024', 'drimsday 6 gruber 2024'],
    ['time 5.15.46', 'time 15.15.46'],
  ])('%s → %s is noise', (before, after) => {
    expect(changed(before, after)).toBe(false)
  })

  it.each([
    ['Score 2 – 1', 'Score 3 – 1'],
    ['Depth 12 m', 'Depth 14 m'],
    ['14.05 €', '9.47 €'],
    ['Berths: 61', 'Berths: 64'],
    ['Goals: 3', 'Goals: 4'],
    ['3 boats are lost', '6 ships were found again'],
  ])('%s → %s is a change', (before, after) => {
    expect(changed(before, after)).toBe(true)
  })
})
