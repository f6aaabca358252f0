/** Pages that are visited as often as somebody says, without a budget: single pages that are watched. */
import { expect, it } from 'vitest'
import { plain, type Site } from '../world/index.ts'
import { fastStage, START } from './fast-stage.ts'
import { ownWords } from './own-words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HOURS = 12

it('bounds are paid for without a budget, and take nothing from other pages', {
  timeout: 60_000,
}, async () => {
  const find: Site['find'] = path =>
    /^\/[abc]$/.test(path) ? plain(`<p>${ownWords(path.charCodeAt(1))}`, 'page', 'text/html') : undefined
  const site = { host: 'w.test', kind: 'watched', entries: ['/a'], find }
  const { watch, read } = await fastStage([site], HOURS / 24, 12)
  const exact = (path: string, bounds: [string, string]) => ({
    url: { exact: `http://w.test${path}` },
    bounds,
  })
  const config = {
    seeds: ['http://w.test/a', 'http://w.test/b', 'http://w.test/c'],
    scope: { depth: 0, soft404: false },
    refresh: {
      interval: '2h',
      bounds: ['2h', '2h'] as [string, string],
      rules: [exact('/a', ['20m', '20m']), exact('/c', ['10m', '90d'])],
    },
  }
  await watch(config, {}, START + HOURS * HOUR_MS)
  const visits = await read(async ({ store }) => {
    const times: number[][] = []
    for await (const page of store.pages({})) times.push((await store.visits(page)).map(({ at }) => at))
    return times
  })
  // On a fast clock, a busy machine is late: every two hours may become every three.
  const [often = 0, twoHourly = 0, free = 0] = visits.map(({ length }) => length)
  const pauses = visits.map(times => times.slice(1).map((at, i) => (at - times[i]!) / MINUTE_MS))
  expect(Math.min(...pauses[0]!)).toBeGreaterThan(19)
  expect(Math.min(...pauses[1]!)).toBeGreaterThan(118)
  expect(often).toBeGreaterThan(HOURS * 2)
  expect(often).toBeLessThanOrEqual(HOURS * 3 + 1)
  expect(twoHourly).toBeGreaterThan(HOURS / 3)
  expect(twoHourly).toBeLessThanOrEqual(HOURS / 2 + 2)
  expect(free).toBeGreaterThanOrEqual(2)
})
