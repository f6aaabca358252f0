/** Tests that a page that changes every week at the same hour is visited soon after it, even after a long pause. */
import { describe, expect, it } from 'vitest'
import { type PolicyPart, policyNamed } from '../refresh/index.ts'
import { replay } from './replay.ts'
import { type LabWorld, timesByPage } from './world.ts'
import { worldNamed } from './worlds.ts'

const WEEKS = 26
const OTHERS = 120
const WEEKLY = 10
/** Two visits a week. */
const EVERY = 3.5
const HOURS = 24
const LEARNED_WEEK = 8

/** Ten pages that change weekly, each at its own hour, among others. Pages can be identified by their weights, which hardly differ. */
function weeklyWorld(isPaused: (week: number) => boolean): LabWorld {
  const { changes, rates } = worldNamed('P1', { pages: OTHERS, spanDays: 7 * WEEKS, seed: 3 })
  const others = Array.from({ length: OTHERS }, (_, i) => [
    ...changes.times.subarray(changes.starts[i], changes.starts[i + 1]),
  ])
  const weeks = Array.from({ length: WEEKS }, (_, week) => week).filter(week => !isPaused(week))
  const weekly = Array.from({ length: WEEKLY }, (_, i) => weeks.map(week => 7 * week + 0.7 * i + 9 / HOURS))
  return {
    name: 'weekly',
    ...{ pages: OTHERS + WEEKLY, spanDays: 7 * WEEKS },
    changes: timesByPage([...weekly, ...others]),
    rates: Float64Array.from([...weekly.map(() => 1 / 7), ...rates]),
    weights: Float64Array.from({ length: OTHERS + WEEKLY }, (_, i) => 1 + i * 1e-6),
  }
}

/** Hours from each change of the weekly pages to the visit that found it, by week. */
function delays(
  world: LabWorld,
  without: readonly PolicyPart[] = [],
): readonly (readonly [week: number, hours: number])[] {
  const policy = policyNamed('value', { without })
  const visits: number[][] = Array.from({ length: world.pages }, () => [])
  const recording = {
    ...policy,
    learn: (...[state, seen, page]: Parameters<typeof policy.learn>) => {
      visits[Math.round((page.weight - 1) * 1e6)]!.push(seen.at)
      return policy.learn(state, seen, page)
    },
  }
  replay(world, recording, { every: EVERY, seed: 2 })
  const { starts, times } = world.changes
  return Array.from({ length: WEEKLY }, (_, i) =>
    [...times.subarray(starts[i], starts[i + 1])].map(at => {
      const found = visits[i]!.find(visit => visit >= at) ?? world.spanDays
      return [Math.floor(at / 7), (found - at) * HOURS] as const
    }),
  ).flat()
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!
const within6h = (found: ReturnType<typeof delays>) =>
  found.filter(([, hours]) => hours <= 6).length / found.length

describe('a weekly rhythm', () => {
  it('is followed within six hours after eight weeks', () => {
    const world = weeklyWorld(() => false)
    const late = delays(world).filter(([week]) => week >= LEARNED_WEEK && week < WEEKS - 1)
    expect(within6h(late)).toBeGreaterThan(0.95)
    expect(median(late.map(([, hours]) => hours))).toBeLessThan(2)
    const even = delays(world, ['rhythm'])
    expect(within6h(even)).toBeLessThan(0.3)
    expect(median(even.map(([, hours]) => hours))).toBeGreaterThan(15)
  })

  it('is back at the first change after a pause of six weeks', () => {
    const [from, to] = [11, 17]
    const after = delays(weeklyWorld(week => week >= from && week < to)).filter(
      ([week]) => week > to && week < WEEKS - 1,
    )
    expect(within6h(after)).toBeGreaterThan(0.95)
  })
})
