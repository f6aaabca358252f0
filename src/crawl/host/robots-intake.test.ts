import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../env/index.ts'
import { RobotsIntake } from './robots-intake.ts'

/** Lets this many callers ask for room; returns which of them have it and how each leaves. */
async function crowd(intake: RobotsIntake, size: number) {
  const leave = new Map<number, () => void>()
  for (let n = 0; n < size; n++) void intake.enter().then(one => leave.set(n, one))
  await settled()
  return leave
}
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

describe('RobotsIntake', () => {
  it('lets in a few at first, and the next when one leaves, in their order', async () => {
    const inside = await crowd(new RobotsIntake(new VirtualClock()), 20)
    expect([...inside.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    inside.get(5)!()
    inside.get(5)!()
    await settled()
    expect([...inside.keys()].slice(8)).toEqual([8])
  })

  it('lets everybody in where files are small, and few where they are large', async () => {
    const intake = new RobotsIntake(new VirtualClock())
    for (let n = 0; n < 40; n++) intake.learn(2_000)
    expect((await crowd(intake, 1_000)).size).toBe(1_000)
    for (let n = 0; n < 40; n++) intake.learn(512_000)
    const late = await crowd(intake, 5)
    expect(late.size).toBe(0)
    for (let n = 0; n < 40; n++) intake.learn(2_000)
    await settled()
    expect(late.size).toBe(5)
  })

  it('lets no slow server hold others up for long', async () => {
    const clock = new VirtualClock()
    const inside = await crowd(new RobotsIntake(clock), 20)
    await clock.advance(4_999)
    expect(inside.size).toBe(8)
    await clock.advance(1)
    expect(inside.size).toBe(16)
    await clock.advance(5_000)
    expect(inside.size).toBe(20)
  })
})
