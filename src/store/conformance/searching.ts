/** Full text: what is indexed with visits and after them, how it is found, in which order, and when it is not found any more. */
import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../search/index.ts'
import { asUrl } from '../../url/index.ts'
import { MAX_ANCHORS } from '../search-store.ts'
import { A, B, batch, collect, empty, fetched, NOW, type Opened, running } from './fixture.ts'
import { anchor, find, index, search, urls } from './search-fixture.ts'

export function searching(current: () => Opened): void {
  describe('full text', () => {
    it('finds pages that have all the words, in any form', async () => {
      const { store } = current()
      const pages = await running(store, urls('1', '2', '3'))
      await index(store, pages, [
        { body: 'The tides were rising in the harbour' },
        { body: 'A tide table' },
        { body: 'Nothing of the kind' },
      ])
      expect(await find(store, 'tide')).toHaveLength(2)
      expect(await find(store, 'tide harbours')).toEqual(['1'])
      expect(await find(store, 'tide harbours table')).toEqual([])
      expect((await find(store, 'tide harbours table', null, true)).sort()).toEqual(['1', '2'])
      expect(await find(store, '+harbour tide table', null, true)).toEqual(['1'])
      expect(await find(store, 'absent')).toEqual([])
    })

    it('puts titles before headings, those before the text, exact words before others', async () => {
      const { store } = current()
      const rest = 'with some more words that fill the page up to a usual length'
      const pages = await running(store, urls('text', 'heading', 'title', 'form', 'other', 'more', 'again'))
      await index(store, pages, [
        { title: 'One', headings: 'Two', body: `salmon ${rest}` },
        { title: 'One', headings: 'salmon', body: `Two ${rest}` },
        { title: 'salmon', headings: 'Two', body: `One ${rest}` },
        { title: 'One', headings: 'Two', body: `fishing ${rest}` },
        { title: 'One', headings: 'Two', body: `fish ${rest}` },
        { title: 'One', headings: 'Two', body: `boats ${rest}` },
        { title: 'One', headings: 'Two', body: `nets ${rest}` },
      ])
      expect(await find(store, 'salmon')).toEqual(['title', 'heading', 'text'])
      expect(await find(store, 'fish')).toEqual(['other', 'form'])
      expect(await find(store, 'fishing')).toEqual(['form', 'other'])
    })

    it('puts a page before others whose whole title was asked for', async () => {
      const { store } = current()
      const pages = await running(store, urls('1', '2', '3', '4'))
      const body = 'a vector is pushed back and popped'
      await index(store, pages, [
        { title: 'vector push', body },
        { title: 'vector', body },
        { title: 'list', body: 'a list' },
        { title: 'map', body: 'a map' },
      ])
      expect(await find(store, 'vector')).toEqual(['2', '1'])
      expect(await find(store, 'vector push')).toEqual(['1', '2'])
    })

    it('knows phrases, beginnings, alternatives and words that must not be there', async () => {
      const { store } = current()
      const pages = await running(store, urls('1', '2'))
      await index(store, pages, [
        { title: 'Low', body: 'water of the spring tide, computed by computers' },
        { title: 'High', body: 'the tide of spring water' },
      ])
      expect(await find(store, '"spring tide"')).toEqual(['1'])
      expect(await find(store, '"low water"')).toEqual([])
      expect(await find(store, 'tide -low')).toEqual(['2'])
      expect(await find(store, 'comput*')).toEqual(['1'])
      expect(await find(store, 'computer*')).toEqual(['1'])
      expect(await find(store, 'wat* hig*')).toEqual(['2'])
      expect((await find(store, 'low OR high')).sort()).toEqual(['1', '2'])
    })

    it('has a language for each page, and none for those that do not say', async () => {
      const { store } = current()
      const pages = await running(store, urls('de', 'fr', 'und', 'ja'))
      await index(store, pages, [
        { language: 'de', body: 'Die Häuser am Hafen' },
        { language: 'fr', body: 'Une école près du port' },
        { language: 'und', body: 'harbour houses' },
        { language: 'ja', body: '東京都の潮汐表' },
      ])
      expect([...(await store.searchLanguages())].sort()).toEqual(['de', 'fr', 'ja', 'und'])
      expect(await find(store, 'Haus hafen')).toEqual(['de'])
      expect(await find(store, 'haeuser')).toEqual([])
      expect(await find(store, 'ecoles')).toEqual(['fr'])
      expect(await find(store, 'houses')).toEqual(['und'])
      expect(await find(store, '京都')).toEqual(['ja'])
      expect(await find(store, '潮')).toEqual(['ja'])
      expect(await find(store, '東京 lang:de')).toEqual([])
      expect(await find(store, 'Hafen lang:de')).toEqual(['de'])
    })

    it('filters by host, type, class and time', async () => {
      const { store } = current()
      const [page, other] = await running(store, [`${A}/1`, `${B}/2`])
      const text = { body: 'tide' }
      await store.commit(
        batch({
          visits: [
            fetched(page!, {
              search: await search(page!.url, text),
              pageClass: 'news item',
              relevance: { topic: 'high tide', value: 0.75 },
            }),
            fetched(other!, {
              at: NOW - 40 * 86_400_000,
              search: await search(other!.url, text),
              revision: { number: 1, type: 'application/pdf', charset: null, title: null, truncated: false },
            }),
          ],
        }),
      )
      expect(await find(store, 'tide')).toHaveLength(2)
      expect(await find(store, 'tide site:a.example')).toEqual(['1'])
      expect(await find(store, 'tide site:example')).toHaveLength(2)
      expect(await find(store, 'tide site:xample')).toEqual([])
      expect(await find(store, 'tide site:_.example')).toEqual([])
      expect(await find(store, 'tide type:pdf')).toEqual([`${B}/2`])
      expect(await find(store, 'tide type:html')).toEqual(['1'])
      expect(await find(store, 'tide class:"news item"')).toEqual(['1'])
      expect(await find(store, 'tide topic:"high tide"')).toEqual(['1'])
      expect(await find(store, 'tide topic:low relevance:0.5')).toEqual([])
      expect(await find(store, 'tide relevance:0.75')).toEqual(['1'])
      expect(await find(store, 'tide relevance:0.8')).toEqual([])
      expect(await find(store, 'tide since:30d')).toEqual(['1'])
      expect(await find(store, 'tide since:2020-01-01')).toHaveLength(2)
    })

    it('finds a page by what links call it, up to a number of names', async () => {
      const { store } = current()
      const [page, target] = await running(store, urls('1', '2'))
      const names = Array.from({ length: MAX_ANCHORS + 4 }, (_, i) => anchor(target!.url, `name${i}`))
      await store.commit(
        batch({
          visits: [
            fetched(page!, {
              search: await search(page!.url, { body: 'page' }, [
                anchor(target!.url, 'almanac'),
                anchor(target!.url, 'almanac'),
                anchor(`${A}/unknown`, 'almanac'),
                ...names,
              ]),
            }),
            fetched(target!, { search: await search(target!.url, { body: 'tables' }) }),
          ],
        }),
      )
      expect(await find(store, 'almanac')).toEqual(['2'])
      expect(await find(store, `name${MAX_ANCHORS - 2}`)).toEqual(['2'])
      expect(await find(store, `name${MAX_ANCHORS + 1}`)).toEqual([])
      expect(await find(store, 'tables -almanac')).toEqual(['2'])
    })

    it('follows a page that changes, goes and comes back', async () => {
      const { store } = current()
      const [page] = await running(store, urls('1'))
      await index(store, [page!], [{ body: 'old words' }])
      const second = { ...page!, revision: 1 }
      await index(store, [second], [{ body: 'new words' }], NOW + 1)
      expect(await find(store, 'old')).toEqual([])
      expect(await find(store, 'new')).toEqual(['1'])
      const third = { ...page!, revision: 2 }
      await store.commit(batch({ visits: [empty(third, { outcome: 'gone', status: 'gone', at: NOW + 2 })] }))
      expect([await find(store, 'new'), await store.searchLanguages()]).toEqual([[], []])
      await store.commit(batch({ visits: [empty(third, { outcome: 'notModified', at: NOW + 3 })] }))
      expect([await find(store, 'new'), await store.searchLanguages()]).toEqual([['1'], ['en']])
      const movedTo = asUrl(`${A}/2`)
      await store.commit(
        batch({ visits: [empty(third, { outcome: 'moved', movedTo, at: NOW + 4 } as never)] }),
      )
      expect(await find(store, 'new')).toEqual([])
      await store.commit(batch({ visits: [empty(third, { outcome: 'notModified', at: NOW + 5 })] }))
      const excluded = { outcome: 'denied', status: 'excluded', excludedBy: 'robots', at: NOW + 6 } as const
      await store.commit(batch({ visits: [empty(third, excluded)] }))
      expect(await find(store, 'new')).toEqual([])
    })

    it('forgets a page whose new revision was not indexed, rather than lie about it', async () => {
      const { store } = current()
      const [page] = await running(store, urls('1'))
      await index(store, [page!], [{ body: 'old words' }])
      await store.commit(batch({ visits: [fetched({ ...page!, revision: 1 }, { at: NOW + 1 })] }))
      expect(await find(store, 'old')).toEqual([])
      expect((await collect(store.pages({ unindexed: true }))).map(({ url }) => url)).toEqual([page!.url])
    })

    it('keeps revisions of the past where it is told to, and shows them as of then', async () => {
      const { store } = current()
      const [page] = await running(store, urls('1'))
      await index(store, [page!], [{ body: 'old words' }], NOW, true)
      await index(store, [{ ...page!, revision: 1 }], [{ body: 'new words' }], NOW + 10, true)
      expect(await find(store, 'old')).toEqual([])
      expect(await find(store, 'old', NOW + 5)).toEqual(['1'])
      expect(await find(store, 'new', NOW + 5)).toEqual([])
      expect(await find(store, 'new', NOW + 10)).toEqual(['1'])
      expect(await find(store, 'old', NOW - 1)).toEqual([])
      expect(await store.indexedRevisions(page!)).toEqual([1, 2])
      // A worker that had lost its lease hands in the same revision again.
      await index(store, [{ ...page!, revision: 1 }], [{ body: 'newer words' }], NOW + 11, true)
      expect([await find(store, 'newer'), await find(store, 'new')]).toEqual([['1'], []])
    })

    it('takes revisions that were stored without it, and those of the past', async () => {
      const { store } = current()
      const [page, picture, moved] = await running(store, urls('1', '2', '3'))
      await store.commit(batch({ visits: [fetched(page!), fetched(picture!), fetched(moved!)] }))
      await store.commit(batch({ visits: [fetched({ ...page!, revision: 1 }, { at: NOW + 10 })] }))
      const movedTo = asUrl(`${A}/4`)
      await store.commit(
        batch({
          visits: [empty({ ...moved!, revision: 1 }, { outcome: 'moved', movedTo, at: NOW + 1 } as never)],
        }),
      )
      const missing = await collect(store.pages({ unindexed: true }))
      expect(missing.map(({ url }) => url)).toEqual([page!.url, picture!.url])
      const { terms } = await search(page!.url, { body: 'new words' })
      const past = await search(page!.url, { body: 'old words' })
      const usual = { type: 'text/html', untilMs: null, anchors: [] }
      await store.indexRevisions(
        [
          { ...usual, page: page!, revision: 2, sinceMs: NOW + 10, terms },
          { ...usual, page: page!, revision: 1, sinceMs: NOW, untilMs: NOW + 10, terms: past.terms },
          { ...usual, page: picture!, revision: 1, sinceMs: NOW, terms: null },
          { ...usual, page: moved!, revision: 1, sinceMs: NOW, terms },
          { ...usual, page: picture!, revision: 7, sinceMs: NOW, terms },
        ],
        true,
      )
      expect(await collect(store.pages({ unindexed: true }))).toEqual([])
      expect([await find(store, 'words'), await find(store, 'words', NOW + 5)]).toEqual([['1'], ['1']])
      expect([await find(store, 'old', NOW + 5), await find(store, 'new', NOW + 5)]).toEqual([['1'], []])
    })

    it('takes nothing that is written for an order', async () => {
      const { store } = current()
      const pages = await running(store, urls('1'))
      await index(store, pages, [
        { title: `x' OR 1=1; --`, body: `"quoted" 'single' a\\b NEAR(c d) e:f g* {h} ^i %_ \0 \ud800` },
      ])
      for (const text of [
        `x' OR '1`,
        `NEAR(c d)`,
        `e:f`,
        `{h} : ^i`,
        `a\\b`,
        `%_ quoted`,
        `(((`,
        `"quoted" AND single`,
        `<-> & | !h`,
      ])
        expect([text, parseQuery(text).kind === 'broken' || (await find(store, text)).length <= 1]).toEqual([
          text,
          true,
        ])
      expect(await find(store, `a\\b`)).toEqual(['1'])
      expect(await find(store, 'NEAR(c d)')).toEqual(['1'])
    })
  })
}
