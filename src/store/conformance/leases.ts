import { describe, expect, it } from 'vitest'
import type { ServerLease } from '../queue-rows.ts'
import {
  A,
  ALL,
  B,
  batch,
  candidate,
  collect,
  DISCOVER,
  empty,
  fetched,
  HOUR,
  leaseAll,
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  settle,
  statusOf,
  take,
} from './fixture.ts'

export function leases(current: () => Opened): void {
  describe('leases', () => {
    it('gives a server to one worker only', async () => {
      const { store } = current()
      await store.add(Array.from({ length: 30 }, (_, i) => candidate(`https://h${i}.example/`)))
      await settle(store)
      const held: number[] = []
      for (let round = 0; round < 8; round++) {
        const worker = `w${round % 2}`
        const servers = await store.lease({ worker, work: ALL, nowMs: NOW, untilMs: NOW + HOUR, limit: 4 })
        expect(servers.length).toBeLessThanOrEqual(4)
        held.push(...servers.map(server => server.id))
      }
      expect(held).toHaveLength(30)
      expect(new Set(held).size).toBe(30)
      expect([await store.isHeldByOthers('w0'), await store.isHeldByOthers('w1')]).toEqual([true, true])
      await store.leave('w1')
      expect([await store.isHeldByOthers('w0'), await store.isHeldByOthers('w1')]).toEqual([false, true])
      await store.lease({ worker: 'w0', work: ALL, nowMs: NOW, untilMs: NOW + HOUR, limit: 30 })
      expect(await store.nextWorkAt(ALL)).toBeNull()
    })

    it('keeps to the limit when servers have both kinds of work', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${B}/1`])
      await store.commit(
        batch({
          visits: pages.map(page => fetched(page, { dueAt: NOW })),
          candidates: [candidate(`${A}/2`), candidate(`${B}/2`)],
        }),
      )
      await store.leave('w1')
      expect(
        await store.lease({ worker: 'w', work: ALL, nowMs: NOW, untilMs: NOW + 1, limit: 1 }),
      ).toHaveLength(1)
      expect(
        await store.lease({ worker: 'w', work: ALL, nowMs: NOW, untilMs: NOW + 1, limit: 9 }),
      ).toHaveLength(1)
    })

    it('leases for the kind of work that is asked, when it is due', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW + HOUR })] }))
      await take(store, A)
      await store.leave('w1')
      expect(await store.nextWorkAt(DISCOVER)).toBeNull()
      expect(await store.nextWorkAt(ALL)).toBe(NOW + HOUR)
      expect(await leaseAll(store, 'w2', NOW + HOUR, DISCOVER)).toEqual([])
      expect(await leaseAll(store, 'w2', NOW + HOUR - 1)).toEqual([])
      expect(await leaseAll(store, 'w2', NOW + HOUR, REFRESH)).toHaveLength(1)
      // A worker that refreshes pages has nothing that a crawl would wait for.
      expect(await store.isHeldByOthers('w3')).toBe(false)
    })

    it('carries politeness over from worker to worker', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      await settle(store, () => '192.0.2.1:443')
      const [lease] = await leaseAll(store, 'w1')
      expect(lease).toMatchObject({
        address: '192.0.2.1:443',
        delayMs: 0,
        nextAt: 0,
        failures: 0,
        latencyMs: 0,
      })
      await store.release('w1', [
        { ...lease!, delayMs: 1_000, nextAt: NOW + 900, failures: 2, latencyMs: 45 },
      ])
      expect(await leaseAll(store, 'w2', NOW + 899)).toEqual([])
      expect(await store.nextWorkAt(ALL)).toBe(NOW + 900)
      const [again] = await leaseAll(store, 'w2', NOW + 900)
      expect(again).toEqual({ ...lease, delayMs: 1_000, nextAt: NOW + 900, failures: 2, latencyMs: 45 })
      await store.commit(
        batch({
          servers: [
            { shard: lease!.shard, id: lease!.id, delayMs: 7, nextAt: 8, failures: 9, latencyMs: 10 },
          ],
        }),
      )
      expect(await collect(store.servers())).toMatchObject([
        { worker: 'w2', delayMs: 7, nextAt: 8, failures: 9, latencyMs: 10 },
      ])
    })

    it('says which servers a worker still holds when it renews', async () => {
      const { store } = current()
      await running(store, [`${A}/1`, `${B}/1`])
      const held = [await holdingOf(store, A), await holdingOf(store, B)]
      expect(await store.renew('w1', NOW + 10)).toEqual(new Set(held.map(({ id }) => id)))
      await store.recover(NOW + 11)
      expect(await store.renew('w1', NOW + HOUR)).toEqual(new Set())
      expect(await leaseAll(store, 'w2')).toHaveLength(2)
    })

    it('leases a server by its address, known or not, unless another worker holds it', async () => {
      const { store } = current()
      const [mine] = await running(store, [`${A}/1`])
      const untilMs = NOW + HOUR
      const fresh = await store.leaseAddress({ worker: 'w2', address: '192.0.2.7:80', untilMs })
      expect(fresh).toMatchObject({ address: '192.0.2.7:80', delayMs: 0, nextAt: 0 })
      expect(await store.leaseAddress({ worker: 'w2', address: A, untilMs })).toBeNull()
      expect(await store.leaseAddress({ worker: 'w1', address: A, untilMs })).toMatchObject({ address: A })
      await store.release('w2', [{ ...fresh!, delayMs: 5, nextAt: NOW + 5 }])
      const again = await store.leaseAddress({ worker: 'w1', address: '192.0.2.7:80', untilMs })
      expect(again).toEqual({ ...fresh, delayMs: 5, nextAt: NOW + 5 })
      expect(await store.nextWorkAt(ALL)).toBeNull()
      await store.commit(batch({ visits: [fetched(mine!)] }))
    })

    it('lets only the holder release', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      await settle(store)
      const servers = await leaseAll(store, 'w1')
      await store.release(
        'w2',
        servers.map(server => ({ ...server, delayMs: 99 })),
      )
      expect(await leaseAll(store, 'w3')).toEqual([])
      expect(await collect(store.servers())).toMatchObject([{ worker: 'w1', delayMs: 0 }])
    })

    it('works out the next work when a server is released', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`])
      await store.commit(
        batch({
          visits: [fetched(pages[0]!, { dueAt: NOW + 2 * HOUR }), fetched(pages[1]!, { dueAt: NOW + HOUR })],
        }),
      )
      expect(await take(store, A)).toEqual([])
      expect(await store.nextWorkAt(ALL)).toBeNull()
      await store.leave('w1')
      expect(await store.nextWorkAt(DISCOVER)).toBeNull()
      expect(await store.nextWorkAt(REFRESH)).toBe(NOW + HOUR)
      expect(await leaseAll(store, 'w2')).toEqual([])
    })

    it('puts back what still runs when a server is released or its worker leaves', async () => {
      const { store } = current()
      await running(store, [`${A}/1`, `${B}/1`])
      const [row] = await collect(store.servers())
      expect(row?.worker).toBe('w1')
      await store.leave('w1')
      expect(await store.counts()).toMatchObject({ running: 0, waiting: 2 })
      const servers = await leaseAll(store, 'w2')
      expect(servers).toHaveLength(2)
      expect(await take(store, A)).toHaveLength(1)
      await store.release('w2', servers)
      expect(await store.counts()).toMatchObject({ running: 0, waiting: 2 })
      expect((await collect(store.servers())).every(server => server.worker === null)).toBe(true)
      expect(await store.nextWorkAt(ALL)).toBe(0)
    })

    it('wakes a held server for whoever comes next', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: pages.map(page => fetched(page)) }))
      expect(await take(store, A)).toEqual([])
      await store.add([candidate(`${A}/2`)])
      const servers = (await collect(store.servers())).filter(server => server.worker === 'w1')
      expect(servers).toHaveLength(1)
      await store.leave('w1')
      expect(await store.nextWorkAt(DISCOVER)).toBe(0)
    })
  })

  describe('recovery', () => {
    it('gives back what a dead worker held', async () => {
      const opened = current()
      const pages = await running(opened.store, [`${A}/1`, `${A}/2`, `${B}/1`])
      await opened.store.commit(batch({ visits: [fetched(pages[0]!, { dueAt: NOW })] }))
      await take(opened.store, A)
      expect(await opened.store.counts()).toMatchObject({ running: 3 })
      const store = await opened.reopen()
      expect(await store.workers()).toEqual(['w1'])
      expect(await store.recover(NOW)).toEqual({ pages: 3, workers: ['w1'] })
      expect(await store.workers()).toEqual([])
      expect(await store.counts()).toMatchObject({ running: 0, waiting: 2, completed: 1 })
      expect(await statusOf(store, `${A}/1`)).toBe('completed')
      expect(await leaseAll(store, 'w2')).toHaveLength(2)
      expect(await store.recover(NOW)).toEqual({ pages: 0, workers: [] })
    })

    it('lets servers rest as if a request had been answered just now', async () => {
      const opened = current()
      await running(opened.store, [`${A}/1`, `${B}/1`])
      const { shard, id } = await holdingOf(opened.store, B)
      await opened.store.commit(
        batch({ servers: [{ shard, id, delayMs: 8_000, nextAt: NOW - 1, failures: 0, latencyMs: 3 }] }),
      )
      const store = await opened.reopen()
      await store.recover(NOW, 2_000)
      const rested = new Map((await collect(store.servers())).map(server => [server.address, server.nextAt]))
      expect(rested).toEqual(
        new Map([
          [A, NOW + 2_000],
          [B, NOW + 8_000],
        ]),
      )
      expect(await leaseAll(store, 'w2', NOW + 1_999)).toEqual([])
    })

    it('moves what was planned by a clock that has been set back', async () => {
      const { store } = current()
      const [page, failed, old] = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      const DAY = 24 * HOUR
      const host = { shard: page!.shard, id: page!.host }
      const { shard, id } = await holdingOf(store, A)
      await store.recover(NOW + DAY)
      await store.commit(
        batch({
          visits: [
            fetched(page!, { at: NOW + DAY - HOUR, dueAt: NOW + DAY + HOUR }),
            empty(failed!, { outcome: 'failed', status: 'error', failures: 1, dueAt: NOW + DAY + 5_000 }),
            fetched(old!, { at: NOW - HOUR, dueAt: NOW + 7 * DAY }),
          ],
          servers: [{ shard, id, delayMs: 3_000, nextAt: NOW + DAY + 2_000, failures: 0, latencyMs: 1 }],
        }),
      )
      const robots = { fetchedAt: NOW + DAY, expiresAt: NOW + 2 * DAY, httpStatus: 404, body: null }
      await store.writeRobots(host, { ...robots, verdict: 'allow' })
      await store.leave('w1')
      await store.recover(NOW)
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ fetchedAt: NOW, dueAt: NOW + HOUR })
      expect(await pageAt(store, `${A}/2`)).toMatchObject({ dueAt: NOW + 5_000 })
      expect(await pageAt(store, `${A}/3`)).toMatchObject({ fetchedAt: NOW - HOUR, dueAt: NOW + 7 * DAY })
      expect(await collect(store.servers())).toMatchObject([{ nextAt: NOW + 3_000 }])
      expect(await store.readRobots(host)).toMatchObject({ fetchedAt: NOW, expiresAt: NOW + DAY })
      expect(await store.nextWorkAt(DISCOVER)).toBeLessThanOrEqual(NOW + 5_000)
      expect(await store.nextWorkAt(REFRESH)).toBe(NOW + HOUR)
      await store.recover(NOW - 30_000)
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ fetchedAt: NOW, dueAt: NOW + HOUR })
      expect(await store.check()).toEqual([])
    })

    it('leaves the living alone', async () => {
      const { store } = current()
      await running(store, [`${A}/1`])
      expect(await store.recover(NOW)).toEqual({ pages: 0, workers: [] })
      expect(await store.counts()).toMatchObject({ running: 1 })
      expect(await leaseAll(store, 'w2')).toEqual([])
    })

    it('takes back a lease that ran out, unless it was renewed', async () => {
      const { store } = current()
      await running(store, [`${A}/1`])
      await store.renew('w1', NOW + HOUR)
      expect(await store.recover(NOW + HOUR)).toMatchObject({ pages: 0 })
      expect(await store.recover(NOW + HOUR + 1)).toMatchObject({ pages: 1 })
      expect(await leaseAll(store, 'w2')).toHaveLength(1)
    })

    it('lets a worker come back under its old name', async () => {
      const opened = current()
      await running(opened.store, [`${A}/1`])
      const store = await opened.reopen()
      await store.join('w1', NOW)
      await store.recover(NOW)
      expect(await store.counts()).toMatchObject({ running: 0, waiting: 1 })
      expect(await leaseAll(store, 'w1')).toHaveLength(1)
    })

    it('takes the results of a worker that lost its lease without spoiling the books', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.recover(NOW + HOUR)
      expect(await statusOf(store, `${A}/1`)).toBe('waiting')
      await store.commit(batch({ visits: [fetched(page!)] }))
      await store.commit(batch({ visits: [fetched(page!, { at: NOW + 1, sizeBytes: 70 })] }))
      expect(await store.counts()).toMatchObject({
        waiting: 0,
        running: 0,
        completed: 1,
        visits: 2,
        revisions: 1,
        fetched: 1,
        bytes: 70,
      })
      expect(await store.check()).toEqual([])
    })

    it('refuses whatever a worker writes for a server that another one has taken over', async () => {
      const { store } = current()
      const [page, more] = await running(store, [`${A}/1`, `${A}/2`])
      const host = { shard: page!.shard, id: page!.host }
      await store.recover(NOW + HOUR)
      await store.join('w2', NOW)
      const [server] = await leaseAll(store, 'w2', NOW + HOUR)
      const taken = await take(store, A)
      expect(taken).toHaveLength(2)
      const politeness = {
        shard: server!.shard,
        id: server!.id,
        delayMs: 1,
        nextAt: 2,
        failures: 3,
        latencyMs: 4,
      }
      const late = await store.commit({
        ...batch({
          visits: [fetched(page!)],
          servers: [politeness],
          memories: [{ host, memory: '"late"' }],
          candidates: [candidate(`${A}/found`)],
        }),
        worker: 'w1',
      })
      expect(late).toMatchObject({ added: 1, refused: new Set([page!.id]) })
      await store.putBack([page!, more!], 'w1')
      expect(await store.take({ host, work: ALL, nowMs: NOW, limit: 9, worker: 'w1' })).toEqual([])
      expect(await store.counts()).toMatchObject({ running: 2, waiting: 1, completed: 0, visits: 0 })
      expect(await store.hostMemory(host)).toBeNull()
      expect(await collect(store.servers())).toMatchObject([{ worker: 'w2', failures: 0, latencyMs: 0 }])
      const kept = await store.commit({
        ...batch({ visits: [fetched(page!)], servers: [politeness] }),
        worker: 'w2',
      })
      expect(kept.refused).toEqual(new Set())
      expect(await store.counts()).toMatchObject({ running: 1, completed: 1, visits: 1 })
      expect(await collect(store.servers())).toMatchObject([{ worker: 'w2', failures: 3, latencyMs: 4 }])
      expect(await store.check()).toEqual([])
    })

    it('keeps pages that a live worker beside it runs', async () => {
      const opened = current()
      if (!opened.beside) return
      const beside = await opened.beside()
      await running(opened.store, [`${A}/1`])
      expect(await beside.recover(NOW)).toEqual({ pages: 0, workers: [] })
      await expect(beside.join('w1', NOW)).rejects.toMatchObject({ code: 'busy' })
      await beside.join('w2', NOW)
      await opened.store.leave('w1')
      expect(await leaseAll(beside, 'w2')).toHaveLength(1)
      await beside.close()
      expect(await opened.store.recover(NOW)).toEqual({ pages: 0, workers: ['w2'] })
      expect(await leaseAll(opened.store, 'w1')).toHaveLength(1)
    })
  })
}

/** The lease of a server that `running` took. */
async function holdingOf(store: Opened['store'], address: string): Promise<ServerLease> {
  return (await store.leaseAddress({ worker: 'w1', address, untilMs: NOW + 60_000 }))!
}
