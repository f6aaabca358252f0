/** Processor time of this process and of those that it started and that have ended, in seconds; null where the system does not tell. */
import { readFileSync } from 'node:fs'

/** Of `/proc`, on every Linux. */
const TICKS_PER_SECOND = 100
/** utime, stime, cutime, cstime: proc(5), counted behind the name, which may have spaces. */
const [FIRST, LAST] = [11, 15]

export function cpuSeconds(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(FIRST, LAST).reduce((sum, field) => sum + Number(field), 0)
    return ticks / TICKS_PER_SECOND
  } catch {
    return null
  }
}
