import type { Clock } from '../env/index.ts'
import type { CrawlProgress, ProgressNow } from '../library/fetching.ts'
import { shownBytes } from '../library/index.ts'
import type { Output } from './output.ts'

export type ProgressStyle = 'auto' | 'json' | 'none'

const EVERY_MS = 1_000

/** Shows a running crawl: a line that is updated on a terminal, one JSON line per second for programs, or nothing. */
export function showProgress(
  progress: CrawlProgress,
  style: ProgressStyle,
  limit: number | null,
  clock: Clock,
  output: Output,
): () => void {
  const now = () => progress.now()
  return keepShowing(style, clock, output, {
    json: () => jsonOf(now(), limit),
    line: () => lineOf(now(), limit),
  })
}

/** Shows progress once a second until the returned function is called. */
export function keepShowing(
  style: ProgressStyle,
  clock: Clock,
  output: Output,
  view: { readonly json: () => unknown; readonly line: () => string },
): () => void {
  if (style === 'none' || (style === 'auto' && !output.isTerminal)) return () => {}
  let stopped = false
  let cancel = () => {}
  const show = () => {
    if (style === 'json') output.note(JSON.stringify(view.json()))
    else process.stderr.write(`\r\x1b[2K${view.line()}`)
  }
  const tick = () => {
    if (stopped) return
    show()
    cancel = clock.timer(EVERY_MS, tick)
  }
  tick()
  return () => {
    stopped = true
    cancel()
    show()
    if (style === 'auto') process.stderr.write('\n')
  }
}

function etaSeconds(now: ProgressNow, limit: number | null): number | null {
  const left = limit === null ? now.queue : Math.min(limit - now.pages, now.queue)
  return now.pagesPerSecond > 0 ? Math.round(Math.max(0, left) / now.pagesPerSecond) : null
}

function jsonOf(now: ProgressNow, limit: number | null) {
  return {
    pages: now.pages,
    pagesPerSecond: Math.round(now.pagesPerSecond * 10) / 10,
    queue: now.queue,
    errors: now.errors,
    bytes: now.bytes,
    elapsedSeconds: Math.round(now.elapsedMs / 1000),
    etaSeconds: etaSeconds(now, limit),
  }
}

function lineOf(now: ProgressNow, limit: number | null): string {
  const eta = etaSeconds(now, limit)
  const parts = [
    `${now.pages}${limit === null ? '' : `/${limit}`} pages`,
    `${now.pagesPerSecond.toFixed(1)}/s`,
    `${now.queue} waiting`,
    `${now.errors} errors`,
    shownBytes(now.bytes),
    ...(eta === null ? [] : [`about ${shownSeconds(eta)} left`]),
  ]
  return parts.join(' · ')
}

export function shownSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
