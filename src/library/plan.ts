import type { Config } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { surveyCollection } from '../crawl/planning/explain.ts'
import type { RateCount } from '../crawl/planning/rate-counts.ts'
import { type Env, Failure } from '../env/index.ts'
import type { HostStore, MetaStore, PlanStore, RefreshStore } from '../store/index.ts'

/** What a budget buys in the long run. */
export interface BudgetOutlook {
  readonly budgetPerDay: number
  /** What a fetch must be worth to be made. */
  readonly price: number
  /** Share of pages that are current. */
  readonly freshness: number
  readonly ageDays: number
  /** Average over pages of 1 + 1/2 + … + 1/n, where n is the number of missed changes. */
  readonly harmonic: number
}

export interface GoalVerdict {
  readonly possible: boolean
  readonly needed: number
  readonly sentence: string
}

/** How fresh a collection is now, what other budgets would buy, and what a goal costs. */
export interface PlanReport {
  readonly pages: number
  readonly bytesPerPage: number
  /** The unit of budgets. */
  readonly unit: 'fetches' | 'bytes'
  readonly budgetPerDay: number
  readonly freshness: number
  readonly ageDays: number
  /** What it would cost to visit all overdue pages. */
  readonly overdue: number
  /** Number of pages by estimated rate of change, from hourly to never. */
  readonly rates: readonly RateCount[]
  readonly objective: string
  readonly policy: string
  /** The outlook for budgets from one eighth to eight times the current one. */
  readonly curve: readonly BudgetOutlook[]
  /** The budget needed for the requested freshness; `budgetPerDay` is null if no budget reaches it. */
  readonly goal: { readonly freshness: number; readonly budgetPerDay: number | null } | null
  /** For each goal in the config: whether it can be met, what it needs per day, and a sentence that says why. */
  readonly goals: readonly GoalVerdict[]
}

/** Multiples of the budget, for the curve. */
const FACTORS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8]

export async function planOf(
  holdings: Holdings<MetaStore & HostStore & PlanStore & RefreshStore>,
  { settings }: Config,
  env: Env,
  wanted: number | null,
): Promise<PlanReport> {
  const { bytes, fetched } = await holdings.store.counts()
  const survey = await surveyCollection(holdings, env, settings)
  const { pages, budgetPerDay, population } = survey
  if (pages === 0)
    throw new Failure(
      'broken',
      `nothing is stored in ${holdings.name} yet: run tidewatch crawl or watch first`,
    )
  const needed = wanted === null ? null : (population.budgetFor({ freshness: wanted }) ?? null)
  return {
    pages,
    bytesPerPage: Math.round(bytes / Math.max(1, fetched)),
    unit: settings.refresh.budget?.unit ?? 'fetches',
    budgetPerDay,
    freshness: survey.freshness,
    ageDays: survey.age,
    overdue: survey.overdue,
    rates: survey.rates,
    objective: settings.refresh.objective,
    policy: settings.refresh.policy,
    curve: FACTORS.map(factor => population.outlook(factor * budgetPerDay)).map(
      ({ budgetPerDay, price, freshness, age, harmonic }) => ({
        budgetPerDay,
        price,
        freshness,
        ageDays: age,
        harmonic,
      }),
    ),
    goal:
      wanted === null ? null : { freshness: wanted, budgetPerDay: Number.isFinite(needed) ? needed : null },
    goals: survey.goals,
  }
}
