import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { seededRandom, VirtualClock } from '../env/index.ts'
import { batch, fetched, NOW, running } from '../store/conformance/fixture.ts'
import { openSqliteStore, type QueuedPage, type Store } from '../store/index.ts'
import { PageLimit } from './page-limit.ts'

const LIMIT = 40

async function collectionOf(pages: number): Promise<{ store: Store; queue: QueuedPage[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-limit-'))
  const store = openSqliteStore({ folder, mode: 'write' })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const urls = Array.from({ length: pages }, (_, i) => `https://a.example/${i}`)
  return { store, queue: [...(await running(store, urls))] }
}

it('fills a collection to the last page and no further, whoever visits and whatever comes of it', async () => {
  const { store, queue } = await collectionOf(400)
  const random = seededRandom(11)
  const clock = new VirtualClock(NOW)
  const limits = await Promise.all(
    ['w1', 'w2', 'w3'].map(async worker => {
      if (worker !== 'w1') await store.join(worker, NOW)
      const limit = new PageLimit({ store, clock, worker, pages: LIMIT })
      limit.start(0)
      return limit
    }),
  )
  /** One in three visits brings no page. */
  async function visit(limit: PageLimit, page: QueuedPage): Promise<void> {
    if (!(await limit.begin(page))) return void queue.push(page)
    const isStored = random.next() < 0.66
    if (isStored) await store.commit(batch({ visits: [fetched(page)] }))
    limit.end(page, isStored)
  }
  const under: Promise<void>[] = []
  for (let turn = 0; turn < 2_000 && !limits.every(limit => limit.isReached); turn++) {
    const limit = limits[Math.floor(random.next() * 3)]!
    limit.recheck()
    if (limit.allowsNew && queue.length > 0) under.push(visit(limit, queue.shift()!))
    await clock.advance(100)
    if (random.next() < 0.3) await Promise.all(under.splice(0))
    expect((await store.counts()).fetched).toBeLessThanOrEqual(LIMIT)
  }
  await Promise.all(under)
  expect((await store.counts()).fetched).toBe(LIMIT)
})

it('asks nothing where there is no limit, and nothing of pages that are stored', async () => {
  const { store, queue } = await collectionOf(1)
  const parts = { store, clock: new VirtualClock(NOW), worker: 'w1' }
  const free = new PageLimit({ ...parts, pages: null })
  expect([free.allowsNew, await free.begin(queue[0]!), free.isReached]).toEqual([true, true, false])
  const full = new PageLimit({ ...parts, pages: 1 })
  full.start(1)
  expect([full.allowsNew, full.isReached, full.mayAllowMore]).toEqual([false, true, false])
  expect(await full.begin({ ...queue[0]!, revision: 1 })).toBe(true)
})
