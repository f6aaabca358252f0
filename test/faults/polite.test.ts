/** Politeness over kills and freezes, judged by what the origins themselves saw. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { seededRandom } from '../../src/env/index.ts'
import { crawlAndKill, crawlToEnd, freeze, type Place, problemsOf, Scene, startCrawl } from './killing.ts'

const DELAY_MS = 3_000
const SHAPE = { hosts: 6, pages: 3, delayMs: DELAY_MS }

async function scene() {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-polite-'))
  const opened = await Scene.open(folder, SHAPE)
  onTestFinished(async () => {
    await opened.world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, opened }
}

async function postgres(): Promise<string> {
  const server = await startTestPostgres()
  onTestFinished(() => server.stop())
  return `${server.url}?schema=polite${process.pid}`
}

it.each(['sqlite', 'postgres'] as const)('%s: a kill never shortens a delay', async store => {
  const { folder, opened } = await scene()
  const collection = store === 'sqlite' ? join(folder, 'data') : await postgres()
  const place: Place = { collection, archive: join(folder, 'archive') }
  const random = seededRandom(7)
  // The first request under way is the hardest: nothing is known of the server yet.
  for (const requests of [1, 3, 7]) await crawlAndKill(opened, place, requests, random.next() * 300)
  expect(await crawlToEnd(opened, place)).toBeNull()
  expect(opened.rudeness(DELAY_MS)).toEqual([])
  expect(await problemsOf(place, opened.expected)).toEqual([])
})

it('PostgreSQL: a worker that was stopped past its lease neither asks nor writes for what it lost', async () => {
  const { folder, opened } = await scene()
  const place: Place = { collection: await postgres(), archive: join(folder, 'archive') }
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
