import type { Reread } from '../batch.ts'
import type { HostId } from '../ids.ts'
import type { ClassCount, ModelRow, TopicCount, TypeCount } from '../rows.ts'
import type { Sqlite } from './open.ts'
import { ADMITTED, type Recorder } from './record.ts'

/** Page classes and records according to a site model; all functions that write must run inside a transaction. */

export function writeRecords(database: Sqlite, pages: readonly Reread[]): void {
  const page = database.prepare('UPDATE page SET class = ? WHERE id = ?')
  const revision = database.prepare(
    'UPDATE revision SET record = ? WHERE shard = ? AND page = ? AND number = ?',
  )
  for (const { page: ref, revision: number, pageClass, record } of pages) {
    page.run(pageClass, ref.id)
    revision.run(record, ref.shard, ref.id, number)
  }
}

export function forgetClasses(database: Sqlite, recorder: Recorder): void {
  database
    .prepare(
      "UPDATE page SET class = NULL, kind = CASE kind WHEN 'image' THEN 'page' ELSE kind END WHERE class IS NOT NULL OR kind = 'image'",
    )
    .run()
  database.prepare('UPDATE revision SET record = NULL WHERE record IS NOT NULL').run()
  const admitted = database
    .prepare(`UPDATE page SET ${ADMITTED} WHERE excluded_by = 'unlinked' RETURNING shard, host`)
    .all() as { shard: number; host: HostId }[]
  for (const { shard } of admitted) recorder.moved(shard, 'excluded', 'waiting')
  const hosts = new Map(admitted.map(({ shard, host }) => [host, shard]))
  for (const [id, shard] of hosts) recorder.wake({ shard, id }, 0, 'work')
}

export function classes(database: Sqlite): ClassCount[] {
  return database
    .prepare(
      `SELECT class AS pageClass, count(*) AS known, sum(revision > 0) AS stored FROM page
       WHERE class IS NOT NULL OR kind = 'image' GROUP BY class ORDER BY class`,
    )
    .all() as ClassCount[]
}

export function otherTypes(database: Sqlite): TypeCount[] {
  return database
    .prepare(
      `SELECT r.type, count(*) AS pages, sum(r.size_bytes) AS bytes FROM revision r INDEXED BY revision_type
       JOIN page p ON p.id = r.page AND p.revision = r.number WHERE r.type <> 'text/html' GROUP BY r.type ORDER BY r.type`,
    )
    .all() as TypeCount[]
}

export function topics(database: Sqlite, minRelevance: number): TopicCount[] {
  return database
    .prepare(
      `SELECT topic, count(*) AS pages, sum(relevance >= ?) AS relevant, avg(relevance) AS mean FROM page INDEXED BY page_relevance
       WHERE relevance IS NOT NULL GROUP BY topic ORDER BY topic`,
    )
    .all(minRelevance) as TopicCount[]
}

export function keepModel(
  database: Sqlite,
  shard: number,
  { origin, number, body }: ModelRow,
  most: number,
): void {
  database.prepare('INSERT OR REPLACE INTO model VALUES (?, ?, ?, ?)').run(shard, origin, number, body)
  database
    .prepare('DELETE FROM model WHERE shard = ? AND origin = ? AND number <= ?')
    .run(shard, origin, number - most)
}

export function modelNumbers(database: Sqlite, shard: number, origin: string): number[] {
  const rows = database
    .prepare('SELECT number FROM model WHERE shard = ? AND origin = ? ORDER BY number')
    .all(shard, origin)
  return (rows as { number: number }[]).map(row => row.number)
}

export function modelBody(database: Sqlite, shard: number, origin: string, number: number): Buffer | null {
  const row = database
    .prepare('SELECT body FROM model WHERE shard = ? AND origin = ? AND number = ?')
    .get(shard, origin, number)
  return (row as { body: Buffer } | undefined)?.body ?? null
}

export function modeledOrigins(database: Sqlite, limit: number): string[] {
  const rows = database.prepare('SELECT DISTINCT origin FROM model ORDER BY origin LIMIT ?').all(limit)
  return (rows as { origin: string }[]).map(row => row.origin)
}
