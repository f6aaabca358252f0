import { expect, it } from 'vitest'
import { Seats } from './seats.ts'

it('gives out as many seats as pages may still be stored, and the rest waits', async () => {
  let stored = 0
  const seats = new Seats(() => stored)
  expect(await Promise.all([seats.take(2), seats.take(2)])).toEqual([true, true])
  expect(seats.isFree(2)).toBe(false)
  const waiting = [seats.take(2), seats.take(2)]
  stored = 1
  seats.leave()
  seats.leave()
  expect(await Promise.race(waiting)).toBe(true)
  stored = 2
  seats.leave()
  expect((await Promise.all(waiting)).sort()).toEqual([false, true])
})

it('refuses at once when the host has brought all it may', async () => {
  expect(await new Seats(() => 5).take(5)).toBe(false)
})
