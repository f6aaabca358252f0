import { describe, expect, it } from 'vitest'
import type { VisitCommit } from '../batch.ts'
import {
  type ListBounds,
  type ListFilter,
  PAGE_SORTS,
  type PageListQuery,
  type PagePlace,
  type PageSort,
} from '../page-list.ts'
import type { QueuedPage } from '../queue-rows.ts'
import type { PageRow } from '../rows.ts'
import type { Store } from '../store.ts'
import {
  A,
  B,
  batch,
  candidate,
  collect,
  empty,
  excluded,
  fetched,
  HOUR,
  NOW,
  type Opened,
  running,
} from './fixture.ts'

const C = 'https://b.example.org'
const PAGES = 36
const LIMIT = 6
/** Small enough that every way of listing is taken, and that parts end before they are full. */
const BOUNDS: readonly ListBounds[] = [
  { maxLooked: 20_000, maxSorted: 20_000 },
  { maxLooked: 11, maxSorted: 0 },
  { maxLooked: 12, maxSorted: 6 },
]

/** Of all kinds: values that many pages share, and values that some lack. */
function visitOf(page: QueuedPage, i: number): VisitCommit {
  const common = {
    at: NOW + (i % 11),
    dueAt: i % 4 === 0 ? null : NOW + HOUR * (i % 5),
    rate: i % 3 === 0 ? null : (i % 7) / 3,
  }
  if (i % 9 === 0) return empty(page, { ...common, outcome: 'failed', status: 'error', httpStatus: null })
  if (i % 13 === 0) return empty(page, { ...common, outcome: 'gone', status: 'gone', httpStatus: 404 })
  const type = i % 5 === 0 ? 'application/pdf' : i % 17 === 0 ? 'image/png' : 'text/html'
  const title = i % 6 === 0 ? `50%_off \\ No. ${i}` : null
  return fetched(page, {
    ...common,
    sizeBytes: 100 * (i % 6),
    relevance: i % 4 === 0 ? null : { topic: i % 3 === 0 ? 'boats' : 'trains', value: (i % 10) / 10 },
    pageClass: i % 8 === 1 ? 'product' : null,
    revision: { number: 1, type, charset: null, title, truncated: false },
  })
}

async function fill(store: Store): Promise<readonly PageRow[]> {
  const url = (i: number) => `${[A, B, C][i % 3]}/${(i * 29) % 97}${i % 2 ? '/Path' : ''}`
  const taken = await running(
    store,
    Array.from({ length: PAGES }, (_, i) => url(i)),
  )
  await store.commit(batch({ visits: taken.slice(0, 30).map(visitOf) }))
  await store.add([1, 2, 3].map(i => candidate(`${A}/out/${i}`, { excluded: excluded('rule') })))
  await store.add([1, 2].map(i => candidate(`${B}/later/${i}`)))
  return collect(store.pages({}))
}

const FILTERS: readonly (ListFilter & { readonly passes: (page: PageRow) => boolean })[] = [
  { passes: () => true },
  { status: 'completed', passes: page => page.status === 'completed' },
  { status: 'error', passes: page => page.status === 'error' },
  { status: 'excluded', passes: page => page.status === 'excluded' },
  { status: 'waiting', passes: page => page.status === 'waiting' },
  { status: 'running', passes: page => page.status === 'running' },
  { watched: true, passes: page => page.status !== 'gone' && page.status !== 'excluded' },
  { watched: false, passes: page => page.status === 'gone' || page.status === 'excluded' },
  { origin: B, passes: page => page.origin === B },
  { pageClass: 'product', passes: page => page.pageClass === 'product' },
  { type: 'application/pdf', passes: page => page.type === 'application/pdf' },
  { type: 'image/*', passes: page => page.type === 'image/png' },
  { type: 'text/html', stored: true, passes: page => page.type === 'text/html' },
  { changedSince: NOW + 6, passes: page => (page.changedAt ?? 0) >= NOW + 6 },
  { topic: 'boats', passes: page => page.topic === 'boats' },
  { minRelevance: 0.7, passes: page => (page.relevance ?? 0) >= 0.7 },
  { text: 'path', passes: page => page.url.includes('Path') },
  { text: '50%_OFF \\', passes: page => page.title !== null },
  { text: '50x', passes: () => false },
  {
    origin: A,
    status: 'completed',
    text: '1',
    passes: ({ url, origin, status, title }) =>
      origin === A && status === 'completed' && `${url} ${title}`.includes('1'),
  },
]

/** In parts, as readers ask for them. */
async function listed(store: Store, query: Omit<PageListQuery, 'after' | 'limit'>): Promise<string[]> {
  const urls: string[] = []
  let after: PagePlace | null = null
  for (let parts = 0; parts < 200; parts++) {
    const part = await store.listPages({ ...query, after, limit: LIMIT })
    expect(part.pages.length).toBeLessThanOrEqual(LIMIT)
    urls.push(...part.pages.map(({ page }) => page.url))
    if (part.next === null) return urls
    after = part.next
  }
  throw new Error('a listing has no end')
}

/** Addresses that were never visited have no place in the order of addresses. */
function sortValue(page: PageRow, sort: PageSort): string | number | null {
  if (sort === 'url') return page.fetchedAt === null ? null : page.url
  if (sort === 'changesPerDay') return page.rate
  return sort === 'discovered' ? page.id : page[sort]
}

function inOrder(
  pages: readonly PageRow[],
  { sort, descending }: Pick<PageListQuery, 'sort' | 'descending'>,
): string[] {
  const key = (page: PageRow) => sortValue(page, sort) as never
  const sign = descending ? -1 : 1
  const compare = (a: PageRow, b: PageRow) => {
    if ((key(a) === null) !== (key(b) === null)) return key(a) === null ? 1 : -1
    if (key(a) === key(b)) return sign * (a.id - b.id)
    return sign * (key(a) < key(b) ? -1 : 1)
  }
  return pages.toSorted(compare).map(page => page.url)
}

export function listing(current: () => Opened): void {
  describe('a list of pages', () => {
    it('has every order and every filter, however it is cut into parts', async () => {
      const { store } = current()
      const all = await fill(store)
      for (const [i, { passes, ...filter }] of FILTERS.entries()) {
        const passing = all.filter(passes)
        // All orders without a filter and with a combination; of the others each filter has some.
        for (const [k, bounds] of BOUNDS.entries())
          for (const sort of PAGE_SORTS.filter(
            (_, n) => i % (FILTERS.length - 1) === 0 || n === (i + k) % PAGE_SORTS.length,
          )) {
            const query = { ...filter, sort, descending: (i + k) % 2 === 0, bounds }
            expect(await listed(store, query), JSON.stringify(query)).toEqual(inOrder(passing, query))
          }
      }
    })

    it('looks at no more pages than it may', async () => {
      const { store } = current()
      await fill(store)
      const query = { sort: 'url', descending: false, after: null, limit: LIMIT, text: 'nowhere' } as const
      const part = await store.listPages({ ...query, bounds: { maxLooked: 10, maxSorted: 0 } })
      expect(part).toMatchObject({ pages: [], looked: 10, next: { stretch: 0 } })
      expect((await store.listPages(query)).next).toBeNull()
    })

    it('sorts addresses longer than the beginning that is indexed', async () => {
      const { store } = current()
      const long = `${A}/${'x'.repeat(3_000)}`
      const pages = await running(store, [`${long}2`, `${long}1`, `${A}/a`])
      await store.commit(batch({ visits: pages.map(page => fetched(page)) }))
      const query = { sort: 'url', descending: false, after: null } as const
      const first = await store.listPages({ ...query, limit: 2 })
      expect(first.pages.map(({ page }) => page.url.at(-1))).toEqual(['a', '2'])
      const second = await store.listPages({ ...query, after: first.next, limit: 2 })
      expect(second.pages.map(({ page }) => page.url.at(-1))).toEqual(['1'])
    })
  })
}
