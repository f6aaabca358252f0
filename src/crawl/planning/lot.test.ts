import { expect, it } from 'vitest'
import { lotOf } from './lot.ts'

it('draws lots evenly, the same one for the same visit', () => {
  const lots = Array.from({ length: 20_000 }, (_, page) =>
    lotOf(`https://a.test/item/${page}`, 1_767_571_200_000),
  )
  const shares = Array.from(
    { length: 10 },
    (_, tenth) => lots.filter(lot => Math.floor(lot * 10) === tenth).length,
  )
  for (const count of shares) expect(Math.abs(count - 2_000)).toBeLessThan(200)
  expect(new Set(lots).size).toBeGreaterThan(19_990)
  expect(lotOf('https://a.test/item/7', 1_767_571_200_000)).toBe(lots[7])
  expect(lotOf('https://a.test/item/7', 1_767_571_200_001)).not.toBe(lots[7])
})
