/** `tidewatch plan`: how fresh the collection is, what other budgets would buy, and what a goal costs. */
import { type ConfigInput, parseShare } from '../config/index.ts'
import { surveyCollection } from '../crawl/index.ts'
import { Failure } from '../env/index.ts'
import type { Outlook } from '../refresh/index.ts'
import { configFor, configForReading, envFor, open, rememberedConfig, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'
import { printRows, shownNumber, shownShare } from './table.ts'

export interface PlanOptions extends SharedOptions {
  readonly config?: string
  readonly budget?: string
  readonly objective?: 'freshness' | 'age' | 'harmonic'
  readonly goal?: string
}

/** Of the budget, for the curve. */
const FACTORS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8]

export async function planCommand(options: PlanOptions, output: Output): Promise<number> {
  const wanted = options.goal === undefined ? null : parseShare(options.goal)
  const collection = await open(options, 'read')
  try {
    const overrides = overridesOf(options)
    const config =
      options.config === undefined
        ? configForReading(await rememberedConfig(collection), overrides)
        : await configFor(options.config, null, overrides)
    const { bytes, fetched } = await collection.store.counts()
    const survey = await surveyCollection(collection, envFor(config, options), config.settings)
    if (survey.population.pages === 0)
      throw new Failure(
        'broken',
        `nothing is stored in ${collection.name} yet: run tidewatch crawl or watch first`,
      )
    const { budgetPerDay, population } = survey
    const curve = FACTORS.map(factor => population.outlook(factor * budgetPerDay))
    const needed = wanted === null ? null : population.budgetFor({ freshness: wanted })
    const unit = config.settings.refresh.budget?.unit ?? 'fetches'
    const told = {
      pages: survey.population.pages,
      bytesPerPage: Math.round(bytes / Math.max(1, fetched)),
      unit,
      budgetPerDay,
      freshness: survey.freshness,
      ageDays: survey.age,
      overdue: survey.overdue,
      objective: config.settings.refresh.objective,
      policy: config.settings.refresh.policy,
      curve: curve.map(outlookJson),
      goal:
        wanted === null ? null : { freshness: wanted, budgetPerDay: Number.isFinite(needed) ? needed : null },
      goals: survey.goals,
    }
    if (options.json) output.result(JSON.stringify(told))
    else await print(told, curve, output)
    return EXIT.done
  } finally {
    await collection.close()
  }
}

function overridesOf({ budget, objective }: PlanOptions): ConfigInput {
  const refresh = {
    ...(budget === undefined ? {} : { budget: withSpan(budget) }),
    ...(objective ? { objective } : {}),
  }
  return Object.keys(refresh).length > 0 ? { refresh } : {}
}

/** A bare number is a day's. */
const withSpan = (budget: string) => (/^\d+(\.\d+)?$/.test(budget) ? `${budget}/day` : budget)

const outlookJson = ({ budgetPerDay, price, freshness, age, harmonic }: Outlook) => ({
  budgetPerDay,
  price,
  freshness,
  ageDays: age,
  harmonic,
})

interface Told {
  readonly pages: number
  readonly unit: string
  readonly budgetPerDay: number
  readonly freshness: number
  readonly ageDays: number
  readonly goal: { readonly freshness: number; readonly budgetPerDay: number | null | undefined } | null
  readonly goals: readonly { readonly sentence: string }[]
}

async function print(told: Told, curve: readonly Outlook[], output: Output): Promise<void> {
  const { unit, budgetPerDay } = told
  output.result(
    `${shownNumber(told.pages)} pages, now ${shownShare(told.freshness)} fresh and ${told.ageDays.toFixed(2)} days old on average, as far as is known`,
  )
  output.result('')
  const columns = [
    {
      title: `${unit} a day`,
      value: (row: Outlook) => shownNumber(row.budgetPerDay),
      align: 'right' as const,
    },
    { title: 'fresh', value: (row: Outlook) => shownShare(row.freshness), align: 'right' as const },
    { title: 'days old', value: (row: Outlook) => row.age.toFixed(2), align: 'right' as const },
    { title: 'price', value: (row: Outlook) => row.price.toPrecision(3), align: 'right' as const },
    { title: '', value: (row: Outlook) => (row.budgetPerDay === budgetPerDay ? '← the budget' : '') },
  ]
  await printRows(curve, { json: false, columns, toJson: outlookJson, empty: '' }, output)
  if (told.goal) {
    const { budgetPerDay: needed, freshness } = told.goal
    output.result('')
    output.result(
      needed
        ? `${shownShare(freshness)} fresh needs ${shownNumber(needed)} ${unit} a day`
        : `${shownShare(freshness)} fresh is out of reach: pages change faster than refresh.bounds let them be visited`,
    )
  }
  if (told.goals.length > 0) output.result('')
  for (const { sentence } of told.goals) output.result(sentence)
}
