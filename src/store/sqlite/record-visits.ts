import {
  type FingerprintCommit,
  type HostRef,
  isAnswered,
  type PageRef,
  type RevisionCommit,
  type VisitCommit,
  wallOfVisit,
} from '../batch.ts'
import type { HostId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import { AccessibilityWriter } from './accessibility.ts'
import { LikenessWriter } from './likenesses.ts'
import type { Sqlite } from './open.ts'
import { WRITE_PATTERN } from './patterns.ts'

type Place = NonNullable<VisitCommit['place']>

/** The bookkeeping of a transaction besides its rows: counters, and waking hosts that have work. */
export interface Books {
  moved(shard: number, from: PageStatus | null, to: PageStatus): void
  count(shard: number, name: string, by: number): void
  wakeFor(host: HostRef, status: PageStatus, dueAt: number | null): void
}

interface StandingRow {
  readonly status: PageStatus
  readonly wasChosen: number
  readonly wasReplaced: number
}

/** Writes visits with their revisions, links and fingerprints. */
export class VisitRecorder {
  readonly #books: Books
  readonly #sql: ReturnType<typeof prepareAll>
  readonly #likenesses: LikenessWriter
  readonly #accessibility: AccessibilityWriter

  constructor(database: Sqlite, books: Books) {
    this.#books = books
    this.#sql = prepareAll(database)
    this.#likenesses = new LikenessWriter(database)
    this.#accessibility = new AccessibilityWriter(database)
  }

  record(visits: readonly VisitCommit[]): void {
    for (const visit of visits) this.#visit(visit)
    this.#hostTallies(visits)
  }

  #visit(v: VisitCommit): void {
    const { shard, id } = v.page
    // Not always `running`: a worker that lost its lease may still commit what it fetched.
    const before = this.#sql.statusOf.get(id) as StandingRow | undefined
    if (!before) return
    this.#page(v)
    this.#books.moved(shard, before.status, v.status)
    // Its place is now that of a stored page, or free.
    if (before.wasChosen === 1) this.#books.count(shard, 'chosen', -1)
    if (before.wasReplaced === 1) this.#returned(v)
    this.#history(v)
    if (v.revision && v.digest) this.#revision(v, v.revision, v.digest)
    else if (v.restores && v.digest && v.place) this.#restore(v, v.digest, v.place)
    if (v.links) this.#sql.links.run(id, shard, v.links)
    for (const { kind, value } of v.patterns ?? []) this.#sql.pattern.run(shard, id, kind, value, v.at, v.at)
    this.#checked(v)
    if (v.relevance) this.#sql.relevance.run(v.relevance.value, v.relevance.topic, id)
    if (v.fingerprint) this.#fingerprint(v.page, v.fingerprint)
    if (v.revision?.likeness) this.#likenesses.write(id, v.revision.likeness)
    else if (v.status === 'gone') this.#likenesses.drop(id)
    this.#books.wakeFor(v.host, v.status, v.dueAt)
  }

  #checked({ page, at, accessibility, revision }: VisitCommit): void {
    if (!accessibility) return
    const { revision: current, ...report } = accessibility
    const number = revision?.number ?? current
    this.#accessibility.write({ page, at, revision: number, report }, revision !== null)
  }

  /** A visit was requested of a page that had lost its place: it belongs to the collection again. */
  #returned({ page, host }: VisitCommit): void {
    this.#books.count(page.shard, 'fetched', 1)
    this.#sql.hostReturned.run(host.id)
  }

  #page(v: VisitCommit): void {
    const stored = v.outcome === 'fetched' ? 1 : 0
    this.#sql.visitPage.run(
      v.status,
      v.excludedBy ?? null,
      v.reason,
      v.dueAt,
      v.rank,
      v.failures,
      v.httpStatus,
      isAnswered(v) ? v.at : null,
      v.revision ? v.at : null,
      v.sizeBytes,
      v.digest,
      v.digest ? v.at : null,
      v.belief ?? null,
      v.rate ?? null,
      v.revision?.number ?? null,
      stored,
      v.etag,
      stored,
      v.lastModified,
      v.pageClass ?? null,
      v.outcome === 'failed' || v.outcome === 'walled' ? 1 : 0,
      v.movedTo ?? null,
      wallOfVisit(v),
      v.expected ?? null,
      v.page.id,
    )
  }

  /** Two visits to a page within one millisecond are kept apart: the later one takes the next free millisecond. */
  #history(v: VisitCommit): void {
    const rest = [
      v.outcome,
      v.httpStatus,
      v.durationMs,
      v.sizeBytes,
      v.revision?.number ?? null,
      ...placeValues(v.place),
      v.error,
      v.note ?? null,
      wallOfVisit(v),
      ...placeValues(v.place?.payload),
    ]
    for (let at = v.at; ; at++) {
      if (this.#sql.visit.run(v.page.shard, v.page.id, at, ...rest).changes === 1) break
    }
    this.#books.count(v.page.shard, 'visits', 1)
  }

  /** A revision with the same number is replaced: a worker that lost its lease may have been overtaken. */
  #revision(v: VisitCommit, r: RevisionCommit, digest: Buffer): void {
    const { shard, id } = v.page
    const row = [
      shard,
      id,
      r.number,
      v.at,
      digest,
      v.sizeBytes ?? 0,
      r.truncated ? 1 : 0,
      ...placeValues(v.place),
      r.type,
      r.charset,
      r.title,
      r.fields ?? null,
      r.record ?? null,
      r.isSource ? 1 : 0,
      r.rendered ? 1 : 0,
      ...placeValues(v.place?.payload),
    ]
    const isNew = this.#sql.revision.run(row).changes === 1
    const replaced = isNew ? undefined : this.#sql.dropRevision.get(shard, id, r.number)
    if (!isNew) this.#sql.revision.run(row)
    const { size_bytes: before = 0 } = (replaced ?? {}) as { size_bytes?: number }
    this.#books.count(shard, 'bytes', (v.sizeBytes ?? 0) - before)
    if (!isNew) return
    this.#books.count(shard, 'revisions', 1)
    if (r.number === 1 && !r.isSource) this.#books.count(shard, 'fetched', 1)
  }

  /** The payload is identical to that of the revision, or differs only by noise: there is no other copy. */
  #restore({ page: { shard, id }, sizeBytes }: VisitCommit, digest: Buffer, place: Place): void {
    const before = this.#sql.lostRevision.get(id) as { number: number; size_bytes: number } | undefined
    if (!before) return
    const size = sizeBytes ?? before.size_bytes
    const places = [...placeValues(place), ...placeValues(place.payload)]
    this.#sql.restore.run(...places, digest, size, shard, id, before.number)
    this.#books.count(shard, 'bytes', size - before.size_bytes)
  }

  #fingerprint({ shard, id }: PageRef, { revised, seen, learned }: FingerprintCommit): void {
    if (revised) this.#sql.revised.run(id, shard, revised, seen, learned)
    else this.#sql.seen.run(seen, learned, id)
  }

  #hostTallies(visits: readonly VisitCommit[]): void {
    const tallies = new Map<HostId, { fetched: number; failed: number; bytes: number; lastAt: number }>()
    for (const v of visits) {
      const tally = tallies.get(v.host.id) ?? { fetched: 0, failed: 0, bytes: 0, lastAt: 0 }
      if (v.revision?.number === 1 && !v.revision.isSource) tally.fetched++
      if (v.outcome === 'failed') tally.failed++
      tally.bytes += v.sizeBytes ?? 0
      tally.lastAt = Math.max(tally.lastAt, v.at)
      tallies.set(v.host.id, tally)
    }
    for (const [id, t] of tallies) this.#sql.hostTally.run(t.fetched, t.failed, t.bytes, t.lastAt, id)
  }
}

const NOWHERE = [null, null, null] as const
const placeValues = (place: Omit<Place, 'payload'> | null | undefined) =>
  place ? [place.file, place.offset, place.length] : NOWHERE

function prepareAll(database: Sqlite) {
  const sql = (text: string) => database.prepare(text)
  return {
    hostTally: sql(`UPDATE host SET fetched = fetched + ?, failed = failed + ?, bytes = bytes + ?,
      last_visit_at = max(coalesce(last_visit_at, 0), ?) WHERE id = ?`),
    hostReturned: sql('UPDATE host SET fetched = fetched + 1 WHERE id = ?'),
    statusOf: sql(
      "SELECT status, coalesce(taken_from, status) = 'waiting' AND due_at IS NOT NULL AS wasChosen, excluded_by IS 'replaced' AS wasReplaced FROM page WHERE id = ?",
    ),
    visitPage:
      sql(`UPDATE page SET status = ?, taken_from = NULL, asked_at = NULL, excluded_by = ?, reason = ?, due_at = ?, rank = coalesce(?, rank), failures = ?,
      http_status = ?, fetched_at = coalesce(?, fetched_at), changed_at = coalesce(?, changed_at),
      size_bytes = coalesce(?, size_bytes), digest = coalesce(?, digest), payload_at = coalesce(?, payload_at),
      belief = coalesce(?, belief), rate = coalesce(?, rate), revision = coalesce(?, revision),
      etag = CASE ? WHEN 1 THEN ? ELSE etag END, last_modified = CASE ? WHEN 1 THEN ? ELSE last_modified END, class = coalesce(?, class),
      moved_to = CASE ? WHEN 1 THEN moved_to ELSE ? END, wall = ?, expected = coalesce(?, expected) WHERE id = ?`),
    visit: sql(
      'INSERT INTO visit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    dropRevision: sql(
      'DELETE FROM revision WHERE shard = ? AND page = ? AND number = ? RETURNING size_bytes',
    ),
    revision: sql(
      'INSERT INTO revision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    lostRevision:
      sql(`SELECT r.number, r.size_bytes FROM page p JOIN revision r ON r.shard = p.shard AND r.page = p.id
      AND r.number = p.revision WHERE p.id = ? AND r.file IS NULL`),
    restore: sql(
      `UPDATE revision SET file = ?, file_offset = ?, file_length = ?, payload_file = ?, payload_offset = ?, payload_length = ?,
        digest = ?, size_bytes = ? WHERE shard = ? AND page = ? AND number = ?`,
    ),
    pattern: sql(WRITE_PATTERN),
    relevance: sql('UPDATE page SET relevance = ?, topic = ? WHERE id = ?'),
    links: sql('INSERT OR REPLACE INTO links VALUES (?, ?, ?)'),
    revised:
      sql(`INSERT INTO fingerprint VALUES (?, ?, ?, ?, ?) ON CONFLICT (page) DO UPDATE SET revised = excluded.revised,
      seen = excluded.seen, learned = coalesce(excluded.learned, learned)`),
    seen: sql('UPDATE fingerprint SET seen = ?, learned = coalesce(?, learned) WHERE page = ?'),
  }
}
