import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { cappedPrices, MarketMaker } from './market.ts'
import { policyNamed } from './named.ts'
import { Population } from './population.ts'
import { priceOfKnownRates, RateHistogram, timetableInterval } from './price.ts'
import { allocate, expectedOf } from './theory.ts'
import { OBJECTIVES, type PageFacts } from './types.ts'

const page: PageFacts = { weight: 1, cost: 1, visitedAt: 0 }
const CLASSES = [
  { rate: 1, share: 0.23 },
  { rate: 1 / 7, share: 0.15 },
  { rate: 1 / 30, share: 0.16 },
  { rate: 1 / 120, share: 0.16 },
  { rate: 1 / 365, share: 0.3 },
]

describe('the price of known rates', () => {
  const random = seededRandom(3)
  const pages = Array.from({ length: 800 }, () => ({
    rate: 0.002 * 500 ** random.next(),
    weight: 0.5 + random.next(),
    cost: 0.5 + random.next(),
    count: 1,
  }))
  it('the histogram agrees with the exact bisection', () => {
    const histogram = new RateHistogram()
    for (const { rate, weight, cost } of pages) histogram.add(rate, weight, cost)
    expect(histogram.price(30) / priceOfKnownRates('freshness', pages, 30)).toBeCloseTo(1, 3)
  })
  it.each(OBJECTIVES)('%s: spends exactly the budget', objective => {
    const price = priceOfKnownRates(objective, pages, 30)
    const spent = pages.reduce(
      (sum, { rate, weight, cost }) =>
        sum + cost / timetableInterval(objective, rate, (price * cost) / weight),
      0,
    )
    expect(spent).toBeCloseTo(30, 3)
  })
})

/** Demand, price and outlook of the five measured classes, with known rates. */
function choPopulation() {
  const population = new Population(policyNamed('optimal'), { penalties: true })
  for (const { rate, share } of CLASSES)
    for (let i = 0; i < share * 200; i++) population.add([0, 0, 0, 0], { ...page, rate })
  return population
}

describe('a population', () => {
  it('finds the price and the freshness that theory gives', () => {
    const population = choPopulation()
    const { freshness } = population.outlook(population.pages / 30)
    expect(freshness).toBeCloseTo(expectedOf('freshness', CLASSES, allocate('optimal', CLASSES, 30)), 2)
    expect(population.even(population.pages / 30)).toBeCloseTo(30)
  })
  it('more budget buys more freshness, and the budget for a goal reaches it', () => {
    const population = choPopulation()
    const curve = [2, 5, 10, 40].map(budget => population.outlook(budget).freshness)
    expect([...curve].sort((a, b) => a - b)).toEqual(curve)
    const needed = population.budgetFor({ freshness: 0.8 })
    expect(population.outlook(needed).freshness).toBeGreaterThanOrEqual(0.8)
    expect(population.outlook(needed / 1.5).freshness).toBeLessThan(0.8)
  })
  it('the exploration share pays for the longest interval', () => {
    const population = new Population(policyNamed('optimal'), { price: 5 })
    for (let i = 0; i < 100; i++) population.add([0, 0, 0, 0], { ...page, rate: 10 })
    // All are dropped at this price: two fetches a day for a hundred pages is one in fifty days.
    expect(population.probeEvery(2)).toBeCloseTo(50, 0)
  })
  it('a capped server gets a higher price, and the others what it leaves', () => {
    const make = () => {
      const population = new Population(policyNamed('optimal'))
      for (let i = 0; i < 100; i++) population.add([0, 0, 0, 0], { ...page, rate: 0.05 })
      return population
    }
    const [capped, rest] = [make(), make()]
    const { price, own } = cappedPrices(rest, [{ population: capped, cap: 1 }], 10)
    expect(own[0]).toBeGreaterThan(price)
    expect(capped.costAt(own[0]!)).toBeCloseTo(1, 1)
    expect(rest.costAt(price)).toBeCloseTo(9, 0)
  })
  it('the price follows what is really spent', () => {
    const maker = new MarketMaker()
    const population = choPopulation()
    const first = maker.market(population, { now: 0, budgetPerDay: 5 }).price
    const dearer = maker.market(population, { now: 1, budgetPerDay: 5, overspent: 1.4 }).price
    const cheaper = maker.market(population, { now: 2, budgetPerDay: 5, overspent: 0.5 }).price
    expect(dearer).toBeGreaterThan(first)
    expect(cheaper).toBeLessThan(dearer)
  })
})
