import { realClock } from '../env/index.ts'
import type { CrawlProgress, RefreshState } from '../library/fetching.ts'
import { shownNumber, shownShare, type Visit } from '../library/index.ts'
import type { Output } from './output.ts'
import { keepShowing, type ProgressStyle } from './progress-line.ts'

/** What `watch` reports while it runs. */
interface WatchNow {
  readonly pages: number
  readonly visits: number
  readonly visitsPerSecond: number
  readonly queue: number
  readonly errors: number
  /** Estimated chance that a stored page is current, at the last plan. */
  readonly freshness: number | null
  /** Estimated mean days that stored pages are out of date, at the last plan. */
  readonly ageDays: number | null
  readonly budgetPerDay: number | null
  readonly spentToday: number
  readonly refreshes: number
  readonly changes: number
  /** Share of the refreshes that found nothing new. */
  readonly wasted: number | null
  readonly price: number | null
}

function watchNow(progress: CrawlProgress, { plan, budget }: RefreshState): WatchNow {
  const now = progress.now()
  const { refreshes, changes } = budget.books
  return {
    pages: now.pages,
    visits: now.visits,
    visitsPerSecond: Math.round(now.pagesPerSecond * 10) / 10,
    queue: now.queue,
    errors: now.errors,
    freshness: plan && Math.round(plan.freshness * 10_000) / 10_000,
    ageDays: plan && Math.round(plan.age * 1_000) / 1_000,
    budgetPerDay: plan && Math.round(plan.budgetPerDay * 10) / 10,
    spentToday: Math.round(budget.spentToday),
    refreshes,
    changes,
    wasted: refreshes === 0 ? null : Math.round((1 - changes / refreshes) * 1_000) / 1_000,
    price: plan && Number(plan.price.toPrecision(4)),
  }
}

/** Shows a line that is updated on a terminal, one JSON line per second for programs, or nothing. */
export function showWatch(
  progress: CrawlProgress,
  refreshing: RefreshState,
  style: ProgressStyle,
  output: Output,
): () => void {
  const now = () => watchNow(progress, refreshing)
  return keepShowing(style, realClock, output, { json: now, line: () => lineOf(now()) })
}

function lineOf(now: WatchNow): string {
  const parts = [
    `${shownNumber(now.pages)} pages`,
    `${now.visitsPerSecond.toFixed(1)}/s`,
    `${shownNumber(now.queue)} waiting`,
    ...(now.freshness === null ? [] : [`${shownShare(now.freshness)} fresh`]),
    ...(now.ageDays === null ? [] : [`${now.ageDays.toFixed(2)} d old`]),
    `${shownNumber(now.spentToday)}${now.budgetPerDay === null ? '' : ` of ${shownNumber(now.budgetPerDay)}`} spent today`,
    ...(now.wasted === null ? [] : [`${shownShare(now.wasted)} of refreshes found nothing`]),
    `${shownNumber(now.errors)} errors`,
  ]
  return parts.join(' · ')
}

/** A visit as a JSON object. */
export function watchJson({ outcome, record, page: _page, ...visit }: Visit) {
  const { url, at, httpStatus, changed, revision, change, dueAt } = visit
  const read = revision === null ? null : record
  return {
    url,
    at,
    outcome: outcome.kind,
    httpStatus,
    changed,
    revision,
    change,
    class: visit.class,
    record: read,
    dueAt,
  }
}
