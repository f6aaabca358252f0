import { describe, expect, it } from 'vitest'
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
  running,
} from './fixture.ts'

export function archives(current: () => Opened): void {
  describe('archive files', () => {
    it('registers, grows and closes files', async () => {
      const { store } = current()
      const first = await store.openArchiveFile('1.warc.gz', 'w1')
      const second = await store.openArchiveFile('2.warc.gz', 'w2')
      expect(second).toBeGreaterThan(first)
      await store.commit(
        batch({
          archives: [
            { id: first, sizeBytes: 10 },
            { id: second, sizeBytes: 20 },
          ],
        }),
      )
      await store.closeArchiveFile(first, 12)
      expect(await store.archiveFiles()).toEqual([
        { id: first, name: '1.warc.gz', worker: 'w1', sizeBytes: 12, closed: true },
        { id: second, name: '2.warc.gz', worker: 'w2', sizeBytes: 20, closed: false },
      ])
    })

    it('refuses a name that is taken', async () => {
      const { store } = current()
      await store.openArchiveFile('1.warc.gz', 'w1')
      await expect(store.openArchiveFile('1.warc.gz', 'w2')).rejects.toThrow()
      expect(await store.archiveFiles()).toHaveLength(1)
    })

    it('lists records file by file, each from its beginning, over many pages of rows', async () => {
      const { store } = current()
      const urls = Array.from({ length: 2_300 }, (_, i) => `${i % 3 === 0 ? A : B}/${i}`)
      const pages = await running(store, urls)
      const files = [await store.openArchiveFile('1', 'w'), await store.openArchiveFile('2', 'w')]
      // Written backwards, so that neither the order of pages nor that of times is the order of the files.
      const visits = pages.map((page, i) => {
        const place = { file: files[i % 2]!, offset: 1_000_000 - i * 7, length: 7 }
        return i % 23 === 22
          ? empty(page, { outcome: 'failed', status: 'error' })
          : fetched(page, { place, at: NOW + i })
      })
      for (let at = 0; at < visits.length; at += 500)
        await store.commit(batch({ visits: visits.slice(at, at + 500) }))
      const rows = await collect(store.archived())
      expect(rows).toHaveLength(2_200)
      const places = rows.map(row => ({ ...row.place!, url: row.url }))
      const sorted = places.toSorted((a, b) => a.file.localeCompare(b.file) || a.offset - b.offset)
      expect(places).toEqual(sorted)
      expect(new Set(rows.map(row => row.url)).size).toBe(2_200)
      const [first] = rows
      expect(Object.keys(first!).sort()).toEqual([
        'at',
        'durationMs',
        'error',
        'httpStatus',
        'note',
        'outcome',
        'place',
        'revision',
        'sizeBytes',
        'url',
        'wall',
      ])
    })
  })

  describe('listing', () => {
    it('pages through everything, once each, and filters', async () => {
      const { store } = current()
      const urls = Array.from({ length: 2_500 }, (_, i) => `${i % 5 === 0 ? A : B}/${i}`)
      const pages = await running(store, urls)
      await store.commit(batch({ visits: pages.slice(0, 10).map(page => fetched(page)) }))
      await store.add([candidate(`${A}/x`, { excluded: excluded('r') })])
      const all = await collect(store.pages({}))
      expect(all).toHaveLength(2_501)
      expect(new Set(all.map(page => page.url)).size).toBe(2_501)
      expect(await collect(store.pages({ origin: A }))).toHaveLength(501)
      expect(await collect(store.pages({ origin: 'https://none.example' }))).toEqual([])
      expect(await collect(store.pages({ status: 'excluded' }))).toMatchObject([
        { url: `${A}/x`, reason: 'r' },
      ])
      expect(await collect(store.pages({ stored: true }))).toHaveLength(10)
      expect(await collect(store.pages({ status: 'running', origin: B }))).toHaveLength(
        2_000 - pages.slice(0, 10).filter(p => p.url.startsWith(B)).length,
      )
      for (const limit of [0, 1, 1_000, 1_001, 2_501, 9_999]) {
        expect(await collect(store.pages({ limit }))).toHaveLength(Math.min(limit, 2_501))
      }
    })

    it('lists hosts and servers by the thousand', async () => {
      const { store } = current()
      await store.add(Array.from({ length: 1_203 }, (_, i) => candidate(`https://h${i}.example/`)))
      expect(new Set((await collect(store.hosts())).map(host => host.origin)).size).toBe(1_203)
      for (let round = 0; round < 2; round++) {
        const hosts = await store.homelessHosts(NOW, { discover: true, refresh: true }, 1_000)
        await store.placeHosts(
          hosts.map(host => ({ host, address: host.origin, retryAt: NOW + 1, failures: 0 })),
        )
      }
      expect(new Set((await collect(store.servers())).map(server => server.address)).size).toBe(1_203)
    })
  })
}
