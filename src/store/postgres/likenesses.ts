import { type Likeness, type Sorting, simhashParts } from '../../duplicates/index.ts'
import type { Url } from '../../url/index.ts'
import type { PageRef, VisitCommit } from '../batch.ts'
import type { PageId } from '../ids.ts'
import {
  closest,
  type JudgeArrival,
  type LikenessStore,
  type LikePage,
  MAX_NEIGHBORS,
  MAX_WITH_A_PART,
  type PageGroup,
} from '../likeness-rows.ts'
import { bytes, ints } from './literal.ts'
import { pagesWithPayload, samePayloads } from './payloads.ts'
import type { Query, Session } from './session.ts'

/** Groups read at a time. */
const CHUNK = 200

export class PostgresLikenesses implements LikenessStore {
  readonly #session: Session
  readonly #rows: Rows

  constructor(session: Session) {
    this.#session = session
    this.#rows = new Rows(session.query)
  }

  /** Two pages sorted at the same time would not see each other, so only one worker sorts; the others skip it. */
  async sortArrivals(limit: number, judge: JudgeArrival): Promise<number> {
    return this.#session.transaction(async query => {
      const [lock] = await query<{ taken: boolean }>(
        "SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.likeness')) AS taken",
      )
      return lock?.taken ? new Rows(query).sort(limit, judge) : 0
    })
  }

  async writeLikenesses(pages: readonly (PageRef & Likeness)[]): Promise<void> {
    await this.#session.transaction(query => writeAll(query, pages))
  }

  async likeness({ id }: PageRef): Promise<LikePage | null> {
    const [page] = await this.#session.query<LikePage>(`${LIKE_PAGE} WHERE l.page = $1`, id)
    return page ?? null
  }

  async pagesLike(simhash: Buffer, limit: number): Promise<readonly LikePage[]> {
    const ids = closest(simhash, await this.#rows.withAPartOf(simhash), limit).map(({ id }) => id)
    return this.#session.query<LikePage>(`${LIKE_PAGE} WHERE l.page = ANY ($1::bigint[])`, ints(ids))
  }

  sketchesBeside(page: LikePage): Promise<readonly Buffer[]> {
    return this.#rows.sketchesBeside(page)
  }

  async *groups(): AsyncGenerator<PageGroup> {
    for (let after = 0; ; ) {
      const ids = await this.#session.query<{ id: PageId }>(
        'SELECT DISTINCT copy_of AS id FROM page WHERE copy_of > $1 ORDER BY copy_of LIMIT $2',
        after,
        CHUNK,
      )
      for (const { id } of ids) yield await this.#group(id)
      if (ids.length < CHUNK) return
      after = ids.at(-1)!.id
    }
  }

  async *samePayloads(): AsyncGenerator<PageGroup> {
    yield* samePayloads(this.#session.query)
  }

  withPayload(digest: Buffer): Promise<readonly Url[]> {
    return pagesWithPayload(this.#session.query, digest)
  }

  async #group(id: PageId): Promise<PageGroup> {
    const sql =
      'SELECT id, url FROM page WHERE (shard = ($1::bigint >> 40)::int AND id = $1) OR copy_of = $1 ORDER BY id'
    const pages = await this.#session.query<{ id: PageId; url: Url }>(sql, id)
    const copies = pages.filter(page => page.id !== id).map(({ url }) => url)
    return { original: pages.find(page => page.id === id)!.url, copies }
  }
}

/** The reads and writes of sorting, inside or outside a transaction. */
class Rows {
  readonly #query: Query

  constructor(query: Query) {
    this.#query = query
  }

  async sort(limit: number, judge: JudgeArrival): Promise<number> {
    const arrivals = await this.#query<LikePage>(
      `${LIKE_PAGE} WHERE NOT l.sorted ORDER BY l.page LIMIT $1`,
      limit,
    )
    for (const arrival of arrivals) await this.#settle(arrival, await this.#judged(arrival, judge))
    return arrivals.length
  }

  async #judged(arrival: LikePage, judge: JudgeArrival): Promise<Sorting<PageId> | null> {
    const close = closest(arrival.simhash, await this.withAPartOf(arrival.simhash)).map(({ id }) => id)
    const originals = close.length === 0 ? [] : await this.#query<LikePage>(ORIGINALS, ints(close))
    return originals.length === 0 ? null : judge(arrival, originals, await this.sketchesBeside(arrival))
  }

  async withAPartOf(simhash: Buffer): Promise<readonly { id: PageId; simhash: Buffer }[]> {
    return this.#query<{ id: PageId; simhash: Buffer }>(WITH_A_PART, ...simhashParts(simhash))
  }

  async sketchesBeside({ host, id }: LikePage): Promise<readonly Buffer[]> {
    return (await this.#query<{ sketch: Buffer }>(BESIDE, host, id)).map(({ sketch }) => sketch)
  }

  /** Skipped until next time if the page or its original has changed in the meantime. */
  async #settle({ id, simhash }: LikePage, verdict: Sorting<PageId> | null): Promise<void> {
    const settled = await this.#query(SETTLE, id, simhash, verdict?.of ?? null)
    if (settled.length === 0 || !verdict) return
    if (verdict.leads) await this.#query(LEAD, id, verdict.of)
    else await this.#query(COPY, id, verdict.of)
  }
}

/** Writes the likenesses that visits brought. Must run inside a transaction. */
export async function recordLikenesses(query: Query, visits: readonly VisitCommit[]): Promise<void> {
  const revised = visits.flatMap(({ page, revision }) =>
    revision?.likeness ? [{ ...page, ...revision.likeness }] : [],
  )
  if (revised.length > 0) await writeAll(query, revised)
  const gone = visits.filter(({ status }) => status === 'gone').map(({ page }) => page.id)
  if (gone.length > 0) await dropLikenesses(query, gone)
}

/** The pages are gone: their copies have to do without them. */
export async function dropLikenesses(query: Query, gone: readonly PageId[]): Promise<void> {
  const dropped = await query<{ page: PageId }>(
    'DELETE FROM likeness WHERE page = ANY ($1::bigint[]) RETURNING page',
    ints(gone),
  )
  if (dropped.length > 0)
    await scatter(
      query,
      dropped.map(({ page }) => page),
    )
}

async function writeAll(query: Query, pages: readonly (PageRef & Likeness)[]): Promise<void> {
  const ids = pages.map(({ id }) => id)
  await scatter(query, ids)
  await query(
    WRITE,
    ints(ids),
    bytes(pages.map(({ simhash }) => simhash)),
    bytes(pages.map(({ sketch }) => sketch)),
  )
}

/** The pages now say something else, or nothing: they and their copies are sorted again. */
async function scatter(query: Query, ids: readonly PageId[]): Promise<void> {
  await query(
    'UPDATE likeness SET sorted = false WHERE page IN (SELECT id FROM page WHERE copy_of = ANY ($1::bigint[]))',
    ints(ids),
  )
  await query(
    'UPDATE page SET copy_of = NULL WHERE copy_of IS NOT NULL AND (copy_of = ANY ($1::bigint[]) OR id = ANY ($1::bigint[]))',
    ints(ids),
  )
}

const LIKE_PAGE = `SELECT p.shard, p.id, p.host, p.url, r.title, l.simhash, l.sketch
  FROM likeness l JOIN page p ON p.shard = (l.page >> 40)::int AND p.id = l.page
  LEFT JOIN revision r ON r.shard = p.shard AND r.page = p.id AND r.number = p.revision`
const BESIDE = `(${LIKE_PAGE} WHERE l.host = $1 AND l.page < $2 AND p.copy_of IS NULL ORDER BY l.page DESC LIMIT ${MAX_NEIGHBORS})
  UNION ALL (${LIKE_PAGE} WHERE l.host = $1 AND l.page > $2 AND p.copy_of IS NULL ORDER BY l.page LIMIT ${MAX_NEIGHBORS})`
const SETTLE = `UPDATE likeness SET sorted = true WHERE page = $1 AND simhash = $2
  AND ($3::bigint IS NULL OR EXISTS (SELECT 1 FROM likeness o WHERE o.page = $3 AND o.sorted)) RETURNING page`
const COPY = 'UPDATE page SET copy_of = $2 WHERE shard = ($1::bigint >> 40)::int AND id = $1'
const LEAD =
  'UPDATE page SET copy_of = $1 WHERE copy_of = $2 OR (shard = ($2::bigint >> 40)::int AND id = $2)'
const ORIGINALS = `${LIKE_PAGE} WHERE l.page IN (SELECT coalesce(o.copy_of, o.id)
  FROM unnest($1::bigint[]) u(id) JOIN page o ON o.shard = (u.id >> 40)::int AND o.id = u.id)`
const WITH_A_PART = `SELECT DISTINCT page AS id, simhash FROM (
  ${[1, 2, 3, 4]
    .map(
      n =>
        `(SELECT page, simhash FROM likeness WHERE substring(simhash from ${2 * n - 1} for 2) = $${n}::bytea AND sorted LIMIT ${MAX_WITH_A_PART})`,
    )
    .join(' UNION ALL ')}) u`
const WRITE = `INSERT INTO likeness (page, host, sorted, simhash, sketch)
  SELECT u.page, p.host, false, u.simhash, u.sketch FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) u(page, simhash, sketch)
  JOIN page p ON p.shard = (u.page >> 40)::int AND p.id = u.page
  ON CONFLICT (page) DO UPDATE SET sorted = false, simhash = excluded.simhash, sketch = excluded.sketch`
