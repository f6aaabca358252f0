/** `recrawl --due` as cron runs it: what is due and nothing else, and no more than the budget has earned. */
import { expect, it } from 'vitest'
import type { RunOptions } from '../../src/crawl/index.ts'
import { changing, DAY_MS, plain, type Site, templateSite } from '../world/index.ts'
import { JumpingClock } from './jumping-clock.ts'
import { type Ran, stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const HOUR_MS = DAY_MS / 24
const SEEDS = ['http://d.test/']
/** On a fast clock, seconds are moments. */
const request = { timeout: '10m', connectTimeout: '10m' } as const

async function cronStage(perCategory = 2) {
  const clock = new JumpingClock(START)
  const site = templateSite('d.test', { categories: 2, perCategory, changes: changing(0.5, 2) })
  return { ...(await stage([site], { clock })), clock }
}

const again = (first: Ran, ran: Ran) =>
  ran.visits.map(visit => visit.url).filter(url => first.stored.includes(url))

it('visits what is due and nothing else', async () => {
  const { crawl, recrawl, clock } = await cronStage()
  const rules = [{ url: { prefix: 'http://d.test/item/' }, bounds: ['5d', '90d'] as [string, string] }]
  const config = { seeds: SEEDS, request, refresh: { policy: 'uniform', interval: '2h', rules } }
  const first = await crawl(config)
  expect(again(first, await recrawl(config, 'due'))).toEqual([])
  clock.jump(3 * HOUR_MS)
  const others = first.stored.filter(url => !url.startsWith('http://d.test/item/'))
  expect(again(first, await recrawl(config, 'due')).sort()).toEqual(others)
  expect(others.length).toBeLessThan(first.stored.length)
})

it('finds nothing due before its time right after a first crawl', async () => {
  const { crawl, recrawl, read, clock } = await cronStage()
  const config = { seeds: SEEDS, request, refresh: { interval: '7d' } }
  const first = await crawl(config)
  clock.jump(HOUR_MS)
  expect(again(first, await recrawl(config, 'due'))).toEqual([])
  const soonest = await read(async ({ store }) => {
    let soonest = Infinity
    for await (const page of store.plannedPages()) soonest = Math.min(soonest, page.dueAt! - page.fetchedAt)
    return soonest
  })
  expect(soonest).toBeGreaterThan(DAY_MS)
})

it('run every few hours, fetches what the budget earns and no more', async () => {
  const { crawl, recrawl, clock } = await cronStage()
  const config = { seeds: SEEDS, request, refresh: { budget: '1/day', discover: 0 } }
  const first = await crawl(config)
  expect(first.stored.length).toBeGreaterThan(8)
  let fetches = 0
  for (let hour = 0; hour < 72; hour += 3) {
    clock.jump(3 * HOUR_MS)
    fetches += (await recrawl(config, 'due')).visits.length
  }
  expect(fetches).toBeGreaterThanOrEqual(2)
  expect(fetches).toBeLessThanOrEqual(3)
})

it('run once a week, spends the earnings of the week', async () => {
  const { crawl, recrawl, clock } = await cronStage()
  const config = { seeds: SEEDS, request, refresh: { interval: '14d', discover: 0 } }
  const first = await crawl(config)
  const fetched: number[] = []
  for (let week = 0; week < 3; week++) {
    clock.jump(7 * DAY_MS)
    fetched.push((await recrawl(config, 'due')).visits.length)
  }
  for (const fetches of fetched) expect(fetches).toBeLessThanOrEqual(first.stored.length * 0.5 + 1)
  expect(fetched.reduce((sum, fetches) => sum + fetches, 0)).toBeGreaterThanOrEqual(first.stored.length)
})

it('goes on with a crawl that was interrupted, and takes no money for it', async () => {
  const { crawl, recrawl } = await cronStage()
  const config = { seeds: SEEDS, request, refresh: { budget: '1/day' } }
  const stop = new AbortController()
  const onVisit: RunOptions['onVisit'] = () => stop.abort()
  const first = await crawl({ ...config, limits: { connections: 1 } }, { signal: stop.signal, onVisit })
  const rest = await recrawl(config, 'due')
  expect(again(first, rest)).toEqual([])
  expect(rest.stored.length).toBeGreaterThan(first.stored.length)
})

it('a collection that is full counts as crawled and is kept fresh', async () => {
  const { crawl, recrawl, read, clock } = await cronStage(6)
  const config = { seeds: SEEDS, request, scope: { pages: 6 }, refresh: { interval: '2d' } }
  const first = await crawl(config)
  expect(first.stored.length).toBe(6)
  expect(await read(async ({ store }) => (await store.refresh()).crawledAt)).not.toBeNull()
  clock.jump(2 * DAY_MS)
  expect(again(first, await recrawl(config, 'due')).length).toBeGreaterThan(2)
})

it('new pages get their share, however much there is to refresh', async () => {
  let items = 40
  const page = (body: string) => plain(`<!doctype html><title>x</title>${body}`, 'x', 'text/html')
  const list = () => Array.from({ length: items }, (_, i) => `<a href=/item/${i}>item ${i}</a>`).join(' ')
  const site: Site = {
    ...{ host: 'd.test', kind: 'list', entries: ['/'] },
    find(path) {
      const [, item] = /^\/item\/(\d+)$/.exec(path) ?? []
      if (path === '/') return page(list())
      return item !== undefined && Number(item) < items
        ? page(`<p>Of item ${item} there are few.</p>`)
        : undefined
    },
  }
  const clock = new JumpingClock(START)
  const { crawl, recrawl } = await stage([site], { clock })
  const config = { seeds: SEEDS, request, refresh: { budget: '20/day' } }
  await crawl(config)
  items = 50
  let stored: readonly string[] = []
  for (let run = 0; run < 5; run++) {
    clock.jump(2 * DAY_MS)
    const ran = await recrawl(config, 'due')
    stored = ran.stored
    expect(ran.visits.length).toBeLessThanOrEqual(42)
    expect(ran.visits.length).toBeGreaterThan(10)
  }
  expect(stored).toHaveLength(51)
})
