import { type Likeness, type Sorting, simhashParts } from '../../duplicates/index.ts'
import type { Url } from '../../url/index.ts'
import type { PageRef } from '../batch.ts'
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
import type { Sqlite } from './open.ts'
import { pagesWithPayload, samePayloads } from './payloads.ts'

type Statement = import('better-sqlite3').Statement<unknown[]>

const LIKE_PAGE = `SELECT p.shard, p.id, p.host, p.url, r.title, l.simhash, s.packed AS sketch
  FROM likeness l JOIN sketch s ON s.page = l.page JOIN page p ON p.id = l.page
  LEFT JOIN revision r ON r.shard = p.shard AND r.page = p.id AND r.number = p.revision`
/** Groups read at a time. */
const CHUNK = 200

/** How a store runs reads and writes: errors become sentences, and writes are one transaction. */
export interface Access {
  readonly guarded: <T>(work: () => T) => T
  readonly write: <T>(work: () => T) => T
}

export class SqliteLikenesses implements LikenessStore {
  readonly #database: Sqlite
  readonly #access: Access
  /** About a dozen statements, each prepared once. */
  readonly #statements = new Map<string, Statement>()

  constructor(database: Sqlite, access: Access) {
    this.#database = database
    this.#access = access
  }

  /** An embedded store has one writer, so nobody else sorts at the same time. */
  async sortArrivals(limit: number, judge: JudgeArrival): Promise<number> {
    return this.#access.write(() => {
      const arrivals = this.#all<LikePage>(`${LIKE_PAGE} WHERE l.sorted = 0 ORDER BY l.page LIMIT ?`, limit)
      for (const arrival of arrivals) this.#settle(arrival.id, this.#judged(arrival, judge))
      return arrivals.length
    })
  }

  #judged(arrival: LikePage, judge: JudgeArrival): Sorting<PageId> | null {
    const close = closest(arrival.simhash, this.#withAPartOf(arrival.simhash)).map(({ id }) => id)
    const originals = close.length === 0 ? [] : this.#all<LikePage>(ORIGINALS, JSON.stringify(close))
    return originals.length === 0 ? null : judge(arrival, originals, this.#sketchesBeside(arrival))
  }

  /** Sorted pages whose simhash shares one of its four parts. */
  #withAPartOf(simhash: Buffer): readonly { readonly id: PageId; readonly simhash: Buffer }[] {
    const found = simhashParts(simhash).flatMap((part, i) =>
      this.#all<{ id: PageId; simhash: Buffer }>(WITH_PART[i]!, part),
    )
    return [...new Map(found.map(row => [row.id, row])).values()]
  }

  #settle(id: PageId, sorting: Sorting<PageId> | null): void {
    this.#run('UPDATE likeness SET sorted = 1 WHERE page = ?', id)
    if (sorting?.leads)
      this.#run('UPDATE page SET copy_of = ? WHERE copy_of = ? OR id = ?', id, sorting.of, sorting.of)
    else if (sorting) this.#run('UPDATE page SET copy_of = ? WHERE id = ?', sorting.of, id)
  }

  async writeLikenesses(pages: readonly (PageRef & Likeness)[]): Promise<void> {
    this.#access.write(() => {
      const writer = new LikenessWriter(this.#database)
      for (const { id, simhash, sketch } of pages) writer.write(id, { simhash, sketch })
    })
  }

  async likeness({ id }: PageRef): Promise<LikePage | null> {
    return this.#all<LikePage>(`${LIKE_PAGE} WHERE l.page = ?`, id)[0] ?? null
  }

  async pagesLike(simhash: Buffer, limit: number): Promise<readonly LikePage[]> {
    const ids = closest(simhash, this.#withAPartOf(simhash), limit).map(({ id }) => id)
    return this.#all(`${LIKE_PAGE} WHERE l.page IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  }

  async sketchesBeside(page: LikePage): Promise<readonly Buffer[]> {
    return this.#sketchesBeside(page)
  }

  #sketchesBeside({ host, id }: LikePage): readonly Buffer[] {
    const rows = [BEFORE, BEHIND].flatMap(sql => this.#all<{ packed: Buffer }>(sql, host, id))
    return rows.map(({ packed }) => packed)
  }

  async *groups(): AsyncGenerator<PageGroup> {
    for (let after = 0; ; ) {
      const ids = this.#all<{ id: PageId }>(
        'SELECT DISTINCT copy_of AS id FROM page WHERE copy_of > ? ORDER BY copy_of LIMIT ?',
        after,
        CHUNK,
      )
      for (const { id } of ids) yield this.#group(id)
      if (ids.length < CHUNK) return
      after = ids.at(-1)!.id
    }
  }

  async *samePayloads(): AsyncGenerator<PageGroup> {
    yield* samePayloads(this.#database)
  }

  async withPayload(digest: Buffer): Promise<readonly Url[]> {
    return this.#access.guarded(() => pagesWithPayload(this.#database, digest))
  }

  #group(id: PageId): PageGroup {
    const [original] = this.#all<{ url: Url }>('SELECT url FROM page WHERE id = ?', id)
    const copies = this.#all<{ url: Url }>('SELECT url FROM page WHERE copy_of = ? ORDER BY id', id)
    return { original: original!.url, copies: copies.map(({ url }) => url) }
  }

  #all<Row>(sql: string, ...values: (string | number | Buffer)[]): Row[] {
    return this.#access.guarded(() => this.#prepared(sql).all(...values)) as Row[]
  }

  #run(sql: string, ...values: number[]): void {
    this.#prepared(sql).run(...values)
  }

  #prepared(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

const ORIGINALS = `${LIKE_PAGE} WHERE l.page IN (SELECT coalesce(copy_of, id) FROM page WHERE id IN (SELECT value FROM json_each(?)))`
const BESIDE = `SELECT s.packed FROM likeness l JOIN sketch s ON s.page = l.page JOIN page p ON p.id = l.page
  WHERE l.host = ? AND p.copy_of IS NULL`
const BEFORE = `${BESIDE} AND l.page < ? ORDER BY l.page DESC LIMIT ${MAX_NEIGHBORS}`
const BEHIND = `${BESIDE} AND l.page > ? ORDER BY l.page LIMIT ${MAX_NEIGHBORS}`
const WITH_PART = [1, 3, 5, 7].map(
  from =>
    `SELECT page AS id, simhash FROM likeness WHERE substr(simhash, ${from}, 2) = ? AND sorted = 1 LIMIT ${MAX_WITH_A_PART}`,
)

/** Writes likenesses inside a transaction, and takes pages out of their groups. */
export class LikenessWriter {
  readonly #sql: ReturnType<typeof prepareAll>

  constructor(database: Sqlite) {
    this.#sql = prepareAll(database)
  }

  /** The page now says something else: it and its copies are sorted again. */
  write(page: PageId, { simhash, sketch }: Likeness): void {
    this.#scatter(page)
    this.#sql.write.run(simhash, page)
    this.#sql.sketch.run(page, sketch)
  }

  /** The page is gone: its copies have to do without it. */
  drop(page: PageId): void {
    if (this.#sql.drop.run(page).changes === 0) return
    this.#sql.dropSketch.run(page)
    this.#scatter(page)
  }

  #scatter(page: PageId): void {
    this.#sql.unsort.run(page)
    this.#sql.scatter.run(page, page)
  }
}

function prepareAll(database: Sqlite) {
  const sql = (text: string) => database.prepare(text)
  return {
    write:
      sql(`INSERT INTO likeness (page, shard, host, sorted, simhash) SELECT id, shard, host, 0, ? FROM page WHERE id = ?
      ON CONFLICT (page) DO UPDATE SET sorted = 0, simhash = excluded.simhash`),
    sketch: sql('INSERT OR REPLACE INTO sketch (page, packed) VALUES (?, ?)'),
    drop: sql('DELETE FROM likeness WHERE page = ?'),
    dropSketch: sql('DELETE FROM sketch WHERE page = ?'),
    unsort: sql('UPDATE likeness SET sorted = 0 WHERE page IN (SELECT id FROM page WHERE copy_of = ?)'),
    scatter: sql('UPDATE page SET copy_of = NULL WHERE copy_of = ? OR id = ?'),
  }
}
