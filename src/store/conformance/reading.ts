import { describe, expect, it } from 'vitest'
import {
  A,
  ALL,
  batch,
  candidate,
  collect,
  empty,
  fetched,
  NOW,
  type Opened,
  pageAt,
  running,
} from './fixture.ts'

export function reading(current: () => Opened): void {
  describe('the collection', () => {
    it('is empty at first', async () => {
      const { store } = current()
      expect(await store.counts()).toEqual({
        waiting: 0,
        chosen: 0,
        running: 0,
        completed: 0,
        error: 0,
        gone: 0,
        excluded: 0,
        fetched: 0,
        visits: 0,
        revisions: 0,
        hosts: 0,
        bytes: 0,
      })
      expect(await pageAt(store, `${A}/`)).toBeNull()
      expect(await store.nextWorkAt(ALL)).toBeNull()
      expect(await store.lease({ worker: 'w', work: ALL, nowMs: NOW, untilMs: NOW, limit: 9 })).toEqual([])
      expect(await store.events(9)).toEqual([])
      expect(await store.archiveFiles()).toEqual([])
      expect(await store.check()).toEqual([])
      for (const rows of [store.pages({}), store.hosts(), store.servers(), store.archived()])
        expect(await collect<unknown>(rows)).toEqual([])
    })

    it('says that it is closed', async () => {
      const { store, beside } = current()
      const closed = (await beside?.()) ?? store
      await closed.close()
      await expect(closed.counts()).rejects.toThrow(/was closed: open it again/)
      await expect(collect(closed.pages({}))).rejects.toThrow(/was closed: open it again/)
      await expect(collect(closed.hosts())).rejects.toThrow(/was closed: open it again/)
    })

    it('changes one of its settings for one worker at a time', async () => {
      const { store, beside } = current()
      const stores = [store, await (beside?.() ?? store), await (beside?.() ?? store)]
      const add = (value: string | null) => String(Number(value ?? '0') + 1)
      await Promise.all(
        stores.map(async each => {
          for (let i = 0; i < 10; i++) await each.changeMeta('count', add)
        }),
      )
      expect((await store.readMeta()).get('count')).toBe('30')
      expect(await store.changeMeta('count', add)).toBe('31')
    })

    it('remembers its settings', async () => {
      const opened = current()
      await opened.store.writeMeta({ name: 'news', scope: '{}' })
      await opened.store.writeMeta({ name: 'newer' })
      const store = await opened.reopen()
      const meta = await store.readMeta()
      expect([meta.get('name'), meta.get('scope'), meta.get('nothing')]).toEqual(['newer', '{}', undefined])
    })

    it('is the same after it was closed', async () => {
      const opened = current()
      await opened.store.add([candidate(`${A}/1`), candidate(`${A}/2`)])
      const [before, counts] = [await collect(opened.store.pages({})), await opened.store.counts()]
      const store = await opened.reopen()
      expect(await collect(store.pages({}))).toEqual(before)
      expect(await store.counts()).toEqual(counts)
      expect(await store.add([candidate(`${A}/2`), candidate(`${A}/3`)])).toMatchObject({ added: 1 })
    })

    it('goes on listing pages behind any of them', async () => {
      const { store } = current()
      await store.add([1, 2, 3, 4, 5].map(i => candidate(`https://h${i}.example/`)))
      const all = await collect(store.pages({}))
      for (const [i, after] of all.entries())
        expect(await collect(store.pages({ after }))).toEqual(all.slice(i + 1))
      expect(await collect(store.pages({ after: all[1]!, limit: 2 }))).toEqual(all.slice(2, 4))
    })

    it('goes on listing hosts behind any of them', async () => {
      const { store } = current()
      await store.add([1, 2, 3, 4, 5].map(i => candidate(`https://h${i}.example/`)))
      const all = await collect(store.hosts())
      for (const [i, after] of all.entries())
        expect(await collect(store.hosts(after))).toEqual(all.slice(i + 1))
    })

    it('lists what has changed since a time', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`])
      await store.add([candidate(`${A}/3`)])
      await store.commit(batch({ visits: pages.map((page, i) => fetched(page, { at: NOW + i })) }))
      const urls = async (changedSince: number) =>
        (await collect(store.pages({ changedSince }))).map(page => page.url)
      expect(await urls(NOW)).toEqual(pages.map(page => page.url))
      expect(await urls(NOW + 1)).toEqual([pages[1]!.url])
      expect(await urls(NOW + 2)).toEqual([])
    })

    it('lists what was stored and is no longer there', async () => {
      const { store } = current()
      const pages = await running(
        store,
        ['stays', 'gone', 'moved', 'denied', 'never'].map(name => `${A}/${name}`),
      )
      const at = (name: string) => pages.find(page => page.url === `${A}/${name}`)!
      const stored = ['stays', 'gone', 'moved', 'denied'].map(at)
      await store.commit(batch({ visits: stored.map(page => fetched(page)) }))
      const end = { at: NOW + 1, status: 'completed' } as const
      await store.commit(
        batch({
          visits: [
            empty(at('gone'), { ...end, outcome: 'gone', status: 'gone' }),
            empty(at('never'), { ...end, outcome: 'gone', status: 'gone' }),
            empty(at('moved'), { ...end, outcome: 'moved', movedTo: at('stays').url }),
            empty(at('denied'), { ...end, outcome: 'denied', status: 'excluded', excludedBy: 'robots' }),
          ],
        }),
      )
      const removed = (await collect(store.pages({ removed: true }))).map(page => page.url)
      expect(removed.sort()).toEqual(['denied', 'gone', 'moved'].map(name => `${A}/${name}`))
    })

    it('tells events in the order in which they came, from any of them on', async () => {
      const { store } = current()
      const event = (subject: string) => ({ at: NOW, kind: 'server-rests', subject, message: 'it rests' })
      await store.commit(batch({ events: [event('a'), event('b')] }))
      await store.commit(batch({ events: [event('c')] }))
      const all = await store.eventsAfter(0, 9)
      expect(all.map(({ subject }) => subject)).toEqual(['a', 'b', 'c'])
      expect(await store.eventsAfter(all[0]!.id, 1)).toEqual([all[1]])
      expect((await store.events(2)).map(({ subject }) => subject)).toEqual(['c', 'b'])
    })

    it('knows nothing of pages without history', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      expect(await store.visits(page!)).toEqual([])
      expect(await store.revisions(page!)).toEqual([])
      expect(await store.links(page!)).toBeNull()
    })
  })
}
