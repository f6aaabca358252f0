/** `tidewatch plan`: shows how fresh the collection is, what other budgets would buy, what a goal costs, and past samples. */
import {
  type BudgetOutlook,
  type Collection,
  freshnessChart,
  type PlanReport,
  parseShare,
  shownNumber,
  shownShare,
} from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'
import { printSamples, writePicture } from './plan-over-time.ts'
import { configFor } from './run-config.ts'
import { sinceOf } from './since.ts'
import { printRows } from './table.ts'

export interface PlanFlags extends SharedOptions {
  readonly config?: string
  readonly budget?: string
  readonly objective?: 'freshness' | 'age' | 'harmonic'
  readonly goal?: string
  /** Show what happened since this time instead of a plan. */
  readonly since?: string
  /** File for a chart of both. */
  readonly svg?: string
}

/** Time shown in the chart if `--since` is not given. */
const USUAL_SPAN = '30d'

export async function planCommand(options: PlanFlags, output: Output): Promise<number> {
  const wanted = options.goal === undefined ? null : parseShare(options.goal)
  const since = sinceOf(options.since ?? USUAL_SPAN)
  return reading(options, async collection => {
    const plan = () => planUnder(collection, options, wanted)
    if (options.svg !== undefined) await draw(collection, options.svg, { plan: await plan(), since })
    if (options.since !== undefined)
      await printSamples(await collection.samples({ since }), options.json ?? false, output)
    else if (options.svg === undefined) await tell(await plan(), options, output)
    return EXIT.done
  })
}

async function planUnder(
  collection: Collection,
  { config, budget, objective }: PlanFlags,
  wanted: number | null,
): Promise<PlanReport> {
  return collection.plan({
    ...(config !== undefined && { config: (await configFor(config, null, {})).source }),
    ...(budget !== undefined && { budget }),
    ...(objective && { objective }),
    ...(wanted !== null && { freshness: wanted }),
  })
}

async function draw(
  collection: Collection,
  file: string,
  { plan, since }: { readonly plan: PlanReport; readonly since: Date },
): Promise<void> {
  const samples = await collection.samples({ since })
  await writePicture(file, freshnessChart({ name: collection.name, samples, plan }))
}

async function tell(told: PlanReport, { json }: PlanFlags, output: Output): Promise<void> {
  if (json) output.result(JSON.stringify(told))
  else await print(told, output)
}

async function print(told: PlanReport, output: Output): Promise<void> {
  const { unit, budgetPerDay } = told
  output.result(
    `${shownNumber(told.pages)} pages, now an estimated ${shownShare(told.freshness)} fresh and ${told.ageDays.toFixed(2)} days out of date on average`,
  )
  output.result('')
  const columns = [
    {
      title: `${unit} per day`,
      value: (row: BudgetOutlook) => shownNumber(row.budgetPerDay),
      align: 'right' as const,
    },
    { title: 'fresh', value: (row: BudgetOutlook) => shownShare(row.freshness), align: 'right' as const },
    { title: 'days old', value: (row: BudgetOutlook) => row.ageDays.toFixed(2), align: 'right' as const },
    { title: 'price', value: (row: BudgetOutlook) => row.price.toPrecision(3), align: 'right' as const },
    { title: '', value: (row: BudgetOutlook) => (row.budgetPerDay === budgetPerDay ? '← the budget' : '') },
  ]
  const toJson = (row: BudgetOutlook) => row
  await printRows(told.curve, { json: false, columns, toJson, empty: '' }, output)
  if (told.goal) {
    const { budgetPerDay: needed, freshness } = told.goal
    output.result('')
    output.result(
      needed
        ? `${shownShare(freshness)} fresh needs ${shownNumber(needed)} ${unit} per day`
        : `${shownShare(freshness)} fresh is out of reach: pages change faster than refresh.bounds let them be visited`,
    )
  }
  if (told.goals.length > 0) output.result('')
  for (const { sentence } of told.goals) output.result(sentence)
}
