import { describe, expect, it } from 'vitest'
import {
  A,
  ALL,
  B,
  batch,
  candidate,
  collect,
  excluded,
  fetched,
  HOUR,
  hostOf,
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  settle,
  take,
} from './fixture.ts'

export function adding(current: () => Opened): void {
  describe('adding candidates', () => {
    it('inserts what is absent and counts it', async () => {
      const { store } = current()
      const first = await store.add([
        candidate(`${A}/1`),
        candidate(`${A}/2`),
        candidate(`${B}/1`),
        candidate(`${A}/1`),
      ])
      expect(first).toMatchObject({ added: 3, waiting: 3 })
      const second = await store.add([candidate(`${A}/2`), candidate(`${A}/3`)])
      expect(second).toMatchObject({ added: 1, waiting: 1 })
      expect(await store.counts()).toMatchObject({ waiting: 4, running: 0, hosts: 2, visits: 0, fetched: 0 })
      const hosts = await collect(store.hosts())
      expect(hosts.map(h => [h.origin, h.known]).sort()).toEqual([
        [A, 3],
        [B, 1],
      ])
    })

    it('lets a page wait that only hidden links led to, once one leads there that people see', async () => {
      const { store } = current()
      const hidden = { by: 'hidden', reason: null } as const
      await store.add([
        candidate(`${A}/1`, { excluded: hidden, depth: 3 }),
        candidate(`${A}/2`, { excluded: hidden }),
      ])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ status: 'excluded', excludedBy: 'hidden' })
      expect(await store.add([candidate(`${A}/1`, { excluded: hidden })])).toMatchObject({
        added: 0,
        waiting: 0,
      })
      expect(await store.rescope(() => null)).toEqual({ excluded: 0, admitted: 0 })
      expect(await store.add([candidate(`${A}/1`, { depth: 2 })])).toMatchObject({ added: 0, waiting: 1 })
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ status: 'waiting', excludedBy: null, depth: 2 })
      const both = [candidate(`${A}/3`, { excluded: hidden }), candidate(`${A}/3`)]
      await store.add(both)
      expect(await pageAt(store, `${A}/3`)).toMatchObject({ status: 'waiting', excludedBy: null })
      expect(await store.counts()).toMatchObject({ waiting: 2, excluded: 1 })
    })

    it('says which hosts got work and where they live', async () => {
      const { store } = current()
      const homeless = await store.add([candidate(`${A}/1`)])
      expect(homeless.hosts).toEqual([{ ...(await hostOf(store, A)), server: null }])
      await settle(store, () => '192.0.2.1:443')
      const [server] = await store.lease({ worker: 'w', work: ALL, nowMs: NOW, untilMs: NOW + 1, limit: 1 })
      const housed = await store.add([candidate(`${A}/2`), candidate(`${B}/x`, { excluded: excluded('r') })])
      expect(housed.hosts).toEqual([
        { ...(await hostOf(store, A)), server: { shard: server!.shard, id: server!.id } },
      ])
      expect((await store.add([candidate(`${A}/2`)])).hosts).toEqual([])
    })

    it('keeps an excluded Url with its reason and gives it no work', async () => {
      const { store } = current()
      const result = await store.add([candidate(`${A}/1`, { excluded: { by: 'trap', reason: 'calendar' } })])
      expect(result).toMatchObject({ added: 1, waiting: 0, hosts: [] })
      expect(await pageAt(store, `${A}/1`)).toMatchObject({
        status: 'excluded',
        excludedBy: 'trap',
        reason: 'calendar',
      })
      expect(await store.homelessHosts(NOW, ALL, 10)).toEqual([])
      expect(await store.nextWorkAt(ALL)).toBeNull()
    })

    it('lets addresses of a host wait again that were given up for other spellings, and no others', async () => {
      const { store } = current()
      const equivalent = { excluded: { by: 'equivalent', reason: 'same page as' } } as const
      await store.add([
        candidate(`${A}/1?s=1`, equivalent),
        candidate(`${A}/1?s=2`, equivalent),
        candidate(`${A}/2`, { excluded: excluded('r') }),
        candidate(`${B}/1?s=1`, equivalent),
      ])
      const host = await hostOf(store, A)
      // Of the same batch, too: it was given up before the rule failed.
      const candidates = [candidate(`${A}/1?s=3`, equivalent)]
      const result = await store.commit(batch({ candidates, readmits: [host] }))
      expect(result).toMatchObject({ added: 1, waiting: 3, hosts: [{ ...host, server: null }] })
      expect(await store.counts()).toMatchObject({ waiting: 3, excluded: 2 })
      expect(await pageAt(store, `${A}/1?s=3`)).toMatchObject({
        status: 'waiting',
        excludedBy: null,
        reason: null,
      })
      expect(await pageAt(store, `${B}/1?s=1`)).toMatchObject({ excludedBy: 'equivalent' })
      expect(await store.check()).toEqual([])
    })

    it('takes over a smaller depth while the page waits, never a larger one', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`, { depth: 5, rank: 50 })])
      await store.add([candidate(`${A}/1`, { depth: 2, rank: 20 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ depth: 2, rank: 20 })
      await store.add([candidate(`${A}/1`, { depth: 3, rank: 1 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ depth: 2, rank: 20 })
      await store.add([candidate(`${A}/1`, { depth: 1, rank: 90 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ depth: 1, rank: 20 })
    })

    it('takes the smallest depth when one batch holds a new Url twice', async () => {
      const { store } = current()
      const result = await store.add([
        candidate(`${A}/1`, { depth: 5, rank: 5 }),
        candidate(`${A}/1`, { depth: 2, rank: 2 }),
      ])
      expect(result).toMatchObject({ added: 1, waiting: 1 })
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ depth: 2, rank: 2 })
    })

    it('leaves the depth of a page that no longer waits', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.add([candidate(`${A}/1`, { depth: -1 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ depth: 0, status: 'running' })
      await store.commit(batch({ visits: [fetched(page!)] }))
      await store.add([candidate(`${A}/1`, { depth: -1 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ depth: 0, status: 'completed' })
    })

    it('remembers the page that links here, also across hosts', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/`)])
      const via = (await pageAt(store, `${A}/`))!
      await store.add([candidate(`${B}/x`, { via: { shard: via.shard, id: via.id }, hops: 2 })])
      expect(await pageAt(store, `${B}/x`)).toMatchObject({ via: `${A}/` })
      expect(await take(store, B)).toMatchObject([{ url: `${B}/x`, via: `${A}/`, hops: 2 }])
    })

    it('adds nothing gladly', async () => {
      const { store } = current()
      expect(await store.add([])).toMatchObject({ added: 0, waiting: 0, hosts: [] })
      expect(await store.commit(batch({}))).toMatchObject({ added: 0, waiting: 0, hosts: [] })
    })

    it('keeps any text a Url may hold', async () => {
      const { store } = current()
      const urls = [
        `${A}/"quoted'`,
        `${A}/{brace},comma\\back`,
        `${A}/NULL`,
        `${A}/${'x'.repeat(5_000)}`,
        `${A}/%00?a=%F0%9F%92%A9`,
      ]
      await store.add(urls.map((url, i) => candidate(url, { rank: i })))
      for (const url of urls) expect((await pageAt(store, url))?.url).toBe(url)
      expect((await take(store, A)).map(p => p.url)).toEqual(urls)
    })
  })

  describe('hints', () => {
    it('keeps the newest hint of a waiting page', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`), candidate(`${A}/2`, { hintedAt: NOW - 5 })])
      await store.add([
        candidate(`${A}/1`, { hintedAt: NOW - 9 }),
        candidate(`${A}/2`, { hintedAt: NOW - 7 }),
      ])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({
        hintedAt: NOW - 9,
        dueAt: null,
        status: 'waiting',
      })
      expect(await pageAt(store, `${A}/2`)).toMatchObject({ hintedAt: NOW - 5 })
    })

    it('makes a completed page due when a prompt hint says that it changed after the last visit', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      await store.commit(
        batch({ visits: pages.map(p => fetched(p, { dueAt: p.url.endsWith('3') ? NOW + 5 : null })) }),
      )
      await store.leave('w1')
      expect(await store.nextWorkAt(REFRESH)).toBe(NOW + 5)
      await store.add([candidate(`${A}/1`, { hintedAt: NOW + 2 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ hintedAt: NOW + 2, dueAt: null })
      await store.add([
        candidate(`${A}/1`, { hintedAt: NOW + 3, prompt: true }),
        candidate(`${A}/2`, { hintedAt: NOW - HOUR, prompt: true }),
        candidate(`${A}/3`, { hintedAt: NOW + 7, prompt: true }),
      ])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ hintedAt: NOW + 3, dueAt: NOW + 3 })
      expect(await pageAt(store, `${A}/2`)).toMatchObject({ hintedAt: NOW - HOUR, dueAt: null })
      expect(await pageAt(store, `${A}/3`)).toMatchObject({ hintedAt: NOW + 7, dueAt: NOW + 5 })
      expect(await store.nextWorkAt(REFRESH)).toBe(NOW + 3)
      const taken = await take(store, A, 10, REFRESH, NOW + 3)
      expect(taken).toMatchObject([{ url: `${A}/1`, hintedAt: NOW + 3 }])
    })

    it('keeps who announced changes since the last visit', async () => {
      const { store } = current()
      const hintedBy = async () => (await pageAt(store, `${A}/1`))!.hintedBy
      await store.add([candidate(`${A}/1`, { hintedAt: NOW - 5, hintedBy: 1 })])
      const pages = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: pages.map(p => fetched(p, { dueAt: null })) }))
      await store.add([candidate(`${A}/1`, { hintedAt: NOW + 9, hintedBy: 2 })])
      expect(await hintedBy()).toBe(2)
      await store.add([candidate(`${A}/1`, { hintedAt: NOW - 1, hintedBy: 4 })])
      expect(await hintedBy()).toBe(2)
      await store.add([candidate(`${A}/1`, { hintedAt: NOW + 5, hintedBy: 4 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ hintedAt: NOW + 9, hintedBy: 6 })
      await store.add([candidate(`${A}/1`)])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ hintedAt: NOW + 9, hintedBy: 6 })
    })

    it('keeps what was last said of how often a page changes', async () => {
      const { store } = current()
      const saidRate = async () => (await pageAt(store, `${A}/1`))!.saidRate
      await store.add([candidate(`${A}/1`)])
      expect(await saidRate()).toBeNull()
      await store.add([candidate(`${A}/1`, { saidRate: 'daily' }), candidate(`${A}/1`)])
      expect(await saidRate()).toBe('daily')
      await store.add([candidate(`${A}/1`, { saidRate: 'yearly', hintedAt: NOW })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ saidRate: 'yearly', hintedAt: NOW })
      await store.add([candidate(`${A}/2`, { saidRate: 'weekly' })])
      expect(await pageAt(store, `${A}/2`)).toMatchObject({ saidRate: 'weekly' })
    })

    it('takes over the newest hint of a batch that names a page twice', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`, { hintedAt: 5 }), candidate(`${A}/1`, { hintedAt: 9 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ hintedAt: 9 })
      await store.add([candidate(`${A}/1`, { hintedAt: 12 }), candidate(`${A}/1`, { hintedAt: 11 })])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ hintedAt: 12 })
    })
  })
}
