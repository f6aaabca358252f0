import { describe, expect, it } from 'vitest'
import { A, ALL, candidate, collect, NOW, type Opened, running } from './fixture.ts'

export function reading(current: () => Opened): void {
  describe('the collection', () => {
    it('is empty at first', async () => {
      const { store } = current()
      expect(await store.counts()).toEqual({
        waiting: 0,
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
      expect(await store.page(`${A}/`)).toBeNull()
      expect(await store.nextWorkAt(ALL)).toBeNull()
      expect(await store.lease({ worker: 'w', work: ALL, nowMs: NOW, untilMs: NOW, limit: 9 })).toEqual([])
      expect(await store.events(9)).toEqual([])
      expect(await store.archiveFiles()).toEqual([])
      expect(await store.check()).toEqual([])
      for (const rows of [store.pages({}), store.hosts(), store.servers(), store.archived()])
        expect(await collect<unknown>(rows)).toEqual([])
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

    it('knows nothing of pages without history', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      expect(await store.visits(page!)).toEqual([])
      expect(await store.revisions(page!)).toEqual([])
      expect(await store.links(page!)).toBeNull()
    })
  })
}
