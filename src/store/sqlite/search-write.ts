import { hashText } from '../../change/text/hash.ts'
import { shardOf } from '../../url/index.ts'
import type { PageRef, VisitCommit } from '../batch.ts'
import { type AnchorCommit, type IndexedRevision, MAX_ANCHORS, type SearchCommit } from '../search-store.ts'
import type { Sqlite } from './open.ts'

/** The counters that the index updates: pages by language. */
interface Tally {
  count(shard: number, name: string, by: number): void
}

type Revised = Pick<IndexedRevision, 'page' | 'revision' | 'type' | 'sinceMs' | 'untilMs'>

/** Keeps the index in sync with the pages, inside the transactions that change them. */
export class SearchWriter {
  readonly #tally: Tally
  readonly #shards: number
  readonly #sql: ReturnType<typeof prepareAll>
  /** Whether there is an index. A collection without one pays nothing for it; only its one writer can start one. */
  #isUsed: boolean | null = null

  constructor(database: Sqlite, tally: Tally, shards: number) {
    this.#tally = tally
    this.#shards = shards
    this.#sql = prepareAll(database)
  }

  /**
   * A new revision replaces the previous one in the index, if it brought terms. A page that moved, is gone or excluded cannot be found
   * until it is back.
   */
  visited(visit: VisitCommit, keepsPast: boolean): void {
    const { page, revision, at } = visit
    if (!visit.search && !this.#hasRows()) return
    if (revision) {
      this.#supersede(page, at, keepsPast)
      if (visit.search && !isOut(visit) && !revision.isSource)
        this.#put(
          { page, revision: revision.number, type: revision.type, sinceMs: at, untilMs: null },
          visit.search,
        )
    } else if (isOut(visit)) this.#close(page, at)
    else if (visit.outcome === 'fetched' || visit.outcome === 'notModified') this.#reopen(page)
  }

  #hasRows(): boolean {
    this.#isUsed ??= this.#sql.any.get() !== undefined
    return this.#isUsed
  }

  indexed(revised: IndexedRevision, keepsPast: boolean): void {
    const { page, revision, sinceMs, untilMs, anchors } = revised
    const now = this.#sql.standing.get(page.id) as { revision: number; isOut: number } | undefined
    const isCurrent = now?.revision === revision && now.isOut === 0
    if (untilMs === null ? !isCurrent : !now) return
    if (untilMs === null) this.#supersede(page, sinceMs, keepsPast)
    this.#put(revised, revised)
    this.anchors(anchors)
  }

  /** The page was erased: nothing of it can be found any more, in the past either. */
  forget(page: PageRef): void {
    if (this.#hasRows()) this.#supersede(page, 0, false)
  }

  /** Adds link texts to the pages they lead to, up to a number of different ones. */
  anchors(anchors: readonly AnchorCommit[]): void {
    for (const { key, origin, terms } of anchors) {
      const shard = shardOf(origin, this.#shards)
      const row = this.#sql.target.get(shard, key) as { id: number; hashes: Buffer | null } | undefined
      if (row) this.#anchor(shard, row.id, row.hashes ?? NO_HASHES, terms)
    }
  }

  #anchor(shard: number, page: number, hashes: Buffer, terms: string): void {
    const count = hashes.length / 4
    if (count >= MAX_ANCHORS) return
    const hash = hashText(terms)
    for (let i = 0; i < count; i++) if (hashes.readUInt32LE(i * 4) === hash) return
    const more = Buffer.alloc(4)
    more.writeUInt32LE(hash)
    this.#sql.anchorSeen.run(page, shard, Buffer.concat([hashes, more]))
    this.#sql.anchor.run(BigInt(page) * BigInt(MAX_ANCHORS) + BigInt(count), terms)
  }

  #put({ page, revision, type, sinceMs, untilMs }: Revised, { terms }: Pick<SearchCommit, 'terms'>): void {
    const { shard, id: pageId } = page
    this.#isUsed = true
    for (const { id } of this.#sql.same.all(pageId, revision) as IndexRow[]) this.#drop(id)
    const language = terms?.language ?? null
    const row = [shard, pageId, revision, sinceMs, untilMs, type, language, pageId]
    const { lastInsertRowid: id } = this.#sql.put.run(...row)
    if (!terms) return
    const { title, headings, emphasised, url, meta, body, forms } = terms
    this.#sql.text.run(id, title, headings, emphasised, url, meta, body)
    if (forms !== '') this.#sql.form.run(id, forms)
    if (untilMs === null) this.#count(page, language, 1)
  }

  /** The indexed revision is no longer current: it is kept for searches in the past, or dropped. */
  #supersede(page: PageRef, at: number, keepsPast: boolean): void {
    this.#close(page, at)
    if (!keepsPast) for (const { id } of this.#sql.all.all(page.id) as IndexRow[]) this.#drop(id)
  }

  #close(page: PageRef, at: number): void {
    for (const { language } of this.#sql.close.all(at, page.id) as IndexRow[]) this.#count(page, language, -1)
  }

  #reopen(page: PageRef): void {
    for (const { language } of this.#sql.reopen.all(page.id, page.id) as IndexRow[])
      this.#count(page, language, 1)
  }

  #drop(id: number): void {
    for (const drop of this.#sql.drops) drop.run(id)
  }

  #count({ shard }: PageRef, language: string | null, by: number): void {
    if (language !== null) this.#tally.count(shard, `search.${language}`, by)
  }
}

interface IndexRow {
  readonly id: number
  readonly language: string | null
}

const NO_HASHES = Buffer.alloc(0)

const isOut = ({ status, outcome }: VisitCommit) =>
  status === 'gone' || status === 'excluded' || outcome === 'moved'

function prepareAll(database: Sqlite) {
  const sql = (text: string) => database.prepare(text)
  return {
    any: sql('SELECT 1 FROM search_revision LIMIT 1'),
    all: sql('SELECT id, language FROM search_revision WHERE page = ?'),
    same: sql('SELECT id, language FROM search_revision WHERE page = ? AND revision = ?'),
    close: sql(
      'UPDATE search_revision SET until_at = ? WHERE page = ? AND until_at IS NULL RETURNING id, language',
    ),
    reopen: sql(`UPDATE search_revision SET until_at = NULL WHERE page = ? AND until_at IS NOT NULL
      AND revision = (SELECT revision FROM page WHERE id = ?) RETURNING id, language`),
    drops: [
      sql('DELETE FROM search_revision WHERE id = ?'),
      sql('DELETE FROM search_text WHERE rowid = ?'),
      sql('DELETE FROM search_form WHERE rowid = ?'),
    ],
    put: sql(`INSERT INTO search_revision (shard, page, revision, since_at, until_at, type, language, host)
      SELECT ?, ?, ?, ?, ?, ?, ?, host FROM page WHERE id = ?`),
    text: sql(
      'INSERT INTO search_text (rowid, title, headings, emphasised, url, meta, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    form: sql('INSERT INTO search_form (rowid, forms) VALUES (?, ?)'),
    standing: sql(
      `SELECT revision, status IN ('gone', 'excluded') OR moved_to IS NOT NULL AS isOut FROM page WHERE id = ?`,
    ),
    target: sql(
      'SELECT p.id, a.hashes FROM page p LEFT JOIN search_anchor_seen a ON a.page = p.id WHERE p.shard = ? AND p.key = ?',
    ),
    anchorSeen: sql('INSERT OR REPLACE INTO search_anchor_seen (page, shard, hashes) VALUES (?, ?, ?)'),
    anchor: sql('INSERT INTO search_anchor (rowid, terms) VALUES (?, ?)'),
  }
}
