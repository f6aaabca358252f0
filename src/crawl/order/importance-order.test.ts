import { expect, it } from 'vitest'
import { asUrl } from '../../url/index.ts'
import { packLinks } from '../packed-links.ts'
import { pageAt, parsedOf } from '../visit/visit.fixture.ts'
import { ImportanceOrder } from './importance-order.ts'

const HOME = 'http://a.test/'
const linking = (news: string[], repeated: string[] = []) => {
  const { found } = parsedOf()
  const hrefs = news.map(asUrl)
  return parsedOf({
    found: { ...found, hrefs, excluded: hrefs.map(() => null), repeated: repeated.join('\n') },
  })
}

/** A store of pages that link to others, and what was moved in it. */
function storeOf(stored: Readonly<Record<string, readonly string[]>>, waiting: readonly string[] = []) {
  const meta = new Map<string, string>()
  const moved: unknown[] = []
  const link = (href: string) => ({ href: asUrl(href), text: '', kind: 'a', nofollow: false }) as const
  const pages = Object.keys(stored).map((url, i) => ({ url, id: i + 1 }))
  async function* each<T>(rows: readonly T[]) {
    yield* rows
  }
  const store = {
    plannedPages: () => each(pages),
    allLinks: () =>
      each(pages.map(({ url, id }) => ({ id, packed: packLinks(stored[url]!.map(link), true) }))),
    contenders: () => each(waiting.map(url => ({ url, status: 'waiting', pageClass: null }))),
    readMeta: async () => meta,
    writeMeta: async (entries: Record<string, string>) => {
      for (const [name, value] of Object.entries(entries)) meta.set(name, value)
    },
    commit: async ({ reranked }: { reranked: unknown[] }) => void moved.push(...reranked),
  }
  return { store: store as never, moved }
}

it('tells the ranks of links, and which of those that wait move', async () => {
  const order = await ImportanceOrder.open(storeOf({}).store)
  const [one, two] = [`${HOME}1`, `${HOME}2`]
  const first = order.saw(pageAt(HOME), linking([one, two]))
  expect(first.ranks).toEqual([2, 2])
  expect([first.moved, first.expected]).toEqual([[], { by: 'links', links: 0, share: 1 }])
  const via = asUrl(HOME)
  const second = order.saw(pageAt(one, { via }), linking([`${HOME}3`], [two]))
  expect(second.moved).toEqual([{ url: two, rank: 0 }])
  expect(second.expected).toEqual({ by: 'links', links: 1, share: 0.425 })
  expect(second.ranks[0]).toBeGreaterThan(2)
})

it('counts a page that is fetched again once', async () => {
  const order = await ImportanceOrder.open(storeOf({}).store)
  const { ranks } = order.saw(pageAt(HOME), linking([`${HOME}1`]))
  const again = order.saw(pageAt(HOME, { revision: 1 }), linking([`${HOME}1`, `${HOME}new`]))
  expect([again.ranks[0], again.moved, again.expected]).toEqual([ranks[0], [], null])
  expect(again.ranks[1]).toBeLessThan(10)
})

it('gives the target of a redirect what its page had', async () => {
  const order = await ImportanceOrder.open(storeOf({}).store)
  order.saw(pageAt(HOME), linking([`${HOME}old`, `${HOME}other`]))
  const page = pageAt(`${HOME}old`, { via: asUrl(HOME) })
  expect(order.movedTo(page, asUrl(`${HOME}new`))).toBe(2)
})

it('leaves links that a site model follows to the model', async () => {
  const order = await ImportanceOrder.open(storeOf({}).store)
  const parsed = linking([`${HOME}1`])
  const promises = [{ kind: 'page', pageClass: 'item' }] as const
  expect(order.saw(pageAt(HOME), parsedOf({ found: { ...parsed.found, promises } })).ranks).toEqual([])
})

it('knows what stored pages say, and places what was found in another order, once', async () => {
  const stored = { [HOME]: [`${HOME}1`, `${HOME}2`], [`${HOME}1`]: [`${HOME}2`] }
  const { store, moved } = storeOf(stored, [`${HOME}2`, `${HOME}unknown`])
  await ImportanceOrder.open(store)
  expect(moved).toEqual([{ url: `${HOME}2`, rank: 0 }])
  const again = await ImportanceOrder.open(store)
  expect(moved).toHaveLength(1)
  expect(again.saw(pageAt(`${HOME}2`, { via: asUrl(HOME) }), linking([])).expected).toMatchObject({
    links: 2,
  })
  await ImportanceOrder.leave(store)
  await ImportanceOrder.open(store)
  expect(moved).toHaveLength(2)
})
