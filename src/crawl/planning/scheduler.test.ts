import { expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { DAY_MS, policyNamed } from '../../refresh/index.ts'
import { type PlannedMarket, RefreshScheduler } from './scheduler.ts'

const NOW = 400 * DAY_MS
const PAGE = {
  ...{ host: 1, fetchedAt: NOW, hintedAt: null, hintedBy: 0, saidRate: null, belief: null, importance: null },
  ...{ copyOf: null, pageClass: null, accessibility: null, relevance: null },
}

/** After how many days a page that has moved is looked at again: for good, and for now. */
function waits(bounds: [string, string], evenDays: number | null): [number, number] {
  const rules = [{ url: { prefix: 'https://a.example/legal' }, bounds: ['60d', '90d'] as [string, string] }]
  const { settings } = configFrom({ refresh: { bounds, rules } })
  const market = { at: NOW, price: 1, probeDays: null, curiosityDays: 0, own: {} }
  const planned: PlannedMarket | null = evenDays === null ? null : { ...market, evenDays }
  const scheduler = new RefreshScheduler(policyNamed('value', { objective: 'freshness' }), settings, planned)
  const page = { ...PAGE, url: 'https://a.example/' }
  const legal = { ...PAGE, url: 'https://a.example/legal' }
  expect(scheduler.lookAgainAt(legal, NOW, true)).toBe(NOW + 60 * DAY_MS)
  return [false, true].map(isForNow => (scheduler.lookAgainAt(page, NOW, isForNow) - NOW) / DAY_MS) as never
}

it('looks at pages that have moved with the rounds of the budget, within the bounds of pages', () => {
  expect(waits(['10m', '90d'], null)).toEqual([7, 7])
  expect(waits(['10m', '90d'], 0.5)).toEqual([7, 0.5])
  expect(waits(['10m', '90d'], 30)).toEqual([30, 30])
  expect(waits(['1d', '3d'], 0.5)).toEqual([3, 1])
})
