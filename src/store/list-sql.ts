/** The statements behind listings of pages, with `?` for values, shared by both dialects: what differs is in `ListDialect`. */
import { shardOf } from '../url/index.ts'
import { PAGE, PAGE_KEYS } from './columns.ts'
import type { ListFilter, PageListQuery, PagePlace, PageSort } from './page-list.ts'
import { PAGE_STATUSES, type PageStatus } from './rows.ts'

export type ListValue = string | number

export interface Sql {
  readonly text: string
  readonly values: readonly ListValue[]
}

export interface ListDialect {
  readonly shards: number
  /** Joins `host h`, `page v`, `page o` and `revision r` to `page p`. */
  readonly joins: string
  /** Finds a page by its id, which may be a column of another table. */
  byId(id: string): string
  /** Joins `page p` to a table with its id, always by looking up that id, whatever the planner would prefer. */
  pageOf(id: string): string
  /** Joins the current `revision r` to `page p` by the same kind of lookup. */
  readonly revision: string
  /** `page p`, read through this index. */
  fromPage(index: string): string
  /** The prefix of the address that is indexed. */
  readonly url: string
  /** The type of `revision r` as it is indexed. */
  readonly type: string
  /** Columns in the order of discovery. */
  readonly discovered: readonly string[]
  discoveredValues(id: number): readonly ListValue[]
  /** The operator that compares without regard to case. */
  readonly like: string
}

/** Columns by which pages are sorted; null for orders that are not by a single column. */
const SORT_KEYS: Readonly<Record<PageSort, keyof typeof PAGE_KEYS | null>> = {
  discovered: null,
  status: null,
  url: 'url',
  fetchedAt: 'fetchedAt',
  changedAt: 'changedAt',
  dueAt: 'dueAt',
  changesPerDay: 'rate',
  sizeBytes: 'sizeBytes',
  relevance: 'relevance',
}

/** A run of pages within an order: pages with a value are ordered by it, and pages without one by discovery. */
export interface Stretch {
  /** Null for the order of discovery. */
  readonly key: string | null
  /** The condition under which the index of the key holds a page; empty if it holds all pages. */
  readonly indexed: string
  /** Which pages belong to the stretch, where the index does not imply it; empty if all do. */
  readonly belongs: string
  /** The status that all of its pages have, if they share one. */
  readonly status?: PageStatus
}

export function stretchesOf({ sort, descending, status }: PageListQuery, dialect: ListDialect): Stretch[] {
  if (sort === 'status') {
    const names = descending ? PAGE_STATUSES.toSorted().toReversed() : PAGE_STATUSES.toSorted()
    return names.filter(name => status === undefined || name === status).map(stretchOf)
  }
  const name = SORT_KEYS[sort]
  if (name === null) return [{ key: null, indexed: '', belongs: '' }]
  // Addresses that were never visited are many and not in the index of addresses: writing it would slow a crawl down.
  const column = name === 'url' ? 'p.fetched_at' : `p.${PAGE_KEYS[name]}`
  return [
    { key: name === 'url' ? dialect.url : column, indexed: `${column} IS NOT NULL`, belongs: '' },
    { key: null, indexed: '', belongs: `${column} IS NULL` },
  ]
}

const stretchOf = (status: PageStatus): Stretch => ({
  key: null,
  indexed: '',
  belongs: `p.status = '${status}'`,
  status,
})

const joined = (parts: readonly Sql[], by: string): Sql => ({
  text: parts.map(part => part.text).join(by),
  values: parts.flatMap(part => part.values),
})
const plain = (text: string, ...values: ListValue[]): Sql => ({ text, values })

/** `image/*` as the bounds of a range. */
const typeRange = (type: string): readonly [string, string] | null =>
  type.endsWith('/*') ? [type.slice(0, -1), `${type.slice(0, -2)}0`] : null

/** The addresses of an origin start with the origin and a slash; `0` is the character after `/`. */
const originRange = (origin: string): readonly [string, string] => [`${origin}/`, `${origin}0`]

/** The conditions a page must meet to be listed in a stretch. */
export const siftersOf = (filter: ListFilter, { belongs }: Stretch, dialect: ListDialect): Sql[] => [
  ...(belongs === '' ? [] : [plain(belongs)]),
  ...filtersOf(filter, dialect),
]

/** Conditions on `page p` and its current `revision r`. */
function filtersOf(filter: ListFilter, dialect: ListDialect): Sql[] {
  const { status, origin, pageClass, text, type, changedSince } = filter
  const like = text === undefined ? '' : `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const range = type === undefined ? null : typeRange(type)
  return [
    ...(status === undefined ? [] : [plain('p.status = ?', status)]),
    ...(origin === undefined
      ? []
      : [plain(`${dialect.url} >= ? AND ${dialect.url} < ?`, ...originRange(origin))]),
    ...(pageClass === undefined ? [] : [plain('p.class = ?', pageClass)]),
    ...(text === undefined
      ? []
      : [
          plain(`(p.url ${dialect.like} ? ESCAPE '\\' OR r.title ${dialect.like} ? ESCAPE '\\')`, like, like),
        ]),
    ...(type === undefined || range ? [] : [plain(`${dialect.type} = ?`, type)]),
    ...(range ? [plain(`${dialect.type} >= ? AND ${dialect.type} < ?`, ...range)] : []),
    ...(changedSince === undefined ? [] : [plain('p.changed_at >= ?', changedSince)]),
    ...(filter.watched === undefined
      ? []
      : [plain(`p.status ${filter.watched ? 'NOT ' : ''}IN ('gone', 'excluded')`)]),
    ...(filter.stored ? [plain('p.revision > 0')] : []),
    ...(filter.lost ? [plain('p.revision > 0 AND r.file IS NULL')] : []),
    ...(filter.walled ? [plain('p.wall IS NOT NULL')] : []),
    ...(filter.topic === undefined ? [] : [plain('p.topic = ?', filter.topic)]),
    ...(filter.minRelevance === undefined ? [] : [plain('p.relevance >= ?', filter.minRelevance)]),
  ]
}

/** The statuses that few pages have, which have an index. */
const RARE = "p.status IN ('error', 'gone', 'excluded')"

const STATUS_INDEXES: Readonly<Partial<Record<PageStatus, Sql & { readonly index: string }>>> = {
  error: { index: 'page_rare', ...plain(`${RARE} AND p.status = 'error'`) },
  gone: { index: 'page_rare', ...plain(`${RARE} AND p.status = 'gone'`) },
  excluded: { index: 'page_rare', ...plain(`${RARE} AND p.status = 'excluded'`) },
  waiting: { index: 'page_waiting', ...plain("p.status = 'waiting'") },
  running: { index: 'page_running', ...plain("p.status = 'running'") },
}

/** For each filter that has an index, the ids of the pages it leaves; the filters likely to leave the fewest come first. */
export function narrowed(filter: ListFilter, dialect: ListDialect): Sql[] {
  const { status, origin, pageClass, type, changedSince, walled, watched, topic, minRelevance } = filter
  const byStatus = status === undefined ? undefined : STATUS_INDEXES[status]
  const shards = Array.from({ length: dialect.shards }, (_, shard) => shard).join(', ')
  const pages = (index: string, where: string, ...values: readonly ListValue[]) =>
    plain(`SELECT p.id FROM ${dialect.fromPage(index)} WHERE ${where}`, ...values)
  const isOther = type !== undefined && type !== USUAL_TYPE && type !== 'text/*'
  return [
    ...(origin === undefined ? [] : [pagesOfHost(origin, dialect)]),
    ...(pageClass === undefined
      ? []
      : [pages('page_class', `p.class IS NOT NULL AND p.shard IN (${shards}) AND p.class = ?`, pageClass)]),
    ...(isOther ? [pagesOfType(type, dialect.type)] : []),
    ...(byStatus ? [pages(byStatus.index, byStatus.text)] : []),
    ...(watched === false ? [pages('page_rare', `${RARE} AND p.status IN ('gone', 'excluded')`)] : []),
    ...(walled ? [pages('page_walled', 'p.wall IS NOT NULL')] : []),
    ...(topic === undefined
      ? []
      : [pages('page_relevance', 'p.relevance IS NOT NULL AND p.topic = ?', topic)]),
    ...(minRelevance === undefined
      ? []
      : [pages('page_relevant', 'p.relevance IS NOT NULL AND p.relevance >= ?', minRelevance)]),
    ...(changedSince === undefined
      ? []
      : [pages('page_changed', 'p.changed_at IS NOT NULL AND p.changed_at >= ?', changedSince)]),
  ]
}

/** Visited pages by their addresses, others by their status and host. */
function pagesOfHost(origin: string, { url, shards, fromPage }: ListDialect): Sql {
  const shard = shardOf(origin, shards)
  const host = `p.fetched_at IS NULL AND p.host = (SELECT id FROM host WHERE shard = ${shard} AND origin = ?)`
  const parts = [
    plain(
      `SELECT p.id FROM ${fromPage('page_url')} WHERE p.fetched_at IS NOT NULL AND ${url} >= ? AND ${url} < ?`,
      ...originRange(origin),
    ),
    ...(['waiting', 'running'] as const).map(status =>
      plain(
        `SELECT p.id FROM ${fromPage(`page_${status}`)} WHERE p.status = '${status}' AND p.shard = ${shard} AND ${host}`,
        origin,
      ),
    ),
    plain(`SELECT p.id FROM ${fromPage('page_rare')} WHERE ${RARE} AND ${host}`, origin),
  ]
  return joined(parts, ' UNION ALL ')
}

/** The type that most pages have, which is not in the index. */
const USUAL_TYPE = 'text/html'

function pagesOfType(type: string, column: string): Sql {
  const range = typeRange(type)
  const where = range ? `${column} >= ? AND ${column} < ?` : `${column} = ?`
  return plain(
    `SELECT DISTINCT r.page AS id FROM revision r WHERE r.type <> '${USUAL_TYPE}' AND ${where}`,
    ...(range ?? [type]),
  )
}

export const counted = ({ text, values }: Sql, limit: number): Sql => ({
  text: `SELECT count(*) AS count FROM (${text} LIMIT ?) s`,
  values: [...values, limit],
})

export interface PageWalk {
  readonly stretch: Stretch
  readonly descending: boolean
  readonly after: PagePlace | null
}

/** Ids and sort keys of the pages of a stretch, in its order. */
export function walked(walk: PageWalk, dialect: ListDialect, limit: number, offset = 0): Sql {
  const { text, values } = whereOf(walk, dialect)
  const bounds = offset === 0 ? plain('LIMIT ?', limit) : plain('LIMIT ? OFFSET ?', limit, offset)
  return {
    text: `SELECT p.id AS id, ${walk.stretch.key ?? 'NULL'} AS sort_key FROM page p ${text} ORDER BY ${orderOf(walk, dialect)} ${bounds.text}`,
    values: [...values, ...bounds.values],
  }
}

/** The pages of a walk that pass the filters. */
export function sifted(walk: Sql, filters: readonly Sql[], dialect: ListDialect, descending: boolean): Sql {
  const where = joined([plain(dialect.byId('w.id')), ...filters], ' AND ')
  return {
    text: `SELECT w.id, w.sort_key FROM (${walk.text}) w CROSS JOIN ${dialect.pageOf('w.id')} ${dialect.revision} WHERE ${where.text} ORDER BY ${inOrder(['w.sort_key', 'w.id'], descending)} LIMIT ?`,
    values: [...walk.values, ...where.values],
  }
}

/** The same for a few pages whose ids are known. */
export function sorted(few: Sql, walk: PageWalk, filters: readonly Sql[], dialect: ListDialect): Sql {
  const within = whereOf(walk, dialect, [plain(dialect.byId('s.id')), ...filters])
  return {
    text: `SELECT p.id AS id, ${walk.stretch.key ?? 'NULL'} AS sort_key FROM (${few.text}) s CROSS JOIN ${dialect.pageOf('s.id')} ${dialect.revision} ${within.text} ORDER BY ${orderOf(walk, dialect)} LIMIT ?`,
    values: [...few.values, ...within.values],
  }
}

/** The full rows of a listing, in its order. */
export function listed(listing: Sql, dialect: ListDialect, descending: boolean): Sql {
  return {
    text: `SELECT ${PAGE}, w.sort_key AS "sortKey" FROM (${listing.text}) w CROSS JOIN ${dialect.pageOf('w.id')} ${dialect.joins} WHERE ${dialect.byId('w.id')} ORDER BY ${inOrder(['w.sort_key', 'w.id'], descending)}`,
    values: listing.values,
  }
}

function whereOf(
  { stretch, descending, after }: PageWalk,
  dialect: ListDialect,
  more: readonly Sql[] = [],
): Sql {
  const places = columnsOf(stretch, dialect)
  const behind =
    after === null
      ? []
      : [
          plain(
            `(${places.join(', ')}) ${descending ? '<' : '>'} (${places.map(() => '?').join(', ')})`,
            ...(stretch.key === null ? dialect.discoveredValues(after.id) : [after.key!, after.id]),
          ),
        ]
  const indexed = stretch.indexed === '' ? [] : [plain(stretch.indexed)]
  const all = joined([...indexed, ...behind, ...more], ' AND ')
  return all.text === '' ? all : { ...all, text: `WHERE ${all.text}` }
}

const columnsOf = ({ key }: Stretch, dialect: ListDialect) =>
  key === null ? dialect.discovered : [key, 'p.id']
const orderOf = ({ stretch, descending }: PageWalk, dialect: ListDialect) =>
  inOrder(columnsOf(stretch, dialect), descending)
const inOrder = (columns: readonly string[], descending: boolean) =>
  columns.map(column => (descending ? `${column} DESC` : column)).join(', ')
