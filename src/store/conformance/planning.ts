import { describe, expect, it } from 'vitest'
import { asUrl } from '../../url/index.ts'
import { isDrawnId } from '../columns.ts'
import { hostId } from '../ids.ts'
import { type Resting, rests } from '../resting.ts'
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
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  take,
} from './fixture.ts'

/** What refreshing needs: beliefs, fingerprints, notes, and plans that move the next visits. */
export function planning(current: () => Opened): void {
  describe('planning', () => {
    it('keeps a belief until a visit brings another', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      expect(page!.belief).toBeNull()
      const belief = Buffer.from([1, 2, 3])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW, belief })] }))
      const [again] = await take(store, A)
      expect(again!.belief).toEqual(belief)
      await store.commit(
        batch({ visits: [empty(again!, { outcome: 'failed', status: 'completed', dueAt: NOW + 1 })] }),
      )
      expect((await pageAt(store, `${A}/1`))!.belief).toEqual(belief)
    })

    it('tells a payload that differs by noise from a revision', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW })] }))
      const [again] = await take(store, A)
      expect(again).toMatchObject({ changedAt: NOW, payloadAt: NOW })
      const digest = Buffer.alloc(20, 7)
      const noise = fetched(again!, {
        at: NOW + 9,
        digest,
        revision: null,
        note: '{"why":"noise"}',
        dueAt: NOW + 10,
      })
      await store.commit(batch({ visits: [noise] }))
      const [third] = await take(store, A, 1, REFRESH, NOW + 10)
      expect(third).toMatchObject({ changedAt: NOW, payloadAt: NOW + 9, revision: 1 })
      expect(third!.digest).toEqual(digest)
      expect((await store.visits(page!)).map(visit => [visit.revision, visit.note])).toEqual([
        [1, null],
        [null, '{"why":"noise"}'],
      ])
      expect(await store.counts()).toMatchObject({ revisions: 1, visits: 2 })
    })

    it('keeps the fingerprint of the revision and that of the payload seen last', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const [r1, s1, s2, r2] = ['r1', 's1', 's2', 'r2'].map(text => Buffer.from(text)) as [
        Buffer,
        Buffer,
        Buffer,
        Buffer,
      ]
      expect(await store.fingerprint(page!)).toBeNull()
      const visit = async (revised: Buffer | null, seen: Buffer | null, learned: string | null) => {
        const fingerprint = { revised, seen, learned }
        await store.commit(batch({ visits: [fetched(page!, { fingerprint, dueAt: NOW })] }))
        return store.fingerprint(page!)
      }
      expect(await visit(null, s1, 'a')).toBeNull()
      expect(await visit(r1, s1, 'a')).toEqual({ revised: r1, seen: s1, learned: 'a' })
      expect(await visit(null, s2, null)).toEqual({ revised: r1, seen: s2, learned: 'a' })
      expect(await visit(r2, null, null)).toEqual({ revised: r2, seen: null, learned: 'a' })
      expect(await visit(null, s1, 'b')).toEqual({ revised: r2, seen: s1, learned: 'b' })
    })

    it('hands every stored page to a planner', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${B}/3`])
      const belief = Buffer.from('b')
      await store.commit(
        batch({
          visits: [
            fetched(one!, { belief, dueAt: NOW + HOUR }),
            empty(two!, { outcome: 'failed', status: 'error', dueAt: NOW + HOUR, failures: 1 }),
            fetched(three!, { at: NOW + 1, dueAt: NOW + HOUR }),
          ],
        }),
      )
      const planned = await collect(store.plannedPages())
      expect(planned.map(page => page.url).sort()).toEqual([`${A}/1`, `${B}/3`])
      expect((await collect(store.plannedChunks())).flat()).toEqual(planned)
      expect(planned.find(page => page.url === `${A}/1`)).toEqual({
        shard: one!.shard,
        id: one!.id,
        host: one!.host,
        url: `${A}/1`,
        status: 'completed',
        dueAt: NOW + HOUR,
        fetchedAt: NOW,
        hintedAt: null,
        hintedBy: 0,
        saidRate: null,
        sizeBytes: 100,
        belief,
        importance: null,
        copyOf: null,
        pageClass: null,
        accessibility: null,
        relevance: null,
      })
    })

    it('visits a stored page again that was kept out until a time, as a refresh', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW })] }))
      const [due] = await take(store, A)
      const out = { outcome: 'denied', status: 'excluded', excludedBy: 'noindex', dueAt: NOW + HOUR } as const
      await store.commit(batch({ visits: [empty(due!, { ...out, at: NOW + 1 })] }))
      expect(await take(store, A, 9, ALL, NOW + 2)).toEqual([])
      await store.leave('w1')
      expect([await store.nextWorkAt(REFRESH), await store.nextWorkAt(DISCOVER)]).toEqual([NOW + HOUR, null])
      expect(await take(store, A, 9, DISCOVER, NOW + HOUR)).toEqual([])
      const [again] = await take(store, A, 9, REFRESH, NOW + HOUR)
      expect(again).toMatchObject({ url: `${A}/1`, revision: 1 })
      const later = NOW + HOUR + 1
      await store.commit(batch({ visits: [fetched(again!, { at: later, dueAt: null })] }))
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ status: 'completed', excludedBy: null })
      expect(await store.check()).toEqual([])
    })

    it('plans no answers of search forms, which are read once', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/s?q=1`, { kind: 'results' })])
      const pages = await running(store, [`${A}/1`])
      expect(pages.map(({ kind }) => kind).sort()).toEqual(['page', 'results'])
      await store.commit(batch({ visits: pages.map(page => fetched(page, { dueAt: null })) }))
      expect((await collect(store.plannedPages())).map(page => page.url)).toEqual([`${A}/1`])
      expect((await collect(store.pages({ kind: 'results' }))).map(page => page.url)).toEqual([`${A}/s?q=1`])
    })

    it('plans no page that is gone, has moved or was excluded, although what it said is stored', async () => {
      const { store } = current()
      const stored = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`, `${B}/3`])
      await store.commit(batch({ visits: stored.map(page => fetched(page, { dueAt: NOW })) }))
      const [first, second, third] = await take(store, A, 3)
      await store.commit(
        batch({
          visits: [
            empty(first!, { outcome: 'gone', status: 'gone', dueAt: NOW + HOUR }),
            empty(second!, { outcome: 'denied', status: 'excluded', excludedBy: 'robots', dueAt: null }),
            empty(third!, { outcome: 'moved', movedTo: asUrl(`${B}/3`), dueAt: NOW + HOUR }),
          ],
        }),
      )
      expect((await collect(store.plannedPages())).map(page => page.url)).toEqual([`${B}/3`])
      expect((await collect(store.plannedChunks())).flat()).toHaveLength(1)
      expect((await store.counts()).fetched).toBe(4)
    })

    it('hands out about one page in so many, spread evenly', async () => {
      const { store } = current()
      const pages = await running(
        store,
        Array.from({ length: 600 }, (_, n) => `${A}/${n}`),
      )
      await store.commit(batch({ visits: pages.map(page => fetched(page, { dueAt: NOW + HOUR })) }))
      const drawn = (await collect(store.plannedChunks(6))).flat()
      expect(drawn.length).toBeGreaterThan(90)
      expect(drawn.length).toBeLessThan(110)
      const order = pages.map(page => page.id).sort((a, b) => a - b)
      const firstHalf = drawn.filter(page => page.id <= order[299]!)
      expect(firstHalf.length).toBeGreaterThan(44)
      expect(firstHalf.length).toBeLessThan(56)
      const planned = await collect(store.plannedPages())
      for (const oneIn of [6, 16, 50]) {
        const wanted = planned.filter(page => isDrawnId(page.id, oneIn))
        expect((await collect(store.plannedChunks(oneIn))).flat()).toEqual(wanted)
      }
    })

    it('hands over pages whose next visit may be moved, without those that rest', async () => {
      const { store } = current()
      const pages = await running(
        store,
        Array.from({ length: 60 }, (_, n) => `${n % 3 ? A : B}/${n}`),
      )
      await store.commit(
        batch({
          visits: pages.map((page, n) =>
            n === 7
              ? empty(page, { outcome: 'failed', status: 'error', dueAt: NOW + HOUR, failures: 1 })
              : fetched(page, { at: NOW - (n % 5) * HOUR, dueAt: n === 8 ? null : NOW + n * HOUR }),
          ),
        }),
      )
      const planned = await collect(store.plannedPages())
      const movable = planned.filter(page => page.status === 'completed')
      expect((await collect(store.movableChunks(null))).flat()).toEqual(movable)
      const roll = { turn: 3, turns: 10, soonMs: NOW + 20 * HOUR, shrunk: 1 }
      const hosts = { except: [] }
      const cases: readonly Resting[] = [
        { afterMs: NOW + 10 * HOUR, roll: null, hosts },
        { afterMs: NOW, roll, hosts },
        { afterMs: NOW, roll: { ...roll, shrunk: 0.5 }, hosts },
        { afterMs: NOW + 40 * HOUR, roll, hosts: { except: [pages[0]!.host] } },
        { afterMs: NOW, roll: null, hosts: { only: [pages[0]!.host] } },
        { afterMs: NOW, roll, hosts: { only: [] } },
      ]
      for (const resting of cases) {
        const wanted = movable.filter(page => !rests(resting, page))
        expect((await collect(store.movableChunks(resting))).flat()).toEqual(wanted)
      }
      const resting = cases.map(each => movable.filter(page => rests(each, page)).length)
      expect(resting.map(count => count > 0)).toEqual([true, true, true, true, true, false])
    })

    it('reads all links and keeps the importance of pages', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`])
      const links = Buffer.from('links')
      await store.commit(batch({ visits: pages.map(page => fetched(page, { links, dueAt: NOW })) }))
      const rows = await collect(store.allLinks())
      expect(rows.map(row => row.id)).toEqual(pages.map(page => page.id).sort((a, b) => a - b))
      expect(rows[0]!.packed).toEqual(links)
      await store.writeImportance([{ page: pages[0]!, importance: 2.5 }])
      expect((await store.page(pages[0]!.url))!.importance).toBe(2.5)
      expect((await take(store, A)).map(page => page.importance).sort()).toEqual([2.5, null])
    })

    it('gives the memory of one host', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const host = { shard: page!.shard, id: page!.host }
      expect(await store.hostMemory(host)).toBeNull()
      await store.commit(batch({ memories: [{ host, memory: '{"x":1}' }] }))
      expect(await store.hostMemory(host)).toBe('{"x":1}')
      expect(await store.hostMemory({ ...host, id: hostId(host.id + 99) })).toBeNull()
    })

    it('moves next visits forward and back, and never those of running pages', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      await store.commit(batch({ visits: pages.map(page => fetched(page, { dueAt: NOW + HOUR })) }))
      await store.release(
        'w1',
        await store.lease({ worker: 'w1', work: REFRESH, nowMs: NOW, untilMs: NOW, limit: 9 }),
      )
      await store.leave('w1')
      const [one, two, three] = pages
      const belief = Buffer.from('anew')
      await store.reschedule([
        { page: one!, dueAt: NOW - 1, belief },
        { page: two!, dueAt: NOW + 2 * HOUR },
        { page: three!, dueAt: null },
      ])
      expect(await store.nextWorkAt(REFRESH)).toBe(NOW - 1)
      await store.join('w2', NOW)
      await store.lease({ worker: 'w2', work: REFRESH, nowMs: NOW, untilMs: NOW + HOUR, limit: 9 })
      const due = await take(store, A, 9, REFRESH)
      expect(due.map(page => page.url)).toEqual([`${A}/1`])
      expect(due[0]!.belief).toEqual(belief)
      await store.reschedule([{ page: one!, dueAt: NOW + 5 * HOUR }])
      await store.putBack(due)
      expect((await pageAt(store, `${A}/1`))!.dueAt).toBe(NOW - 1)
      const later = await take(store, A, 9, REFRESH, NOW + 3 * HOUR)
      expect(later.map(page => page.url).sort()).toEqual([`${A}/1`, `${A}/2`])
    })
  })
}
