import { type Commit, isAnswered, type VisitCommit, wallOfVisit } from '../batch.ts'
import type { HostId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import { insertAccessibility } from './accessibility.ts'
import type { Ledger } from './ledger.ts'
import { recordLikenesses } from './likenesses.ts'
import { booleans, bytes, floats, ints, texts } from './literal.ts'
import { insertPatterns } from './patterns.ts'
import { writeRelevance } from './relevance.ts'
import { type Query, together } from './session.ts'

/** Writes visits with their revisions and links: a handful of statements sent together, however many visits there are. */
export async function recordVisits(
  query: Query,
  visits: readonly VisitCommit[],
  ledger: Ledger,
): Promise<void> {
  for (const round of onceEach(visits)) {
    const known = await updatePages(query, round, ledger)
    const recorded = round.filter(visit => known.has(visit.page.id))
    await together([
      insertVisits(query, recorded, ledger),
      writeRevisions(query, recorded, ledger),
      restoreRevisions(query, recorded, ledger),
      writeLinks(query, recorded),
      insertPatterns(
        query,
        recorded.map(({ page, at, patterns }) => ({ page, at, patterns: patterns ?? [] })),
      ),
      insertAccessibility(query, recorded),
      writeRelevance(query, recorded),
      writeFingerprints(query, recorded),
      recordLikenesses(query, recorded),
    ])
    for (const visit of recorded) tally(visit, ledger)
  }
}

/** A statement can update a row only once; a page that was visited twice since the last commit goes into a second round. */
export function onceEach(visits: readonly VisitCommit[]): VisitCommit[][] {
  const rounds: Map<number, VisitCommit>[] = []
  for (const visit of visits) {
    let round = rounds.find(each => !each.has(visit.page.id))
    if (!round) rounds.push((round = new Map()))
    round.set(visit.page.id, visit)
  }
  return rounds.map(round => [...round.values()].sort((a, b) => a.page.id - b.page.id))
}

function tally(visit: VisitCommit, ledger: Ledger): void {
  const host = ledger.host(visit.host.id)
  if (visit.revision?.number === 1 && !visit.revision.isSource) host.fetched++
  if (visit.outcome === 'failed') host.failed++
  host.bytes += visit.sizeBytes ?? 0
  host.lastAt = Math.max(host.lastAt ?? 0, visit.at)
  ledger.wakeFor(visit.host.id, visit.status, visit.dueAt)
}

interface UpdatedRow {
  readonly id: number
  readonly shard: number
  readonly before: PageStatus
  readonly after: PageStatus
  readonly host: HostId
  readonly wasChosen: boolean
  readonly wasReplaced: boolean
}

async function updatePages(
  query: Query,
  visits: readonly VisitCommit[],
  ledger: Ledger,
): Promise<ReadonlySet<number>> {
  const int = (pick: (visit: VisitCommit) => number | null | undefined) => ints(visits.map(pick))
  const text = (pick: (visit: VisitCommit) => string | null) => texts(visits.map(pick))
  const rows = await query<UpdatedRow>(
    UPDATE_PAGES,
    int(v => v.page.id),
    text(v => v.status),
    text(v => v.excludedBy ?? null),
    text(v => v.reason),
    int(v => v.dueAt),
    floats(visits.map(v => v.rank)),
    int(v => v.failures),
    int(v => v.httpStatus),
    int(v => (isAnswered(v) ? v.at : null)),
    int(v => (v.revision ? v.at : null)),
    int(v => v.sizeBytes),
    bytes(visits.map(v => v.digest)),
    int(v => (v.digest ? v.at : null)),
    bytes(visits.map(v => v.belief)),
    int(v => v.revision?.number),
    booleans(visits.map(v => v.outcome === 'fetched')),
    text(v => v.etag),
    text(v => v.lastModified),
    text(v => v.pageClass ?? null),
    booleans(visits.map(v => v.outcome === 'failed' || v.outcome === 'walled')),
    text(v => v.movedTo ?? null),
    text(wallOfVisit),
    floats(visits.map(v => v.rate ?? null)),
  )
  for (const { shard, host, before, after, wasChosen, wasReplaced } of rows) {
    ledger.moved(shard, before, after)
    // Its place is now that of a stored page, or free.
    if (wasChosen) ledger.count(shard, 'chosen', -1)
    if (!wasReplaced) continue
    // A visit was requested of a page that had lost its place: it belongs to the collection again.
    ledger.count(shard, 'fetched', 1)
    ledger.host(host).fetched++
  }
  return new Set(rows.map(row => row.id))
}

/** Two visits to a page within one millisecond are kept apart: the later one takes the next free millisecond. */
async function insertVisits(query: Query, visits: readonly VisitCommit[], ledger: Ledger): Promise<void> {
  for (let left = visits, later = 0; left.length > 0; later++) {
    const int = (pick: (visit: VisitCommit) => number | null | undefined) => ints(left.map(pick))
    const rows = await query<{ page: number }>(
      INSERT_VISITS,
      int(v => v.page.id),
      int(v => v.at + later),
      texts(left.map(v => v.outcome)),
      int(v => v.httpStatus),
      int(v => v.durationMs),
      int(v => v.sizeBytes),
      int(v => v.revision?.number),
      int(v => v.place?.file),
      int(v => v.place?.offset),
      int(v => v.place?.length),
      texts(left.map(v => v.error)),
      texts(left.map(v => v.note)),
      texts(left.map(wallOfVisit)),
      ...payloadPlaces(left),
    )
    const inserted = new Set(rows.map(row => row.page))
    left = left.filter(visit => !inserted.has(visit.page.id))
  }
  for (const { page } of visits) ledger.count(page.shard, 'visits', 1)
}

/** A revision is written twice only when two workers fetched the page because one had lost its lease: the later one stays. */
async function writeRevisions(query: Query, visits: readonly VisitCommit[], ledger: Ledger): Promise<void> {
  const changed = visits.filter(v => v.revision && v.digest)
  if (changed.length === 0) return
  const int = (pick: (visit: VisitCommit) => number | null | undefined) => ints(changed.map(pick))
  const text = (pick: (visit: VisitCommit) => string | null) => texts(changed.map(pick))
  const ids = int(v => v.page.id)
  const numbers = int(v => v.revision!.number)
  const [old] = await together([
    query<{ page: number; size: number }>(OLD_REVISIONS, ids, numbers),
    query(
      WRITE_REVISIONS,
      ids,
      numbers,
      int(v => v.at),
      bytes(changed.map(v => v.digest)),
      int(v => v.sizeBytes ?? 0),
      booleans(changed.map(v => v.revision!.truncated)),
      int(v => v.place?.file),
      int(v => v.place?.offset),
      int(v => v.place?.length),
      text(v => v.revision!.type),
      text(v => v.revision!.charset),
      text(v => v.revision!.title),
      text(v => v.revision!.fields ?? null),
      text(v => v.revision!.record ?? null),
      booleans(changed.map(v => v.revision!.isSource ?? false)),
      booleans(changed.map(v => v.revision!.rendered ?? false)),
      ...payloadPlaces(changed),
    ),
  ])
  const replaced = new Map(old.map(row => [row.page, row.size]))
  for (const { page, sizeBytes, revision } of changed) {
    ledger.count(page.shard, 'bytes', (sizeBytes ?? 0) - (replaced.get(page.id) ?? 0))
    if (replaced.has(page.id)) continue
    ledger.count(page.shard, 'revisions', 1)
    if (revision!.number === 1 && !revision!.isSource) ledger.count(page.shard, 'fetched', 1)
  }
}

/** Revisions that lost their copy get that of an identical payload, or one that differs only by noise: there is no other copy. */
async function restoreRevisions(query: Query, visits: readonly VisitCommit[], ledger: Ledger): Promise<void> {
  const restoring = visits.filter(v => v.restores && !v.revision && v.digest && v.place)
  if (restoring.length === 0) return
  const int = (pick: (visit: VisitCommit) => number | null | undefined) => ints(restoring.map(pick))
  const rows = await query<{ shard: number; before: number; after: number }>(
    RESTORE_REVISIONS,
    int(v => v.page.id),
    int(v => v.place!.file),
    int(v => v.place!.offset),
    int(v => v.place!.length),
    bytes(restoring.map(v => v.digest)),
    int(v => v.sizeBytes),
    ...payloadPlaces(restoring),
  )
  for (const { shard, before, after } of rows) ledger.count(shard, 'bytes', after - before)
}

/** Three columns: the places of the records that hold the payloads of these visits, if they are other records. */
function payloadPlaces(visits: readonly VisitCommit[]): string[] {
  const payloads = visits.map(({ place }) => place?.payload)
  return [
    ints(payloads.map(payload => payload?.file)),
    ints(payloads.map(payload => payload?.offset)),
    ints(payloads.map(payload => payload?.length)),
  ]
}

async function writeLinks(query: Query, visits: readonly VisitCommit[]): Promise<void> {
  const linking = visits.filter(v => v.links)
  if (linking.length > 0)
    await query(WRITE_LINKS, ints(linking.map(v => v.page.id)), bytes(linking.map(v => v.links)))
}

async function writeFingerprints(query: Query, visits: readonly VisitCommit[]): Promise<void> {
  const write = async (text: string, which: readonly VisitCommit[], ...columns: string[]) => {
    if (which.length > 0) await query(text, ints(which.map(v => v.page.id)), ...columns)
  }
  const revised = visits.filter(v => v.fingerprint?.revised)
  const seen = visits.filter(v => v.fingerprint && !v.fingerprint.revised)
  const seenBytes = (which: readonly VisitCommit[]) => bytes(which.map(v => v.fingerprint!.seen))
  const learned = (which: readonly VisitCommit[]) => texts(which.map(v => v.fingerprint!.learned))
  const revisedBytes = bytes(revised.map(v => v.fingerprint!.revised))
  await together([
    write(WRITE_REVISED, revised, revisedBytes, seenBytes(revised), learned(revised)),
    write(WRITE_SEEN, seen, seenBytes(seen), learned(seen)),
  ])
}

/** Writes everything else in a batch besides visits and candidates. */
export async function recordRest(
  query: Query,
  { servers, memories, archives, events, worker }: Commit,
): Promise<void> {
  const none: Promise<unknown> = Promise.resolve()
  const sorted = servers.toSorted((a, b) => a.id - b.id)
  await together([
    sorted.length === 0
      ? none
      : query(
          POLITENESS,
          ints(sorted.map(s => s.id)),
          ints(sorted.map(s => s.delayMs)),
          ints(sorted.map(s => s.nextAt)),
          ints(sorted.map(s => s.failures)),
          ints(sorted.map(s => s.latencyMs)),
          worker ?? null,
        ),
    memories.length === 0
      ? none
      : query(MEMORIES, ints(memories.map(m => m.host.id)), texts(memories.map(m => m.memory))),
    archives.length === 0
      ? none
      : query(ARCHIVES, ints(archives.map(a => a.id)), ints(archives.map(a => a.sizeBytes))),
    events.length === 0
      ? none
      : query(
          EVENTS,
          ints(events.map(e => e.at)),
          texts(events.map(e => e.kind)),
          texts(events.map(e => e.subject)),
          texts(events.map(e => e.message)),
        ),
  ])
}

const UPDATE_PAGES = `WITH v AS (
    SELECT u.*, b.shard, b.status AS before,
      coalesce(b.taken_from, b.status) = 'waiting' AND b.due_at IS NOT NULL AS was_chosen, coalesce(b.excluded_by, '') = 'replaced' AS was_replaced FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::float8[], $7::int[],
      $8::int[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bytea[], $13::bigint[], $14::bytea[], $15::int[], $16::bool[],
      $17::text[], $18::text[], $19::text[], $20::bool[], $21::text[], $22::text[], $23::float8[])
      u(id, status, excluded_by, reason, due_at, rank, failures, http_status, fetched_at, changed_at, size_bytes, digest, payload_at, belief,
        revision, stored, etag, last_modified, class, is_failed, moved_to, wall, rate)
    JOIN page b ON b.shard = (u.id >> 40)::int AND b.id = u.id ORDER BY b.id FOR UPDATE OF b
  )
  UPDATE page p SET status = v.status, taken_from = NULL, asked_at = NULL, excluded_by = v.excluded_by, reason = v.reason, due_at = v.due_at, rank = coalesce(v.rank, p.rank),
    failures = v.failures, http_status = v.http_status, fetched_at = coalesce(v.fetched_at, p.fetched_at),
    changed_at = coalesce(v.changed_at, p.changed_at), size_bytes = coalesce(v.size_bytes, p.size_bytes),
    digest = coalesce(v.digest, p.digest), payload_at = coalesce(v.payload_at, p.payload_at),
    belief = coalesce(v.belief, p.belief), rate = coalesce(v.rate, p.rate), revision = coalesce(v.revision, p.revision),
    etag = CASE WHEN v.stored THEN v.etag ELSE p.etag END,
    last_modified = CASE WHEN v.stored THEN v.last_modified ELSE p.last_modified END, class = coalesce(v.class, p.class),
    moved_to = CASE WHEN v.is_failed THEN p.moved_to ELSE v.moved_to END, wall = v.wall
  FROM v WHERE p.shard = v.shard AND p.id = v.id RETURNING p.id, p.shard, v.before, v.was_chosen AS "wasChosen", v.was_replaced AS "wasReplaced",
    p.host, p.status AS after`

const INSERT_VISITS = `INSERT INTO visit SELECT (id >> 40)::int, id, at, outcome, http_status, duration_ms, size_bytes, revision, file,
    file_offset, file_length, error, note, wall, payload_file, payload_offset, payload_length
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::int[], $5::bigint[], $6::bigint[], $7::int[], $8::bigint[], $9::bigint[],
    $10::bigint[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[])
    u(id, at, outcome, http_status, duration_ms, size_bytes, revision, file, file_offset, file_length, error, note, wall,
      payload_file, payload_offset, payload_length)
  ON CONFLICT DO NOTHING RETURNING page`

const OLD_REVISIONS = `SELECT r.page, r.size_bytes AS size FROM unnest($1::bigint[], $2::int[]) u(page, number)
  JOIN revision r ON r.shard = (u.page >> 40)::int AND r.page = u.page AND r.number = u.number`

const WRITE_REVISIONS = `INSERT INTO revision SELECT (id >> 40)::int, u.*
  FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bytea[], $5::bigint[], $6::bool[], $7::bigint[], $8::bigint[], $9::bigint[],
    $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bool[], $16::bool[], $17::bigint[], $18::bigint[], $19::bigint[])
    u(id, number, fetched_at, digest, size_bytes, truncated, file, file_offset, file_length, type, charset, title, fields, record, source, rendered,
      payload_file, payload_offset, payload_length)
  ON CONFLICT (shard, page, number) DO UPDATE SET fetched_at = excluded.fetched_at, digest = excluded.digest,
    size_bytes = excluded.size_bytes, truncated = excluded.truncated, file = excluded.file, file_offset = excluded.file_offset,
    file_length = excluded.file_length, type = excluded.type, charset = excluded.charset, title = excluded.title,
    fields = excluded.fields, record = excluded.record, source = excluded.source, rendered = excluded.rendered,
    payload_file = excluded.payload_file, payload_offset = excluded.payload_offset, payload_length = excluded.payload_length`

const RESTORE_REVISIONS = `WITH lost AS (
    SELECT r.shard, r.page, r.number, r.size_bytes AS before, u.* FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],
      $5::bytea[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
      u(id, new_file, new_offset, new_length, new_digest, new_size, new_payload_file, new_payload_offset, new_payload_length)
    JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id
    JOIN revision r ON r.shard = p.shard AND r.page = p.id AND r.number = p.revision AND r.file IS NULL
  )
  UPDATE revision r SET file = l.new_file, file_offset = l.new_offset, file_length = l.new_length, digest = l.new_digest,
    size_bytes = coalesce(l.new_size, r.size_bytes),
    payload_file = l.new_payload_file, payload_offset = l.new_payload_offset, payload_length = l.new_payload_length
  FROM lost l WHERE r.shard = l.shard AND r.page = l.page AND r.number = l.number
  RETURNING r.shard, l.before, r.size_bytes AS after`

const WRITE_LINKS = `INSERT INTO links SELECT (id >> 40)::int, id, packed FROM unnest($1::bigint[], $2::bytea[]) u(id, packed)
  ON CONFLICT (shard, page) DO UPDATE SET packed = excluded.packed`

const WRITE_REVISED = `INSERT INTO fingerprint SELECT (id >> 40)::int, u.* FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::text[])
    u(id, revised, seen, learned)
  ON CONFLICT (shard, page) DO UPDATE SET revised = excluded.revised, seen = excluded.seen,
    learned = coalesce(excluded.learned, fingerprint.learned)`

const WRITE_SEEN = `UPDATE fingerprint f SET seen = u.seen, learned = coalesce(u.learned, f.learned)
  FROM unnest($1::bigint[], $2::bytea[], $3::text[]) u(id, seen, learned)
  WHERE f.shard = (u.id >> 40)::int AND f.page = u.id`

const POLITENESS = `UPDATE server s SET delay_ms = u.delay_ms, next_at = u.next_at, failures = u.failures, latency_ms = u.latency_ms
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[]) u(id, delay_ms, next_at, failures, latency_ms)
  WHERE s.shard = (u.id >> 40)::int AND s.id = u.id AND (s.worker IS NULL OR s.worker = coalesce($6::text, s.worker))`

const MEMORIES = `UPDATE host h SET memory = u.memory FROM unnest($1::bigint[], $2::text[]) u(id, memory)
  WHERE h.shard = (u.id >> 40)::int AND h.id = u.id`

const ARCHIVES = `UPDATE archive_file f SET size_bytes = u.size_bytes FROM unnest($1::bigint[], $2::bigint[]) u(id, size_bytes)
  WHERE f.id = u.id`

const EVENTS = `INSERT INTO event (at, kind, subject, message) SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])`
