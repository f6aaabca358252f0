import { originOf, shardOf, type Url, urlKey } from '../../url/index.ts'
import type { EventRow, HostRef, NumberedEvent, PageRef } from '../batch.ts'
import {
  CONTENDER,
  CONTENDERS,
  FINGERPRINT,
  HOST,
  IS_MOVABLE,
  IS_PLANNED,
  isDrawn,
  PLACE_FILES,
  PLANNED_PAGE,
  REVISION,
  ROBOTS,
  SERVER,
  VISIT,
} from '../columns.ts'
import { miscounts } from '../counts.ts'
import type { PageListPart, PageListQuery } from '../page-list.ts'
import type { PatternQuery, PatternRow } from '../pattern-rows.ts'
import { type ArchivedRow, type PlacedRow, withPlace } from '../placed.ts'
import type { ChangeQuery, ChangeRow, RefreshRow, SampleRow } from '../refresh-rows.ts'
import { isResting, type Resting } from '../resting.ts'
import type {
  ArchiveFile,
  Contender,
  FingerprintRow,
  HostRow,
  LinksRow,
  PageQuery,
  PageRow,
  PlannedPage,
  RevisionRow,
  ServerRow,
  VisitRow,
} from '../rows.ts'
import { PAGE_STATUSES } from '../rows.ts'
import type { FoundPage, SearchRequest } from '../search-store.ts'
import type { Counts, Robots } from '../store.ts'
import { listedPagesIn, PAGES, pagesIn } from './pages.ts'
import { patternsIn } from './patterns.ts'
import { changesIn, refreshRow, samplesSince } from './refresh.ts'
import { indexedRevisions, searchIn, searchLanguages } from './search.ts'
import type { Query, Session } from './session.ts'

/** Rows read at a time, so that a long listing neither fills memory nor keeps a transaction open. */
const CHUNK = 1_000

/** A row of any table whose key is shard and id. */
interface RowRef {
  readonly shard: number
  readonly id: number
}

const BEFORE_ALL: RowRef = { shard: -1, id: 0 }

/** Everything that only reads. */
export class Reader {
  readonly #query: Query
  readonly #shards: number

  constructor(session: Session, shards: number) {
    this.#query = session.query
    this.#shards = shards
  }

  async counts(): Promise<Counts> {
    const rows = await this.#query<{ name: string; value: number }>(
      'SELECT name, sum(value)::bigint AS value FROM counter GROUP BY name',
    )
    const found = new Map(rows.map(row => [row.name, row.value]))
    const names = [...PAGE_STATUSES, 'fetched', 'chosen', 'visits', 'revisions', 'hosts', 'bytes'] as const
    return Object.fromEntries(names.map(name => [name, found.get(name) ?? 0])) as unknown as Counts
  }

  async hostMemory({ shard, id }: HostRef): Promise<string | null> {
    const sql = 'SELECT memory FROM host WHERE shard = $1 AND id = $2'
    const [row] = await this.#query<{ memory: string | null }>(sql, shard, id)
    return row?.memory ?? null
  }

  async readRobots(host: HostRef): Promise<Robots | null> {
    const [row] = await this.#query<Robots>(ROBOTS_OF, host.shard, host.id)
    return row ? { ...row } : null
  }

  async page(url: Url): Promise<PageRow | null> {
    const [row] = await this.#query<PageRow>(
      `SELECT ${PAGES} WHERE p.shard = $1 AND p.key = $2`,
      shardOf(originOf(url), this.#shards),
      urlKey(url),
    )
    return row ?? null
  }

  async *patterns(query: PatternQuery): AsyncGenerator<PatternRow> {
    yield* patternsIn(this.#query, query)
  }

  pages(query: PageQuery): AsyncGenerator<PageRow> {
    return pagesIn(this.#query, query)
  }

  listPages(query: PageListQuery): Promise<PageListPart> {
    return listedPagesIn(this.#query, this.#shards, query)
  }

  hosts(after?: HostRef): AsyncGenerator<HostRow> {
    return this.#chunks<HostRow>(HOSTS, after)
  }

  servers(): AsyncGenerator<ServerRow> {
    return this.#chunks<ServerRow & RowRef>(SERVERS)
  }

  async *#chunks<T extends RowRef>(sql: string, after: RowRef = BEFORE_ALL): AsyncGenerator<T> {
    for await (const rows of this.#arrays<T>(sql, after)) yield* rows
  }

  async *#arrays<T extends RowRef>(sql: string, after = BEFORE_ALL): AsyncGenerator<readonly T[]> {
    for (let last: RowRef = after; ; ) {
      const rows = await this.#query<T>(sql, last.shard, last.id, CHUNK)
      yield rows
      if (rows.length < CHUNK) return
      last = rows.at(-1)!
    }
  }

  async visits({ shard, id }: PageRef): Promise<VisitRow[]> {
    const rows = await this.#query<PlacedRow>(
      `SELECT ${VISIT} FROM visit t ${PLACE_FILES}
      WHERE t.shard = $1 AND t.page = $2 ORDER BY t.at`,
      shard,
      id,
    )
    return rows.map(withPlace) as unknown as VisitRow[]
  }

  async revisions({ shard, id }: PageRef): Promise<RevisionRow[]> {
    const rows = await this.#query<PlacedRow>(REVISIONS, shard, id)
    return rows.map(withPlace) as unknown as RevisionRow[]
  }

  async links({ shard, id }: PageRef): Promise<LinksRow | null> {
    const [row] = await this.#query<LinksRow>(
      'SELECT packed FROM links WHERE shard = $1 AND page = $2',
      shard,
      id,
    )
    return row ? { packed: row.packed } : null
  }

  async fingerprint({ shard, id }: PageRef): Promise<FingerprintRow | null> {
    const sql = `SELECT ${FINGERPRINT} FROM fingerprint f WHERE shard = $1 AND page = $2`
    const [row] = await this.#query<FingerprintRow>(sql, shard, id)
    return row ? { ...row } : null
  }

  /** Not needed: the PostgreSQL server does this itself. */
  async checkpoint(): Promise<number> {
    return 0
  }

  plannedPages(): AsyncGenerator<PlannedPage> {
    return this.#chunks<PlannedPage>(plannedPages('true'))
  }

  plannedChunks(oneIn = 1): AsyncGenerator<readonly PlannedPage[]> {
    return this.#arrays<PlannedPage>(plannedPages(isDrawn(oneIn)))
  }

  movableChunks(resting: Resting | null): AsyncGenerator<readonly PlannedPage[]> {
    const which = resting ? `${IS_MOVABLE} AND NOT (${isResting(resting)})` : IS_MOVABLE
    return this.#arrays<PlannedPage>(plannedPages(which))
  }

  contenders(which: keyof typeof CONTENDERS): AsyncGenerator<Contender> {
    return this.#chunks<Contender>(
      `SELECT ${CONTENDER} FROM page p WHERE (shard, id) > ($1, $2) AND (${CONTENDERS[which]}) ORDER BY shard, id LIMIT $3`,
    )
  }

  allLinks(): AsyncGenerator<LinksRow & PageRef> {
    return this.#chunks<LinksRow & PageRef>(ALL_LINKS)
  }

  async events(limit: number): Promise<EventRow[]> {
    const rows = await this.#query<EventRow>(
      'SELECT at, kind, subject, message FROM event ORDER BY id DESC LIMIT $1',
      limit,
    )
    return [...rows]
  }

  async eventsAfter(id: number, limit: number): Promise<NumberedEvent[]> {
    const rows = await this.#query<NumberedEvent>(
      'SELECT id, at, kind, subject, message FROM event WHERE id > $1 ORDER BY id LIMIT $2',
      id,
      limit,
    )
    return [...rows]
  }

  refresh(): Promise<RefreshRow> {
    return refreshRow(this.#query)
  }

  samples(sinceMs: number): Promise<readonly SampleRow[]> {
    return samplesSince(this.#query, sinceMs)
  }

  changes(query: ChangeQuery): AsyncGenerator<ChangeRow> {
    return changesIn(this.#query, query)
  }

  search(request: SearchRequest): Promise<readonly FoundPage[]> {
    return searchIn(this.#query, request)
  }

  searchLanguages(): Promise<readonly string[]> {
    return searchLanguages(this.#query)
  }

  indexedRevisions({ shard, id }: PageRef): Promise<readonly number[]> {
    return indexedRevisions(this.#query, shard, id)
  }

  async archiveFiles(): Promise<ArchiveFile[]> {
    const rows = await this.#query<ArchiveFile>(
      'SELECT id, name, worker, size_bytes AS "sizeBytes", closed FROM archive_file ORDER BY id',
    )
    return [...rows]
  }

  async *archived(file?: number): AsyncGenerator<VisitRow & { url: Url }> {
    const lastFile = file ?? Number.MAX_SAFE_INTEGER
    for (let last = [file ?? 0, -1, 0, 0, 0]; ; ) {
      const rows = await this.#query<ArchivedRow>(ARCHIVED, ...last, CHUNK, lastFile)
      for (const { fileId, shard, page, ...row } of rows)
        yield withPlace(row as PlacedRow) as unknown as VisitRow & { url: Url }
      const end = rows.at(-1)
      if (!end || rows.length < CHUNK) return
      last = [end.fileId, end.fileOffset ?? 0, end.shard, end.page, end.at]
    }
  }

  async check(): Promise<string[]> {
    const rows = await this.#query<{ name: string; value: number }>(RECOUNT)
    const none = Object.fromEntries(PAGE_STATUSES.map(status => [status, 0]))
    return miscounts(await this.counts(), {
      ...none,
      ...Object.fromEntries(rows.map(row => [row.name, row.value])),
    })
  }
}

const plannedPages = (which: string) => `SELECT ${PLANNED_PAGE} FROM page p
  WHERE (shard, id) > ($1, $2) AND ${IS_PLANNED} AND ${which} ORDER BY shard, id LIMIT $3`
const ALL_LINKS = `SELECT shard, page AS id, packed FROM links WHERE (shard, page) > ($1, $2) ORDER BY shard, page LIMIT $3`
const ROBOTS_OF = `SELECT ${ROBOTS} FROM robots r WHERE shard = $1 AND host = $2`
const HOSTS = `SELECT ${HOST}
  FROM host h LEFT JOIN server s ON s.shard = (h.server >> 40)::int AND s.id = h.server
  LEFT JOIN robots r ON r.shard = h.shard AND r.host = h.id WHERE (h.shard, h.id) > ($1, $2) ORDER BY h.shard, h.id LIMIT $3`
const SERVERS = `SELECT ${SERVER} FROM server s WHERE (shard, id) > ($1, $2) ORDER BY shard, id LIMIT $3`
const REVISIONS = `SELECT ${REVISION}
  FROM revision t ${PLACE_FILES} WHERE t.shard = $1 AND t.page = $2 ORDER BY t.number`
const ARCHIVED = `SELECT ${VISIT}, p.url, t.file AS "fileId", t.shard, t.page FROM visit t
  JOIN page p ON p.shard = t.shard AND p.id = t.page ${PLACE_FILES}
  WHERE t.file IS NOT NULL AND t.file <= $7 AND (t.file, t.file_offset, t.shard, t.page, t.at) > ($1, $2, $3, $4, $5)
  ORDER BY t.file, t.file_offset, t.shard, t.page, t.at LIMIT $6`
const RECOUNT = `SELECT status AS name, count(*) AS value FROM page GROUP BY status
  UNION ALL SELECT 'visits', count(*) FROM visit UNION ALL SELECT 'hosts', count(*) FROM host
  UNION ALL SELECT 'revisions', count(*) FROM revision
  UNION ALL SELECT 'chosen', count(*) FROM page WHERE coalesce(taken_from, status) = 'waiting' AND due_at IS NOT NULL`
