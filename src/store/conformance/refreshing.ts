import { describe, expect, it } from 'vitest'
import type { RefreshRow, SampleRow } from '../refresh-rows.ts'
import { A, B, batch, collect, fetched, HOUR, NOW, type Opened, running } from './fixture.ts'

const DAY = 24 * HOUR
const sample = (at: number, more: Partial<SampleRow> = {}): SampleRow => ({
  at,
  freshness: 0.5,
  ageDays: 1.5,
  price: 0.25,
  budgetPerDay: 10,
  spent: 3,
  visits: 4,
  refreshes: 2,
  changes: 1,
  known: 9,
  stored: 7,
  ...more,
})

/** What workers share about refreshing, the memory of how it went, and changes by time. */
export function refreshing(current: () => Opened): void {
  describe('refreshing', () => {
    it('begins with an empty purse and keeps what is put into it', async () => {
      const { store, reopen } = current()
      const empty = await store.refresh()
      expect(empty).toEqual({
        filledAt: null,
        purse: null,
        forNew: 0,
        spentRefresh: 0,
        spentNew: 0,
        day: 0,
        spentToday: 0,
        newTried: 0,
        newStored: 0,
        newWeight: 0,
        refreshes: 0,
        changes: 0,
        crawledAt: null,
        priors: null,
        planner: null,
        plannerUntil: 0,
      })
      const full: RefreshRow = {
        newTried: 20.5,
        newStored: 12.5,
        newWeight: 14.25,
        filledAt: NOW,
        purse: -0.25,
        forNew: 1.5,
        spentRefresh: 7.5,
        spentNew: 8,
        day: 19_000,
        spentToday: 3.5,
        refreshes: 6,
        changes: 5,
        crawledAt: NOW - 1,
        priors: '{"pages":1}',
        planner: 'w1',
        plannerUntil: NOW + HOUR,
      }
      expect(await store.changeRefresh(() => full)).toEqual(full)
      expect(await (await reopen()).refresh()).toEqual(full)
    })

    it('is changed by one worker at a time', async () => {
      const { store, beside } = current()
      const stores = [store, await (beside?.() ?? store), await (beside?.() ?? store)]
      const add = (row: RefreshRow) => ({ ...row, purse: (row.purse ?? 0) + 1 })
      await Promise.all(
        stores.map(async each => {
          for (let i = 0; i < 20; i++) await each.changeRefresh(add)
        }),
      )
      expect((await store.refresh()).purse).toBe(60)
    })

    it('lets nobody plan who has left or died', async () => {
      const { store, reopen } = current()
      const plannedBy = (planner: string) => store.changeRefresh(row => ({ ...row, planner }))
      await store.join('w1', NOW)
      await plannedBy('w1')
      await store.join('w2', NOW)
      await store.leave('w2')
      expect((await store.refresh()).planner).toBe('w1')
      await store.leave('w1')
      expect((await store.refresh()).planner).toBeNull()
      await store.join('w3', NOW)
      await plannedBy('w3')
      const again = await reopen()
      await again.recover(NOW)
      expect((await again.refresh()).planner).toBeNull()
    })

    it('keeps samples, the later of one time, and gives them with the one before', async () => {
      const { store } = current()
      const none = { freshness: null, ageDays: null, price: null, budgetPerDay: null }
      await store.addSample(sample(NOW, none), [])
      await store.addSample(sample(NOW + HOUR, { spent: 1 }), [])
      await store.addSample(sample(NOW + HOUR, { spent: 8.5 }), [])
      await store.addSample(sample(NOW + 2 * HOUR), [])
      expect(await store.samples(0)).toEqual([
        sample(NOW, none),
        sample(NOW + HOUR, { spent: 8.5 }),
        sample(NOW + 2 * HOUR),
      ])
      expect((await store.samples(NOW + 2 * HOUR)).map(({ at }) => at)).toEqual([NOW + HOUR, NOW + 2 * HOUR])
      expect((await store.samples(NOW + 9 * HOUR)).map(({ at }) => at)).toEqual([NOW + 2 * HOUR])
    })

    it('keeps the last sample of each span of time once they are old', async () => {
      const { store } = current()
      const start = Math.ceil(NOW / DAY) * DAY
      for (let quarter = 0; quarter < 48; quarter++)
        await store.addSample(sample(start + (quarter * HOUR) / 4), [])
      const thinnings = [
        { beforeMs: start + 8 * HOUR, spanMs: HOUR },
        { beforeMs: start + 4 * HOUR, spanMs: 2 * HOUR },
      ]
      await store.addSample(sample(start + 12 * HOUR), thinnings)
      const hours = (await store.samples(0)).map(({ at }) => (at - start) / HOUR)
      expect(hours.filter(at => at < 8)).toEqual([1.75, 3.75, 4.75, 5.75, 6.75, 7.75])
      expect(hours.filter(at => at >= 8)).toHaveLength(17)
    })

    it('tells what has changed by time, host and class', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`, `${B}/3`])
      const revise = (page: (typeof pages)[number], number: number, at: number, pageClass: string | null) =>
        fetched(page, {
          at,
          dueAt: at,
          pageClass,
          note: `{"n":${number}}`,
          revision: { number, type: 'text/html', charset: null, title: null, truncated: false },
        })
      await store.commit(batch({ visits: pages.map(page => fetched(page, { dueAt: NOW })) }))
      expect(await collect(store.changes({}))).toEqual([])
      const [one, two, three] = pages
      await store.commit(
        batch({
          visits: [
            revise(two!, 2, NOW + 3, 'list'),
            revise(one!, 2, NOW + 1, 'item'),
            revise(three!, 2, NOW + 2, 'item'),
            revise(one!, 3, NOW + 4, 'item'),
          ],
        }),
      )
      const told = async (query: Parameters<typeof store.changes>[0]) =>
        (await collect(store.changes(query))).map(({ url, revision }) => `${url} ${revision}`)
      expect(await told({})).toEqual([`${A}/1 2`, `${B}/3 2`, `${A}/2 2`, `${A}/1 3`])
      expect(await told({ order: 'newest' })).toEqual([`${A}/1 3`, `${A}/2 2`, `${B}/3 2`, `${A}/1 2`])
      expect(await told({ order: 'newest', origin: A, since: NOW + 2, limit: 1 })).toEqual([`${A}/1 3`])
      expect(await told({ order: 'newest', until: NOW + 3, limit: 2 })).toEqual([`${A}/2 2`, `${B}/3 2`])
      expect(await told({ since: NOW + 2, until: NOW + 3 })).toEqual([`${B}/3 2`, `${A}/2 2`])
      expect(await told({ origin: A, limit: 2 })).toEqual([`${A}/1 2`, `${A}/2 2`])
      expect(await told({ pageClass: 'item', since: NOW + 2 })).toEqual([`${B}/3 2`, `${A}/1 3`])
      expect(await told({ order: 'newest' })).toEqual([`${A}/1 3`, `${A}/2 2`, `${B}/3 2`, `${A}/1 2`])
      expect(await told({ order: 'newest', since: NOW + 2, until: NOW + 3 })).toEqual([
        `${A}/2 2`,
        `${B}/3 2`,
      ])
      expect(await told({ order: 'newest', origin: A, limit: 2 })).toEqual([`${A}/1 3`, `${A}/2 2`])
      for (const order of ['oldest', 'newest'] as const) {
        const all = await collect(store.changes({ order }))
        for (const [i, after] of all.entries())
          expect(await collect(store.changes({ order, after }))).toEqual(all.slice(i + 1))
      }
      expect((await collect(store.changes({ limit: 1 })))[0]).toEqual({
        shard: one!.shard,
        page: one!.id,
        url: `${A}/1`,
        origin: A,
        pageClass: 'item',
        at: NOW + 1,
        revision: 2,
        note: '{"n":2}',
      })
    })
  })
}
