import { hashText } from '../../change/text/hash.ts'
import { shardOf } from '../../url/index.ts'
import type { Commit, PageRef, VisitCommit } from '../batch.ts'
import { type AnchorCommit, type IndexedRevision, MAX_ANCHORS } from '../search-store.ts'
import { Ledger } from './ledger.ts'
import { bytes, ints, texts } from './literal.ts'
import { onceEach } from './record.ts'
import { type Query, type Session, together } from './session.ts'
import { anchorVector, vectorOf } from './tsvector.ts'

/** As in the embedded store (`sqlite/search-write.ts`), with a few statements for a whole batch. */
export async function indexVisits(
  query: Query,
  batch: Commit,
  shards: number,
  ledger: Ledger,
): Promise<void> {
  for (const round of onceEach(batch.visits)) await indexRound(query, round, batch.keepsPast ?? false, ledger)
  await writeAnchors(
    query,
    batch.visits.flatMap(visit => visit.search?.anchors ?? []),
    shards,
  )
}

/** A collection without an index pays for one lookup, which is sent along with other statements: any worker may start an index. */
export async function hasIndex(query: Query, { visits }: Commit): Promise<boolean> {
  if (visits.length === 0) return false
  if (visits.some(visit => visit.search)) return true
  return (await query('SELECT 1 FROM search_revision LIMIT 1')).length > 0
}

async function indexRound(query: Query, visits: readonly VisitCommit[], keepsPast: boolean, ledger: Ledger) {
  const revised = visits.filter(visit => visit.revision)
  const left = visits.filter(visit => !visit.revision && isOut(visit))
  const back = visits.filter(
    visit =>
      !visit.revision && !isOut(visit) && (visit.outcome === 'fetched' || visit.outcome === 'notModified'),
  )
  await supersede(
    query,
    revised.map(({ page, at }) => [page.id, at]),
    keepsPast,
    ledger,
  )
  await together([
    close(
      query,
      left.map(({ page, at }) => [page.id, at]),
      ledger,
    ),
    reopen(query, back, ledger),
    put(
      query,
      revised.filter(visit => visit.search && !isOut(visit) && !visit.revision!.isSource).map(revisionOf),
      ledger,
    ),
  ])
}

export async function indexRevisions(
  session: Session,
  revisions: readonly IndexedRevision[],
  shards: number,
  keepsPast: boolean,
): Promise<void> {
  await session.transaction(async query => {
    const ledger = new Ledger()
    const ids = ints(revisions.map(({ page }) => page.id))
    const rows = await query<{ id: number; revision: number; isOut: boolean }>(STANDING, ids)
    const standing = new Map(rows.map(row => [row.id, row]))
    const welcome = revisions.filter(({ page, revision, untilMs }) => {
      const now = standing.get(page.id)
      return now && (untilMs !== null || (now.revision === revision && !now.isOut))
    })
    const current = welcome.filter(({ untilMs }) => untilMs === null)
    await supersede(
      query,
      current.map(({ page, sinceMs }) => [page.id, sinceMs]),
      keepsPast,
      ledger,
    )
    await put(query, welcome, ledger)
    await writeAnchors(
      query,
      welcome.flatMap(({ anchors }) => anchors),
      shards,
    )
    await ledger.write(query)
  })
}

const isOut = ({ status, outcome }: VisitCommit) =>
  status === 'gone' || status === 'excluded' || outcome === 'moved'

const revisionOf = ({ page, revision, at, search }: VisitCommit): IndexedRevision => ({
  page,
  revision: revision!.number,
  type: revision!.type,
  sinceMs: at,
  untilMs: null,
  terms: search!.terms,
  anchors: [],
})

interface Counted {
  readonly shard: number
  readonly language: string | null
  readonly words: number
}

function tally(rows: readonly Counted[], ledger: Ledger, by: 1 | -1): void {
  for (const { shard, language, words } of rows) {
    if (language === null) continue
    ledger.count(shard, `search.${language}`, by)
    ledger.count(shard, 'search-words', by * words)
  }
}

type At = readonly [id: number, at: number]

async function close(query: Query, pages: readonly At[], ledger: Ledger): Promise<void> {
  if (pages.length === 0) return
  const columns = [ints(pages.map(([id]) => id)), ints(pages.map(([, at]) => at))] as const
  tally(await query<Counted>(CLOSE, ...columns), ledger, -1)
}

/** The indexed revision is no longer current: it is kept for searches in the past, or dropped. */
async function supersede(
  query: Query,
  pages: readonly At[],
  keepsPast: boolean,
  ledger: Ledger,
): Promise<void> {
  await close(query, pages, ledger)
  if (!keepsPast && pages.length > 0) await query(DROP, ints(pages.map(([id]) => id)))
}

/** The pages were erased: nothing of them can be found any more, in the past either. */
export const forgetIndexed = (query: Query, pages: readonly PageRef[], ledger: Ledger): Promise<void> =>
  supersede(
    query,
    pages.map(({ id }) => [id, 0]),
    false,
    ledger,
  )

async function reopen(query: Query, visits: readonly VisitCommit[], ledger: Ledger): Promise<void> {
  if (visits.length > 0)
    tally(await query<Counted>(REOPEN, ints(visits.map(({ page }) => page.id))), ledger, 1)
}

async function put(query: Query, revisions: readonly IndexedRevision[], ledger: Ledger): Promise<void> {
  if (revisions.length === 0) return
  await query(
    PUT,
    ints(revisions.map(({ page }) => page.id)),
    ints(revisions.map(({ revision }) => revision)),
    ints(revisions.map(({ sinceMs }) => sinceMs)),
    ints(revisions.map(({ untilMs }) => untilMs)),
    texts(revisions.map(({ type }) => type)),
    texts(revisions.map(({ terms }) => terms?.language ?? null)),
    ints(revisions.map(({ terms }) => terms?.words ?? 0)),
    texts(revisions.map(({ terms }) => (terms ? vectorOf(terms) : ''))),
  )
  for (const { page, terms, untilMs } of revisions)
    if (terms && untilMs === null) tally([{ shard: page.shard, ...terms }], ledger, 1)
}

/** Rows are written in key order, as everywhere. */
async function writeAnchors(query: Query, anchors: readonly AnchorCommit[], shards: number): Promise<void> {
  if (anchors.length === 0) return
  await query(
    ANCHORS,
    ints(anchors.map(({ origin }) => shardOf(origin, shards))),
    bytes(anchors.map(({ key }) => key)),
    ints(anchors.map(({ terms }) => hashText(terms))),
    texts(anchors.map(({ terms }) => anchorVector(terms))),
    MAX_ANCHORS,
  )
}

const OF_PAGE = 's.shard = (u.id >> 40)::int AND s.page = u.id'
const CLOSE = `UPDATE search_revision s SET until_at = u.at FROM unnest($1::bigint[], $2::bigint[]) u(id, at)
  WHERE ${OF_PAGE} AND s.until_at IS NULL RETURNING s.shard, s.language, s.words`
const DROP = `DELETE FROM search_revision s USING unnest($1::bigint[]) u(id) WHERE ${OF_PAGE}`
const REOPEN = `UPDATE search_revision s SET until_at = NULL FROM unnest($1::bigint[]) u(id)
  JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id
  WHERE ${OF_PAGE} AND s.revision = p.revision AND s.until_at IS NOT NULL RETURNING s.shard, s.language, s.words`
const PUT = `INSERT INTO search_revision (shard, page, revision, since_at, until_at, host, type, language, words, terms)
  SELECT p.shard, p.id, u.revision, u.since_at, u.until_at, p.host, u.type, u.language, u.words, u.terms::tsvector
  FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::int[], $8::text[])
    u(id, revision, since_at, until_at, type, language, words, terms)
  JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id
  ON CONFLICT (shard, page, revision) DO UPDATE SET since_at = excluded.since_at, until_at = excluded.until_at, type = excluded.type,
    language = excluded.language, words = excluded.words, terms = excluded.terms`
const STANDING = `SELECT p.id, p.revision, (p.status IN ('gone', 'excluded') OR p.moved_to IS NOT NULL) AS "isOut"
  FROM page p WHERE (p.shard, p.id) IN (SELECT (u.id >> 40)::int, u.id FROM unnest($1::bigint[]) u(id)) ORDER BY p.id FOR UPDATE`
/** The first new ones, up to the number that a page may have. */
const ANCHORS = `INSERT INTO search_anchor (shard, page, hash, terms)
  SELECT n.shard, n.id, n.hash, n.terms::tsvector FROM (
    SELECT p.shard, p.id, u.hash, min(u.terms) AS terms, row_number() OVER (PARTITION BY p.shard, p.id ORDER BY min(u.place))
      + (SELECT count(*) FROM search_anchor a WHERE a.shard = p.shard AND a.page = p.id) AS number
    FROM unnest($1::int[], $2::bytea[], $3::bigint[], $4::text[]) WITH ORDINALITY u(shard, key, hash, terms, place)
    JOIN page p ON p.shard = u.shard AND p.key = u.key
    WHERE NOT EXISTS (SELECT 1 FROM search_anchor a WHERE a.shard = p.shard AND a.page = p.id AND a.hash = u.hash)
    GROUP BY p.shard, p.id, u.hash
  ) n WHERE n.number <= $5 ORDER BY n.shard, n.id, n.hash ON CONFLICT DO NOTHING`
