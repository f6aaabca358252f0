/** The origin's own record of who requested what and when: the evidence for every claim about politeness. */
export interface LogEntry {
  readonly serial: number
  /** Monotonic time of the world's clock. */
  readonly arrivedAt: number
  /** When the answer was finished or the connection ended; undefined until then. */
  leftAt: number | undefined
  /** The address that was connected to. */
  readonly address: string
  readonly host: string
  readonly method: string
  readonly path: string
  status: number
  sentBytes: number
  /** Requests under way at this address when this one arrived, including this one. */
  readonly concurrency: number
  readonly connection: number
  readonly headers: Readonly<Record<string, string>>
  /** Whether robots.txt forbids the page. */
  forbidden: boolean
  trap: boolean
}

export type LogKey = 'address' | 'host'

export interface GapOptions {
  /** Whether gaps run from the arrival of a request (default) or from the end of its answer, to the arrival of the next. */
  readonly from?: 'arrival' | 'departure'
  /** Requests that do not count. */
  readonly ignore?: (entry: LogEntry) => boolean
}

/** The gaps between consecutive requests to the same server (or host), in order of arrival. */
export function gapsMs(log: readonly LogEntry[], by: LogKey = 'address', options: GapOptions = {}): number[] {
  const last = new Map<string, LogEntry>()
  const gaps: number[] = []
  for (const entry of log) {
    if (options.ignore?.(entry)) continue
    const before = last.get(entry[by])
    const since = options.from === 'departure' ? (before?.leftAt ?? before?.arrivedAt) : before?.arrivedAt
    if (since !== undefined) gaps.push(entry.arrivedAt - since)
    last.set(entry[by], entry)
  }
  return gaps
}

/** The shortest gap; Infinity if no server was asked twice. */
export function minGapMs(log: readonly LogEntry[], by: LogKey = 'address', options: GapOptions = {}): number {
  return gapsMs(log, by, options).reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY)
}

/** The most requests that were under way at once at any one server (or host). */
export function maxConcurrency(log: readonly LogEntry[], by: LogKey = 'address'): number {
  const byKey = Map.groupBy(log, entry => entry[by])
  let most = 0
  for (const entries of byKey.values()) most = Math.max(most, mostAtOnce(entries))
  return most
}

/** The most requests that were under way at once in the whole world. */
export function mostAtOnce(log: readonly LogEntry[]): number {
  const steps = log.flatMap(({ arrivedAt, leftAt }) => [
    { at: arrivedAt, step: 1 },
    { at: leftAt ?? Number.POSITIVE_INFINITY, step: -1 },
  ])
  steps.sort((x, y) => x.at - y.at || x.step - y.step)
  let now = 0
  let most = 0
  for (const { step } of steps) most = Math.max(most, (now += step))
  return most
}

/** How often each URL was requested. */
export function countByUrl(log: readonly LogEntry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { host, path } of log) {
    const url = `http://${host}${path}`
    counts.set(url, (counts.get(url) ?? 0) + 1)
  }
  return counts
}
