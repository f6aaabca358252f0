import { type Likeness, type Sorting, simhashParts } from '../../duplicates/index.ts'
import type { Url } from '../../url/index.ts'
import type { PageRef } from '../batch.ts'
import type { HostId, PageId } from '../ids.ts'
import {
  closest,
  type JudgeArrival,
  type LikenessRows,
  type LikenessStore,
  type LikePage,
  MAX_NEIGHBOURS,
  MAX_WITH_A_PART,
  type PageGroup,
  sortEach,
} from '../likeness-rows.ts'
import type { Sqlite } from './open.ts'

const LIKE_PAGE = `SELECT p.shard, p.id, p.host, p.url, l.simhash, s.packed AS sketch
  FROM likeness l JOIN sketch s ON s.page = l.page JOIN page p ON p.id = l.page`
/** Groups read at a time. */
const CHUNK = 200

/** How a store runs what it is asked: errors told in sentences, writes in one transaction. */
export interface Access {
  readonly look: <T>(work: () => T) => T
  readonly write: <T>(work: () => T) => T
}

export class SqliteLikenesses implements LikenessStore, LikenessRows {
  readonly #database: Sqlite
  readonly #access: Access

  constructor(database: Sqlite, access: Access) {
    this.#database = database
    this.#access = access
  }

  /** An embedded collection has one writer: nobody else sorts meanwhile. */
  sortArrivals(limit: number, judge: JudgeArrival): Promise<number> {
    return sortEach(this, limit, judge)
  }

  arrivals(limit: number): readonly LikePage[] {
    return this.#all(`${LIKE_PAGE} WHERE l.sorted = 0 ORDER BY l.page LIMIT ?`, limit)
  }

  withAPartOf(simhash: Buffer): readonly { id: PageId; simhash: Buffer }[] {
    const found = simhashParts(simhash).flatMap((part, i) =>
      this.#all<{ id: PageId; simhash: Buffer }>(
        `SELECT page AS id, simhash FROM likeness WHERE substr(simhash, ${2 * i + 1}, 2) = ? AND sorted = 1 LIMIT ${MAX_WITH_A_PART}`,
        part,
      ),
    )
    return [...new Map(found.map(row => [row.id, row])).values()]
  }

  originals(pages: readonly PageId[]): readonly LikePage[] {
    return this.#all(
      `${LIKE_PAGE} WHERE l.page IN (SELECT coalesce(copy_of, id) FROM page WHERE id IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(pages),
    )
  }

  /** Left for the next time if the page or its original has changed meanwhile. */
  settle({ id, simhash }: LikePage, verdict: Sorting<PageId> | null): void {
    this.#access.write(() => {
      if (this.#run(SETTLE, simhash, id, verdict?.of ?? null, verdict?.of ?? null).changes === 0) return
      if (verdict?.leads)
        this.#run('UPDATE page SET copy_of = ? WHERE copy_of = ? OR id = ?', id, verdict.of, verdict.of)
      else if (verdict) this.#run('UPDATE page SET copy_of = ? WHERE id = ?', verdict.of, id)
    })
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
    const ids = closest(simhash, this.withAPartOf(simhash), limit).map(({ id }) => id)
    return this.#all(`${LIKE_PAGE} WHERE l.page IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  }

  async sketchesOf(host: HostId, limit = MAX_NEIGHBOURS): Promise<readonly Buffer[]> {
    const rows = this.#all<{ packed: Buffer }>(
      `SELECT s.packed FROM likeness l JOIN sketch s ON s.page = l.page JOIN page p ON p.id = l.page
      WHERE l.host = ? AND p.copy_of IS NULL LIMIT ?`,
      host,
      limit,
    )
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

  async groupOf({ id }: PageRef): Promise<PageGroup | null> {
    const [row] = this.#all<{ original: PageId }>(
      'SELECT coalesce(copy_of, id) AS original FROM page WHERE id = ?',
      id,
    )
    const group = row && this.#group(row.original)
    return group && group.copies.length > 0 ? group : null
  }

  async *samePayloads(): AsyncGenerator<PageGroup> {
    const digests = this.#all<{ digest: Buffer }>(
      `SELECT p.digest FROM page p ${STORED} GROUP BY p.digest HAVING count(*) > 1`,
    )
    for (const { digest } of digests) {
      const urls = this.#all<{ url: Url }>(
        `SELECT p.url FROM page p ${STORED} AND p.digest = ? ORDER BY p.id`,
        digest,
      )
      const [original, ...copies] = urls.map(({ url }) => url)
      if (copies.length > 0) yield { original: original!, copies }
    }
  }

  #group(id: PageId): PageGroup {
    const [original] = this.#all<{ url: Url }>('SELECT url FROM page WHERE id = ?', id)
    const copies = this.#all<{ url: Url }>('SELECT url FROM page WHERE copy_of = ? ORDER BY id', id)
    return { original: original!.url, copies: copies.map(({ url }) => url) }
  }

  #all<Row>(sql: string, ...values: (string | number | Buffer)[]): Row[] {
    return this.#access.look(() => this.#database.prepare(sql).all(...values)) as Row[]
  }

  #run(sql: string, ...values: (number | Buffer | null)[]) {
    return this.#database.prepare(sql).run(...values)
  }
}

const SETTLE = `UPDATE likeness SET sorted = 1 WHERE simhash = ? AND page = ?
  AND (? IS NULL OR EXISTS (SELECT 1 FROM likeness o WHERE o.page = ? AND o.sorted = 1))`
const STORED = `JOIN revision r ON r.shard = p.shard AND r.page = p.id AND r.number = p.revision
  WHERE p.status = 'completed' AND r.source = 0`

/** Writes likenesses inside a transaction, and takes pages out of their groups. */
export class LikenessWriter {
  readonly #sql: ReturnType<typeof prepareAll>

  constructor(database: Sqlite) {
    this.#sql = prepareAll(database)
  }

  /** The page says something else now: it and its copies are sorted again. */
  write(page: PageId, { simhash, sketch }: Likeness): void {
    this.#scatter(page)
    this.#sql.write.run(simhash, page)
    this.#sql.sketch.run(page, sketch)
  }

  /** The page is gone: its copies do without it. */
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
