/**
 * Processor time of this process and of all below it, in seconds; null where the system does not tell. A process that ends hands its time to its parent, if
 * that is still there: browsers are to be asked about while they run.
 */
import { readFileSync } from 'node:fs'
import { startedBy } from '../../test/e2e/processes.ts'

/** Of `/proc`, on every Linux. */
const TICKS_PER_SECOND = 100
/** utime, stime, cutime, cstime: proc(5), counted behind the name, which may have spaces. */
const [FIRST, LAST] = [11, 15]

export function cpuSeconds(): number | null {
  try {
    const all = [process.pid, ...startedBy(process.pid).map(({ pid }) => pid)]
    return all.reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

/** One that has just ended has none: its parent has them. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(FIRST, LAST).reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}
