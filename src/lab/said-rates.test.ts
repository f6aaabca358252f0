/** What sitemaps say about rates (`changefreq`) helps where it is meaningful, and costs nothing where it is not. */
import { expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { policyNamed } from '../refresh/index.ts'
import { replay } from './replay.ts'
import type { LabWorld } from './world.ts'
import { worldNamed } from './worlds.ts'

const WORDS = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const
/** The lowest rate for which each word is right, in changes a day. */
const SLOWEST = [4, 1.5, 0.4, 0.07, 0.012, 0.004, 0]
const right = (rate: number) => WORDS[SLOWEST.findIndex(slowest => rate >= slowest)]!

/** Rounds 3 and 4 at one fetch a page in 7 days, on average over three worlds. */
function freshness(said: (rate: number, any: () => string) => string | undefined): number {
  let sum = 0
  for (const seed of [1, 2, 3]) {
    const world: LabWorld = worldNamed('P1', { pages: 600, spanDays: 28, seed })
    const random = seededRandom(seed)
    const any = () => WORDS[Math.floor(random.next() * WORDS.length)]!
    const words = Array.from(world.rates, rate => said(rate, any))
    const told = words[0] === undefined ? world : { ...world, saidRates: words as string[] }
    const policy = policyNamed('value', { objective: 'freshness', without: ['clocks'] })
    sum += replay(told, policy, { every: 7, seed, measureFrom: 14 }).freshness
  }
  return sum / 3
}

it('a word that is right helps, one that is arbitrary or always the same costs nothing', () => {
  const silent = freshness(() => undefined)
  expect(freshness(rate => right(rate))).toBeGreaterThan(silent + 0.005)
  expect(freshness((_, any) => any())).toBeGreaterThan(silent - 0.004)
  expect(freshness(() => 'daily')).toBeGreaterThan(silent - 0.002)
})
