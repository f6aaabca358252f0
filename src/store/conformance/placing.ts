import { describe, expect, it } from 'vitest'
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
  hostOf,
  leaseAll,
  NOW,
  type Opened,
  REFRESH,
  running,
  settle,
  take,
} from './fixture.ts'

export function placing(current: () => Opened): void {
  describe('placing hosts on servers', () => {
    it('goes from homeless over placed to leasable', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      expect(await store.nextWorkAt(DISCOVER)).toBe(0)
      expect(await leaseAll(store, 'w')).toEqual([])
      const [host] = await store.homelessHosts(NOW, ALL, 10)
      expect(host).toMatchObject({
        ...(await hostOf(store, A)),
        origin: A,
        fetched: 0,
        dnsFailures: 0,
        memory: null,
      })
      expect(await store.homelessHosts(NOW, REFRESH, 10)).toEqual([])
      await store.placeHosts([{ host: host!, address: '192.0.2.1:443', retryAt: NOW + HOUR, failures: 0 }])
      expect(await store.homelessHosts(NOW, ALL, 10)).toEqual([])
      const [server] = await leaseAll(store, 'w')
      expect(server).toMatchObject({ address: '192.0.2.1:443' })
      expect(await store.readyHosts(server!, ALL, NOW)).toMatchObject([{ origin: A }])
      expect(await store.readyHosts(server!, REFRESH, NOW)).toEqual([])
      expect((await collect(store.hosts()))[0]).toMatchObject({ origin: A, server: '192.0.2.1:443' })
    })

    it('lets hosts share a server, which is leased once', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`), candidate(`${B}/1`)])
      await settle(store, () => '192.0.2.1:443')
      const servers = await leaseAll(store, 'w')
      expect(servers).toHaveLength(1)
      const hosts = await store.readyHosts(servers[0]!, ALL, NOW)
      expect(hosts.map(host => host.origin).sort()).toEqual([A, B])
      const pages = [...(await take(store, A)), ...(await take(store, B))]
      await store.commit(
        batch({
          visits: [fetched(pages[0]!, { dueAt: NOW + 2 * HOUR }), fetched(pages[1]!, { dueAt: NOW + HOUR })],
        }),
      )
      await take(store, A)
      await take(store, B)
      await store.release('w', servers)
      expect(await store.nextWorkAt(ALL)).toBe(NOW + HOUR)
    })

    it('asks again for a name that did not resolve, not before its time', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      const host = await hostOf(store, A)
      await store.placeHosts([{ host, address: null, retryAt: NOW + HOUR, failures: 3 }])
      expect(await store.homelessHosts(NOW, ALL, 10)).toEqual([])
      expect(await store.nextWorkAt(ALL)).toBe(NOW + HOUR)
      expect(await store.homelessHosts(NOW + HOUR, ALL, 10)).toMatchObject([{ origin: A, dnsFailures: 3 }])
      await store.placeHosts([{ host, address: '192.0.2.1:443', retryAt: NOW + 2 * HOUR, failures: 0 }])
      expect(await leaseAll(store, 'w', NOW + HOUR)).toHaveLength(1)
    })

    it('does not ask for a homeless host before it has work', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(
        batch({
          visits: [empty(page!, { outcome: 'failed', status: 'error', failures: 1, dueAt: NOW + HOUR })],
        }),
      )
      await take(store, A)
      await store.leave('w1')
      await store.placeHosts([{ host: await hostOf(store, A), address: null, retryAt: NOW, failures: 1 }])
      expect(await store.nextWorkAt(DISCOVER)).toBe(NOW + HOUR)
      expect(await store.nextWorkAt(REFRESH)).toBeNull()
      expect(await store.homelessHosts(NOW, ALL, 10)).toEqual([])
      expect(await store.homelessHosts(NOW + HOUR, ALL, 10)).toHaveLength(1)
    })

    it('asks again for a host whose address is known for too long, unless somebody holds its server', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      await settle(store)
      expect(await store.homelessHosts(NOW + HOUR - 1, ALL, 10)).toEqual([])
      expect(await store.homelessHosts(NOW + HOUR, ALL, 10)).toMatchObject([{ origin: A }])
      await leaseAll(store, 'w')
      expect(await store.homelessHosts(NOW + HOUR, ALL, 10)).toEqual([])
    })

    it('moves a host with its work to another server', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      await settle(store, () => 'one')
      await store.placeHosts([
        { host: await hostOf(store, A), address: 'two', retryAt: NOW + HOUR, failures: 0 },
      ])
      const servers = await leaseAll(store, 'w')
      const two = servers.find(server => server.address === 'two')
      expect(await store.readyHosts(two!, ALL, NOW)).toMatchObject([{ origin: A }])
      const added = await store.add([candidate(`${A}/2`)])
      expect(added.hosts).toMatchObject([{ server: { id: two!.id, shard: two!.shard } }])
    })

    it('keeps to the limit of homeless hosts', async () => {
      const { store } = current()
      await store.add(Array.from({ length: 50 }, (_, i) => candidate(`https://h${i}.example/`)))
      expect(await store.homelessHosts(NOW, ALL, 7)).toHaveLength(7)
      expect(new Set((await store.homelessHosts(NOW, ALL, 1_000)).map(host => host.id)).size).toBe(50)
    })

    it('keeps robots and memory of a host', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      const host = await hostOf(store, A)
      expect(await store.readRobots(host)).toBeNull()
      const robots = {
        fetchedAt: NOW,
        expiresAt: NOW + HOUR,
        verdict: 'obey',
        httpStatus: 200,
        body: Buffer.from([0, 255, 10]),
      } as const
      await store.writeRobots(host, robots)
      expect(await store.readRobots(host)).toEqual(robots)
      await store.writeRobots(host, { ...robots, verdict: 'deny', httpStatus: null, body: null })
      expect(await store.readRobots(host)).toEqual({
        ...robots,
        verdict: 'deny',
        httpStatus: null,
        body: null,
      })
      await store.commit(batch({ memories: [{ host, memory: '{"profile":1}' }] }))
      expect(await collect(store.hosts())).toMatchObject([{ memory: '{"profile":1}', robots: 'deny' }])
      expect(await store.homelessHosts(NOW, ALL, 1)).toMatchObject([{ memory: '{"profile":1}' }])
    })
  })
}
