import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { type PolicyPart, policyNamed } from '../refresh/index.ts'
import { batchShare } from './batches.ts'
import { replay } from './replay.ts'
import { countedRates, type LabWorld, timesByPage } from './world.ts'
import { worldNamed } from './worlds.ts'

const SPAN_DAYS = 1_200
const DIRECTORIES = 8
const PAGES = 25

/** On one day in two hundred, each directory has most of its pages changed at once; little happens in between. */
function worldOfBatches(): LabWorld {
  const random = seededRandom(4)
  const lists: number[][] = []
  const addresses: string[] = []
  for (let directory = 0; directory < DIRECTORIES; directory++) {
    const batches = daysApart(200, random)
    for (let page = 0; page < PAGES; page++) {
      const own = daysApart(1_000, random)
      const shared = batches.filter(() => random.next() < 0.8).map(day => day + random.next() / 24)
      lists.push([...own, ...shared].filter(day => day < SPAN_DAYS).sort((a, b) => a - b))
      addresses.push(`/d${directory}/p${page}.html`)
    }
  }
  const changes = timesByPage(lists)
  const rates = countedRates(changes, SPAN_DAYS)
  return { name: 'batches', pages: lists.length, spanDays: SPAN_DAYS, changes, rates, addresses }
}

function daysApart(mean: number, random: { next(): number }): number[] {
  const days: number[] = []
  let day = exponential(random) * mean
  while (day < SPAN_DAYS) {
    days.push(day)
    day += exponential(random) * mean
  }
  return days
}

const exponential = (random: { next(): number }) => -Math.log(1 - random.next())

const staleness = (world: LabWorld, every: number, without: readonly PolicyPart[] = []) =>
  1 - replay(world, policyNamed('value', { without }), { every }).freshness

describe('pages that change together', () => {
  const world = worldOfBatches()

  it('are told from pages that do not', () => {
    expect(batchShare(world)).toBeGreaterThan(0.6)
    expect(batchShare(worldNamed('P1', { pages: 300, spanDays: 400, seed: 1 }))).toBeLessThan(0.05)
  })

  it('are fresher by the clocks of their directories, for the same fetches', () =>
    expect(staleness(world, 30)).toBeLessThan(0.75 * staleness(world, 30, ['clocks'])))

  it('gain nothing where the directories are not told, and lose little', () => {
    const { addresses: _, ...anonymous } = world
    expect(staleness(anonymous, 30)).toBeLessThan(1.05 * staleness(anonymous, 30, ['clocks']))
  })

  it('pages that change independently lose next to nothing by clocks', () => {
    const independent = worldNamed('P1', { pages: 500, spanDays: 900, seed: 3 })
    const freshness = (without: readonly PolicyPart[]) => 1 - staleness(independent, 30, without)
    expect(freshness([])).toBeGreaterThan(0.995 * freshness(['clocks']))
  })
})
