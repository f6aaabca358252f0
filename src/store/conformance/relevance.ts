import { describe, expect, it } from 'vitest'
import { asUrl } from '../../url/index.ts'
import { A, batch, candidate, collect, DISCOVER, fetched, type Opened, running, take } from './fixture.ts'

/** What focused crawls keep: how relevant pages are, and an order of links that changes as more is learned. */
export function relevance(current: () => Opened): void {
  describe('relevance', () => {
    it('is kept with its page, and pages are found by it', async () => {
      const { store } = current()
      const [one, two, three] = await running(store, [`${A}/1`, `${A}/2`, `${A}/3`])
      const visits = [
        fetched(one!, { relevance: { topic: 'boats', value: 0.75 } }),
        fetched(two!, { relevance: { topic: 'boats', value: 0.25 } }),
        fetched(three!, { relevance: { topic: 'trains', value: 1 } }),
      ]
      await store.commit(batch({ visits }))
      const told = async (query: { topic?: string; minRelevance?: number }) =>
        (await collect(store.pages(query))).map(page => [page.url, page.topic, page.relevance])
      expect(await told({ topic: 'boats' })).toEqual([
        [`${A}/1`, 'boats', 0.75],
        [`${A}/2`, 'boats', 0.25],
      ])
      expect(await told({ minRelevance: 0.5 })).toEqual([
        [`${A}/1`, 'boats', 0.75],
        [`${A}/3`, 'trains', 1],
      ])
      expect(await store.topics(0.5)).toEqual([
        { topic: 'boats', pages: 2, relevant: 1, mean: 0.5 },
        { topic: 'trains', pages: 1, relevant: 1, mean: 1 },
      ])
      await store.commit(batch({ visits: [fetched(two!)] }))
      expect(await told({ topic: 'boats', minRelevance: 0.2 })).toHaveLength(2)
    })

    it('is kept with what was known of the page before, which stays', async () => {
      const { store } = current()
      const [one] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(one!, { expected: '{"by":"links"}' })] }))
      await store.commit(batch({ visits: [fetched(one!)] }))
      expect((await store.page(asUrl(`${A}/1`)))?.expected).toBe('{"by":"links"}')
    })

    it('moves links that wait up and down, and none that were visited', async () => {
      const { store } = current()
      const [visited] = await running(store, [`${A}/visited`])
      await store.commit(batch({ visits: [fetched(visited!)] }))
      const links = ['a', 'b', 'c'].map((path, i) => candidate(`${A}/${path}`, { rank: i }))
      await store.add(links)
      const at = (path: string, rank: number) => ({ url: asUrl(`${A}/${path}`), rank })
      await store.commit(
        batch({ reranked: [at('a', -0.2), at('c', -0.7), at('visited', -1), at('unknown', -1)] }),
      )
      const ranks = (await collect(store.pages({}))).map(page => [page.url.slice(A.length + 1), page.rank])
      expect(ranks).toEqual([
        ['visited', visited!.rank],
        ['a', -0.2],
        ['b', 1],
        ['c', -0.7],
      ])
      expect((await take(store, A, 9, DISCOVER)).map(page => page.url.slice(A.length + 1))).toEqual([
        'c',
        'a',
        'b',
      ])
    })
  })
}
