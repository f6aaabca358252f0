import { describe, expect, it } from 'vitest'
import {
  A,
  ALL,
  batch,
  candidate,
  DISCOVER,
  empty,
  fetched,
  HOUR,
  hostOf,
  leaseAll,
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  statusOf,
  take,
} from './fixture.ts'

const urls = (pages: readonly { url: string }[]) => pages.map(page => page.url.slice(A.length))

export function taking(current: () => Opened): void {
  describe('taking pages', () => {
    it('orders by rank, then by insertion, also across batches', async () => {
      const { store } = current()
      await store.add(['/c', '/a', '/b'].map(path => candidate(A + path, { rank: 1 })))
      await store.add([
        candidate(`${A}/last`, { rank: 2.5 }),
        candidate(`${A}/first`, { rank: -1 }),
        candidate(`${A}/0`, { rank: 1 }),
      ])
      expect(urls(await take(store, A))).toEqual(['/first', '/c', '/a', '/b', '/0', '/last'])
    })

    it('marks running, hands nothing out twice and keeps to the limit', async () => {
      const { store } = current()
      await store.add(Array.from({ length: 25 }, (_, i) => candidate(`${A}/${i}`)))
      const seen = new Set<string>()
      for (const expected of [10, 10, 5, 0]) {
        const pages = await take(store, A, 10)
        expect(pages).toHaveLength(expected)
        for (const page of pages) seen.add(page.url)
      }
      expect(seen.size).toBe(25)
      expect(await store.counts()).toMatchObject({ waiting: 0, running: 25 })
      expect(await statusOf(store, `${A}/0`)).toBe('running')
    })

    it('takes a page that somebody asked for before all others, once, whatever the work is', async () => {
      const { store } = current()
      const [one, two] = await running(store, [`${A}/1`, `${A}/2`])
      const visits = [
        fetched(one!, { dueAt: NOW + HOUR }),
        empty(two!, { outcome: 'denied', status: 'excluded' }),
      ]
      await store.commit(batch({ visits }))
      await store.add([candidate(`${A}/3`)])
      const stored = (await pageAt(store, `${A}/1`))!
      expect(await store.askFor(stored, NOW)).toBe(true)
      expect(await store.askFor((await pageAt(store, `${A}/2`))!, NOW)).toBe(false)
      const taken = await take(store, A, 10, DISCOVER)
      expect(urls(taken)).toEqual(['/1', '/3'])
      await store.putBack(taken)
      expect(await statusOf(store, `${A}/1`)).toBe('completed')
      const again = await take(store, A, 1, REFRESH)
      expect(urls(again)).toEqual(['/1'])
      await store.commit(batch({ visits: [fetched(again[0]!, { at: NOW + 1, dueAt: NOW + HOUR })] }))
      expect(urls(await take(store, A, 10, ALL))).toEqual(['/3'])
      expect(await store.check()).toEqual([])
    })

    it('has a server leased at once for a page that somebody asked for', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW + HOUR })] }))
      await store.leave('w1')
      await store.join('w2', NOW)
      expect(await leaseAll(store, 'w2', NOW)).toEqual([])
      await store.askFor(page!, NOW)
      for (const work of [DISCOVER, REFRESH]) expect(await store.nextWorkAt(work)).toBe(0)
      expect(await leaseAll(store, 'w2', NOW, DISCOVER)).toHaveLength(1)
    })

    it('takes only what the work allows, refreshes first and the longest due among them first', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`, `${A}/4`, `${A}/5`])
      const [one, two, three, four, five] = pages
      await store.commit(
        batch({
          visits: [
            fetched(one!, { dueAt: NOW + 20 }),
            fetched(two!, { dueAt: NOW + 10 }),
            fetched(three!, { dueAt: NOW + HOUR }),
            empty(four!, { outcome: 'failed', status: 'error', failures: 1, dueAt: NOW + 5 }),
            empty(five!, { outcome: 'gone', httpStatus: 404, status: 'gone', dueAt: NOW + 15 }),
          ],
          candidates: [candidate(`${A}/new`)],
        }),
      )
      const back = async (work: typeof ALL, nowMs = NOW + 30) => {
        const taken = await take(store, A, 10, work, nowMs)
        await store.putBack(taken)
        return urls(taken)
      }
      expect(await back(REFRESH)).toEqual(['/2', '/1', '/5'])
      expect(await back(DISCOVER)).toEqual(['/4', '/new'])
      expect(await back(ALL)).toEqual(['/2', '/1', '/5', '/4', '/new'])
      expect(await back(ALL, NOW)).toEqual(['/new'])
    })

    it('hands out what the request and the comparison need', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW })] }))
      const [again] = await take(store, A)
      expect(again).toMatchObject({
        ...(await hostOf(store, A)),
        id: page!.id,
        host: page!.host,
        url: `${A}/1`,
        etag: '"1"',
        revision: 1,
        httpStatus: 200,
        lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
        fetchedAt: NOW,
        failures: 0,
        depth: 0,
        hops: 0,
        via: null,
        hintedAt: null,
      })
      expect(Buffer.isBuffer(again!.digest) && again!.digest.length).toBe(16)
      expect(again!.digest).toEqual((await pageAt(store, `${A}/1`))!.digest)
    })
  })

  describe('putting pages back', () => {
    it('restores waiting, completed, error and gone as they were, with their work', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`, `${A}/4`])
      const [one, two, three] = pages
      await store.commit(
        batch({
          visits: [
            // A stored page may have failures without being in error, and a gone page may have been stored before.
            fetched(one!, { dueAt: NOW, failures: 2 }),
            empty(two!, { outcome: 'failed', status: 'error', failures: 1, dueAt: NOW }),
            empty(three!, { outcome: 'gone', status: 'gone', dueAt: NOW, failures: 3 }),
          ],
        }),
      )
      await store.putBack([pages[3]!])
      const taken = await take(store, A)
      expect(taken).toHaveLength(4)
      await store.putBack(taken)
      const states = await Promise.all(['/1', '/2', '/3', '/4'].map(path => statusOf(store, A + path)))
      expect(states).toEqual(['completed', 'error', 'gone', 'waiting'])
      expect(await store.counts()).toMatchObject({ running: 0, waiting: 1, completed: 1, error: 1, gone: 1 })
      await store.leave('w1')
      expect(await store.nextWorkAt(DISCOVER)).toBe(0)
      expect(await store.nextWorkAt(REFRESH)).toBe(NOW)
      expect(await take(store, A)).toHaveLength(4)
    })

    it('gives a drained host its work back', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`])
      expect(await take(store, A)).toEqual([])
      const [server] = await leased(store)
      expect(await store.readyHosts(server!, ALL, NOW)).toEqual([])
      await store.putBack(pages)
      expect(await store.readyHosts(server!, ALL, NOW)).toMatchObject([{ origin: A }])
      await store.release('w1', [server!])
      expect(await store.nextWorkAt(DISCOVER)).toBe(0)
    })

    it('ignores pages that do not run', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(pages[0]!)] }))
      await store.putBack(pages)
      await store.putBack([])
      expect(await statusOf(store, `${A}/1`)).toBe('completed')
      expect(await store.counts()).toMatchObject({ running: 0, completed: 1, waiting: 0 })
    })
  })
}

/** The lease that `running` took, as a worker would remember it. */
async function leased(store: Opened['store']) {
  await store.leave('w1')
  await store.join('w1', NOW)
  const servers = await store.lease({ worker: 'w1', work: ALL, nowMs: NOW, untilMs: NOW + HOUR, limit: 9 })
  for (const host of await store.readyHosts(servers[0]!, ALL, NOW))
    await store.take({ host, work: ALL, nowMs: NOW, limit: 9 })
  for (const host of await store.readyHosts(servers[0]!, ALL, NOW))
    await store.take({ host, work: ALL, nowMs: NOW, limit: 9 })
  return servers
}
