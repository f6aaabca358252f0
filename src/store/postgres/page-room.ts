import { type PageRoom, type RoomRequest, roomFor } from '../page-room.ts'
import { texts } from './literal.ts'
import type { Query, Session } from './session.ts'
import type { LifeLines } from './worker-locks.ts'

interface Holder {
  readonly name: string
  readonly room: number
}

/** Workers reserve room one at a time, under the lock of a row they share. Room held by dead workers is freed. */
export function reserveRoom(session: Session, lines: LifeLines, request: RoomRequest): Promise<PageRoom> {
  return session.transaction(async query => {
    await query(LOCK)
    const [{ stored }] = (await query<{ stored: number }>(STORED)) as [{ stored: number }]
    let room = roomFor(request, stored, await othersRoom(query, request.worker))
    if (room < request.want && (await freeDead(query, lines, request.worker)))
      room = roomFor(request, stored, await othersRoom(query, request.worker))
    await query(TAKE, room, request.worker)
    return { room, stored }
  })
}

async function othersRoom(query: Query, worker: string): Promise<number> {
  const holders = await query<Holder>(HOLDERS, worker)
  return holders.reduce((sum, { room }) => sum + room, 0)
}

/** Frees the room of dead workers; true if there were any. */
async function freeDead(query: Query, lines: LifeLines, worker: string): Promise<boolean> {
  const names = (await query<Holder>(HOLDERS, worker)).map(({ name }) => name)
  const dead = names.length === 0 ? [] : await lines.dead(query, names)
  if (dead.length > 0) await query(FREE, texts(dead))
  return dead.length > 0
}

const LOCK = 'SELECT 1 AS locked FROM refresh WHERE shard = 0 FOR UPDATE'
const STORED =
  "SELECT coalesce(sum(value), 0)::bigint AS stored FROM counter WHERE name IN ('fetched', 'chosen')"
const HOLDERS = 'SELECT name, room FROM worker WHERE room > 0 AND name <> $1'
const FREE = 'UPDATE worker SET room = 0 WHERE name = ANY($1::text[])'
const TAKE = 'UPDATE worker SET room = $1 WHERE name = $2'
