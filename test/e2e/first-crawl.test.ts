/** The first crawl of a collection that is watched: what it costs, and when it is over. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { configFrom } from '../../src/config/index.ts'
import { openHoldings, type Plan, type RunOptions, runCrawl } from '../../src/crawl/index.ts'
import { realClock, realRandom, silentLog } from '../../src/env/index.ts'
import type { Store } from '../../src/store/index.ts'
import { startWorld, templateSite, type World } from '../world/index.ts'
import { stage } from './stage.ts'

const PAGES = 600
const site = templateSite('a.test', { categories: 20, perCategory: 40 })

it('asks no more of the store under watch than under crawl', async () => {
  const world = await startWorld({ sites: [site] })
  onTestFinished(() => world.stop())
  const crawl = await callsOf(world, {})
  const watch = await callsOf(world, { work: { discover: true, refresh: true }, plan: 'always' })
  expect(watch.get('take')!).toBeLessThan(1.5 * crawl.get('take')! + 5)
  expect(watch.get('writeMeta')!).toBeLessThan(crawl.get('writeMeta')! + 5)
  expect(watch.get('counts')!).toBeLessThan(crawl.get('counts')! + 5)
})

/** How often a run of so many visits called each method of its store. */
async function callsOf(world: World, extras: Partial<RunOptions>): Promise<ReadonlyMap<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-first-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const holdings = await openHoldings(folder, { mode: 'write' })
  const { store, calls } = countedStore(holdings.store)
  const { settings } = configFrom({
    seeds: ['http://a.test/'],
    threads: 1,
    request: { delay: 0, allowPrivate: true },
  })
  const env = { clock: realClock, random: realRandom, network: world.network, log: silentLog }
  const stop = new AbortController()
  let visits = 0
  const onVisit = () => void (++visits === PAGES && stop.abort())
  await runCrawl({ ...holdings, store }, { ...extras, env, settings, onVisit, signal: stop.signal })
  await holdings.close()
  return calls
}

function countedStore(store: Store): { readonly store: Store; readonly calls: ReadonlyMap<string, number> } {
  const calls = new Map<string, number>()
  const counted = new Proxy(store, {
    get(target, name: string) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...words: unknown[]) => {
        calls.set(name, (calls.get(name) ?? 0) + 1)
        return value.apply(target, words)
      }
    },
  })
  return { store: counted, calls }
}

it('begins to refresh although a server that is down still has pages waiting', async () => {
  const sites = [
    templateSite('a.test', { categories: 1, perCategory: 3 }),
    templateSite('dead.test', { categories: 1, perCategory: 8 }),
  ]
  const on = await stage(sites)
  on.world.faults.set('dead.test', { kind: 'hang', paths: path => path !== '/robots.txt' })
  const stop = new AbortController()
  const plans: Plan[] = []
  const seeds = ['http://a.test/', ...Array.from({ length: 8 }, (_, n) => `http://dead.test/${n}`)]
  const giveUp = setTimeout(() => stop.abort(), 30_000)
  const ran = await on.crawl(
    { seeds, request: { timeout: '300ms', connectTimeout: '300ms', perServer: 1 } },
    {
      ...{ work: { discover: true, refresh: true }, plan: 'always', signal: stop.signal },
      onPlan: plan => {
        plans.push(plan)
        stop.abort()
      },
    },
  )
  clearTimeout(giveUp)
  expect(plans.length).toBe(1)
  expect([...ran.pages.values()].some(page => page.status === 'waiting')).toBe(true)
})
