import type { HostRef } from '../batch.ts'
import type { Robots } from '../store.ts'
import type { Session } from './session.ts'

export async function writeRobots(session: Session, host: HostRef, robots: Robots): Promise<void> {
  const { fetchedAt, expiresAt, verdict, httpStatus, body } = robots
  await session.query(WRITE_ROBOTS, host.shard, host.id, fetchedAt, expiresAt, verdict, httpStatus, body)
}

const WRITE_ROBOTS = `INSERT INTO robots VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (shard, host) DO UPDATE SET
  fetched_at = excluded.fetched_at, expires_at = excluded.expires_at, verdict = excluded.verdict,
  http_status = excluded.http_status, body = excluded.body`
