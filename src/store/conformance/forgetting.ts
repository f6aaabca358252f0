import { describe, expect, it } from 'vitest'
import type { ForgetRequest } from '../erasure.ts'
import { A, B, batch, collect, digest, fetched, NOW, type Opened, pageAt, running } from './fixture.ts'

const REQUEST: Omit<ForgetRequest, 'pages'> = { after: 'excluded', reason: 'on request', moved: [], meta: {} }

export function forgetting(current: () => Opened): void {
  describe('pages that are forgotten', () => {
    it('leave nothing but their addresses, and counts that agree', async () => {
      const { store } = current()
      const [page, other] = await running(store, [`${A}/1`, `${A}/2`])
      const file = await store.openArchiveFile('1', 'w1')
      const at = (offset: number) => ({ file, offset, length: 10 })
      await store.commit(
        batch({
          visits: [
            fetched(page!, { place: at(0), patterns: [{ kind: 'email', value: 'a@b.example' }], dueAt: NOW }),
            fetched(other!, { place: at(10) }),
          ],
          events: [{ at: NOW, kind: 'trap', subject: `${A}/1`, message: 'odd' }],
        }),
      )
      await store.commit(
        batch({ visits: [fetched({ ...page!, revision: 1 }, { at: NOW + 1, place: at(20) })] }),
      )
      await store.erasure.forget({ ...REQUEST, pages: [page!], meta: { erasing: '{}' } })
      await store.erasure.scrub()
      expect(await pageAt(store, `${A}/1`)).toMatchObject({
        status: 'excluded',
        excludedBy: 'forgotten',
        reason: 'on request',
        revision: 0,
        digest: null,
        etag: null,
        title: null,
        fetchedAt: null,
        dueAt: null,
      })
      expect(await store.visits(page!)).toEqual([])
      expect(await store.revisions(page!)).toEqual([])
      expect(await collect(store.patterns({}))).toEqual([])
      expect(await store.events(10)).toEqual([])
      expect((await store.readMeta()).get('erasing')).toBe('{}')
      expect(await store.counts()).toMatchObject({ fetched: 1, visits: 1, revisions: 1, excluded: 1 })
      expect(await store.check()).toEqual([])
      expect(await store.revisions(other!)).toHaveLength(1)
    })

    it('stay out whatever the scope says, and wait again only if that is wanted', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!)] }))
      await store.erasure.forget({ ...REQUEST, pages: [page!] })
      await store.rescope(() => null)
      expect(await pageAt(store, `${A}/1`)).toMatchObject({ excludedBy: 'forgotten' })
      expect(await store.askFor(page!, NOW)).toBe(false)
      await store.erasure.forget({ ...REQUEST, pages: [page!], after: 'waiting' })
      expect(await pageAt(store, `${A}/1`)).toMatchObject({
        status: 'waiting',
        excludedBy: null,
        reason: null,
      })
      expect(await store.counts()).toMatchObject({ waiting: 1, excluded: 0, fetched: 0 })
      expect(await store.check()).toEqual([])
    })

    it('tell who needs their records, and let those move', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const [copy] = await running(store, [`${B}/1`])
      const file = await store.openArchiveFile('1', 'w1')
      const payload = { file, offset: 0, length: 10 }
      const same = { digest: digest('same') }
      const borrowed = { file, offset: 10, length: 5, payload }
      await store.commit(
        batch({
          visits: [fetched(page!, { place: payload, ...same }), fetched(copy!, { place: borrowed, ...same })],
        }),
      )
      const [visit, ...more] = await store.erasure.borrowers([page!])
      expect(more).toEqual([])
      expect(visit).toMatchObject({ id: copy!.id, url: `${B}/1`, at: NOW, place: { offset: 10 } })
      expect(await store.erasure.borrowers([page!, copy!])).toEqual([])
      const moved = [{ page: copy!, at: NOW, from: visit!.place, to: { file, offset: 40, length: 9 } }]
      await store.erasure.forget({ ...REQUEST, pages: [page!], moved })
      const place = { file: '1', offset: 40, length: 9 }
      expect(await store.visits(copy!)).toMatchObject([{ place }])
      expect((await store.revisions(copy!)).map(each => each.place)).toEqual([place])
    })
  })
}
