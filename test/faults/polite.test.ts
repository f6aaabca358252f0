/** Politeness over kills and freezes, judged by what the origins themselves saw. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { seededRandom } from '../../src/env/index.ts'
import { stage } from '../e2e/stage.ts'
import { farm, gapsMs, type Moment, maxConcurrency, plain, type Site } from '../world/index.ts'
import { crawlAndKill, crawlToEnd, freeze, type Place, problemsOf, Scene, startCrawl } from './killing.ts'

const DELAY_MS = 3_000
const SHAPE = { hosts: 6, pages: 3, delayMs: DELAY_MS }

type AtEnd = (close: () => Promise<void>) => void

async function scene(atEnd: AtEnd) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-polite-'))
  const opened = await Scene.open(folder, SHAPE)
  atEnd(async () => {
    await opened.world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, opened }
}

async function postgres(atEnd: AtEnd): Promise<string> {
  const server = await startTestPostgres()
  atEnd(() => server.stop())
  return `${server.url}?schema=polite${process.pid}`
}

// Most of their time they wait for delays: they do so together.
it.concurrent.for(['sqlite', 'postgres'] as const)(
  '%s: a kill never shortens a delay',
  async (store, test) => {
    const { folder, opened } = await scene(test.onTestFinished)
    const collection = store === 'sqlite' ? join(folder, 'data') : await postgres(test.onTestFinished)
    const place: Place = { collection, archive: join(folder, 'archive') }
    const random = seededRandom(7)
    // The first request under way is the hardest: nothing is known of the server yet.
    for (const requests of [1, 3, 7]) await crawlAndKill(opened, place, requests, random.next() * 300)
    expect(await crawlToEnd(opened, place)).toBeNull()
    expect(opened.rudeness(DELAY_MS)).toEqual([])
    expect(await problemsOf(place, opened.expected)).toEqual([])
  },
)

it.concurrent('PostgreSQL: a worker that was stopped past its lease neither asks nor writes for what it lost', async test => {
  const { folder, opened } = await scene(test.onTestFinished)
  const place: Place = { collection: await postgres(test.onTestFinished), archive: join(folder, 'archive') }
  const workers = [startCrawl(opened, place), startCrawl(opened, place)]
  const exits = workers.map(async worker => {
    let said = ''
    worker.stderr!.on('data', chunk => (said += chunk))
    worker.stdout!.resume()
    const [code] = await once(worker, 'exit')
    return code === 0 ? null : `exit code ${code}: ${said}`
  })
  await opened.more(4, workers[0]!)
  for (const n of [0, 1, 0]) {
    await freeze(workers[n]!, opened, 4_500)
    await opened.world.clock.sleep(1_000)
  }
  expect(await Promise.all(exits)).toEqual([null, null])
  expect(opened.rudeness(DELAY_MS)).toEqual([])
  expect(await crawlToEnd(opened, place)).toBeNull()
  expect((await problemsOf(place, opened.expected)).filter(problem => !/responses/.test(problem))).toEqual([])
})

/** Hosts whose robots.txt is another host's, which is crawled at the same time. */
function borrowing(hosts: number): Site[] {
  const lender = farm(1, { pages: 6, domain: 'lender.test', firstAddress: 20_000 })[0]!
  const others = farm(hosts, { pages: 3, chained: false }).map(site => ({
    ...site,
    find: (path: string, at: Moment) =>
      path === '/robots.txt'
        ? { template: 'robots', status: 302, location: `http://${lender.host}/robots.txt` }
        : site.find(path, at),
  }))
  return [lender, ...others]
}

it.each(['server', 'host'] as const)(
  'by %s: turns at servers that a visit does not hold never overlap',
  async politeness => {
    const sites = borrowing(5)
    const { world, crawl } = await stage(sites)
    const ran = await crawl({
      seeds: sites.map(({ host }) => world.url(host)),
      request: { delay: '300ms', politeness },
      patience: '20s',
    })
    expect(ran.stored).toHaveLength(6 + 5 * 3)
    const by = politeness === 'host' ? 'host' : 'address'
    expect(Math.min(...gapsMs(world.log, by))).toBeGreaterThanOrEqual(299)
    expect(maxConcurrency(world.log, by)).toBe(1)
  },
)

it('a Crawl-delay holds from the request for robots.txt on', async () => {
  const [site] = farm(1, { pages: 3 })
  const robots = plain('User-agent: *\nCrawl-delay: 1', 'robots')
  const slow = {
    ...site!,
    find: (path: string, at: Moment) => (path === '/robots.txt' ? robots : site!.find(path, at)),
  }
  const { world, crawl } = await stage([slow])
  await crawl({ seeds: [world.url(slow.host)], request: { delay: '50ms' }, patience: '20s' })
  expect(world.log).toHaveLength(4)
  expect(Math.min(...gapsMs(world.log))).toBeGreaterThanOrEqual(999)
})
