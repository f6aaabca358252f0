import { describe, expect, it } from 'vitest'
import { NO_CLASS_LINK } from '../batch.ts'
import {
  A,
  B,
  batch,
  candidate,
  collect,
  empty,
  fetched,
  NOW,
  type Opened,
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
      expect((await store.page(`${A}/1`))!.pageClass).toBe('item')
      expect((await store.page(`${A}/2`))!.pageClass).toBe('list')
    })

    it('let pages wait that were left out for want of a link, and no others', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      const denied = (reason: string) => ({ outcome: 'denied', status: 'excluded', reason }) as const
      await store.commit(
        batch({
          visits: [
            empty(one!, denied(NO_CLASS_LINK)),
            empty(two!, denied('robots')),
            empty(three!, denied(NO_CLASS_LINK)),
          ],
        }),
      )
      const promised = [`${A}/1`, `${A}/2`].map(url => candidate(url, { pageClass: 'item', rank: 7 }))
      const excluded = candidate(`${A}/3`, { pageClass: 'item', status: 'excluded', reason: 'scope' })
      const result = await store.add([...promised, excluded])
      expect(result).toMatchObject({ added: 0, waiting: 1, hosts: [{ id: one!.host }] })
      expect(await store.counts()).toMatchObject({ waiting: 1, excluded: 2 })
      expect(await store.page(`${A}/1`)).toMatchObject({ status: 'waiting', reason: null, rank: 7 })
      expect((await take(store, A)).map(page => [page.url, page.pageClass])).toEqual([[`${A}/1`, 'item']])
      expect(await store.check()).toEqual([])
    })

    it('are told by visits, with the record of the revision', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const visit = fetched(page!, { pageClass: 'item', dueAt: NOW })
      const record = '{"name":"x"}'
      await store.commit(batch({ visits: [{ ...visit, revision: { ...visit.revision!, record } }] }))
      expect((await store.revisions(page!)).map(revision => revision.record)).toEqual([record])
      const [again] = await take(store, A)
      expect(again!.pageClass).toBe('item')
      await store.commit(
        batch({ visits: [empty(again!, { outcome: 'notModified', status: 'completed', dueAt: NOW })] }),
      )
      expect((await store.page(`${A}/1`))!.pageClass).toBe('item')
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
      expect(await store.modelledOrigins(9)).toEqual([A, B])
      expect(await store.modelledOrigins(1)).toEqual([A])
    })

    it('can be read anew and forgotten', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${B}/3`])
      await store.commit(
        batch({
          visits: [
            fetched(one!, { pageClass: 'item', dueAt: NOW }),
            fetched(two!, { dueAt: NOW }),
            empty(three!, { outcome: 'denied', status: 'excluded', reason: NO_CLASS_LINK }),
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
      expect(await store.page(`${B}/3`)).toMatchObject({ status: 'waiting', reason: null })
      expect(await store.check()).toEqual([])
    })
  })
}
