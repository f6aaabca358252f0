/** Faults inside the process: an archive that refuses writes, a clock that jumps, workers that come and go. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { configFrom } from '../../src/config/index.ts'
import { openHoldings, runCrawl } from '../../src/crawl/index.ts'
import { type Clock, realClock, realRandom, silentLog } from '../../src/env/index.ts'
import { farm, gapsMs, maxConcurrency, startWorld } from '../world/index.ts'

const settingsFor = (delay: string | 0) =>
  configFrom({
    seeds: ['http://h0.farm.test/'],
    request: { delay, allowPrivate: true, retryDelay: '100ms' },
    patience: '3s',
    threads: 1,
  }).settings

async function scene(hosts: number, pages: number) {
  const world = await startWorld({ sites: farm(hosts, { pages }) })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-disturbed-'))
  onTestFinished(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const env = { clock: realClock, random: realRandom, network: world.network, log: silentLog }
  return { world, folder, env }
}

const asked = (log: readonly { path: string }[]) => log.filter(entry => entry.path !== '/robots.txt').length

it('ends with a sentence when the archive cannot be written, and loses nothing', async () => {
  const { folder, env } = await scene(2, 20)
  const archiveFolder = join(folder, 'archive')
  await writeFile(archiveFolder, 'a file stands where the folder should be')
  const name = join(folder, 'data')
  const run = async () => {
    const collection = await openHoldings(name, { mode: 'write', archiveFolder })
    try {
      return await runCrawl(collection, { env, settings: settingsFor(0) })
    } finally {
      await collection.close()
    }
  }
  await expect(run()).rejects.toMatchObject({
    name: 'Failure',
    message: expect.stringContaining(archiveFolder),
  })
  await rm(archiveFolder)
  await mkdir(archiveFolder)
  await chmod(archiveFolder, 0o755)
  expect(await run()).toMatchObject({ pages: 40, interrupted: false })
})

it('keeps its delays when the wall clock jumps back and forth', async () => {
  const { world, folder, env } = await scene(3, 6)
  let offset = 0
  const clock: Clock = { ...realClock, now: () => realClock.now() + offset }
  const collection = await openHoldings(join(folder, 'data'), { mode: 'write' })
  let visits = 0
  const onVisit = () => void (offset = [0, 3_600_000, -3_600_000, 86_400_000, -86_400_000][++visits % 5]!)
  const result = await runCrawl(collection, {
    env: { ...env, clock },
    settings: settingsFor('100ms'),
    onVisit,
  })
  await collection.close()
  expect(Math.min(...gapsMs(world.log))).toBeGreaterThanOrEqual(99)
  expect(maxConcurrency(world.log)).toBe(1)
  expect(result.pages).toBeGreaterThan(0)
  const again = await openHoldings(join(folder, 'data'), { mode: 'write' })
  const rest = await runCrawl(again, { env, settings: settingsFor(0) })
  await again.close()
  expect(rest.pages).toBe(18)
})

it('several workers share one PostgreSQL: every page once, every server polite, also when one leaves', async () => {
  const server = await startTestPostgres()
  onTestFinished(() => server.stop())
  const { world, folder, env } = await scene(12, 25)
  const url = `${server.url}?schema=workers${process.pid}`
  const leaving = new AbortController()
  const work = async (n: number) => {
    const collection = await openHoldings(url, { mode: 'write', archiveFolder: join(folder, 'archive') })
    let visits = 0
    const onVisit = () => void (n === 0 && ++visits >= 20 && leaving.abort())
    const extras = n === 0 ? { signal: leaving.signal } : {}
    const result = await runCrawl(collection, { env, settings: settingsFor('20ms'), onVisit, ...extras })
    await collection.close()
    return result
  }
  await Promise.all([0, 1, 2].map(work))
  const collection = await openHoldings(url, { mode: 'read' })
  const counts = await collection.store.counts()
  await collection.close()
  expect(counts).toMatchObject({ completed: 300, waiting: 0, running: 0, fetched: 300 })
  expect(asked(world.log)).toBe(300)
  expect(maxConcurrency(world.log)).toBe(1)
  expect(Math.min(...gapsMs(world.log))).toBeGreaterThanOrEqual(19)
})
