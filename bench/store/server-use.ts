/** What a PostgreSQL server uses: processor time of all its processes (Linux), and bytes of its database. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import postgres from 'postgres'

export interface ServerUse {
  readonly cpuMs: number
  readonly bytes: number
}

export async function openServerUse(url: string): Promise<{
  now(): Promise<ServerUse>
  close(): Promise<void>
}> {
  const sql = postgres(url.replace(/\?.*/, ''), { max: 1 })
  const [{ pid = 0 } = {}] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  const postmaster = statOf(pid).parent
  const tickMs = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  /** What looking costs, which is not part of what is measured. */
  let ownMs = 0
  return {
    async now() {
      const cpuMs = ticksBelow(postmaster) * tickMs
      // As autovacuum would in time: room of old versions of rows is used again.
      await sql`VACUUM`
      await sql`CHECKPOINT`
      const [{ bytes = '0' } = {}] = await sql<
        { bytes: string }[]
      >`SELECT pg_database_size(current_database()) AS bytes`
      const spentMs = ticksBelow(postmaster) * tickMs - cpuMs
      ownMs += spentMs
      return { cpuMs: cpuMs + spentMs - ownMs, bytes: Number(bytes) }
    },
    close: () => sql.end(),
  }
}

/** Of the process and its children, those that have ended included. */
function ticksBelow(postmaster: number): number {
  const { own, ended } = statOf(postmaster)
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        return [statOf(Number(name))]
      } catch {
        return []
      }
    })
    .filter(({ parent }) => parent === postmaster)
  return children.reduce((sum, child) => sum + child.own + child.ended, own + ended)
}

/** proc(5): the fields after the name, which may hold anything. */
function statOf(pid: number): { parent: number; own: number; ended: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent: fields[1]!, own: user + system, ended: endedUser + endedSystem }
}
