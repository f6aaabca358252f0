import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GroupClock } from './group-clock.ts'

/** Forty pages that change once in a hundred days, visited one after another; those visited after day `batch` have changed. */
function visited(clock: GroupClock, batch: number, until: number): void {
  for (let i = 0; i < 40 * 3; i++) {
    const to = 30 + (i * 30) / 40
    if (to > until) break
    clock.saw({ from: to - 30, to, changed: to > batch && to - 30 <= batch, rate: 0.01 })
    if (i % 4 === 0) clock.fit(to)
  }
  clock.fit(until)
}

describe('the clock of a group', () => {
  it('is even before anything was seen', () => {
    const clock = new GroupClock(1)
    expect(clock.between(3, 10)).toBe(7)
    expect(clock.after(3, 7)).toBe(10)
  })

  it('runs fast where many changes fell and slowly where none did', () => {
    const clock = new GroupClock(1)
    visited(clock, 70, 80)
    expect(clock.between(68, 72)).toBeGreaterThan(6)
    expect(clock.between(40, 60)).toBeLessThan(20)
  })

  it('makes pages not visited since a batch due at once', () => {
    const clock = new GroupClock(1)
    visited(clock, 70, 80)
    expect(clock.after(60, 25)).toBeLessThan(80)
    expect(clock.after(75, 30)).toBeGreaterThan(100)
  })

  it('goes the way of the group above until its own visits say more', () => {
    const above = new GroupClock(1)
    const clock = new GroupClock(1, above)
    visited(above, 70, 80)
    clock.fit(80)
    expect(clock.between(60, 80)).toBeCloseTo(above.between(60, 80), 6)
  })

  it('never runs backwards, and `after` undoes `between`', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 40 }), fc.boolean())),
        fc.double({ min: -50, max: 200, noNaN: true }),
        fc.double({ min: 0.01, max: 90, noNaN: true }),
        (visits, from, days) => {
          const clock = new GroupClock(1)
          for (const [at, elapsed, changed] of visits)
            clock.saw({ from: at, to: at + elapsed, changed, rate: 0.05 })
          clock.fit(120)
          const to = clock.after(from, days)
          expect(to).toBeGreaterThan(from)
          expect(clock.between(from, to)).toBeCloseTo(days, 6)
        },
      ),
    ))

  it('keeps what it knew of visits that it no longer reads', () => {
    const clock = new GroupClock(1)
    visited(clock, 70, 80)
    for (let i = 0; i < 3_000; i++) clock.saw({ from: 79, to: 80, changed: false, rate: 1e-4 })
    clock.fit(80)
    expect(clock.since(65).changes).toBeGreaterThan(5)
  })

  it('remembers its visits when it is put away, also in spans of another length', () => {
    const clock = new GroupClock(1)
    visited(clock, 70, 80)
    for (const spanDays of [1, 0.5, 2]) {
      const again = new GroupClock(spanDays, undefined, JSON.parse(JSON.stringify(clock)))
      again.fit(80)
      expect(again.since(60).changes / clock.since(60).changes).toBeGreaterThan(0.9)
      expect(again.between(60, 80)).toBeGreaterThan(25)
    }
  })

  it('is not slowed by beliefs that are too high on the whole', () => {
    const clock = new GroupClock(1)
    for (let i = 0; i < 2_000; i++) {
      const to = 30 + (i * 60) / 2_000
      clock.saw({ from: to - 30, to, changed: i % 40 === 0, rate: 0.01 })
      if (i % 20 === 0) clock.fit(to)
    }
    clock.fit(90)
    expect(clock.between(30, 90)).toBeGreaterThan(50)
  })

  it('says whether a fit moved it', () => {
    const clock = new GroupClock(1)
    clock.fit(60)
    expect(clock.hasMoved).toBe(false)
    for (let i = 0; i < 20; i++) clock.saw({ from: 40 + i, to: 70 + i / 20, changed: true, rate: 0.01 })
    clock.fit(71)
    expect(clock.hasMoved).toBe(true)
    clock.fit(71)
    clock.fit(71)
    expect(clock.hasMoved).toBe(false)
  })
})
