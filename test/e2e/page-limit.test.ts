/** A collection never holds more pages than `scope.pages` allows, whichever command fills it. */
import { expect, it } from 'vitest'
import { acceleratedClock } from '../../src/env/index.ts'
import { changing, DAY_MS, plain, type Site, templateSite } from '../world/index.ts'
import { type Stage, stage } from './stage.ts'

const PAGES = 20
const START = Date.UTC(2026, 0, 5)
const site = templateSite('a.test', { categories: 4, perCategory: 20, changes: changing(0.2, 1) })
const input = { seeds: ['http://a.test/'], scope: { pages: PAGES } }
const WATCHING = { work: { discover: true, refresh: true }, plan: 'always' } as const

it('holds for watch, in the first crawl and when pages come back', async () => {
  const clock = acceleratedClock(3 * 86_400, undefined, START)
  const { crawl, read } = await stage([site], { clock })
  const stop = new AbortController()
  clock.timer(20 * DAY_MS, () => stop.abort())
  const patient = { request: { timeout: '20d', connectTimeout: '20d' } } as const
  const refresh = { interval: '2d', discover: 0.5 }
  const ran = await crawl({ ...input, ...patient, refresh }, { ...WATCHING, signal: stop.signal })
  // Better pages may have taken the places of worse ones, whose copies stay; some may not have been visited yet.
  const { fetched, chosen } = await read(({ store }) => store.counts())
  expect(fetched + chosen).toBe(PAGES)
  const held = [...ran.pages.values()].filter(page => page.revision > 0 && page.excludedBy !== 'replaced')
  expect(held.length).toBe(fetched)
  expect(ran.visits.length).toBeGreaterThan(PAGES)
})

it.each(['all', 'due'] as const)('holds for a recrawl of %s pages', async which => {
  const { crawl, recrawl } = await stage([site])
  await crawl({ ...input, scope: { pages: PAGES / 2 } })
  const ran = await recrawl({ ...input, refresh: { budget: '1000000/day' } }, which)
  expect(ran.stored.length).toBeLessThanOrEqual(PAGES)
  // What is due is bought with what the budget has earned; everything comes for nothing.
  if (which === 'all') expect(ran.stored.length).toBe(PAGES)
})

it('is reached by a recrawl although some pages that were tried are not there', async () => {
  const on = await stage([site])
  await on.crawl({ ...input, scope: { pages: PAGES / 2 } })
  breakSome(on)
  const ran = await on.recrawl(input)
  expect(ran.stored.length).toBe(PAGES)
})

it('lets a recrawl of everything end that meets redirects again', async () => {
  const page = (body: string) => plain(`<!doctype html><title>x</title>${body}`, 'x', 'text/html')
  const links = Array.from({ length: 20 }, (_, i) => `<a href=/${i}>${i}</a>`).join(' ')
  const moving: Site = {
    ...{ host: 'b.test', kind: 'moving', entries: ['/'] },
    find: path =>
      /^\/old\/\d$/.test(path)
        ? { ...page(''), status: 301, headers: { location: '/' }, location: '/' }
        : page(`<p>This is ${path}</p><a href=/old/1>1</a> <a href=/old/2>2</a> ${links}`),
  }
  const { crawl, recrawl } = await stage([moving])
  const few = { seeds: ['http://b.test/'], scope: { pages: 8 } }
  await crawl(few)
  const ran = await recrawl(few)
  expect(ran.stored).toHaveLength(8)
  expect(ran.visits.filter(({ outcome }) => outcome.kind === 'moved')).toHaveLength(2)
})

/** Half of what is asked for fails for good. */
function breakSome({ world }: Stage): void {
  world.faults.set('a.test', { kind: 'reset', share: 0.5 })
}
