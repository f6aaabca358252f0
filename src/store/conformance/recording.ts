import { describe, expect, it } from 'vitest'
import { asUrl } from '../../url/index.ts'
import {
  A,
  ALL,
  B,
  batch,
  candidate,
  collect,
  DISCOVER,
  digest,
  empty,
  excluded,
  fetched,
  HOUR,
  NOW,
  type Opened,
  pageAt,
  REFRESH,
  running,
  take,
} from './fixture.ts'

export function recording(current: () => Opened): void {
  describe('recording visits', () => {
    it('remembers where a page sends its visitors, until it no longer does', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const moved = {
        outcome: 'moved',
        httpStatus: 301,
        reason: `moved to ${B}/`,
        movedTo: asUrl(`${B}/`),
      } as const
      await store.commit(batch({ visits: [empty(page!, { ...moved, at: NOW })] }))
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ movedTo: asUrl(`${B}/`) })
      await store.commit(
        batch({ visits: [empty(page!, { outcome: 'failed', status: 'error', at: NOW + 1 })] }),
      )
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ movedTo: asUrl(`${B}/`) })
      await store.commit(batch({ visits: [fetched(page!, { at: NOW + 2 })] }))
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ movedTo: null })
    })

    it('stores a fetched page with its revision, place and links', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const file = await store.openArchiveFile('a.warc.gz', 'w1')
      const packed = Buffer.from([1, 0, 2])
      await store.commit(
        batch({
          visits: [
            fetched(page!, {
              place: { file, offset: 10, length: 90 },
              links: packed,
              dueAt: NOW + HOUR,
              rank: 7,
            }),
          ],
          archives: [{ id: file, sizeBytes: 100 }],
        }),
      )
      const row = (await pageAt(store, `${A}/1`))!
      expect(row).toMatchObject({
        status: 'completed',
        reason: null,
        rank: 7,
        dueAt: NOW + HOUR,
        failures: 0,
        fetchedAt: NOW,
        changedAt: NOW,
        httpStatus: 200,
        sizeBytes: 100,
        etag: '"1"',
        type: 'text/html',
        title: 'Title 1',
        revision: 1,
        origin: A,
        depth: 0,
      })
      const place = { file: 'a.warc.gz', offset: 10, length: 90 }
      expect(await store.revisions(row)).toEqual([
        {
          number: 1,
          fetchedAt: NOW,
          digest: digest(`${A}/1 1`),
          sizeBytes: 100,
          type: 'text/html',
          charset: 'utf-8',
          title: 'Title 1',
          truncated: false,
          rendered: false,
          fields: null,
          record: null,
          place,
        },
      ])
      expect(await store.visits(row)).toEqual([
        {
          at: NOW,
          outcome: 'fetched',
          wall: null,
          httpStatus: 200,
          durationMs: 12,
          sizeBytes: 100,
          revision: 1,
          error: null,
          note: null,
          place,
        },
      ])
      expect(await store.links(row)).toEqual({ packed })
      expect(await store.archiveFiles()).toEqual([
        { id: file, name: 'a.warc.gz', worker: 'w1', sizeBytes: 100, closed: false },
      ])
      expect(await store.counts()).toMatchObject({
        completed: 1,
        running: 0,
        fetched: 1,
        visits: 1,
        revisions: 1,
        bytes: 100,
      })
    })

    it('keeps what is stored when nothing new came', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW, links: Buffer.from('x') })] }))
      const before = (await pageAt(store, `${A}/1`))!
      const [again] = await take(store, A)
      await store.commit(
        batch({
          visits: [
            empty(again!, { outcome: 'notModified', httpStatus: 304, at: NOW + 5, dueAt: NOW + HOUR }),
          ],
        }),
      )
      const after = (await pageAt(store, `${A}/1`))!
      expect(after).toEqual({ ...before, fetchedAt: NOW + 5, httpStatus: 304, dueAt: NOW + HOUR })
      expect(await store.links(after)).toEqual({ packed: Buffer.from('x') })
      expect(await store.counts()).toMatchObject({ fetched: 1, visits: 2, revisions: 1, completed: 1 })
    })

    it('counts a changed page once and its revisions all', async () => {
      const { store } = current()
      let [page] = await running(store, [`${A}/1`])
      for (let n = 1; n <= 3; n++) {
        await store.commit(
          batch({
            visits: [fetched(page!, { at: NOW + n, dueAt: NOW, sizeBytes: n, links: Buffer.from([n]) })],
          }),
        )
        page = (await take(store, A))[0]
      }
      const row = (await pageAt(store, `${A}/1`))!
      expect(row).toMatchObject({ revision: 3, title: 'Title 3', changedAt: NOW + 3, sizeBytes: 3 })
      expect((await store.revisions(row)).map(r => r.number)).toEqual([1, 2, 3])
      expect(await store.links(row)).toEqual({ packed: Buffer.from([3]) })
      expect(await store.counts()).toMatchObject({ fetched: 1, revisions: 3, visits: 3, bytes: 6 })
      expect(await collect(store.hosts())).toMatchObject([{ fetched: 1, bytes: 6, lastVisitAt: NOW + 3 }])
    })

    it('tells what stood before a page until it is reached again, and keeps what was stored', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`, `${A}/2`])
      await store.commit(batch({ visits: [fetched(page!, { dueAt: NOW })] }))
      const before = (await pageAt(store, `${A}/1`))!
      const [again] = await take(store, A)
      const walled = {
        outcome: 'walled',
        wall: 'login',
        status: 'error',
        failures: 1,
        reason: 'wall',
      } as const
      await store.commit(batch({ visits: [empty(again!, { ...walled, at: NOW + 1, dueAt: NOW + 2 })] }))
      const after = (await pageAt(store, `${A}/1`))!
      expect(after).toMatchObject({
        wall: 'login',
        status: 'error',
        revision: 1,
        fetchedAt: before.fetchedAt,
      })
      expect((await collect(store.pages({ walled: true }))).map(row => row.url)).toEqual([`${A}/1`])
      expect((await store.visits(after)).map(visit => [visit.outcome, visit.wall])).toEqual([
        ['fetched', null],
        ['walled', 'login'],
      ])
      const [back] = await take(store, A, 100, ALL, NOW + HOUR)
      await store.commit(batch({ visits: [empty(back!, { outcome: 'notModified', at: NOW + 3 })] }))
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ wall: null, status: 'completed', revision: 1 })
      expect(await collect(store.pages({ walled: true }))).toEqual([])
    })

    it('records moved, denied, gone and failed visits', async () => {
      const { store } = current()
      const [moved, denied, gone, failed] = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`, `${A}/4`])
      await store.commit(
        batch({
          visits: [
            empty(moved!, { outcome: 'moved', httpStatus: 301 }),
            empty(denied!, {
              outcome: 'denied',
              httpStatus: null,
              status: 'excluded',
              excludedBy: 'robots',
              reason: '/2',
            }),
            empty(gone!, { outcome: 'gone', httpStatus: 410, status: 'gone', failures: 1 }),
            empty(failed!, {
              outcome: 'failed',
              httpStatus: null,
              status: 'error',
              reason: 'timeout',
              error: 'timeout',
              failures: 1,
              dueAt: NOW + HOUR,
            }),
          ],
        }),
      )
      expect(await pageAt(store, `${A}/1`)).toMatchObject({
        status: 'completed',
        httpStatus: 301,
        fetchedAt: NOW,
        revision: 0,
      })
      expect(await pageAt(store, `${A}/2`)).toMatchObject({
        status: 'excluded',
        excludedBy: 'robots',
        reason: '/2',
        fetchedAt: null,
        httpStatus: null,
      })
      expect(await pageAt(store, `${A}/3`)).toMatchObject({
        status: 'gone',
        httpStatus: 410,
        fetchedAt: NOW,
        failures: 1,
      })
      expect(await pageAt(store, `${A}/4`)).toMatchObject({
        status: 'error',
        fetchedAt: null,
        failures: 1,
        dueAt: NOW + HOUR,
        reason: 'timeout',
      })
      expect(await store.visits((await pageAt(store, `${A}/4`))!)).toMatchObject([
        { outcome: 'failed', error: 'timeout', place: null, revision: null },
      ])
      expect(await store.counts()).toMatchObject({
        completed: 1,
        excluded: 1,
        gone: 1,
        error: 1,
        running: 0,
        fetched: 0,
        visits: 4,
      })
      expect(await collect(store.hosts())).toMatchObject([{ known: 4, fetched: 0, failed: 1 }])
      expect(await take(store, A, 9, ALL, NOW + HOUR)).toMatchObject([{ url: `${A}/4`, failures: 1 }])
    })

    it('comes back to a retry when it is due, as work and not as refresh', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(
        batch({
          visits: [empty(page!, { outcome: 'failed', status: 'error', failures: 1, dueAt: NOW + HOUR })],
        }),
      )
      expect(await take(store, A)).toEqual([])
      await store.leave('w1')
      expect(await store.nextWorkAt(DISCOVER)).toBe(NOW + HOUR)
      expect(await store.nextWorkAt(REFRESH)).toBeNull()
      expect(await take(store, A, 9, REFRESH, NOW + HOUR)).toEqual([])
      expect(await take(store, A, 9, DISCOVER, NOW + HOUR)).toHaveLength(1)
    })

    it('lets a visit put a page back to waiting', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      expect(await take(store, A)).toEqual([])
      await store.commit(batch({ visits: [empty(page!, { outcome: 'denied', status: 'waiting' })] }))
      await store.leave('w1')
      expect(await store.nextWorkAt(DISCOVER)).toBe(0)
      expect(await take(store, A)).toHaveLength(1)
    })

    it('keeps both of two visits in one millisecond, in one batch or in two', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(
        batch({ visits: [fetched(page!), fetched(page!, { revision: null, error: 'second' })] }),
      )
      await store.commit(batch({ visits: [fetched(page!, { revision: null, error: 'third' })] }))
      const visits = await store.visits(page!)
      expect(visits.map(visit => visit.error)).toEqual([null, 'second', 'third'])
      expect(await store.counts()).toMatchObject({ visits: 3, completed: 1 })
    })

    it('does not let an older batch turn back the last visit of a host', async () => {
      const { store } = current()
      const [one, two] = await running(store, [`${A}/1`, `${A}/2`])
      await store.commit(batch({ visits: [fetched(one!, { at: NOW + 9 })] }))
      await store.commit(batch({ visits: [fetched(two!, { at: NOW + 3 })] }))
      expect(await collect(store.hosts())).toMatchObject([{ lastVisitAt: NOW + 9, fetched: 2, bytes: 200 }])
    })

    it('keeps what plug-ins add, and does not count a sitemap as a page', async () => {
      const { store } = current()
      const [page, sitemap] = await running(store, [`${A}/1`, `${A}/sitemap.xml`])
      const plain = fetched(page!).revision!
      await store.commit(
        batch({
          visits: [
            fetched(page!, { revision: { ...plain, fields: '{"price":"5 €"}' } }),
            fetched(sitemap!, { revision: { ...plain, isSource: true } }),
          ],
        }),
      )
      expect(await store.revisions(page!)).toMatchObject([{ fields: '{"price":"5 €"}' }])
      expect(await store.counts()).toMatchObject({ fetched: 1, revisions: 2, completed: 2 })
      expect(await collect(store.hosts())).toMatchObject([{ fetched: 1, known: 2 }])
      expect(await collect(store.pages({ stored: true }))).toHaveLength(2)
      expect(await collect(store.pages({ stored: true, withoutSources: true }))).toMatchObject([
        { url: `${A}/1` },
      ])
      expect(await collect(store.pages({ withoutSources: true, status: 'waiting' }))).toEqual([])
    })

    it('survives what headers and titles may hold', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const nasty = 'a\u0000b "quoted" {brace} \\ , \ud800 \u{1f4a9} NULL'
      const facts = { number: 1, type: null, charset: null, title: nasty }
      const revision = { ...facts, truncated: true, rendered: true }
      await store.commit(
        batch({ visits: [fetched(page!, { etag: nasty, revision, error: nasty, durationMs: 1.5 })] }),
      )
      expect((await pageAt(store, `${A}/1`))?.title).toContain('b "quoted" {brace} \\ , ')
      expect(await store.revisions(page!)).toMatchObject([
        { type: null, charset: null, truncated: true, rendered: true },
      ])
    })

    it('brings visits and the links they found in one commit', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`])
      const result = await store.commit(
        batch({
          visits: pages.map(page => fetched(page)),
          candidates: [
            candidate(`${A}/1`),
            candidate(`${A}/3`, { via: pages[0]! }),
            candidate(`${A}/4`, { excluded: excluded('r') }),
          ],
        }),
      )
      expect(result).toMatchObject({ added: 2, waiting: 1, hosts: [{ id: pages[0]!.host }] })
      expect(await take(store, A)).toMatchObject([{ url: `${A}/3`, via: `${A}/1` }])
    })

    it('writes events, newest first', async () => {
      const { store } = current()
      const event = (n: number) => ({
        at: NOW + n,
        kind: 'server-rests',
        subject: `s${n}`,
        message: 'it rests',
      })
      await store.commit(batch({ events: [event(1), event(2)] }))
      await store.commit(batch({ events: [event(3)] }))
      expect(await store.events(2)).toEqual([event(3), event(2)])
      expect(await store.events(10)).toHaveLength(3)
    })
  })
}
