import { shardOf } from '../../url/index.ts'
import type {
  AddResult,
  Candidate,
  Commit,
  FingerprintCommit,
  HostRef,
  PageRef,
  RevisionCommit,
  VisitCommit,
} from '../batch.ts'
import { firstId, type HostId, hostId, lastId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import { AddTally, type KnownHost } from './add-tally.ts'
import type { Sqlite } from './open.ts'

type Place = NonNullable<VisitCommit['place']>

const MOST_CACHED_HOSTS = 20_000

/** Writes: new Urls, and everything that a batch of visits brought. All methods run inside one transaction. */
export class Recorder {
  readonly #database: Sqlite
  readonly #shards: number
  readonly #sql: ReturnType<typeof prepareAll>
  readonly #hosts = new Map<string, KnownHost>()
  readonly #nextIds = new Map<string, number>()
  readonly #deltas = new Map<string, number>()
  /** The earliest times that a commit has told hosts: its pages are mostly of one host, which hears them once. */
  #woken: Readonly<Record<'work' | 'refresh', Map<HostId, number>>> | null = null
  #promise: 'durable' | 'loose' | null = null

  constructor(database: Sqlite, shards: number) {
    this.#database = database
    this.#shards = shards
    this.#sql = prepareAll(database)
  }

  /**
   * Runs `work` as one transaction; after a failure nothing of it is remembered. A loose one does not wait for the
   * disk; the next durable one brings it there too, since the log is written in order.
   */
  atomically<T>(work: () => T, promise: 'durable' | 'loose'): T {
    if (promise !== this.#promise) {
      this.#database.pragma(promise === 'durable' ? 'synchronous = FULL' : 'synchronous = NORMAL')
      this.#promise = promise
    }
    try {
      return this.#database
        .transaction(() => {
          const result = work()
          this.#flushCounters()
          return result
        })
        .immediate()
    } catch (error) {
      this.#hosts.clear()
      this.#nextIds.clear()
      this.#deltas.clear()
      this.#woken = null
      throw error
    }
  }

  add(candidates: readonly Candidate[]): AddResult {
    const tally = new AddTally()
    for (const candidate of candidates) {
      const host = this.#host(candidate.origin)
      if (this.#insert(candidate, host)) tally.count(candidate, host)
      else if (this.#keepPromise(candidate, host)) tally.admit(host)
    }
    for (const { host, known, waiting } of tally.hosts.values()) {
      this.#sql.hostKnown.run(known, host.id)
      if (waiting > 0) this.wake(host, 0, 'work')
    }
    return tally.result()
  }

  commit(batch: Commit): AddResult {
    this.#woken = { work: new Map(), refresh: new Map() }
    for (const visit of batch.visits) this.#visit(visit)
    this.#hostTallies(batch.visits)
    const result = this.add(batch.candidates)
    this.#woken = null
    for (const s of batch.servers)
      this.#sql.server.run(s.delayMs, s.nextAt, s.failures, s.latencyMs, s.id, batch.worker ?? null)
    for (const { host, memory } of batch.memories) this.#sql.memory.run(memory, host.id)
    for (const { id, sizeBytes } of batch.archives) this.#sql.archive.run(sizeBytes, id)
    for (const event of batch.events) this.#sql.event.run(event.at, event.kind, event.subject, event.message)
    return result
  }

  /** Moves pages between statuses in the books, without touching rows. */
  moved(shard: number, from: PageStatus | null, to: PageStatus, count = 1): void {
    if (from !== null) this.count(shard, from, -count)
    this.count(shard, to, count)
  }

  count(shard: number, name: string, by: number): void {
    const key = `${shard}:${name}`
    this.#deltas.set(key, (this.#deltas.get(key) ?? 0) + by)
  }

  /** Tells a host and its server that there is something to do at `at`. */
  wake(host: KnownHost | HostRef, at: number, what: 'work' | 'refresh'): void {
    if ((this.#woken?.[what].get(host.id) ?? Number.POSITIVE_INFINITY) <= at) return
    this.#woken?.[what].set(host.id, at)
    this.#sql[what === 'work' ? 'hostWork' : 'hostRefresh'].run(at, at, host.id)
    this.#sql[what === 'work' ? 'serverWork' : 'serverRefresh'].run(at, at, host.id)
  }

  /** A page of this host rests in `status` until `dueAt`: the host must be looked at by then. */
  wakeFor(host: HostRef, status: PageStatus, dueAt: number | null): void {
    if (status === 'waiting') this.wake(host, 0, 'work')
    else if (dueAt !== null && status === 'error') this.wake(host, dueAt, 'work')
    else if (dueAt !== null && (status === 'completed' || status === 'gone'))
      this.wake(host, dueAt, 'refresh')
  }

  /** A host moved to another server (or lost it): what is cached about it is no longer true. */
  forgetHosts(): void {
    this.#hosts.clear()
  }

  nextId(table: 'page' | 'host' | 'server', shard: number): number {
    const key = `${table}:${shard}`
    const known = this.#nextIds.get(key) ?? this.#lastUsedId(table, shard)
    this.#nextIds.set(key, known + 1)
    return known + 1
  }

  #lastUsedId(table: string, shard: number): number {
    const row = this.#database
      .prepare(`SELECT max(id) AS last FROM ${table} WHERE id BETWEEN ? AND ?`)
      .get(firstId(shard), lastId(shard)) as { last: number | null }
    return row.last ?? firstId(shard) - 1
  }

  #insert(c: Candidate, host: KnownHost): boolean {
    const id = this.nextId('page', host.shard)
    const { changes } = this.#sql.page.run(
      id,
      host.shard,
      c.key,
      host.id,
      c.kind ?? 'page',
      c.excluded ? 'excluded' : 'waiting',
      c.excluded?.by ?? null,
      c.depth,
      c.rank,
      c.hops ?? 0,
      c.via?.id ?? null,
      c.hintedAt ?? null,
      c.excluded?.reason ?? null,
      c.url,
      c.pageClass ?? null,
    )
    if (changes === 1) {
      this.moved(host.shard, null, c.excluded ? 'excluded' : 'waiting')
      return true
    }
    this.#nextIds.set(`page:${host.shard}`, id - 1)
    this.#sql.shallower.run(c.depth, c.rank, c.kind ?? 'page', host.shard, c.key, c.depth)
    if (c.hintedAt) this.#hint(c, host)
    return false
  }

  /** A class link leads to a Url that is known: does it wait again because of that? */
  #keepPromise(c: Candidate, host: KnownHost): boolean {
    if (c.pageClass == null) return false
    const kind = c.kind ?? 'page'
    this.#sql.promise.run(c.pageClass, kind, host.shard, c.key)
    if (c.excluded) return false
    const { changes } = this.#sql.admit.run(c.pageClass, kind, c.rank, host.shard, c.key)
    if (changes > 0) this.moved(host.shard, 'excluded', 'waiting')
    return changes > 0
  }

  #hint(c: Candidate, host: KnownHost): void {
    const hint = { at: c.hintedAt, shard: host.shard, key: c.key }
    this.#sql.hint.run(hint)
    if (!c.prompt) return
    const { changes } = this.#sql.hintedDue.run(hint)
    if (changes > 0) this.wake(host, c.hintedAt ?? 0, 'refresh')
  }

  #host(origin: string): KnownHost {
    const cached = this.#hosts.get(origin)
    if (cached) return cached
    const shard = shardOf(origin, this.#shards)
    let row = this.#sql.findHost.get(shard, origin) as KnownHost | undefined
    if (!row) {
      row = { id: hostId(this.nextId('host', shard)), shard, server: null }
      this.#sql.host.run(row.id, shard, origin)
      this.count(shard, 'hosts', 1)
    }
    if (this.#hosts.size >= MOST_CACHED_HOSTS) this.#hosts.clear()
    this.#hosts.set(origin, row)
    return row
  }

  #visit(v: VisitCommit): void {
    const { shard, id } = v.page
    // Not always `running`: a worker that lost its lease may still hand in what it fetched.
    const before = this.#sql.statusOf.get(id) as { status: PageStatus } | undefined
    if (!before) return
    this.#page(v)
    this.moved(shard, before.status, v.status)
    this.#history(v)
    if (v.revision && v.digest) this.#revision(v, v.revision, v.digest)
    else if (v.restores && v.digest && v.place) this.#restore(v, v.digest, v.place)
    if (v.links) this.#sql.links.run(id, shard, v.links)
    if (v.fingerprint) this.#fingerprint(v.page, v.fingerprint)
    this.wakeFor(v.host, v.status, v.dueAt)
  }

  #page(v: VisitCommit): void {
    const stored = v.outcome === 'fetched' ? 1 : 0
    const answered = v.outcome !== 'failed' && v.outcome !== 'denied'
    this.#sql.visitPage.run(
      v.status,
      v.excludedBy ?? null,
      v.reason,
      v.dueAt,
      v.rank,
      v.failures,
      v.httpStatus,
      answered ? v.at : null,
      v.revision ? v.at : null,
      v.sizeBytes,
      v.digest,
      v.digest ? v.at : null,
      v.belief ?? null,
      v.revision?.number ?? null,
      stored,
      v.etag,
      stored,
      v.lastModified,
      v.pageClass ?? null,
      v.outcome === 'failed' ? 1 : 0,
      v.movedTo ?? null,
      v.page.id,
    )
  }

  /** Two visits of a page in one millisecond are two visits: the later one takes the next free millisecond. */
  #history(v: VisitCommit): void {
    const place = [v.place?.file ?? null, v.place?.offset ?? null, v.place?.length ?? null]
    const rest = [
      v.outcome,
      v.httpStatus,
      v.durationMs,
      v.sizeBytes,
      v.revision?.number ?? null,
      ...place,
      v.error,
      v.note ?? null,
    ]
    for (let at = v.at; ; at++) {
      if (this.#sql.visit.run(v.page.shard, v.page.id, at, ...rest).changes === 1) break
    }
    this.count(v.page.shard, 'visits', 1)
  }

  /** A number that is there already is replaced: a worker that lost its lease may have been overtaken. */
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
      v.place?.file ?? null,
      v.place?.offset ?? null,
      v.place?.length ?? null,
      r.type,
      r.charset,
      r.title,
      r.fields ?? null,
      r.record ?? null,
      r.isSource ? 1 : 0,
    ]
    const isNew = this.#sql.revision.run(row).changes === 1
    const replaced = isNew ? undefined : this.#sql.dropRevision.get(shard, id, r.number)
    if (!isNew) this.#sql.revision.run(row)
    const { size_bytes: before = 0 } = (replaced ?? {}) as { size_bytes?: number }
    this.count(shard, 'bytes', (v.sizeBytes ?? 0) - before)
    if (!isNew) return
    this.count(shard, 'revisions', 1)
    if (r.number === 1 && !r.isSource) this.count(shard, 'fetched', 1)
  }

  /** The payload is that of the revision, but for noise perhaps: the only copy there is. */
  #restore({ page: { shard, id }, sizeBytes }: VisitCommit, digest: Buffer, place: Place): void {
    const before = this.#sql.lostRevision.get(id) as { number: number; size_bytes: number } | undefined
    if (!before) return
    const size = sizeBytes ?? before.size_bytes
    this.#sql.restore.run(place.file, place.offset, place.length, digest, size, shard, id, before.number)
    this.count(shard, 'bytes', size - before.size_bytes)
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

  #flushCounters(): void {
    for (const [key, by] of this.#deltas) {
      if (by === 0) continue
      const colon = key.indexOf(':')
      this.#sql.counter.run(Number(key.slice(0, colon)), key.slice(colon + 1), by)
    }
    this.#deltas.clear()
  }
}

/** What kept a page out does so no more. */
export const ADMITTED = "status = 'waiting', excluded_by = NULL, reason = NULL"

function prepareAll(database: Sqlite) {
  // What is known as more than a page stays that.
  const takeKind = "kind = CASE kind WHEN 'page' THEN ? ELSE kind END"
  const sql = (text: string) => database.prepare(text)
  const wakeHost = (column: string) =>
    sql(`UPDATE host SET ${column} = ? WHERE (${column} IS NULL OR ${column} > ?) AND id = ?`)
  const wakeServer = (column: string) =>
    sql(
      `UPDATE server SET ${column} = ? WHERE (${column} IS NULL OR ${column} > ?) AND id = (SELECT server FROM host WHERE id = ?)`,
    )
  return {
    counter: sql(
      `INSERT INTO counter VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value`,
    ),
    page: sql(`INSERT INTO page (id, shard, key, host, kind, status, excluded_by, depth, rank, hops, via, hinted_at, reason, url, class)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (shard, key) DO NOTHING`),
    shallower: sql(
      `UPDATE page SET depth = ?, rank = min(rank, ?), ${takeKind} WHERE shard = ? AND key = ? AND depth > ? AND status = 'waiting'`,
    ),
    promise: sql(`UPDATE page SET class = ?, ${takeKind} WHERE shard = ? AND key = ? AND class IS NULL`),
    admit: sql(
      `UPDATE page SET ${ADMITTED}, class = ?, ${takeKind}, rank = ? WHERE shard = ? AND key = ? AND excluded_by = 'unlinked'`,
    ),
    hint: sql(
      `UPDATE page SET hinted_at = @at WHERE shard = @shard AND key = @key AND coalesce(hinted_at, 0) < @at`,
    ),
    hintedDue: sql(`UPDATE page SET due_at = @at WHERE shard = @shard AND key = @key AND status = 'completed'
      AND fetched_at < @at AND (due_at IS NULL OR due_at > @at)`),
    findHost: sql('SELECT shard, id, server FROM host WHERE shard = ? AND origin = ?'),
    host: sql('INSERT INTO host (id, shard, origin) VALUES (?, ?, ?)'),
    hostKnown: sql('UPDATE host SET known = known + ? WHERE id = ?'),
    hostTally: sql(`UPDATE host SET fetched = fetched + ?, failed = failed + ?, bytes = bytes + ?,
      last_visit_at = max(coalesce(last_visit_at, 0), ?) WHERE id = ?`),
    hostWork: wakeHost('work_at'),
    hostRefresh: wakeHost('refresh_at'),
    serverWork: wakeServer('work_at'),
    serverRefresh: wakeServer('refresh_at'),
    statusOf: sql('SELECT status FROM page WHERE id = ?'),
    visitPage:
      sql(`UPDATE page SET status = ?, taken_from = NULL, excluded_by = ?, reason = ?, due_at = ?, rank = coalesce(?, rank), failures = ?,
      http_status = ?, fetched_at = coalesce(?, fetched_at), changed_at = coalesce(?, changed_at),
      size_bytes = coalesce(?, size_bytes), digest = coalesce(?, digest), payload_at = coalesce(?, payload_at),
      belief = coalesce(?, belief), revision = coalesce(?, revision),
      etag = CASE ? WHEN 1 THEN ? ELSE etag END, last_modified = CASE ? WHEN 1 THEN ? ELSE last_modified END, class = coalesce(?, class),
      moved_to = CASE ? WHEN 1 THEN moved_to ELSE ? END WHERE id = ?`),
    visit: sql('INSERT INTO visit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    dropRevision: sql(
      'DELETE FROM revision WHERE shard = ? AND page = ? AND number = ? RETURNING size_bytes',
    ),
    revision: sql(
      'INSERT INTO revision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    lostRevision:
      sql(`SELECT r.number, r.size_bytes FROM page p JOIN revision r ON r.shard = p.shard AND r.page = p.id
      AND r.number = p.revision WHERE p.id = ? AND r.file IS NULL`),
    restore: sql(
      'UPDATE revision SET file = ?, file_offset = ?, file_length = ?, digest = ?, size_bytes = ? WHERE shard = ? AND page = ? AND number = ?',
    ),
    links: sql('INSERT OR REPLACE INTO links VALUES (?, ?, ?)'),
    revised:
      sql(`INSERT INTO fingerprint VALUES (?, ?, ?, ?, ?) ON CONFLICT (page) DO UPDATE SET revised = excluded.revised,
      seen = excluded.seen, learned = coalesce(excluded.learned, learned)`),
    seen: sql('UPDATE fingerprint SET seen = ?, learned = coalesce(?, learned) WHERE page = ?'),
    server: sql(`UPDATE server SET delay_ms = ?, next_at = ?, failures = ?, latency_ms = ? WHERE id = ?
      AND (worker IS NULL OR worker = coalesce(?, worker))`),
    memory: sql('UPDATE host SET memory = ? WHERE id = ?'),
    archive: sql('UPDATE archive_file SET size_bytes = ? WHERE id = ?'),
    event: sql('INSERT INTO event (at, kind, subject, message) VALUES (?, ?, ?, ?)'),
  }
}
