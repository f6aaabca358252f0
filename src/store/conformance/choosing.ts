import { describe, expect, it } from 'vitest'
import type { PageRef } from '../batch.ts'
import type { Choice } from '../choice.ts'
import type { Store } from '../store.ts'
import {
  A,
  ALL,
  B,
  batch,
  candidate,
  collect,
  DISCOVER,
  empty,
  excluded,
  fetched,
  HOUR,
  hostOf,
  leaseAll,
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  settle,
  take,
} from './fixture.ts'

const LIMIT = 2

/** A full collection: two pages are stored, and two more wait. */
async function full(store: Store) {
  const stored = await running(store, [`${A}/1`, `${A}/2`])
  await store.commit(
    batch({
      visits: stored.map(page => fetched(page, { dueAt: NOW + HOUR })),
      candidates: [candidate(`${A}/3`, { depth: 1, rank: 1 }), candidate(`${B}/4`, { depth: 2 })],
    }),
  )
  await settle(store)
  await leaseAll(store, 'w1')
  const [three, four] = [await pageAt(store, `${A}/3`), await pageAt(store, `${B}/4`)]
  return { one: stored[0]!, two: stored[1]!, three: three!, four: four! }
}

const choice = (newcomer: PageRef, replaced: PageRef | null): Choice => ({
  newcomer,
  reason: 'better',
  replaced: replaced && { page: replaced, reason: 'worse' },
})

const chooseIn = (store: Store, ...choices: readonly Choice[]) =>
  store.choose({ nowMs: NOW, limit: LIMIT, choices, retries: [] })

const fetchedOf = async (store: Store, origin: string) =>
  (await collect(store.hosts())).find(host => host.origin === origin)!.fetched

/** The places of a collection that holds as many pages as it may. */
export function choosing(current: () => Opened): void {
  describe('choosing pages for a full collection', () => {
    it('puts one page out and gives its place to another, which is visited as if it were due', async () => {
      const { store } = current()
      const { one, three, four } = await full(store)
      expect(await chooseIn(store, choice(four, one))).toMatchObject({ chosen: 1, replaced: 1 })
      expect(await pageAt(store, one.url)).toMatchObject({
        status: 'excluded',
        excludedBy: 'replaced',
        reason: 'worse',
        dueAt: null,
        revision: 1,
      })
      expect(await store.counts()).toMatchObject({ fetched: 1, chosen: 1, waiting: 2, excluded: 1 })
      expect(await fetchedOf(store, A)).toBe(1)
      expect(await store.revisions(one)).toHaveLength(1)
      expect((await collect(store.plannedPages())).map(page => page.url)).toEqual([`${A}/2`])
      const held = await collect(store.pages({ stored: true, withoutReplaced: true }))
      expect(held.map(page => page.url)).toEqual([`${A}/2`])
      // The place is taken, although the page is not there yet.
      expect(await store.reserveRoom({ worker: 'w1', limit: LIMIT, keep: 0, want: 9 })).toEqual({
        room: 0,
        stored: LIMIT,
      })
      expect((await store.readyHosts(...(await serverOf(store, B)))).map(host => host.origin)).toEqual([B])
      const [taken] = await take(store, B, 9, REFRESH)
      expect(taken).toMatchObject({ url: `${B}/4`, chosenAt: NOW, revision: 0 })
      expect(await take(store, A, 9, REFRESH)).toEqual([])
      await store.commit(batch({ visits: [fetched(taken!, { dueAt: NOW + HOUR })] }))
      expect(await store.counts()).toMatchObject({ fetched: 2, chosen: 0, waiting: 1 })
      expect((await take(store, A, 9, DISCOVER)).map(page => [page.url, page.chosenAt])).toEqual([
        [three.url, null],
      ])
      expect(await store.check()).toEqual([])
    })

    it('frees the place of a page that turns out not to be one', async () => {
      const { store } = current()
      const { one, three, four } = await full(store)
      await chooseIn(store, choice(four, one))
      const [taken] = await take(store, B, 9, REFRESH)
      await store.commit(
        batch({ visits: [empty(taken!, { outcome: 'failed', status: 'error', dueAt: NOW, failures: 1 })] }),
      )
      expect(await store.counts()).toMatchObject({ fetched: 1, chosen: 0, error: 1 })
      expect(await chooseIn(store, choice(three, null), choice(four, null))).toMatchObject({
        chosen: 1,
        replaced: 0,
      })
      expect((await take(store, A, 9, REFRESH)).map(page => page.url)).toEqual([three.url])
      expect(await store.check()).toEqual([])
    })

    it('lets a page come back, and one that failed be chosen again', async () => {
      const { store } = current()
      const { one, two, four } = await full(store)
      await chooseIn(store, choice(four, one))
      const [taken] = await take(store, B, 9, REFRESH)
      await store.commit(
        batch({ visits: [empty(taken!, { outcome: 'failed', status: 'error', dueAt: NOW, failures: 1 })] }),
      )
      expect(await chooseIn(store, choice(one, null), choice(four, two))).toMatchObject({
        chosen: 2,
        replaced: 1,
      })
      expect(await store.counts()).toMatchObject({ fetched: 1, chosen: 1, completed: 1, excluded: 1 })
      const again = await take(store, A, 9, REFRESH)
      expect(again.map(page => [page.url, page.revision, page.chosenAt])).toEqual([[one.url, 1, null]])
      expect(await take(store, B, 9, REFRESH)).toMatchObject([{ url: four.url, chosenAt: NOW, failures: 1 }])
      expect(await store.check()).toEqual([])
    })

    it('leaves out what cannot be done any more', async () => {
      const { store } = current()
      const { one, two, three, four } = await full(store)
      await store.choose({ nowMs: NOW, limit: LIMIT, choices: [choice(four, one)], retries: [] })
      await store.reschedule([{ page: two, dueAt: NOW }])
      await take(store, A, 1, REFRESH)
      // The one runs, the other is out already, and there is no free place.
      const asked = [choice(three, two), choice(three, one), choice(three, null), choice(four, two)]
      expect(await chooseIn(store, ...asked)).toMatchObject({ chosen: 0, replaced: 0 })
      expect(await store.counts()).toMatchObject({ fetched: 1, chosen: 1, excluded: 1 })
      expect(await store.check()).toEqual([])
    })

    it('survives its worker, and a scope that leaves the chosen page out', async () => {
      const { store, reopen } = current()
      const { one, four } = await full(store)
      await chooseIn(store, choice(four, one))
      await take(store, B, 9, REFRESH)
      const again = await reopen()
      await again.recover(NOW)
      expect(await again.counts()).toMatchObject({ fetched: 1, chosen: 1, waiting: 2, running: 0 })
      expect(await again.nextWorkAt(REFRESH)).toBeLessThanOrEqual(NOW)
      expect(await take(again, B, 9, REFRESH)).toMatchObject([{ url: four.url, chosenAt: NOW }])
      await again.putBack([four])
      await again.rescope(url => (url === four.url ? excluded('out') : null))
      expect(await again.counts()).toMatchObject({ fetched: 1, chosen: 0, waiting: 1, excluded: 2 })
      expect(await pageAt(again, one.url)).toMatchObject({ excludedBy: 'replaced' })
      expect(await pageAt(again, four.url)).toMatchObject({ status: 'excluded', dueAt: null })
      expect(await again.check()).toEqual([])
    })

    it('tells who was tried and who would like a place', async () => {
      const { store } = current()
      const { one, two, three, four } = await full(store)
      await chooseIn(store, choice(four, one))
      await store.add([candidate(`${A}/5`, { excluded: excluded('not wanted') })])
      const urls = async (which: 'tried' | 'new') =>
        (await collect(store.contenders(which))).map(page => page.url).sort()
      expect(await urls('tried')).toEqual([one.url, two.url])
      expect(await urls('new')).toEqual([one.url, three.url])
      const tried = (await collect(store.contenders('tried'))).find(page => page.url === two.url)
      expect(tried).toMatchObject({
        fetchedAt: NOW,
        depth: 0,
        revision: 1,
        excludedBy: null,
        status: 'completed',
      })
    })

    it('has stored pages that failed visited again', async () => {
      const { store } = current()
      const { one } = await full(store)
      await store.reschedule([{ page: one, dueAt: NOW }])
      const [due] = await take(store, A, 1, REFRESH)
      await store.commit(
        batch({
          visits: [empty(due!, { outcome: 'failed', status: 'error', dueAt: NOW, failures: 1, at: NOW + 1 })],
        }),
      )
      expect(await take(store, A, 9, REFRESH)).toEqual([])
      await store.choose({ nowMs: NOW, limit: LIMIT, choices: [], retries: [one] })
      expect(await take(store, A, 9, REFRESH)).toMatchObject([{ url: one.url, failures: 1, chosenAt: null }])
      expect(await store.check()).toEqual([])
    })
  })
}

async function serverOf(store: Store, origin: string) {
  await store.leave('w1')
  await store.join('w1', NOW)
  const host = await hostOf(store, origin)
  for (const server of await leaseAll(store, 'w1', NOW, REFRESH)) {
    const ready = await store.readyHosts(server, REFRESH, NOW)
    if (ready.some(({ id }) => id === host.id)) return [server, REFRESH, NOW] as const
  }
  throw new Error(`no server of ${origin} has anything due under ${JSON.stringify(ALL)}`)
}
