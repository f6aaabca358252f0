import { expect, it } from 'vitest'
import { pageId } from '../../store/ids.ts'
import type { PlannedPage } from '../../store/index.ts'
import { Lasting } from './lasting.ts'

const page = (dueAt: number | null) => ({ id: pageId(1), dueAt }) as PlannedPage
const lasting = () => new Lasting({ againMs: 200, turnMs: () => 1_000 })

it('leaves a page that is due later than planned before only if it is asked about again in time', () => {
  expect(lasting().isFarOff(page(300), 900)).toBe(true)
  expect(lasting().isFarOff(page(150), 900)).toBe(false)
})

it('leaves a page that is due earlier than before only if its turn comes first', () => {
  expect(lasting().isFarOff(page(3_000), 1_500)).toBe(true)
  expect(lasting().isFarOff(page(3_000), 900)).toBe(false)
})

it('always writes the first time of a page', () => {
  expect(lasting().isFarOff(page(null), 5_000)).toBe(false)
})

it('of the pages that become due earlier, moves only the most urgent that can be paid for', () => {
  const limited = lasting()
  const moves = [40, 10, 30, 20].map(dueAtMs => ({ dueAtMs, cost: 5 }))
  limited.limitForward(moves, 12)
  expect([10, 20, 30, 40].filter(dueAtMs => !limited.isFarOff(page(3_000), dueAtMs))).toEqual([10, 20, 30])
  limited.limitForward(moves, 100)
  expect(limited.isFarOff(page(3_000), 40)).toBe(false)
})
