/**
 * When sites changed in batches: a site that is published all at once changes on many pages in one span of time and on few in others.
 * Only the times at which changes were found are known, so a span is no shorter than about a hundredth of the whole time examined.
 */

import { directoriesOf } from '../refresh/index.ts'
import { givenTime } from './moment.ts'
import { dateOf } from './plain.ts'
import type { Visible } from './visible.ts'

export interface BatchesQuery {
  readonly since?: Date
  readonly until?: Date
}

export interface ChangeBatches {
  readonly from: Date
  readonly to: Date
  /** The hosts that changed most, each with its number of changes in equal spans of time between `from` and `to`. */
  readonly hosts: readonly HostChanges[]
}

export interface HostChanges {
  readonly host: string
  readonly counts: readonly number[]
  readonly batches: readonly ChangeBatch[]
}

/** A span of time with far more changes than usual. */
export interface ChangeBatch {
  readonly from: Date
  readonly to: Date
  readonly pages: number
  /** The deepest directory that holds most of the changed pages. */
  readonly directory: string
}

const SPANS = 96
/** A crawl takes time: changes found within a quarter of an hour may have been made at once. */
const MIN_SPAN_MS = 900_000
const MAX_HOSTS = 12
/** Only the newest changes are examined; more would not alter the result. */
const MAX_CHANGES = 20_000
/** A batch has at least `FAR_MORE` times the changes of an average span, and at least `MIN_PAGES` pages: the same rule as in the lab. */
const FAR_MORE = 5
const MIN_PAGES = 3

export interface FoundChange {
  readonly url: string
  readonly origin: string
  readonly at: number
}

export async function changeBatches(
  visible: Visible,
  { since, until }: BatchesQuery,
  nowMs: number,
): Promise<ChangeBatches> {
  const changes: FoundChange[] = []
  const query = { order: 'newest' as const, limit: MAX_CHANGES }
  const span = {
    ...(since && { since: givenTime('since', since) }),
    ...(until && { until: givenTime('until', until) }),
  }
  for await (const { url, origin, at } of visible.changes({ ...query, ...span }))
    changes.push({ url, origin, at })
  const last = changes[0]?.at ?? nowMs
  return batchesIn(changes, Math.min(changes.at(-1)?.at ?? nowMs, last - SPANS * MIN_SPAN_MS), last)
}

export function batchesIn(changes: readonly FoundChange[], from: number, to: number): ChangeBatches {
  const hosts = new Map<string, FoundChange[]>()
  for (const change of changes) hosts.set(change.origin, [...(hosts.get(change.origin) ?? []), change])
  const most = [...hosts].sort((a, b) => b[1].length - a[1].length).slice(0, MAX_HOSTS)
  return {
    from: dateOf(from),
    to: dateOf(to),
    hosts: most.map(([host, found]) => hostChanges(host, found, from, to)),
  }
}

function hostChanges(host: string, changes: readonly FoundChange[], from: number, to: number): HostChanges {
  const length = (to - from) / SPANS
  const spans: FoundChange[][] = Array.from({ length: SPANS }, () => [])
  for (const change of changes)
    spans[Math.min(SPANS - 1, Math.max(0, Math.floor((change.at - from) / length)))]!.push(change)
  const least = Math.max(MIN_PAGES, (FAR_MORE * changes.length) / SPANS)
  const isBatch = spans.map(span => new Set(span.map(({ url }) => url)).size >= least)
  const batches = runsOf(isBatch).map(([first, last]) => ({
    from: dateOf(from + first * length),
    to: dateOf(from + (last + 1) * length),
    ...placeOf(spans.slice(first, last + 1).flat()),
  }))
  return { host, counts: spans.map(span => span.length), batches }
}

/** First and last index of each run of `true`. */
function runsOf(flags: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [i, flag] of flags.entries()) {
    if (!flag) continue
    if (flags[i - 1]) runs.at(-1)![1] = i
    else runs.push([i, i])
  }
  return runs
}

/** The deepest directory that holds most of the pages. */
function placeOf(changes: readonly FoundChange[]): Pick<ChangeBatch, 'pages' | 'directory'> {
  const urls = new Set(changes.map(({ url }) => url))
  const counts = new Map<string, number>()
  for (const url of urls)
    for (const directory of directoriesOf(url)) counts.set(directory, (counts.get(directory) ?? 0) + 1)
  const held = [...counts].filter(([, count]) => count > urls.size / 2).map(([directory]) => directory)
  return { pages: urls.size, directory: held.toSorted((a, b) => b.length - a.length)[0] ?? '' }
}
