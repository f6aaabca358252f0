import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../env/index.ts'
import { Lane } from './lane.ts'

/** Enters the lane `size` times; records who got in, and how each can leave. */
function crowd(lane: Lane, size: number) {
  const went: number[] = []
  const leave = Array.from({ length: size }, (_, n) => lane.enter(() => went.push(n)))
  return { went, leave }
}

describe('Lane', () => {
  it('lets a few in, and the next when one leaves, in their order', () => {
    const { went, leave } = crowd(new Lane(new VirtualClock()), 12)
    expect(went).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    leave[3]!()
    leave[3]!()
    expect(went.slice(8)).toEqual([8])
    leave[9]!()
    leave[8]!()
    expect(went.slice(8)).toEqual([8, 10])
  })

  it('lets nobody wait for long', async () => {
    const clock = new VirtualClock()
    const lane = new Lane(clock)
    const { went, leave } = crowd(lane, 20)
    await clock.advance(9_999)
    expect(went).toHaveLength(8)
    await clock.advance(1)
    expect([went.length, lane.waiting]).toEqual([20, 0])
    const late = crowd(lane, 1)
    for (const each of leave.slice(0, 12)) each()
    expect(late.went).toHaveLength(0)
    leave[12]!()
    expect(late.went).toHaveLength(1)
  })
})
