import { describe, expect, it } from 'vitest'
import { packScores, unpackScores } from '../../document/accessibility/level-scores.ts'
import type { AccessibilityQuery } from '../accessibility-rows.ts'
import { A, B, batch, collect, fetched, HOUR, NOW, type Opened, pageAt, running } from './fixture.ts'

const scores = (a: number, aa = a, aaa = a) => packScores({ a, aa, aaa })
const found = (a: number, failed = '[]') => ({ score: scores(a), failed, revision: 1 })

/** What accessibility checks found on pages, and how that changed. */
export function accessibility(current: () => Opened): void {
  describe('accessibility', () => {
    const told = async (query: AccessibilityQuery = {}) =>
      (await collect(current().store.accessibility.pages(query))).map(row => [
        row.url,
        unpackScores(row.score).a,
        row.at - NOW,
      ])

    it('is kept with its pages, the worst first', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${B}/3`])
      await store.commit(
        batch({
          visits: [
            fetched(one!, { accessibility: found(80, '[["image-alt",2,["/html"]]]') }),
            fetched(two!, { accessibility: found(50), pageClass: 'item' }),
            fetched(three!),
          ],
        }),
      )
      expect(await told()).toEqual([
        [`${A}/2`, 50, 0],
        [`${A}/1`, 80, 0],
      ])
      expect(await told({ limit: 1 })).toEqual([[`${A}/2`, 50, 0]])
      expect(await told({ pageClass: 'item' })).toEqual([[`${A}/2`, 50, 0]])
      expect(await told({ origin: B })).toEqual([])
      const page = await pageAt(store, `${A}/1`)
      expect(page?.accessibility).toBe(80_080_080)
      expect(await store.accessibility.history(page!)).toMatchObject([
        { revision: 1, score: 80_080_080, failed: '[["image-alt",2,["/html"]]]', origin: A, pageClass: null },
      ])
    })

    it('has a row for each revision, and for each other payload on which something else was found', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      const noise = { revision: null, digest: Buffer.alloc(16) }
      const visits = [
        fetched(page!, { at: NOW, accessibility: found(80) }),
        fetched(page!, { at: NOW + 1, ...noise, accessibility: found(80) }),
        fetched(page!, { at: NOW + 2, ...noise, accessibility: found(90) }),
        fetched({ ...page!, revision: 1 }, { at: NOW + 3, accessibility: found(90) }),
      ]
      for (const visit of visits) await store.commit(batch({ visits: [visit] }))
      const rows = await store.accessibility.history(page!)
      expect(rows.map(row => [row.at - NOW, row.revision, row.score])).toEqual([
        [0, 1, scores(80)],
        [2, 1, scores(90)],
        [3, 2, scores(90)],
      ])
      expect(await told({ until: NOW + 1 })).toEqual([[`${A}/1`, 80, 0]])
      expect(await told()).toEqual([[`${A}/1`, 90, 3]])
    })

    it('gives means of hosts and classes, now and earlier', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${B}/3`])
      const at = NOW + HOUR
      await store.commit(
        batch({
          visits: [
            fetched(one!, { accessibility: found(80), pageClass: 'x' }),
            fetched(two!, { accessibility: { score: scores(51, 40, 30), failed: '[]', revision: 1 } }),
            fetched(three!, { at, accessibility: found(100) }),
          ],
        }),
      )
      expect(await store.accessibility.groups({}, 'host')).toEqual([
        { origin: A, pageClass: null, pages: 2, a: 65.5, aa: 60, aaa: 55 },
        { origin: B, pageClass: null, pages: 1, a: 100, aa: 100, aaa: 100 },
      ])
      expect(await store.accessibility.groups({ until: NOW }, 'class')).toEqual([
        { origin: A, pageClass: null, pages: 1, a: 51, aa: 40, aaa: 30 },
        { origin: A, pageClass: 'x', pages: 1, a: 80, aa: 80, aaa: 80 },
      ])
    })

    it('is written and forgotten by itself, and forgets pages that are gone', async () => {
      const { store } = current()
      const [one, two] = await running(store, [`${A}/1`, `${A}/2`])
      await store.commit(batch({ visits: [fetched(one!), fetched(two!)] }))
      const seen = (page: typeof one, at: number, a: number) => ({
        page: page!,
        at,
        revision: 1,
        report: { score: scores(a), failed: '[]' },
      })
      await store.accessibility.write([seen(one, NOW, 10), seen(one, NOW + 1, 20), seen(two, NOW, 30)])
      expect((await pageAt(store, `${A}/1`))?.accessibility).toBe(scores(20))
      expect((await told()).length).toBe(2)
      await store.commit(batch({ visits: [{ ...fetched(two!), status: 'gone', at: NOW + 2 }] }))
      expect(await told()).toEqual([[`${A}/1`, 20, 1]])
      await store.accessibility.forget()
      expect(await told()).toEqual([])
      expect((await pageAt(store, `${A}/1`))?.accessibility).toBeNull()
    })
  })
}
