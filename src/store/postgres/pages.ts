/** Pages as rows: one by one in the order of discovery, or as people sort and filter them. */
import { IS_REMOVED, IS_REPLACED, PAGE } from '../columns.ts'
import { shardOfId } from '../ids.ts'
import { listPages } from '../list-pages.ts'
import type { ListDialect } from '../list-sql.ts'
import type { PageListPart, PageListQuery } from '../page-list.ts'
import type { PageQuery, PageRow } from '../rows.ts'
import type { Query, Value } from './session.ts'

const JOINS = `JOIN host h ON h.shard = p.shard AND h.id = p.host
  LEFT JOIN page v ON v.shard = (p.via >> 40)::int AND v.id = p.via
  LEFT JOIN page o ON o.shard = (p.copy_of >> 40)::int AND o.id = p.copy_of
  LEFT JOIN revision r ON r.shard = p.shard AND r.page = p.id AND r.number = p.revision`
/** What a row consists of, starting from `page p`. */
export const PAGES = `${PAGE} FROM page p ${JOINS}`
const UNINDEXED = `p.revision > 0 AND p.status NOT IN ('gone', 'excluded') AND p.moved_to IS NULL AND NOT r.source
  AND NOT EXISTS (SELECT 1 FROM search_revision d WHERE d.shard = p.shard AND d.page = p.id AND d.revision = p.revision)`
/**
 * Waiting pages have an index in the order of the queue. Reading it, and sorting all of them again for every thousand rows, would take
 * seconds; this expression matches no index.
 */
const IN_ORDER = "p.status || '' = ?"
/** Rows read at a time, so that a long listing neither fills memory nor keeps a transaction open. */
const CHUNK = 1_000

export async function* pagesIn(query: Query, wanted: PageQuery): AsyncGenerator<PageRow> {
  const values: Value[] = []
  const where = ['(p.shard, p.id) > ($1, $2)']
  const filter = (text: string, value: Value) => where.push(text.replace('?', `$${values.push(value) + 3}`))
  if (wanted.status) filter(wanted.status === 'waiting' ? IN_ORDER : 'p.status = ?', wanted.status)
  if (wanted.origin) filter('h.origin = ?', wanted.origin)
  if (wanted.kind) filter('p.kind = ?', wanted.kind)
  if (wanted.pageClass) filter('p.class = ?', wanted.pageClass)
  if (wanted.changedSince !== undefined) filter('p.changed_at >= ?', wanted.changedSince)
  if (wanted.stored) where.push('p.revision > 0')
  if (wanted.withoutSources) where.push('NOT coalesce(r.source, false)')
  if (wanted.withoutReplaced) where.push(`NOT (${IS_REPLACED})`)
  if (wanted.lost) where.push('p.revision > 0 AND r.file IS NULL')
  if (wanted.removed) where.push(IS_REMOVED)
  if (wanted.walled) where.push('p.wall IS NOT NULL')
  if (wanted.topic) filter('p.topic = ?', wanted.topic)
  if (wanted.minRelevance !== undefined) filter('p.relevance >= ?', wanted.minRelevance)
  if (wanted.unread) where.push('p.class IS NOT NULL AND p.revision > 0 AND r.record IS NULL')
  if (wanted.unindexed) where.push(UNINDEXED)
  const sql = `SELECT ${PAGES} WHERE ${where.join(' AND ')} ORDER BY p.shard, p.id LIMIT $3`
  let left = wanted.limit ?? Number.POSITIVE_INFINITY
  let last: { readonly shard: number; readonly id: number } = wanted.after ?? { shard: -1, id: 0 }
  while (left > 0) {
    const rows = await query<PageRow>(sql, last.shard, last.id, Math.min(CHUNK, left), ...values)
    yield* rows
    left -= rows.length
    if (rows.length < CHUNK) return
    last = rows.at(-1)!
  }
}

const dialectOf = (shards: number): ListDialect => ({
  shards,
  joins: JOINS,
  byId: id => `p.shard = (${id} >> 40)::int AND p.id = ${id}`,
  // OFFSET 0 keeps the planner from reordering these joins, which it would do while it has no statistics about the tables.
  pageOf: id => `LATERAL (SELECT * FROM page WHERE shard = (${id} >> 40)::int AND id = ${id} OFFSET 0) p`,
  revision: `LEFT JOIN LATERAL (SELECT * FROM revision
    WHERE shard = p.shard AND page = p.id AND number = p.revision OFFSET 0) r ON true`,
  fromPage: () => 'page p',
  url: 'left(p.url, 200) COLLATE "C"',
  type: 'r.type COLLATE "C"',
  discovered: ['p.shard', 'p.id'],
  discoveredValues: id => [shardOfId(id), id],
  like: 'ILIKE',
})

export function listedPagesIn(query: Query, shards: number, wanted: PageListQuery): Promise<PageListPart> {
  return listPages(wanted, dialectOf(shards), ({ text, values }) => query(numbered(text), ...values))
}

/** Replaces each `?` by `$1`, `$2`, … */
function numbered(text: string): string {
  let number = 0
  return text.replace(/\?/g, () => `$${++number}`)
}
