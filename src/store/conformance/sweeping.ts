import { describe, expect, it } from 'vitest'
import {
  A,
  ALL,
  B,
  batch,
  candidate,
  DISCOVER,
  empty,
  excluded,
  fetched,
  HOUR,
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  settle,
  take,
} from './fixture.ts'

export function sweeping(current: () => Opened): void {
  describe('making all due', () => {
    it('makes every stored page due and nothing else', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`, `${B}/1`, `${B}/2`])
      const [one, two, three, four, five] = pages
      await store.commit(
        batch({
          visits: [
            fetched(one!, { dueAt: NOW + HOUR }),
            fetched(two!),
            empty(three!, { outcome: 'gone', status: 'gone' }),
            fetched(four!, { dueAt: NOW }),
            empty(five!, { outcome: 'failed', status: 'error', failures: 9 }),
          ],
        }),
      )
      const [again] = await take(store, B)
      await store.commit(
        batch({ visits: [empty(again!, { outcome: 'failed', status: 'error', failures: 1, at: NOW + 1 })] }),
      )
      await take(store, A)
      await take(store, B)
      await store.leave('w1')
      expect(await store.nextWorkAt(DISCOVER)).toBeNull()
      expect(await store.makeAllDue(NOW + 5)).toBe(4)
      expect(await store.nextWorkAt(REFRESH)).toBe(NOW + 5)
      expect(await store.nextWorkAt(DISCOVER)).toBe(NOW + 5)
      expect((await take(store, A, 9, REFRESH, NOW + 5)).map(page => page.url).sort()).toEqual([
        `${A}/1`,
        `${A}/2`,
        `${A}/3`,
      ])
      expect((await take(store, B, 9, DISCOVER, NOW + 5)).map(page => page.url)).toEqual([`${B}/1`])
    })

    it('says zero on an empty collection', async () => {
      expect(await current().store.makeAllDue(NOW)).toBe(0)
    })
  })

  describe('rescoping', () => {
    it('excludes what waits and admits what was excluded', async () => {
      const { store } = current()
      await store.add([
        candidate(`${A}/in`),
        candidate(`${A}/out`, { depth: 1 }),
        candidate(`${B}/back`, { excluded: excluded('old'), depth: 2 }),
        candidate(`${B}/still`, { excluded: excluded('old') }),
      ])
      const seen: [string, number][] = []
      const result = await store.rescope((url, depth) => {
        seen.push([url, depth])
        if (url.endsWith('out')) return excluded('out')
        return url.endsWith('still') ? { by: 'local', reason: 'old' } : null
      })
      expect(result).toEqual({ excluded: 1, admitted: 1 })
      expect(seen.sort()).toEqual([
        [`${A}/in`, 0],
        [`${A}/out`, 1],
        [`${B}/back`, 2],
        [`${B}/still`, 0],
      ])
      expect(await pageAt(store, `${A}/out`)).toMatchObject({
        status: 'excluded',
        excludedBy: 'exclude',
        reason: 'out',
      })
      expect(await pageAt(store, `${B}/back`)).toMatchObject({
        status: 'waiting',
        excludedBy: null,
        reason: null,
      })
      expect(await pageAt(store, `${B}/still`)).toMatchObject({ status: 'excluded', excludedBy: 'local' })
      expect(await store.counts()).toMatchObject({ waiting: 2, excluded: 2 })
      await settle(store)
      expect(
        await store.lease({ worker: 'w', work: ALL, nowMs: NOW, untilMs: NOW + 1, limit: 9 }),
      ).toHaveLength(2)
      expect((await take(store, B)).map(page => page.url)).toEqual([`${B}/back`])
    })

    it('leaves alone what was visited', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!)] }))
      expect(await store.rescope(() => excluded('all'))).toEqual({ excluded: 0, admitted: 0 })
    })

    it('goes over more than one chunk', async () => {
      const { store } = current()
      await store.add(Array.from({ length: 4_500 }, (_, i) => candidate(`https://h${i % 7}.example/${i}`)))
      expect(await store.rescope(url => (url.endsWith('7') ? excluded('seven') : null))).toEqual({
        excluded: 450,
        admitted: 0,
      })
      expect(await store.rescope(() => null)).toEqual({ excluded: 0, admitted: 450 })
      expect(await store.check()).toEqual([])
    })
  })
}
