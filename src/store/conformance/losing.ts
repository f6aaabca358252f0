import { describe, expect, it } from 'vitest'
import type { VisitCommit } from '../batch.ts'
import type { QueuedPage } from '../queue-rows.ts'
import type { Store } from '../store.ts'
import {
  A,
  B,
  batch,
  collect,
  empty,
  fetched,
  HOUR,
  leaseAll,
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  take,
} from './fixture.ts'

/** A page with revision 1 at byte 0 of the first file, and what `later` makes of it. */
async function stored(
  store: Store,
  later: (page: QueuedPage, file: number) => readonly VisitCommit[] = () => [],
) {
  const [page] = await running(store, [`${A}/1`])
  const files = [await store.openArchiveFile('1', 'w1'), await store.openArchiveFile('2', 'w1')] as const
  const place = { file: files[0], offset: 0, length: 10 }
  await store.commit(batch({ visits: [fetched(page!, { place, dueAt: NOW + HOUR })] }))
  const current = { ...page!, revision: 1 }
  for (const visit of later(current, files[1])) await store.commit(batch({ visits: [visit] }))
  return { page: current, files }
}

const at = (file: number, offset: number) => ({ file, offset, length: 10 })
const places = async (store: Store, page: QueuedPage) =>
  (await store.visits(page)).map(visit => visit.place?.offset ?? null)

export function losing(current: () => Opened): void {
  describe('records that the archive has lost', () => {
    it('leave a page without a copy, due at once, to be asked for without validators', async () => {
      const { store } = current()
      const { page, files } = await stored(store)
      expect(await store.loseRecords(files[0], [0], NOW + 5)).toEqual({
        pages: [`${A}/1`],
        earlierRevisions: 0,
      })
      expect(await store.revisions(page)).toMatchObject([{ number: 1, place: null }])
      expect(await places(store, page)).toEqual([null])
      expect(await collect(store.pages({ lost: true }))).toMatchObject([
        { url: `${A}/1`, etag: null, lastModified: null, payloadAt: null, dueAt: 0, revision: 1 },
      ])
      await store.leave('w1')
      await leaseAll(store, 'w2', NOW + 5, REFRESH)
      expect(await take(store, A, 10, REFRESH, NOW + 5)).toMatchObject([{ etag: null, payloadAt: null }])
      expect(await store.loseRecords(files[0], [0], NOW + 6)).toEqual({ pages: [], earlierRevisions: 0 })
    })

    it('stay due whatever a plan says, until they have a copy again', async () => {
      const { store } = current()
      const { page, files } = await stored(store)
      await store.loseRecords(files[0], [0], NOW + 5)
      await store.reschedule([{ page, dueAt: NOW + 9 * HOUR }])
      expect((await pageAt(store, `${A}/1`))?.dueAt).toBe(0)
    })

    it('are given back by a visit that brings the same again, and by a new revision', async () => {
      const { store } = current()
      const { page, files } = await stored(store)
      const { bytes } = await store.counts()
      await store.loseRecords(files[0], [0], NOW)
      const again = fetched(page, { at: NOW + 9, revision: null, place: at(files[1], 70), sizeBytes: 103 })
      await store.commit(batch({ visits: [{ ...again, restores: true }] }))
      expect(await collect(store.pages({ lost: true }))).toEqual([])
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ revision: 1, payloadAt: NOW + 9, changedAt: NOW })
      expect(await store.revisions(page)).toMatchObject([
        { number: 1, fetchedAt: NOW, digest: again.digest, place: { file: '2', offset: 70 } },
      ])
      expect((await store.counts()).bytes).toBe(bytes + 3)
      await store.loseRecords(files[1], [70], NOW + 10)
      await store.commit(
        batch({ visits: [fetched(page, { at: NOW + 11, place: at(files[1], 90), restores: true })] }),
      )
      expect(await collect(store.pages({ lost: true }))).toEqual([])
      expect(await store.revisions(page)).toMatchObject([
        { place: null },
        { number: 2, place: { offset: 90 } },
      ])
    })

    it('never take the place of a copy that is there', async () => {
      const { store } = current()
      const { page, files } = await stored(store)
      const again = fetched(page, { at: NOW + 9, revision: null, place: at(files[1], 70), restores: true })
      await store.commit(batch({ visits: [again] }))
      expect(await store.revisions(page)).toMatchObject([{ place: { file: '1', offset: 0 } }])
    })

    it('count with the revisit records that stand for them, and no further', async () => {
      const { store } = current()
      const { page, files } = await stored(store, (page, file) => [
        empty(page, { at: NOW + 1, outcome: 'notModified', place: at(file, 10) }),
        empty(page, { at: NOW + 2, outcome: 'moved', place: at(file, 20) }),
        fetched(page, { at: NOW + 3, revision: null, note: '{}', place: at(file, 30) }),
        fetched(page, { at: NOW + 4, digest: null, revision: null, place: at(file, 40) }),
      ])
      expect(await store.loseRecords(files[0], [0], NOW + 5)).toMatchObject({ pages: [`${A}/1`] })
      expect(await places(store, page)).toEqual([null, null, 20, 30, 40])
    })

    it('are asked for again when only the last payload is lost, which revisit records would stand for', async () => {
      const { store } = current()
      const { files } = await stored(store, (page, file) => [
        fetched(page, { at: NOW + 3, revision: null, note: '{}', place: at(file, 30), dueAt: NOW + HOUR }),
      ])
      expect(await store.loseRecords(files[1], [30], NOW + 5)).toEqual({ pages: [], earlierRevisions: 0 })
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ payloadAt: null, etag: null, dueAt: 0 })
      expect(await collect(store.pages({ lost: true }))).toEqual([])
    })

    it('of earlier revisions are counted, and change nothing else', async () => {
      const { store } = current()
      const { page, files } = await stored(store, (page, file) => [
        fetched(page, { at: NOW + 3, place: at(file, 30), dueAt: NOW + HOUR }),
      ])
      expect(await store.loseRecords(files[0], [0], NOW + 5)).toEqual({ pages: [], earlierRevisions: 1 })
      expect(await pageAt(store, `${A}/1`)).toMatchObject({
        payloadAt: NOW + 3,
        etag: '"2"',
        dueAt: NOW + HOUR,
      })
      expect(await store.revisions(page)).toMatchObject([{ place: null }, { place: { offset: 30 } }])
    })

    it('are lost with the record that holds their payload', async () => {
      const { store } = current()
      const [original, copy, other] = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      const files = [await store.openArchiveFile('1', 'w1'), await store.openArchiveFile('2', 'w1')] as const
      const digest = Buffer.alloc(20, 7)
      const held = at(files[0], 50)
      const shared = { ...at(files[1], 0), payload: held }
      await store.commit(batch({ visits: [fetched(original!, { place: held, digest })] }))
      await store.commit(
        batch({
          visits: [
            fetched(copy!, { place: shared, digest }),
            fetched(other!, { place: at(files[1], 10), digest: Buffer.alloc(20, 8) }),
          ],
        }),
      )
      expect(await store.revisions(copy!)).toMatchObject([
        { place: { file: '2', offset: 0, payload: { file: '1', offset: 50, length: 10 } } },
      ])
      expect((await store.visits(copy!))[0]!.place).toEqual((await store.revisions(copy!))[0]!.place)
      const found = await store.payloads([digest, Buffer.alloc(20, 8), Buffer.alloc(20, 9)])
      expect([...found.values()]).toEqual([
        { page: original!.id, file: files[0], place: { file: '1', offset: 50, length: 10 } },
        { page: other!.id, file: files[1], place: { file: '2', offset: 10, length: 10 } },
      ])
      const lost = await store.loseRecords(files[0], [50], NOW + 5)
      expect([...lost.pages].sort()).toEqual([`${A}/1`, `${A}/2`])
      expect((await store.payloads([digest])).size).toBe(0)
      for (const page of [original!, copy!]) {
        expect(await store.revisions(page)).toMatchObject([{ place: null }])
        expect(await places(store, page)).toEqual([null])
      }
      expect(await store.revisions(other!)).toMatchObject([{ place: { offset: 10 } }])
      const restored = { ...at(files[1], 30), payload: at(files[1], 10) }
      const again = fetched(
        { ...copy!, revision: 1 },
        { at: NOW + 9, revision: null, place: restored, restores: true },
      )
      await store.commit(batch({ visits: [again] }))
      expect(await store.revisions(copy!)).toMatchObject([{ place: { offset: 30, payload: { offset: 10 } } }])
    })

    it('are those at the named places of the named file', async () => {
      const { store } = current()
      const pages = await running(
        store,
        Array.from({ length: 30 }, (_, i) => `${i % 2 === 0 ? A : B}/${i}`),
      )
      const files = [await store.openArchiveFile('1', 'w'), await store.openArchiveFile('2', 'w')] as const
      const visits = pages.map((page, i) => fetched(page, { place: at(files[i % 2]!, i * 10) }))
      await store.commit(batch({ visits }))
      const inFirst = await collect(store.archived(files[0]))
      expect(inFirst.map(row => row.place!.file)).toEqual(Array.from({ length: 15 }, () => '1'))
      expect(await collect(store.archived(files[1]))).toHaveLength(15)
      const lost = await store.loseRecords(files[0], [0, 10, 20, 40], NOW)
      expect([...lost.pages].sort()).toEqual([0, 2, 4].map(i => pages[i]!.url).sort())
      expect(await collect(store.archived(files[0]))).toHaveLength(12)
      expect(await store.check()).toEqual([])
    })
  })
}
