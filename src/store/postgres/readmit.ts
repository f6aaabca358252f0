import type { HostRef } from '../batch.ts'
import type { HostId } from '../ids.ts'
import type { Added } from './add.ts'
import type { Ledger } from './ledger.ts'
import { ints } from './literal.ts'
import type { Query } from './session.ts'

/** Lets Urls of these hosts wait again that were excluded as other spellings of the same page. */
export async function readmit(
  query: Query,
  hosts: readonly HostRef[],
  before: Added,
  ledger: Ledger,
): Promise<Added> {
  if (hosts.length === 0) return before
  const rows = await query<{ shard: number; host: HostId }>(READMIT, ints(hosts.map(({ id }) => id)))
  for (const { shard, host } of rows) {
    ledger.moved(shard, 'excluded', 'waiting')
    ledger.wakeFor(host, 'waiting', null)
  }
  const woken = new Set([...before.woken, ...rows.map(({ host }) => host)])
  return { ...before, waiting: before.waiting + rows.length, woken }
}

/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const READMIT = `WITH given AS (
    SELECT p.shard, p.id FROM unnest($1::bigint[]) u(host) JOIN page p ON p.shard = (u.host >> 40)::int AND p.host = u.host
    WHERE p.status = 'excluded' AND p.excluded_by = 'equivalent' ORDER BY p.id FOR UPDATE OF p
  )
  UPDATE page p SET status = 'waiting', excluded_by = NULL, reason = NULL, due_at = NULL FROM given g
  WHERE p.shard = g.shard AND p.id = g.id RETURNING p.shard, p.host`
