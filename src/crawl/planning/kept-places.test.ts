import { expect, it } from 'vitest'
import { DAY_MS } from '../../refresh/index.ts'
import { pageId } from '../../store/ids.ts'
import type { PlannedPage } from '../../store/index.ts'
import { KeptPlaces, keeps, type PlaceTerms, placedBy } from './kept-places.ts'
import type { PlannedMarket } from './scheduler.ts'

const NOW = 400 * DAY_MS
const MARKET = { at: NOW, price: 1, evenDays: 40, probeDays: 90, curiosityDays: 200, own: {} }
const FEW = { pages: 1_000, nowMs: NOW, periodMs: DAY_MS, isOnce: false }
const MANY = { ...FEW, pages: 1_000_000 }
const dearer = (by: number) => ({ ...MARKET, price: by })
const page = (id: number, more: Partial<PlannedPage> = {}) =>
  ({
    id: pageId(id),
    dueAt: NOW + 20 * DAY_MS,
    hintedAt: null,
    hintedBy: 0,
    saidRate: null,
    fetchedAt: NOW - DAY_MS,
    ...more,
  }) as PlannedPage

const under = (places: KeptPlaces, market: PlannedMarket, terms: PlaceTerms) => {
  const kept = places.under(market, terms)
  return (page: PlannedPage) => keeps(kept, page)
}

it('asks every page at first, and nobody while the price stands still', () => {
  const places = new KeptPlaces(placedBy(null))
  expect(under(places, MARKET, FEW)(page(1))).toBe(false)
  expect(under(places, dearer(1.01), FEW)(page(1))).toBe(true)
  expect(under(places, dearer(1.1), FEW)(page(1))).toBe(false)
})

it('asks every page anew when a quarter of a round has passed', () => {
  const places = new KeptPlaces(placedBy(MARKET))
  const later = (days: number) => ({ ...MARKET, at: NOW + days * DAY_MS })
  expect(under(places, later(9), FEW)(page(1))).toBe(true)
  expect(under(places, later(11), FEW)(page(1))).toBe(false)
})

it('asks every page in a run that ends', () => {
  expect(under(new KeptPlaces(placedBy(MARKET)), MARKET, { ...FEW, isOnce: true })(page(1))).toBe(false)
})

it('of many pages, asks each once in ten plans while the price stays near', () => {
  const places = new KeptPlaces(placedBy(MARKET))
  const asked = new Map<number, number>()
  for (let plan = 0; plan < 10; plan++) {
    const isKept = under(places, dearer(1 + plan / 100), MANY)
    for (let id = 0; id < 100; id++) if (!isKept(page(id))) asked.set(id, (asked.get(id) ?? 0) + 1)
  }
  expect([...asked.values()]).toEqual(Array.from({ length: 100 }, () => 1))
})

it('of many pages, asks those that are due soon or were announced to have changed', () => {
  const isKept = under(new KeptPlaces(placedBy(MARKET)), dearer(1.1), MANY)
  expect(isKept(page(1))).toBe(true)
  expect(isKept(page(1, { dueAt: NOW + 2 * DAY_MS }))).toBe(false)
  expect(isKept(page(1, { hintedAt: NOW }))).toBe(false)
})

it('of many pages, also asks those that would be due soon if their intervals shrank with the price', () => {
  const far = (days: number) => page(2, { fetchedAt: NOW - 20 * DAY_MS, dueAt: NOW + days * DAY_MS })
  const dearerNow = under(new KeptPlaces(placedBy(MARKET)), dearer(1.5), MANY)
  expect([far(4), far(20)].map(dearerNow)).toEqual([true, true])
  const cheaper = under(new KeptPlaces(placedBy(MARKET)), dearer(0.5), MANY)
  expect([far(4), far(20), far(50)].map(cheaper)).toEqual([false, false, true])
})

it('of many pages, asks all in a run that ends where the price has moved far', () => {
  const once = { ...MANY, isOnce: true }
  expect(under(new KeptPlaces(placedBy(MARKET)), dearer(1.15), once)(page(1))).toBe(true)
  expect(under(new KeptPlaces(placedBy(MARKET)), dearer(1.3), once)(page(1))).toBe(false)
})

it('goes on with the turns of the plan before, also in another run', () => {
  const places = new KeptPlaces(placedBy(MARKET))
  places.under(MARKET, MANY)
  places.under(MARKET, MANY)
  expect(places.plansUntilTurn(page(2))).toBe(1)
  expect(places.plansUntilTurn(page(1))).toBe(10)
  const later = new KeptPlaces(placedBy({ ...MARKET, nextTurn: places.memory.nextTurn }))
  const isKept = under(later, MARKET, MANY)
  expect([page(1), page(2), page(12)].map(isKept)).toEqual([true, false, false])
})

it('of many pages that nobody has planned, asks no more than of others, unless the run ends', () => {
  const isKept = under(new KeptPlaces(placedBy(null)), MARKET, MANY)
  expect([page(1), page(10), page(1, { dueAt: NOW })].map(isKept)).toEqual([true, false, false])
  expect(under(new KeptPlaces(placedBy(null)), MARKET, { ...MANY, isOnce: true })(page(1))).toBe(false)
})
