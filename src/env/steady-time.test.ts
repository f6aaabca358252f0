import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyTime } from './steady-time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A system whose clock can be set, and which can be put to sleep. */
class Machine {
  wall = 1_700_000_000_000
  monotonic = 5_000
  uptime = 90_000
  readonly now = steadyTime({
    wallMs: () => this.wall,
    monotonicMs: () => this.monotonic,
    uptimeMs: () => this.uptime,
  })

  /** Lets time pass, reading the clock every second. */
  run(ms: number): void {
    for (let left = ms; left > 0; left -= 1_000) {
      this.wall += 1_000
      this.monotonic += 1_000
      this.uptime += 1_000
      this.now()
    }
  }
}

describe('steadyTime', () => {
  it('tells the time of the system while nobody touches it', () => {
    const machine = new Machine()
    machine.run(10_000)
    expect(machine.now()).toBe(machine.wall)
  })

  it.each([-DAY, DAY])('a clock that is set by %i ms for some minutes changes next to nothing', step => {
    const machine = new Machine()
    const started = machine.now()
    machine.wall += step
    machine.run(300_000)
    expect(Math.abs(machine.now() - started - 300_000)).toBeLessThanOrEqual(30_000)
    machine.wall -= step
    machine.run(600_000)
    expect(machine.now()).toBe(machine.wall)
  })

  it.each([-DAY, DAY])('a correction by %i ms is taken over after an hour', step => {
    const machine = new Machine()
    machine.wall += step
    machine.run(HOUR - 10_000)
    expect(Math.abs(machine.wall - machine.now())).toBeGreaterThan(DAY / 2)
    machine.run(20_000)
    expect(machine.now()).toBe(machine.wall)
  })

  it('counts the time that the machine slept', () => {
    const machine = new Machine()
    machine.run(2_000)
    machine.wall += 8 * HOUR
    machine.uptime += 8 * HOUR
    machine.run(2_000)
    expect(machine.wall - machine.now()).toBeLessThan(1_000)
  })

  it('never runs backwards or by leaps within an hour, whatever is done to the clock', () => {
    const step = fc.record({
      set: fc.integer({ min: -2 * DAY, max: 2 * DAY }),
      secs: fc.integer({ min: 1, max: 200 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), steps => {
        const machine = new Machine()
        let before = machine.now()
        for (const { set, secs } of steps) {
          machine.wall += set
          machine.run(secs * 1_000)
          const now = machine.now()
          expect(now - before).toBeGreaterThanOrEqual(secs * 900 - 1)
          expect(now - before).toBeLessThanOrEqual(secs * 1_100 + 1)
          before = now
        }
      }),
    )
  })
})
