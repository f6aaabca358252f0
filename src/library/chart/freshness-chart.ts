/** An SVG chart of how fresh a collection was, what its fetches found, and how fresh other budgets would keep it. */

import type { Sample } from '../collection-samples.ts'
import type { PlanReport } from '../plan.ts'
import { shownNumber, shownShare } from '../shown.ts'
import { curvePanel } from './budget-panel.ts'
import {
  baseline,
  escaped,
  type Frame,
  levels,
  linear,
  marks,
  px,
  roundTicks,
  type Scale,
  timeTicks,
  words,
} from './chart-parts.ts'

export interface FreshnessChart {
  /** Name of the collection. */
  readonly name: string
  readonly samples: readonly Sample[]
  readonly plan: PlanReport
}

const WIDTH = 960
const HEIGHT = 768
const LEFT = 66
const RIGHT = WIDTH - 30
const OVER_TIME: Frame = { left: LEFT, right: RIGHT, top: 112, bottom: 312 }
const FETCHES: Frame = { left: LEFT, right: RIGHT, top: 362, bottom: 442 }
const BY_BUDGET: Frame = { left: LEFT, right: RIGHT, top: 544, bottom: 704 }
const MAX_BARS = 60
const DAY_MS = 86_400_000
/** Samples further apart than this share of the whole time were not taken in succession; the line between them is a guess. */
const MAX_GAP_SHARE = 1 / 24
const MAX_DOTS = 40

const STYLE = `
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;fill:#1f2a30}
.title{font-size:20px;font-weight:600}.head{font-size:14px;font-weight:600}.note,.tick{fill:#5b6870}
.grid{stroke:#e6eaed;fill:none}.axis{stroke:#aab4ba;fill:none}
.line{stroke:#0b6e99;stroke-width:2;fill:none;stroke-linejoin:round;stroke-linecap:round}.guess{stroke-dasharray:2 5}
.area{fill:#0b6e99;fill-opacity:.1}.dot{fill:#0b6e99}.mark{stroke:#c4501b;stroke-dasharray:4 4;fill:none}
.now{fill:#c4501b}.strong{fill:#c4501b;font-weight:600}.found{fill:#3b7d3b}.wasted{fill:#cfd6da}`

export function freshnessChart({ name, samples, plan }: FreshnessChart): string {
  const title = `Freshness of ${name}`
  const inside = [
    words(LEFT, 36, title, { class: 'title' }),
    words(LEFT, 58, subtitle(samples, plan), { class: 'note' }),
    ...(samples.length > 0 ? overTime(samples) : [nothing()]),
    curvePanel(BY_BUDGET, plan),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}"><title>${escaped(title)}</title><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>${inside.join('\n')}</svg>\n`
}

function subtitle(
  samples: readonly Sample[],
  { pages, budgetPerDay, unit, freshness, ageDays }: PlanReport,
): string {
  const days = [samples[0], samples.at(-1)].flatMap(each => each?.at.toISOString().slice(0, 10) ?? [])
  const span = days.length > 0 ? `${[...new Set(days)].join(' to ')} UTC · ` : ''
  return `${span}${shownNumber(pages)} pages, ${shownNumber(budgetPerDay)} ${unit} per day · now an estimated ${shownShare(freshness)} fresh, ${ageDays.toFixed(2)} days out of date on average`
}

const nothing = () =>
  words((LEFT + RIGHT) / 2, (OVER_TIME.top + FETCHES.bottom) / 2, 'no samples were stored in this time', {
    anchor: 'middle',
    class: 'note',
  })

function overTime(samples: readonly Sample[]): string[] {
  const times = samples.map(({ at }) => at.getTime())
  const first = times[0]!
  const last = times.at(-1)!
  const range: readonly [number, number] =
    first === last ? [first - DAY_MS / 2, last + DAY_MS / 2] : [first, last]
  const across = linear(range, LEFT, RIGHT)
  const ticks = timeTicks(...range)
  return [
    words(LEFT, OVER_TIME.top - 18, 'Fresh pages over time (estimated)', { class: 'head' }),
    freshnessLine(samples, range, across),
    baseline(OVER_TIME),
    words(LEFT, FETCHES.top - 18, 'Fetches of stored pages per day', { class: 'head' }),
    legend(),
    fetchBars(samples, range, across),
    baseline(FETCHES),
    marks(FETCHES, ticks, across),
  ]
}

function freshnessLine(samples: readonly Sample[], range: readonly [number, number], across: Scale): string {
  const known = samples.filter(({ freshness }) => freshness !== null)
  const low = Math.max(0, Math.floor(Math.min(1, ...known.map(each => each.freshness!)) * 10 - 0.5) / 10)
  const up = linear([low, 1], OVER_TIME.bottom, OVER_TIME.top)
  const points = known.map(({ at, freshness }) => ({
    at: at.getTime(),
    x: px(across(at.getTime())),
    y: px(up(freshness!)),
  }))
  const levelTicks = roundTicks(low, 1).map(at => ({ at, label: `${Math.round(at * 100)} %` }))
  const maxGapMs = Math.max(DAY_MS / 12, (range[1] - range[0]) * MAX_GAP_SHARE)
  return `${levels(OVER_TIME, levelTicks, up)}${runsOf(points, maxGapMs).map(drawnRun).join('')}${guesses(points, maxGapMs)}${dots(points)}`
}

interface Point {
  readonly at: number
  readonly x: number
  readonly y: number
}

/** Points that follow each other without a gap. */
function runsOf(points: readonly Point[], maxGapMs: number): Point[][] {
  const runs: Point[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    if (run && point.at - run.at(-1)!.at <= maxGapMs) run.push(point)
    else runs.push([point])
  }
  return runs
}

function drawnRun(run: readonly Point[]): string {
  if (run.length < 2) return ''
  const path = run.map(({ x, y }) => `${x} ${y}`).join('L')
  return `<path class="area" d="M${run[0]!.x} ${OVER_TIME.bottom}L${path}L${run.at(-1)!.x} ${OVER_TIME.bottom}Z"/><path class="line" d="M${path}"/>`
}

function guesses(points: readonly Point[], maxGapMs: number): string {
  return points
    .slice(1)
    .map((point, i) => [points[i]!, point] as const)
    .filter(([before, after]) => after.at - before.at > maxGapMs)
    .map(([before, after]) => `<path class="line guess" d="M${before.x} ${before.y}L${after.x} ${after.y}"/>`)
    .join('')
}

/** If there are few points, each gets a dot; otherwise only the last. */
const dots = (points: readonly Point[]) =>
  (points.length > MAX_DOTS ? points.slice(-1) : points)
    .map(({ x, y }) => `<circle class="dot" cx="${x}" cy="${y}" r="3.5"/>`)
    .join('')

function legend(): string {
  const y = FETCHES.top - 18
  return `<rect class="found" x="${RIGHT - 250}" y="${y - 9}" width="10" height="10" rx="2"/>${words(RIGHT - 235, y, 'found a change')}<rect class="wasted" x="${RIGHT - 128}" y="${y - 9}" width="10" height="10" rx="2"/>${words(RIGHT - 113, y, 'found nothing new')}`
}

interface Bar {
  changes: number
  wasted: number
}

/** Counts the fetches between two samples at the time of the later one. */
function fetchBars(
  samples: readonly Sample[],
  [from, until]: readonly [number, number],
  across: Scale,
): string {
  const count = Math.min(MAX_BARS, Math.max(1, samples.length - 1))
  const spanMs = (until - from) / count
  const bars: Bar[] = Array.from({ length: count }, () => ({ changes: 0, wasted: 0 }))
  for (const { at, changes, wasted } of samples.slice(1)) {
    const bar = bars[Math.min(count - 1, Math.max(0, Math.ceil((at.getTime() - from) / spanMs) - 1))]!
    bar.changes += changes
    bar.wasted += wasted
  }
  const perDay = (fetches: number) => (fetches * DAY_MS) / spanMs
  const most = Math.max(1, ...bars.map(bar => perDay(bar.changes + bar.wasted)))
  const up = linear([0, most], FETCHES.bottom, FETCHES.top)
  const width = across(from + spanMs) - across(from)
  const drawn = bars.map((bar, i) => {
    const x = across(from + i * spanMs) + width * 0.1
    const found = up(perDay(bar.changes))
    const rect = (kind: string, top: number, bottom: number) =>
      bottom - top < 0.05
        ? ''
        : `<rect class="${kind}" x="${px(x)}" y="${px(top)}" width="${px(width * 0.8)}" height="${px(bottom - top)}"/>`
    return rect('found', found, FETCHES.bottom) + rect('wasted', up(perDay(bar.changes + bar.wasted)), found)
  })
  const ticks = roundTicks(0, most, 3).map(at => ({ at, label: shownNumber(at) }))
  return `${levels(FETCHES, ticks, up)}${drawn.join('')}`
}
