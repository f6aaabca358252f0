import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClockGroups, directoriesOf } from './clock-groups.ts'
import { GroupClock } from './group-clock.ts'

/** Forty pages of one change in a hundred days, visited one after another; those visited after day `batch` have changed. */
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
    expect(clock.between(68, 72)).toBeGreaterThan(8)
    expect(clock.between(40, 60)).toBeLessThan(18)
  })

  it('makes pages not visited since a batch due at once', () => {
    const clock = new GroupClock(1)
    visited(clock, 70, 80)
    expect(clock.after(60, 30)).toBeLessThan(80)
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
})

describe('groups by address', () => {
  it.each([
    ['/docs/api/x.html?a=/b/', ['', '/docs/', '/docs/api/']],
    ['/docs/', ['', '/docs/']],
    ['/x', ['']],
    ['', ['']],
  ])('%s lies in %j', (address, directories) => expect(directoriesOf(address)).toEqual(directories))

  it('a directory of a page or two, or of all pages, has no clock of its own', () => {
    const paths = ['/all/a/1', '/all/a/2', '/all/a/3', '/all/b/1', '/all/b/2']
    const groups = new ClockGroups(paths, 30)
    expect(groups.clockOf(0)).toBe(groups.clockOf(2))
    expect(groups.clockOf(3)).toBe(groups.clockOf(4))
    expect(groups.clockOf(0)).not.toBe(groups.clockOf(3))
  })
})
