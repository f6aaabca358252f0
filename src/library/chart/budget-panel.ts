import type { BudgetOutlook, PlanReport } from '../plan.ts'
import { shownBytes, shownNumber, shownShare } from '../shown.ts'
import { baseline, type Frame, levels, linear, marks, px, roundTicks, words } from './chart-parts.ts'

/** Plots long-run freshness against the daily budget, which doubles from one mark to the next. */
export function curvePanel(frame: Frame, { curve, budgetPerDay, unit }: PlanReport): string {
  const shown = unit === 'bytes' ? shownBytes : shownNumber
  const logs = curve.map(each => Math.log2(each.budgetPerDay))
  const margin = 0.25
  const across = linear([logs[0]! - margin, logs.at(-1)! + margin], frame.left, frame.right)
  const shares = curve.map(each => each.freshness)
  const low = Math.max(0, Math.floor(Math.min(...shares) * 10 - 0.5) / 10)
  const up = linear([low, 1], frame.bottom, frame.top)
  const points = curve.map((each, i) => ({ x: px(across(logs[i]!)), y: px(up(each.freshness)), each }))
  const now = points.find(({ each }) => each.budgetPerDay === budgetPerDay)
  return [
    words(frame.left, frame.top - 34, `Fresh pages in the long run, by budget (${unit} per day)`, {
      class: 'head',
    }),
    levels(
      frame,
      roundTicks(low, 1).map(at => ({ at, label: `${Math.round(at * 100)} %` })),
      up,
    ),
    now ? `<path class="mark" d="M${now.x} ${frame.top}V${frame.bottom}"/>` : '',
    `<path class="line" d="${smooth(points)}"/>`,
    ...points.map(point => dot(point, point === now)),
    baseline(frame),
    marks(
      frame,
      curve.map((each, i) => ({ at: logs[i]!, label: shown(each.budgetPerDay) })),
      across,
    ),
    now ? words(now.x, frame.bottom + 38, 'the budget', { anchor: 'middle', class: 'strong' }) : '',
  ].join('')
}

interface CurvePoint {
  readonly x: number
  readonly y: number
  readonly each: BudgetOutlook
}

function dot({ x, y, each }: CurvePoint, isNow: boolean): string {
  const label = words(x, y - 11, shownShare(each.freshness), {
    anchor: 'middle',
    class: isNow ? 'strong' : 'tick',
  })
  return `<circle class="${isNow ? 'now' : 'dot'}" cx="${x}" cy="${y}" r="${isNow ? 5 : 4}"/>${label}`
}

/** A curve through all points that rises only where they rise (monotone cubic Hermite, after Fritsch and Carlson). */
function smooth(points: readonly CurvePoint[]): string {
  const slopes = points.slice(1).map((point, i) => (point.y - points[i]!.y) / (point.x - points[i]!.x))
  const tangent = (i: number) => {
    const before = slopes[i - 1] ?? slopes[i]!
    const after = slopes[i] ?? slopes[i - 1]!
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  }
  return points
    .map(({ x, y }, i) => {
      if (i === 0) return `M${x} ${y}`
      const before = points[i - 1]!
      const third = (x - before.x) / 3
      return `C${px(before.x + third)} ${px(before.y + third * tangent(i - 1))} ${px(x - third)} ${px(y - third * tangent(i))} ${x} ${y}`
    })
    .join('')
}
