import { originOf, shardOf, urlKey } from '../../url/index.ts'
import { type AddResult, type Candidate, type Commit, type HostRef, isPromise } from '../batch.ts'
import { firstId, type HostId, hostId, lastId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import { AddTally, type KnownHost } from './add-tally.ts'
import type { Sqlite } from './open.ts'
import { type Books, VisitRecorder } from './record-visits.ts'
import { SearchWriter } from './search-write.ts'

const MAX_CACHED_HOSTS = 20_000

/** Writes new Urls, and everything that a batch of visits brought. All methods must run inside a transaction. */
export class Recorder implements Books {
  readonly #database: Sqlite
  readonly #shards: number
  readonly #sql: ReturnType<typeof prepareAll>
  readonly #visits: VisitRecorder
  readonly search: SearchWriter
  readonly #hosts = new Map<string, KnownHost>()
  readonly #nextIds = new Map<string, number>()
  readonly #deltas = new Map<string, number>()
  /** The earliest time each host was woken for in this commit: most of its pages belong to one host, which need not be woken again. */
  #woken: Readonly<Record<'work' | 'refresh', Map<HostId, number>>> | null = null
  #promise: 'durable' | 'loose' | null = null
  /** Whether there are Urls that only hidden links led to, which is rare; null until it was looked up. */
  #hasHidden: boolean | null = null

  constructor(database: Sqlite, shards: number) {
    this.#database = database
    this.#shards = shards
    this.#sql = prepareAll(database)
    this.#visits = new VisitRecorder(database, this)
    this.search = new SearchWriter(database, this, shards)
  }

  /**
   * Runs `work` as one transaction; after a failure, everything cached during it is dropped. A loose transaction does not wait for the
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
      this.#hasHidden = null
      throw error
    }
  }

  /** `readmits` are hosts whose Urls that were excluded as other spellings of the same page wait again. */
  add(candidates: readonly Candidate[], readmits: readonly HostRef[] = []): AddResult {
    const tally = new AddTally()
    for (const candidate of candidates) {
      const host = this.#host(candidate.origin)
      if (this.#insert(candidate, host)) tally.count(candidate, host)
      else if (this.#keepPromise(candidate, host) || this.#uncover(candidate, host)) tally.admit(host)
    }
    for (const host of readmits) this.#readmit(host, tally)
    for (const { host, known, waiting } of tally.hosts.values()) {
      this.#sql.hostKnown.run(known, host.id)
      if (waiting > 0) this.wake(host, 0, 'work')
    }
    return tally.result()
  }

  commit(batch: Commit): AddResult {
    this.#woken = { work: new Map(), refresh: new Map() }
    this.#visits.record(batch.visits)
    const result = this.add(batch.candidates, batch.readmits)
    this.#woken = null
    for (const { url, rank } of batch.reranked ?? [])
      this.#sql.rerank.run(rank, shardOf(originOf(url), this.#shards), urlKey(url))
    this.#index(batch)
    for (const s of batch.servers)
      this.#sql.server.run(s.delayMs, s.nextAt, s.failures, s.latencyMs, s.id, batch.worker ?? null)
    for (const { host, memory } of batch.memories) this.#sql.memory.run(memory, host.id)
    for (const { id, sizeBytes } of batch.archives) this.#sql.archive.run(sizeBytes, id)
    for (const event of batch.events) this.#sql.event.run(event.at, event.kind, event.subject, event.message)
    return result
  }

  /** Runs after the candidates were added, because link texts are stored with the row of their target. */
  #index({ visits, keepsPast = false }: Commit): void {
    for (const visit of visits) {
      this.search.visited(visit, keepsPast)
      if (visit.search) this.search.anchors(visit.search.anchors)
    }
  }

  /** Moves pages between statuses in the counters, without touching rows. */
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
    if (dueAt !== null && status === 'error') this.wake(host, dueAt, 'work')
    else if (dueAt !== null && status !== 'running') this.wake(host, dueAt, 'refresh')
  }

  /** A host moved to another server, or lost it: cached servers of hosts are outdated. */
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
      c.hintedBy ?? 0,
      c.saidRate ?? null,
      c.excluded?.reason ?? null,
      c.url,
      c.pageClass ?? null,
    )
    if (changes === 1) {
      if (c.excluded?.by === 'hidden') this.#hasHidden = true
      this.moved(host.shard, null, c.excluded ? 'excluded' : 'waiting')
      return true
    }
    this.#nextIds.set(`page:${host.shard}`, id - 1)
    this.#sql.shallower.run(c.depth, c.rank, c.kind ?? 'page', host.shard, c.key, c.depth)
    if (c.saidRate) this.#sql.saidRate.run(c.saidRate, host.shard, c.key, c.saidRate)
    if (c.hintedAt) this.#hint(c, host)
    return false
  }

  /** Handles a class link to a known Url; returns whether the Url waits again because of it. */
  #keepPromise(c: Candidate, host: KnownHost): boolean {
    if (!isPromise(c)) return false
    const pageClass = c.pageClass ?? null
    const kind = c.kind ?? 'page'
    this.#sql.promise.run(pageClass, kind, host.shard, c.key)
    if (c.excluded) return false
    const { changes } = this.#sql.admit.run(pageClass, kind, c.rank, host.shard, c.key)
    if (changes > 0) this.moved(host.shard, 'excluded', 'waiting')
    return changes > 0
  }

  #readmit({ shard, id }: HostRef, tally: AddTally): void {
    const { changes } = this.#sql.readmit.run(shard, id)
    if (changes === 0) return
    this.moved(shard, 'excluded', 'waiting', changes)
    tally.admit(this.#sql.hostServer.get(id) as KnownHost, changes)
  }

  /** Admits a Url that only hidden links led to so far, when a link that people can see leads there. */
  #uncover({ excluded, key, depth, rank, via }: Candidate, host: KnownHost): boolean {
    this.#hasHidden ??= this.#sql.anyHidden.get() !== undefined
    if (excluded || !this.#hasHidden) return false
    const { changes } = this.#sql.uncover.run(depth, rank, via?.id ?? null, host.shard, key)
    if (changes > 0) this.moved(host.shard, 'excluded', 'waiting')
    return changes > 0
  }

  #hint(c: Candidate, host: KnownHost): void {
    const hint = { at: c.hintedAt, by: c.hintedBy ?? 0, shard: host.shard, key: c.key }
    this.#sql.hint.run(hint)
    if (!c.prompt) return
    const { changes } = this.#sql.hintedDue.run({ at: c.hintedAt, shard: host.shard, key: c.key })
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
    if (this.#hosts.size >= MAX_CACHED_HOSTS) this.#hosts.clear()
    this.#hosts.set(origin, row)
    return row
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

/** Clears what kept a page out. */
export const ADMITTED = "status = 'waiting', excluded_by = NULL, reason = NULL, due_at = NULL"

export const READMIT = `UPDATE page SET ${ADMITTED} WHERE shard = ? AND host = ? AND status = 'excluded' AND excluded_by = 'equivalent'`

function prepareAll(database: Sqlite) {
  // A Url that is known as more specific than a page keeps its kind.
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
    page: sql(`INSERT INTO page (id, shard, key, host, kind, status, excluded_by, depth, rank, hops, via, hinted_at, hinted_by, said_rate, reason, url, class)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (shard, key) DO NOTHING`),
    shallower: sql(
      `UPDATE page SET depth = ?, rank = min(rank, ?), ${takeKind} WHERE shard = ? AND key = ? AND depth > ? AND status = 'waiting'`,
    ),
    rerank: sql("UPDATE page SET rank = ? WHERE shard = ? AND key = ? AND status = 'waiting'"),
    promise: sql(
      `UPDATE page SET class = ?, ${takeKind} WHERE shard = ? AND key = ? AND class IS NULL AND kind <> 'image'`,
    ),
    admit: sql(
      `UPDATE page SET ${ADMITTED}, class = ?, ${takeKind}, rank = ? WHERE shard = ? AND key = ? AND excluded_by = 'unlinked'`,
    ),
    readmit: sql(READMIT),
    hostServer: sql('SELECT shard, id, server FROM host WHERE id = ?'),
    anyHidden: sql("SELECT 1 FROM page WHERE excluded_by = 'hidden' LIMIT 1"),
    uncover: sql(
      `UPDATE page SET ${ADMITTED}, depth = ?, rank = ?, via = ? WHERE shard = ? AND key = ? AND excluded_by = 'hidden'`,
    ),
    saidRate: sql('UPDATE page SET said_rate = ? WHERE shard = ? AND key = ? AND said_rate IS NOT ?'),
    hint: sql(
      `UPDATE page SET hinted_at = max(coalesce(hinted_at, 0), @at), hinted_by = CASE WHEN @at <= coalesce(fetched_at, 0) THEN hinted_by
        WHEN hinted_at > coalesce(fetched_at, 0) THEN hinted_by | @by ELSE @by END
      WHERE shard = @shard AND key = @key
        AND (coalesce(hinted_at, 0) < @at OR @at > coalesce(fetched_at, 0) AND hinted_by & @by <> @by)`,
    ),
    hintedDue: sql(`UPDATE page SET due_at = @at WHERE shard = @shard AND key = @key AND status = 'completed'
      AND fetched_at < @at AND (due_at IS NULL OR due_at > @at)`),
    findHost: sql('SELECT shard, id, server FROM host WHERE shard = ? AND origin = ?'),
    host: sql('INSERT INTO host (id, shard, origin) VALUES (?, ?, ?)'),
    hostKnown: sql('UPDATE host SET known = known + ? WHERE id = ?'),
    hostWork: wakeHost('work_at'),
    hostRefresh: wakeHost('refresh_at'),
    serverWork: wakeServer('work_at'),
    serverRefresh: wakeServer('refresh_at'),
    server: sql(`UPDATE server SET delay_ms = ?, next_at = ?, failures = ?, latency_ms = ? WHERE id = ?
      AND (worker IS NULL OR worker = coalesce(?, worker))`),
    memory: sql('UPDATE host SET memory = ? WHERE id = ?'),
    archive: sql('UPDATE archive_file SET size_bytes = ? WHERE id = ?'),
    event: sql('INSERT INTO event (at, kind, subject, message) VALUES (?, ?, ?, ?)'),
  }
}
