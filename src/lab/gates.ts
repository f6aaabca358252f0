/** The theory gates: the values that the formulas must give, and checks that the replay agrees with them. */
import {
  ageOfOrder,
  allocate,
  expectedOf,
  freshnessOfOrder,
  freshnessPublished,
  ORDERS,
  type Order,
  type Policy,
  policyNamed,
} from '../refresh/index.ts'
import { publishedFreshness } from './publishing.ts'
import { replay } from './replay.ts'
import { CHO_CLASSES, worldNamed } from './worlds.ts'
import { CONTROLS, rightShares, wrongShares } from './wrong-update.ts'

export interface Gate {
  readonly name: string
  readonly expected: number
  readonly value: number
  /** Largest difference allowed. */
  readonly within: number
  readonly passed: boolean
}

const gate = (name: string, expected: number, value: number, within: number): Gate => ({
  name,
  expected,
  value: Number(value.toFixed(5)),
  within,
  passed: Math.abs(value - expected) <= within,
})

const EVERY = 30
const MONTHLY = [0, 2.63, 1.74, 0.96, 0.57]

export function formulaGates(): Gate[] {
  const given = (name: 'uniform' | 'proportional' | 'optimal', objective: 'freshness' | 'age') =>
    expectedOf(objective, CHO_CLASSES, allocate(name, CHO_CLASSES, EVERY, objective))
  const monthly = allocate('optimal', CHO_CLASSES, EVERY).map(visits => visits * 30)
  return [
    gate('freshness, uniform', 0.573, given('uniform', 'freshness'), 0.001),
    gate('freshness, proportional', 0.129, given('proportional', 'freshness'), 0.001),
    gate('freshness, optimal', 0.616, given('optimal', 'freshness'), 0.001),
    gate('age in days, uniform', 5.61, given('uniform', 'age'), 0.01),
    gate('age in days, proportional', 406, given('proportional', 'age'), 1),
    gate('age in days, optimal', 4.3, given('optimal', 'age'), 0.01),
    ...monthly.map((visits, i) =>
      gate(`visits a month, optimal, class ${i + 1}`, MONTHLY[i]!, visits, 0.005),
    ),
  ]
}

const uniform = policyNamed('uniform')

/** Each page once a round, in a new random order each round. */
const permutation: Policy = {
  ...uniform,
  name: 'permutation',
  next: (state, page, market) => {
    const even = market.even ?? 1
    const dueAt = (Math.floor(page.visitedAt / even) + 1 + (market.chance ?? 0.5)) * even
    return { ...uniform.next(state, page, market), dueAt }
  },
}

const POLICIES: Readonly<Record<Order, Policy>> = {
  fixed: uniform,
  permutation,
  random: policyNamed('random'),
}

const total = CHO_CLASSES.reduce((sum, one) => sum + one.share, 0)

/** The mean of a formula over the classes; `r` is the number of changes for each visit. */
const overClasses = (formula: (r: number) => number) =>
  CHO_CLASSES.reduce((sum, { rate, share }) => sum + (share / total) * formula(rate * EVERY), 0)

/** How far a replay may deviate from its formula. */
const CLOSE = 0.005

/** Compares replays with formulas, within 0.5%. */
export function replayGates(seed = 1): Gate[] {
  const world = worldNamed('P0', { pages: 3_000, spanDays: 1_800, seed })
  const options = { every: EVERY, seed }
  const orders = ORDERS.flatMap(order => {
    const { freshness, age } = replay(world, POLICIES[order], options)
    const theory = EVERY * overClasses(r => ageOfOrder(order, r))
    return [
      gate(
        `replayed freshness, ${order} order`,
        overClasses(r => freshnessOfOrder(order, r)),
        freshness,
        CLOSE,
      ),
      gate(`replayed age in days, ${order} order`, theory, age, CLOSE * theory),
    ]
  })
  const best = expectedOf('freshness', CHO_CLASSES, allocate('optimal', CHO_CLASSES, EVERY))
  const oracle = replay(world, policyNamed('optimal'), { ...options, knowsRates: true, explore: 0 })
  return [...orders, gate('replayed freshness, optimal', best, oracle.freshness, CLOSE)]
}

/** Share of the month that a crawl takes: a week, or all of it. */
const CRAWLS = { periodic: 7 / EVERY, continuous: 1 }

/** The four combinations of crawling and publishing, simulated and compared with the formulas. */
export function publishingGates(seed = 1): Gate[] {
  const world = worldNamed('P0', { pages: 3_000, spanDays: 1_800, seed })
  return Object.entries(CRAWLS).flatMap(([crawl, share]) =>
    (['in-place', 'shadow'] as const).map(how =>
      gate(
        `published freshness, ${crawl}, ${how}`,
        overClasses(r => freshnessPublished(how, r, share)),
        publishedFreshness(world, { how, share, roundDays: EVERY }),
        CLOSE,
      ),
    ),
  )
}

/** The module of 2006 as published, to a unit in the last digit; then the result of the exact update for the same page. */
export function controlGates(): Gate[] {
  return CONTROLS.flatMap(control => {
    const wrong = wrongShares(control)
    const right = rightShares(control)
    const slowest = control.classes.length - 1
    const likeliest = Array.from(right).indexOf(Math.max(...Array.from(right)))
    return [
      ...control.published.map((share, i) => {
        const name = `wrong update, ${control.name}, class ${control.classes[i]} d`
        return share < 0.01
          ? gate(`${name}, log10`, Math.log10(share), Math.log10(wrong[i]!), 0.001)
          : gate(name, share, wrong[i]!, 0.001)
      }),
      gate(
        `exact update, ${control.name}, likeliest class in days`,
        control.every === 1 ? 1 : control.classes[slowest]!,
        control.classes[likeliest]!,
        0,
      ),
    ]
  })
}

export function theoryGates(seed = 1): Gate[] {
  return [...formulaGates(), ...replayGates(seed), ...publishingGates(seed), ...controlGates()]
}
