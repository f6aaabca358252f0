import { describe, expect, it } from 'vitest'
import type { ExcludedBy } from '../rows.ts'
import {
  A,
  B,
  batch,
  candidate,
  collect,
  empty,
  excluded,
  fetched,
  NOW,
  type Opened,
  pageAt,
  running,
  take,
} from './fixture.ts'

/** What a site model gives pages: a class, by promise or by a visit, and the record of each revision. */
export function classes(current: () => Opened): void {
  describe('page classes', () => {
    it('are promised by links, and kept by the first', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`), candidate(`${A}/2`, { pageClass: 'list' })])
      await store.add([
        candidate(`${A}/1`, { pageClass: 'item' }),
        candidate(`${A}/2`, { pageClass: 'item' }),
      ])
      expect((await pageAt(store, `${A}/1`))!.pageClass).toBe('item')
      expect((await pageAt(store, `${A}/2`))!.pageClass).toBe('list')
    })

    it('come with the kind of what is promised, which goes when they are forgotten', async () => {
      const { store } = current()
      const kinds = async () =>
        (await collect(store.pages({}))).map(({ url, kind }) => [url.slice(A.length), kind])
      await store.add([
        candidate(`${A}/1`),
        candidate(`${A}/2.png`, { kind: 'image' }),
        candidate(`${A}/map.xml`, { kind: 'sitemap' }),
      ])
      const promise = { kind: 'image' } as const
      await store.add([candidate(`${A}/1`, promise), candidate(`${A}/map.xml`, promise)])
      await store.add([candidate(`${A}/2.png`, { pageClass: 'item' })])
      expect(await kinds()).toEqual([
        ['/1', 'image'],
        ['/2.png', 'image'],
        ['/map.xml', 'sitemap'],
      ])
      expect((await collect(store.pages({ kind: 'image' }))).map(page => page.url)).toEqual([
        `${A}/1`,
        `${A}/2.png`,
      ])
      expect((await pageAt(store, `${A}/2.png`))!.pageClass).toBeNull()
      expect(await store.classes()).toEqual([{ pageClass: null, known: 2, stored: 0 }])
      await store.forgetClasses()
      expect(await kinds()).toEqual([
        ['/1', 'page'],
        ['/2.png', 'page'],
        ['/map.xml', 'sitemap'],
      ])
    })

    it('let pages wait that were left out for want of a link, and no others', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      const denied = (excludedBy: ExcludedBy) =>
        ({ outcome: 'denied', status: 'excluded', excludedBy }) as const
      await store.commit(
        batch({
          visits: [
            empty(one!, denied('unlinked')),
            empty(two!, denied('robots')),
            empty(three!, denied('unlinked')),
          ],
        }),
      )
      const promised = [`${A}/1`, `${A}/2`].map(url => candidate(url, { pageClass: 'item', rank: 7 }))
      const unwanted = candidate(`${A}/3`, { pageClass: 'item', excluded: excluded('scope') })
      const result = await store.add([...promised, unwanted])
      expect(result).toMatchObject({ added: 0, waiting: 1, hosts: [{ id: one!.host }] })
      expect(await store.counts()).toMatchObject({ waiting: 1, excluded: 2 })
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ status: 'waiting', excludedBy: null, rank: 7 })
      expect((await take(store, A)).map(page => [page.url, page.pageClass])).toEqual([[`${A}/1`, 'item']])
      expect(await store.check()).toEqual([])
    })

    it('are told by visits, with the record of the revision', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const record = '{"name":"x"}'
      const revision = { ...fetched(page!).revision!, record }
      await store.commit(batch({ visits: [fetched(page!, { pageClass: 'item', dueAt: NOW, revision })] }))
      expect((await store.revisions(page!)).map(revision => revision.record)).toEqual([record])
      const [again] = await take(store, A)
      expect(again!.pageClass).toBe('item')
      await store.commit(
        batch({ visits: [empty(again!, { outcome: 'notModified', status: 'completed', dueAt: NOW })] }),
      )
      expect((await pageAt(store, `${A}/1`))!.pageClass).toBe('item')
      expect((await collect(store.plannedPages())).map(planned => planned.pageClass)).toEqual(['item'])
    })

    it('come from models, which are kept by version', async () => {
      const { store } = current()
      expect([await store.modelNumbers(A), await store.model(A, 1)]).toEqual([[], null])
      for (const number of [1, 2, 3])
        await store.keepModel({ origin: A, number, body: Buffer.from(`a${number}`) }, 2)
      await store.keepModel({ origin: B, number: 1, body: Buffer.from('b') }, 2)
      expect(await store.modelNumbers(A)).toEqual([2, 3])
      expect(await store.model(A, 3)).toEqual(Buffer.from('a3'))
      expect([await store.model(A, 1), await store.model(B, 2)]).toEqual([null, null])
      expect(await store.modeledOrigins(9)).toEqual([A, B])
      expect(await store.modeledOrigins(1)).toEqual([A])
    })

    it('leave types of documents to be counted, as their pages are now', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${B}/3`])
      const revision = (number: number, type: string) => ({
        number,
        type,
        charset: null,
        title: null,
        truncated: false,
      })
      const visits = [
        fetched(one!, { revision: revision(1, 'application/pdf'), sizeBytes: 700 }),
        fetched(two!, { revision: revision(1, 'application/pdf'), sizeBytes: 50 }),
        fetched(three!),
      ]
      await store.commit(batch({ visits }))
      expect(await store.otherTypes()).toEqual([{ type: 'application/pdf', pages: 2, bytes: 750 }])
      await store.commit(batch({ visits: [fetched({ ...one!, revision: 1 })] }))
      expect(await store.otherTypes()).toEqual([{ type: 'application/pdf', pages: 1, bytes: 50 }])
    })

    it('can be read anew and forgotten', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${B}/3`])
      await store.commit(
        batch({
          visits: [
            fetched(one!, { pageClass: 'item', dueAt: NOW }),
            fetched(two!, { dueAt: NOW }),
            empty(three!, { outcome: 'denied', status: 'excluded', excludedBy: 'unlinked' }),
          ],
        }),
      )
      const urls = async (query: object) => (await collect(store.pages(query))).map(page => page.url)
      expect(await urls({ unread: true })).toEqual([`${A}/1`])
      const read = { revision: 1, record: '{}' }
      await store.writeRecords([
        { page: one!, pageClass: 'item', ...read },
        { page: two!, pageClass: 'list', ...read },
      ])
      expect(await urls({ unread: true })).toEqual([])
      expect(await urls({ pageClass: 'list' })).toEqual([`${A}/2`])
      await store.add([candidate(`${A}/4`, { pageClass: 'list' })])
      expect(await store.classes()).toEqual([
        { pageClass: 'item', known: 1, stored: 1 },
        { pageClass: 'list', known: 2, stored: 1 },
      ])
      await store.forgetClasses()
      expect(await store.classes()).toEqual([])
      expect((await store.revisions(one!))[0]!.record).toBeNull()
      expect(await pageAt(store, `${B}/3`)).toMatchObject({ status: 'waiting', excludedBy: null })
      expect(await store.check()).toEqual([])
    })
  })
}
