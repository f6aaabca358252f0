import { originOf, shardOf, type Url, urlKey } from '../../url/index.ts'
import type { EventRow, HostRef, NumberedEvent, PageRef } from '../batch.ts'
import {
  CONTENDER,
  CONTENDERS,
  FINGERPRINT,
  HOST,
  PLACE_FILES,
  REVISION,
  ROBOTS,
  SERVER,
  VISIT,
} from '../columns.ts'
import { miscounts } from '../counts.ts'
import type { PageListPart, PageListQuery } from '../page-list.ts'
import type { PatternQuery, PatternRow } from '../pattern-rows.ts'
import type { StoredPayload } from '../payload-rows.ts'
import { type PlacedRow, withPlace } from '../placed.ts'
import type { ChangeQuery, ChangeRow, RefreshRow, SampleRow } from '../refresh-rows.ts'
import type { Resting } from '../resting.ts'
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
  TopicCount,
  TypeCount,
  VisitRow,
} from '../rows.ts'
import { PAGE_STATUSES } from '../rows.ts'
import type { FoundPage, SearchRequest } from '../search-store.ts'
import type { Counts, Robots } from '../store.ts'
import { otherTypes, topics } from './classes.ts'
import { rowsOrFailure, statementFailure } from './failure.ts'
import type { Sqlite } from './open.ts'
import { listedPagesIn, PAGES, pagesIn } from './pages.ts'
import { patternsIn } from './patterns.ts'
import { findPayloads } from './payloads.ts'
import { MIN_DRAWN_BY_ID, movablePages, pagesDrawnById, plannedPages } from './planned.ts'
import { archivedVisits, recount } from './read-whole.ts'
import { changesIn, refreshRow, samplesSince } from './refresh.ts'
import { indexedRevisions, searchIn, searchLanguages } from './search.ts'

/** Rows read at a time, so that a long listing neither blocks the database nor fills memory. */
const CHUNK = 1_000
const MIN_CHUNK = 8

/** Everything that only reads. */
export class Reader {
  readonly #database: Sqlite
  protected readonly folder: string
  readonly #shards: number

  constructor(database: Sqlite, folder: string, shards: number) {
    this.#database = database
    this.folder = folder
    this.#shards = shards
  }

  /** Turns database errors into sentences. */
  protected guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw statementFailure(error, this.folder)
    }
  }

  protected async guardedAsync<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw statementFailure(error, this.folder)
    }
  }

  async counts(): Promise<Counts> {
    return this.guarded(() => this.#counts())
  }

  #counts(): Counts {
    const rows = this.#database
      .prepare('SELECT name, sum(value) AS value FROM counter GROUP BY name')
      .all() as { name: string; value: number }[]
    const found = new Map(rows.map(row => [row.name, row.value]))
    const names = [...PAGE_STATUSES, 'fetched', 'chosen', 'visits', 'revisions', 'hosts', 'bytes'] as const
    return Object.fromEntries(names.map(name => [name, found.get(name) ?? 0])) as unknown as Counts
  }

  async hostMemory({ id: host }: HostRef): Promise<string | null> {
    return this.guarded(() => {
      const row = this.#database.prepare('SELECT memory FROM host WHERE id = ?').get(host)
      return (row as { memory: string | null } | undefined)?.memory ?? null
    })
  }

  async readRobots({ id: host }: HostRef): Promise<Robots | null> {
    return this.guarded(() => {
      const sql = `SELECT ${ROBOTS} FROM robots r WHERE host = ?`
      return (this.#database.prepare(sql).get(host) as Robots | undefined) ?? null
    })
  }

  async page(url: Url): Promise<PageRow | null> {
    return this.guarded(() => {
      const find = this.#database.prepare(`SELECT ${PAGES} WHERE p.shard = ? AND p.key = ?`)
      return (find.get(shardOf(originOf(url), this.#shards), urlKey(url)) as PageRow | undefined) ?? null
    })
  }

  patterns(query: PatternQuery): AsyncGenerator<PatternRow> {
    return rowsOrFailure(patternsIn(this.#database, query), this.folder)
  }

  pages(query: PageQuery): AsyncGenerator<PageRow> {
    return rowsOrFailure(pagesIn(this.#database, query), this.folder)
  }

  async listPages(query: PageListQuery): Promise<PageListPart> {
    return this.guardedAsync(() => listedPagesIn(this.#database, query))
  }

  async *hosts(after?: HostRef): AsyncGenerator<HostRow> {
    yield* this.#chunks<HostRow>(
      `SELECT ${HOST}
      FROM host h LEFT JOIN server s ON s.id = h.server LEFT JOIN robots r ON r.host = h.id WHERE h.id > ? ORDER BY h.id LIMIT ${CHUNK}`,
      after?.id,
    )
  }

  async *servers(): AsyncGenerator<ServerRow> {
    yield* this.#chunks<ServerRow & { id: number }>(
      `SELECT ${SERVER} FROM server s WHERE id > ? ORDER BY id LIMIT ${CHUNK}`,
    )
  }

  *#chunks<T extends { id: number }>(sql: string, after = 0): Generator<T> {
    for (const rows of this.#arrays<T>(sql, CHUNK, after)) yield* rows
  }

  *#arrays<T extends { id: number }>(sql: string, limit = CHUNK, after = 0): Generator<readonly T[]> {
    const statement = this.guarded(() => this.#database.prepare(sql))
    for (let last = after; ; ) {
      const rows = this.guarded(() => statement.all(last) as T[])
      yield rows
      if (rows.length < limit) return
      last = rows.at(-1)!.id
    }
  }

  async visits({ shard, id }: PageRef): Promise<VisitRow[]> {
    return this.guarded(() => {
      const sql = `SELECT ${VISIT} FROM visit t ${PLACE_FILES} WHERE t.shard = ? AND t.page = ? ORDER BY t.at`
      return (this.#database.prepare(sql).all(shard, id) as PlacedRow[]).map(
        withPlace,
      ) as unknown as VisitRow[]
    })
  }

  async revisions({ shard, id }: PageRef): Promise<RevisionRow[]> {
    return this.guarded(() => {
      const sql = `SELECT ${REVISION}
        FROM revision t ${PLACE_FILES} WHERE t.shard = ? AND t.page = ? ORDER BY t.number`
      const rows = (this.#database.prepare(sql).all(shard, id) as PlacedRow[]).map(withPlace)
      return rows.map(row => ({
        ...row,
        truncated: row.truncated === 1,
        rendered: row.rendered === 1,
      })) as unknown as RevisionRow[]
    })
  }

  async links({ id: page }: PageRef): Promise<LinksRow | null> {
    return this.guarded(() => {
      return (
        (this.#database.prepare('SELECT packed FROM links WHERE page = ?').get(page) as
          | LinksRow
          | undefined) ?? null
      )
    })
  }

  async fingerprint({ id: page }: PageRef): Promise<FingerprintRow | null> {
    return this.guarded(() => {
      const sql = `SELECT ${FINGERPRINT} FROM fingerprint f WHERE page = ?`
      return (this.#database.prepare(sql).get(page) as FingerprintRow | undefined) ?? null
    })
  }

  async *plannedPages(): AsyncGenerator<PlannedPage> {
    yield* this.#chunks<PlannedPage>(plannedPages(CHUNK))
  }

  async *plannedChunks(oneIn = 1): AsyncGenerator<readonly PlannedPage[]> {
    // Skipping rows takes time, too.
    const limit = Math.max(MIN_CHUNK, Math.round(CHUNK / oneIn))
    if (oneIn < MIN_DRAWN_BY_ID) yield* this.#arrays<PlannedPage>(plannedPages(limit, oneIn), limit)
    else yield* pagesDrawnById(this.#database, oneIn, this.#shards)
  }

  async *movableChunks(resting: Resting | null): AsyncGenerator<readonly PlannedPage[]> {
    yield* this.#arrays<PlannedPage>(movablePages(resting, CHUNK))
  }

  async *contenders(which: keyof typeof CONTENDERS): AsyncGenerator<Contender> {
    yield* this.#chunks<Contender>(
      `SELECT ${CONTENDER} FROM page p WHERE id > ? AND (${CONTENDERS[which]}) ORDER BY id LIMIT ${CHUNK}`,
    )
  }

  async *allLinks(): AsyncGenerator<LinksRow & PageRef> {
    yield* this.#chunks<LinksRow & PageRef>(
      `SELECT page AS id, shard, packed FROM links WHERE page > ? ORDER BY page LIMIT ${CHUNK}`,
    )
  }

  async otherTypes(): Promise<readonly TypeCount[]> {
    return this.guarded(() => otherTypes(this.#database))
  }

  async topics(minRelevance: number): Promise<readonly TopicCount[]> {
    return this.guarded(() => topics(this.#database, minRelevance))
  }

  async events(limit: number): Promise<EventRow[]> {
    return this.guarded(() => {
      return this.#database
        .prepare('SELECT at, kind, subject, message FROM event ORDER BY id DESC LIMIT ?')
        .all(limit) as EventRow[]
    })
  }

  async eventsAfter(id: number, limit: number): Promise<NumberedEvent[]> {
    return this.guarded(() => {
      return this.#database
        .prepare('SELECT id, at, kind, subject, message FROM event WHERE id > ? ORDER BY id LIMIT ?')
        .all(id, limit) as NumberedEvent[]
    })
  }

  async refresh(): Promise<RefreshRow> {
    return this.guarded(() => refreshRow(this.#database))
  }

  async samples(sinceMs: number): Promise<readonly SampleRow[]> {
    return this.guarded(() => samplesSince(this.#database, sinceMs))
  }

  changes(query: ChangeQuery): AsyncGenerator<ChangeRow> {
    return rowsOrFailure(changesIn(this.#database, query), this.folder)
  }

  async search(request: SearchRequest): Promise<readonly FoundPage[]> {
    return this.guardedAsync(() => searchIn(this.#database, request))
  }

  async searchLanguages(): Promise<readonly string[]> {
    return this.guarded(() => searchLanguages(this.#database))
  }

  async indexedRevisions({ id: page }: PageRef): Promise<readonly number[]> {
    return this.guarded(() => indexedRevisions(this.#database, page))
  }

  async archiveFiles(): Promise<ArchiveFile[]> {
    const sql = 'SELECT id, name, worker, size_bytes AS sizeBytes, closed FROM archive_file ORDER BY id'
    const rows = this.guarded(() => this.#database.prepare(sql).all()) as ArchiveFile[]
    return rows.map(row => ({ ...row, closed: Boolean(row.closed) }))
  }

  async payloads(digests: readonly Uint8Array[]): Promise<ReadonlyMap<string, StoredPayload>> {
    return this.guarded(() => findPayloads(this.#database, digests))
  }

  async *archived(file?: number): AsyncGenerator<VisitRow & { url: Url }> {
    yield* archivedVisits(this.#database, file)
  }

  async check(): Promise<string[]> {
    return this.guarded(() => {
      const rows = this.#database.pragma('quick_check') as { quick_check: string }[]
      const damage = rows
        .map(row => row.quick_check)
        .filter(text => text !== 'ok')
        .map(text => `the database is damaged: ${text}`)
      return damage.length > 0 ? damage : miscounts(this.#counts(), recount(this.#database))
    })
  }
}
