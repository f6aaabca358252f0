import { expect, test } from 'vitest'
import { Trials } from './trials.ts'

test('no more visits of a kind begin than it takes to judge it; the others wait for what these bring', async () => {
  const trials = new Trials()
  let room = 2
  const rooms = () => (room > 0 ? new Map([['sort', room]]) : new Map<string, number>())
  const first = await trials.enter(rooms)
  const second = await trials.enter(rooms)
  expect(trials.isFree(rooms())).toBe(false)
  let begun = 0
  const waiting = [trials.enter(rooms), trials.enter(rooms)].map(each => each.then(() => begun++))
  await Promise.resolve()
  expect(begun).toBe(0)
  trials.leave(first)
  await waiting[0]
  expect(begun).toBe(1)
  // Once it is judged, nothing waits.
  room = 0
  trials.leave(second)
  await Promise.all(waiting)
  expect(begun).toBe(2)
})

test('a visit waits for each of its kinds', async () => {
  const trials = new Trials()
  const fine = await trials.enter(() => new Map([['fine', 1]]))
  expect(trials.isFree(new Map([['fine', 1]]))).toBe(false)
  expect(trials.isFree(new Map([['fine', 2]]))).toBe(true)
  expect(trials.isFree(new Map([['coarse', 1]]))).toBe(true)
  trials.leave(fine)
  expect(trials.isFree(new Map([['fine', 1]]))).toBe(true)
})
