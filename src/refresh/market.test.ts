import { describe, expect, it } from 'vitest'
import { MarketMaker } from './market.ts'
import { POLICY_NAMES, policyNamed } from './named.ts'
import { Population } from './population.ts'
import type { PageFacts } from './types.ts'

const PAGES = 9
const terms = { now: 100, budgetPerDay: 1 }

function marketOf(name: string, price?: number) {
  const policy = policyNamed(name)
  const population = new Population(policy, { price })
  const facts = (page: number): PageFacts => ({ weight: 1, cost: 1, visitedAt: 100 - page / 10 })
  for (let page = 0; page < PAGES; page++) population.add(policy.begin(facts(page)), facts(page))
  return new MarketMaker().market(population, terms)
}

describe('a market', () => {
  it.each(POLICY_NAMES)('%s: probes nothing while no price is known', name =>
    expect(marketOf(name).probeEvery ?? Infinity).toBe(Infinity),
  )
  it.each(['uniform', 'random', 'step', 'adaptive'])('%s is told of an even round and nothing else', name =>
    expect(marketOf(name, 3)).toEqual({ price: 0, now: 100, even: PAGES }),
  )
})
