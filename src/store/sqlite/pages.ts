/** Pages as rows: one by one in the order of discovery, or as people sort and filter them. */
import { IS_REMOVED, IS_REPLACED, PAGE } from '../columns.ts'
import { listPages } from '../list-pages.ts'
import type { ListDialect } from '../list-sql.ts'
import type { PageListPart, PageListQuery } from '../page-list.ts'
import type { PageQuery, PageRow } from '../rows.ts'
import type { Sqlite } from './open.ts'

const JOINS = `JOIN host h ON h.id = p.host LEFT JOIN page v ON v.id = p.via
  LEFT JOIN page o ON o.id = p.copy_of
  LEFT JOIN revision r ON r.shard = p.shard AND r.page = p.id AND r.number = p.revision`
/** What a row consists of, starting from `page p`. */
export const PAGES = `${PAGE} FROM page p ${JOINS}`
const UNINDEXED = `p.revision > 0 AND p.status NOT IN ('gone', 'excluded') AND p.moved_to IS NULL AND r.source = 0
  AND NOT EXISTS (SELECT 1 FROM search_revision d WHERE d.page = p.id AND d.revision = p.revision)`
/** Rows read at a time, so that a long listing neither blocks the database nor fills memory. */
const CHUNK = 1_000

export function* pagesIn(database: Sqlite, query: PageQuery): Generator<PageRow> {
  const where = ['p.id > ?']
  const values: (string | number)[] = []
  const filter = (text: string, value: string | number) => {
    where.push(text)
    values.push(value)
  }
  if (query.status) filter('p.status = ?', query.status)
  if (query.origin) filter('h.origin = ?', query.origin)
  if (query.kind) filter('p.kind = ?', query.kind)
  if (query.pageClass) filter('p.class = ?', query.pageClass)
  if (query.changedSince !== undefined) filter('p.changed_at >= ?', query.changedSince)
  if (query.stored) where.push('p.revision > 0')
  if (query.withoutSources) where.push('coalesce(r.source, 0) = 0')
  if (query.withoutReplaced) where.push(`NOT (${IS_REPLACED})`)
  if (query.lost) where.push('p.revision > 0 AND r.file IS NULL')
  if (query.removed) where.push(IS_REMOVED)
  if (query.walled) where.push('p.wall IS NOT NULL')
  if (query.topic) filter('p.topic = ?', query.topic)
  if (query.minRelevance !== undefined) filter('p.relevance >= ?', query.minRelevance)
  if (query.unread) where.push('p.class IS NOT NULL AND p.revision > 0 AND r.record IS NULL')
  if (query.unindexed) where.push(UNINDEXED)
  const sql = database.prepare(`SELECT ${PAGES} WHERE ${where.join(' AND ')} ORDER BY p.id LIMIT ?`)
  let left = query.limit ?? Number.POSITIVE_INFINITY
  let last = query.after?.id ?? 0
  while (left > 0) {
    const rows = sql.all(last, ...values, Math.min(CHUNK, left)) as PageRow[]
    yield* rows
    left -= rows.length
    if (rows.length < CHUNK) return
    last = rows.at(-1)!.id
  }
}

const DIALECT: ListDialect = {
  shards: 1,
  joins: JOINS,
  byId: id => `p.id = ${id}`,
  pageOf: () => 'page p',
  revision: 'LEFT JOIN revision r ON r.shard = p.shard AND r.page = p.id AND r.number = p.revision',
  fromPage: index => `page p INDEXED BY ${index}`,
  url: 'substr(p.url, 1, 200)',
  type: 'r.type',
  discovered: ['p.id'],
  discoveredValues: id => [id],
  like: 'LIKE',
}

export function listedPagesIn(database: Sqlite, query: PageListQuery): Promise<PageListPart> {
  return listPages(
    query,
    DIALECT,
    async ({ text, values }) => database.prepare(text).all(...values) as never[],
  )
}
