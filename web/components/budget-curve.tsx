import type { PlanReport } from '../../src/client/index.ts'
import { shownBytes, shownShareBy, shownShort } from '../words.ts'
import { LineChart } from './line-chart.tsx'

/** Plots freshness against the budget, on a logarithmic scale; the budget in the settings and the chosen one are marked. */
export function BudgetCurve({ plan, chosen }: { readonly plan: PlanReport; readonly chosen: number }) {
  const isOther = Math.abs(Math.log(chosen / plan.budgetPerDay)) > 0.01
  return (
    <LineChart
      title="Share of pages that are fresh, by what is spent a day"
      series={[
        {
          name: 'fresh',
          points: plan.curve.map(each => ({ x: each.budgetPerDay, y: each.freshness })),
          isFilled: true,
        },
      ]}
      shownX={budget => (plan.unit === 'bytes' ? shownBytes(budget) : shownShort(Math.round(budget)))}
      shownY={shownShareBy}
      yTo={1}
      isLogX
      marks={[{ x: plan.budgetPerDay, name: 'now' }, ...(isOther ? [{ x: chosen, name: 'chosen' }] : [])]}
    />
  )
}

/** Interpolates between two budgets of the curve, along the line that is drawn there. */
export function freshnessAt(curve: PlanReport['curve'], budget: number): number {
  const after = curve.findIndex(each => each.budgetPerDay >= budget)
  if (after === -1) return curve.at(-1)?.freshness ?? 0
  if (after === 0) return curve[0]!.freshness
  const [low, high] = [curve[after - 1]!, curve[after]!]
  const way = Math.log(budget / low.budgetPerDay) / Math.log(high.budgetPerDay / low.budgetPerDay)
  return low.freshness + way * (high.freshness - low.freshness)
}
