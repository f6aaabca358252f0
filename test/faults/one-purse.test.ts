/** Several workers on one PostgreSQL: together they keep to one limit, one budget and one plan, also without the ones that die. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { openHoldings } from '../../src/crawl/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import type { Store } from '../../src/store/index.ts'
import { type Running, start, tidewatch } from '../e2e/shell.ts'
import { farm, frozen, startWorld } from '../world/index.ts'

const HOSTS = 6
const PAGES = 10
const PER_SECOND = 3
/** Each may have one fetch under way that is not earned yet. */
const WORKERS = 3

type AtEnd = (end: () => Promise<void>) => void

async function scene(atEnd: AtEnd, more: Readonly<Record<string, unknown>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-purse-'))
  const server = await startTestPostgres()
  const world = await startWorld({
    sites: farm(HOSTS, { pages: PAGES }).map(site => ({ ...frozen(site), latencyMs: 40 })),
    keepLog: true,
  })
  atEnd(async () => {
    await world.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const collection = `${server.url}?schema=purse${process.pid}`
  const config = join(folder, 'config.json')
  // All pages want to be visited every few seconds, six times as often as the budget pays for.
  const refresh = { budget: `${PER_SECOND * 60}/minute`, bounds: ['1s', '3s'], discover: 0 }
  await writeFile(
    config,
    JSON.stringify({
      ...{ seeds: [world.url(world.sites[0]!.host)], refresh, limits: { lease: '2s' }, threads: 1 },
      ...{ request: { allowPrivate: true, delay: 0 }, patience: '2s', dns: { hosts: world.hosts() } },
      ...more,
    }),
  )
  const where = ['-c', collection, '--archive', join(folder, 'archive')]
  const look = async <T>(at: (store: Store) => Promise<T>): Promise<T> => {
    const holdings = await openHoldings(collection, { mode: 'read', archiveFolder: join(folder, 'archive') })
    try {
      return await at(holdings.store)
    } finally {
      await holdings.close()
    }
  }
  const shared = () => look(store => store.refresh())
  const holders = () => look(async store => (await collect(store.servers())).map(({ worker }) => worker))
  const stored = () => look(async store => (await store.counts()).fetched)
  return { world, config, where, shared, holders, stored }
}

it('three processes spend one budget, also after one of them was killed', async test => {
  const { world, config, where, shared, holders } = await scene(test.onTestFinished)
  const crawled = await tidewatch('crawl', '--config', config, ...where)
  expect(crawled.code, crawled.stderr).toBe(0)
  expect((await shared()).crawledAt).not.toBeNull()
  const first = world.log.length
  const { clock } = world
  const watch = () => start(['watch', config, ...where, '--progress', 'json'])
  const workers = [watch(), watch(), watch()]
  test.onTestFinished(() => workers.forEach(({ child }) => void child.kill('SIGKILL')))
  await Promise.all(workers.map(worker => worker.said(/"budgetPerDay":\d/)))
  await clock.sleep(6_000)

  // The one that plans is the hardest to lose.
  const planner = (await shared()).planner!
  const dead = workers.find(({ child }) => planner.startsWith(`${child.pid}-`))!
  dead.child.kill('SIGKILL')
  await dead.ended
  await clock.sleep(8_000)
  const living = workers.filter(worker => worker !== dead)
  const row = await shared()
  expect(living.some(({ child }) => row.planner?.startsWith(`${child.pid}-`))).toBe(true)
  expect(await holders()).not.toContain(planner)
  await Promise.all(living.map(stopped))

  const requests = world.log.slice(first).filter(({ path }) => path !== '/robots.txt')
  const seconds = (clock.now() - (await shared()).crawledAt!) / 1_000
  expect(requests.length).toBeLessThanOrEqual(seconds * PER_SECOND + WORKERS)
  expect(requests.length).toBeGreaterThan(seconds * PER_SECOND * 0.4)
  // Nobody repeats what another has done, but for what was under way when a lease ran out: the same pages thrice would be a third of the requests.
  const asked = new Set(requests.map(({ host, path }) => host + path))
  expect(asked.size).toBeGreaterThan(Math.min(HOSTS * PAGES, requests.length) * 0.5)
  const { spentRefresh, purse } = await shared()
  expect(spentRefresh).toBeLessThanOrEqual(requests.length)
  expect(purse).toBeLessThan(seconds * PER_SECOND)
})

async function stopped({ child, ended }: Running): Promise<void> {
  child.kill('SIGINT')
  await Promise.race([ended, once(child, 'exit')])
}

it('three processes store as many pages as they may and no more, also when one of them was killed', async test => {
  const limit = 25
  const { world, config, where, stored } = await scene(test.onTestFinished, { scope: { pages: limit } })
  const crawl = () => start(['crawl', '--config', config, ...where, '--progress', 'json'])
  const workers = [crawl(), crawl(), crawl()]
  test.onTestFinished(() => workers.forEach(({ child }) => void child.kill('SIGKILL')))
  while (world.log.length < 15 && workers.some(({ child }) => child.exitCode === null))
    await world.clock.sleep(20)
  workers[0]!.child.kill('SIGKILL')
  const [, ...said] = await Promise.all(workers.map(({ ended }) => ended))
  expect(said.map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(['', ''])
  expect(await stored()).toBeLessThanOrEqual(limit)
  const last = await tidewatch('crawl', '--config', config, ...where)
  expect([last.code, await stored()]).toEqual([0, limit])
})
