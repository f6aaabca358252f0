import { describe, expect, it } from 'vitest'
import { signatureOf } from '../../change/index.ts'
import { likenessOf, originalFor } from '../../duplicates/index.ts'
import type { JudgeArrival } from '../likeness-rows.ts'
import type { QueuedPage } from '../queue-rows.ts'
import type { Store } from '../store.ts'
import { A, B, batch, collect, empty, fetched, NOW, type Opened, pageAt, running, take } from './fixture.ts'

const STORY =
  'The harbor was quiet when the last ferry came in and nobody had seen the lights go out on the pier'
const TALE =
  'Seven kinds of bread are baked before dawn in the old town and all are sold out by the time school begins'
const likeness = (text: string) => likenessOf(signatureOf(`<main><p>${text}</p></main>`, A))!
const judge: JudgeArrival = (arrival, originals, neighbors) => originalFor(arrival, originals, neighbors, 0.9)

function stored(page: QueuedPage, text: string) {
  const number = page.revision + 1
  const facts = { number, type: 'text/html', charset: 'utf-8', title: null, truncated: false }
  return fetched(page, { revision: { ...facts, likeness: likeness(text) }, dueAt: NOW })
}

/** Stores pages with these texts, in this order. */
async function storeAll(
  store: Store,
  texts: Readonly<Record<string, string>>,
): Promise<readonly QueuedPage[]> {
  const pages = await running(store, Object.keys(texts))
  for (const page of pages) await store.commit(batch({ visits: [stored(page, texts[page.url]!)] }))
  return pages
}

const sortAll = async ({ likenesses: store }: Store) => {
  let sorted = 0
  for (let some = 1; some > 0; sorted += some) some = await store.sortArrivals(2, judge)
  return sorted
}
const groups = ({ likenesses: store }: Store) => collect(store.groups())

export function likenesses(current: () => Opened): void {
  describe('pages that say the same', () => {
    it('make groups around the plainest address, over hosts', async () => {
      const { store, reopen } = current()
      const texts = {
        [`${A}/a?id=1&sort=up`]: STORY,
        [`${A}/other`]: TALE,
        [`${A}/a?id=1`]: STORY,
        [`${B}/mirror/of/a`]: STORY,
      }
      await storeAll(store, texts)
      expect(await groups(store)).toEqual([])
      expect(await sortAll(store)).toBe(4)
      const again = await reopen()
      const group = { original: `${B}/mirror/of/a`, copies: [`${A}/a?id=1&sort=up`, `${A}/a?id=1`] }
      expect(await groups(again)).toEqual([group])
      const copy = (await pageAt(again, `${A}/a?id=1`))!
      expect(copy.copyOf).toBe((await pageAt(again, group.original))!.id)
      expect(copy.original).toBe(group.original)
      expect((await pageAt(again, `${A}/other`))!.original).toBeNull()
      expect(await sortAll(again)).toBe(0)
    })

    it('are sorted again when their original says something else or goes', async () => {
      const { store } = current()
      await storeAll(store, { [`${A}/1`]: STORY, [`${A}/22`]: STORY, [`${A}/333`]: STORY })
      await sortAll(store)
      expect((await groups(store)).map(({ original }) => original)).toEqual([`${A}/1`])
      const [first] = (await take(store, A)).filter(({ url }) => url === `${A}/1`)
      await store.commit(batch({ visits: [stored(first!, TALE)] }))
      await sortAll(store)
      expect(await groups(store)).toEqual([{ original: `${A}/22`, copies: [`${A}/333`] }])
      const [second] = (await take(store, A)).filter(({ url }) => url === `${A}/22`)
      const gone = second ?? { ...first!, ...(await pageAt(store, `${A}/22`))! }
      await store.commit(batch({ visits: [empty(gone as QueuedPage, { outcome: 'gone', status: 'gone' })] }))
      await sortAll(store)
      expect(await groups(store)).toEqual([])
      expect((await pageAt(store, `${A}/333`))!.copyOf).toBeNull()
      expect(await store.likenesses.likeness((await pageAt(store, `${A}/22`))!)).toBeNull()
    })

    it('are found by any of the four parts of their simhash, and by no other', async () => {
      const { store } = current()
      const [page] = await storeAll(store, { [`${A}/1`]: STORY })
      await sortAll(store)
      const { simhash } = (await store.likenesses.likeness(page!))!
      const flipped = (...bits: number[]) => {
        const other = Buffer.from(simhash)
        for (const bit of bits) other[bit >> 3]! ^= 1 << (bit & 7)
        return other
      }
      const found = async (other: Buffer) => (await store.likenesses.pagesLike(other, 10)).length
      expect(await Promise.all([flipped(), flipped(0, 17, 40), flipped(16, 32, 63)].map(found))).toEqual([
        1, 1, 1,
      ])
      const far = [flipped(0, 17, 40, 63), flipped(0, 1, 2, 3, 4, 5, 6, 7)]
      expect(await Promise.all([flipped(0, 1, 2, 3), ...far].map(found))).toEqual([1, 0, 0])
    })

    it('have the same bytes, compared or not', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      const bytes = Buffer.alloc(20, 7)
      const file = await store.openArchiveFile('1', 'w1')
      const visits = pages.map((page, i) => {
        const place = { file, offset: i * 10, length: 10 }
        return fetched(page, page.url === `${A}/2` ? { place } : { place, digest: bytes })
      })
      await store.commit(batch({ visits }))
      const same = await collect(store.likenesses.samePayloads())
      expect(same).toEqual([{ original: `${A}/1`, copies: [`${A}/3`] }])
      await store.likenesses.writeLikenesses(
        pages.map(({ shard, id }) => ({ shard, id, ...likeness(STORY) })),
      )
      expect(await sortAll(store)).toBe(3)
      expect(await groups(store)).toEqual([{ original: `${A}/1`, copies: [`${A}/2`, `${A}/3`] }])
    })
  })
}
