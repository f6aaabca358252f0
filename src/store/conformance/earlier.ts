/** A collection as earlier schemas held it, for the tests of migrations; see `MIGRATIONS` of each dialect. */
import { expect } from 'vitest'
import { asUrl, urlKey } from '../../url/index.ts'
import type { PageRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { A, collect } from './fixture.ts'

interface EarlierPage {
  readonly path: string
  readonly status: 'waiting' | 'completed' | 'excluded'
  readonly rank?: number
  readonly reason?: string
  /** The type of its revision. */
  readonly type?: string
  readonly pageClass?: string
  readonly now: Partial<PageRow>
}

const SOURCE_RANK = -1e9
const excluded = (path: string, reason: string, now: Partial<PageRow>): EarlierPage => ({
  path,
  status: 'excluded',
  reason,
  now: { excludedBy: null, reason, ...now },
})

const PAGES: readonly EarlierPage[] = [
  { path: '/', status: 'completed', type: 'text/html', now: { kind: 'page', excludedBy: null } },
  { path: '/map.xml', status: 'waiting', rank: SOURCE_RANK, now: { kind: 'sitemap', status: 'waiting' } },
  {
    path: '/feed',
    status: 'completed',
    rank: SOURCE_RANK,
    type: 'application/atom+xml',
    now: { kind: 'feed' },
  },
  {
    path: '/old',
    status: 'completed',
    reason: `moved to ${A}/`,
    now: { kind: 'page', movedTo: asUrl(`${A}/`), excludedBy: null },
  },
  {
    path: '/1.png',
    status: 'completed',
    pageClass: ':image',
    type: 'image/png',
    now: { kind: 'image', pageClass: null },
  },
  excluded('/1', 'robots.txt line 3: /1', { excludedBy: 'robots' }),
  excluded('/2', 'model: no class link leads here', { excludedBy: 'unlinked', reason: null }),
  excluded('/3', 'exclude[0] *.pdf', { excludedBy: 'exclude' }),
  excluded('/4', "not in a seed's domain", { excludedBy: 'local' }),
  excluded('/5', 'depth 4 > 3', { excludedBy: 'depth' }),
  excluded('/6', 'type image/png', { excludedBy: 'type' }),
  excluded('/robots', 'robots.txt: disallow', { excludedBy: 'robots' }),
  excluded('/in', '10.0.0.1 is not a public address (request.allowPrivate lets it in)', {
    excludedBy: 'address',
  }),
  excluded('/7', 'print view', { excludedBy: 'plugin' }),
]

/** Classes came with the third schema. */
const pagesOf = (schema: number) => PAGES.filter(page => schema >= 3 || page.pageClass === undefined)

/** How a dialect writes bytes that are given in hexadecimal, and what is not so. */
interface Dialect {
  readonly bytes: (hex: string) => string
  readonly no: string
}

export const SQLITE: Dialect = { bytes: hex => `x'${hex}'`, no: '0' }
export const POSTGRES: Dialect = { bytes: hex => `decode('${hex}', 'hex')`, no: 'false' }

export function earlierRows(schema: number, { bytes, no }: Dialect): string[] {
  const text = (value: string | undefined) =>
    value === undefined ? 'NULL' : `'${value.replaceAll("'", "''")}'`
  const rows = pagesOf(schema).flatMap(({ path, status, rank = 1, reason, type, pageClass }, i) => {
    const key = bytes(urlKey(`${A}${path}`).toString('hex'))
    const page = `INSERT INTO page (shard, id, key, host, status, depth, rank, revision, reason, url)
      VALUES (0, ${i + 1}, ${key}, 1, '${status}', 1, ${rank}, ${type ? 1 : 0}, ${text(reason)}, '${A}${path}')`
    const revision = `INSERT INTO revision (shard, page, number, fetched_at, digest, size_bytes, truncated, type)
      VALUES (0, ${i + 1}, 1, 1, ${bytes('00')}, 1, ${no}, ${text(type)})`
    const named = `UPDATE page SET class = ${text(pageClass)} WHERE id = ${i + 1}`
    return [page, ...(type ? [revision] : []), ...(pageClass ? [named] : [])]
  })
  const meta = (name: string, value: object) =>
    `INSERT INTO meta VALUES ('${name}', '${JSON.stringify(value)}')`
  return [
    `INSERT INTO host (shard, id, origin) VALUES (0, 1, '${A}')`,
    meta('refresh', { plan: null, budget: BUDGET, tally: { refreshes: 8, changes: 3, crawledAt: 1_000 } }),
    meta('refresh-priors', PRIORS),
    ...rows,
  ]
}

/** Purse and tallies were a text once. */
const BUDGET = {
  at: 2_000.4,
  purse: -1.5,
  discover: 0.25,
  spent: { refresh: 8, discover: 20.5 },
  day: 7,
  today: 6,
}
const PRIORS = { pages: 2, sums: [1, 0.5] }

/** Every row says in its columns what it said in other ways. */
export async function expectMigrated(store: Store, schema: number): Promise<void> {
  const expected = pagesOf(schema).map(({ path, now }) => ({ url: `${A}${path}`, ...now }))
  expect(await collect(store.pages({}))).toMatchObject(expected)
  const pages = await collect(store.pages({ withoutSources: true, stored: true }))
  expect(pages.map(page => page.url)).toEqual([`${A}/`])
  const { filledAt, ...shared } = await store.refresh()
  expect(Math.round(filledAt!)).toBe(2_000)
  expect(shared).toEqual({
    newTried: 0,
    newStored: 0,
    newWeight: 0,
    purse: -1.5,
    forNew: 0.25,
    spentRefresh: 8,
    spentNew: 20.5,
    day: 7,
    spentToday: 6,
    refreshes: 8,
    changes: 3,
    crawledAt: 1_000,
    priors: JSON.stringify(PRIORS),
    planner: null,
    plannerUntil: 0,
  })
  expect((await store.readMeta()).has('refresh-priors')).toBe(false)
}
