import { DAY_MS, type Goal, goalInterval } from '../../refresh/index.ts'
import { UrlRules } from '../../url/index.ts'
import type { Bounds, CrawlSettings, Goal as GoalSettings } from '../settings.ts'

export interface PageRules {
  readonly weight: number
  readonly shortestMs: number
  readonly longestMs: number
}

/** A goal of the config that holds for a page. */
export interface PageGoal {
  /** Its place in the config. */
  readonly index: number
  readonly goal: Goal
  /** The longest interval, in days, that keeps a page of this rate within the goal. */
  longest(rate: number, otherwise: number): number
}

/** What the config says about a page's importance, how often it may and must be visited, and how fresh it must be. */
export class RulesOfPages {
  readonly #bounds: UrlRules<Bounds>
  readonly #usual: Bounds
  readonly #weights: readonly ((url: string) => number | undefined)[]
  readonly #byImportance: boolean
  readonly #goals: readonly { readonly fits: (url: string) => boolean; readonly goal: PageGoal }[]

  constructor({ refresh, weights }: Pick<CrawlSettings, 'refresh' | 'weights'>) {
    this.#usual = refresh.bounds
    this.#bounds = new UrlRules(
      refresh.rules.map(({ url, bounds }) => ({ url, value: bounds })),
      'refresh.rules',
    )
    this.#byImportance = weights === 'auto'
    this.#weights = weights === 'auto' ? [] : weights.map(weightRule)
    this.#goals = refresh.goals.map(goalRule)
  }

  get goals(): readonly Goal[] {
    return this.#goals.map(({ goal }) => goal.goal)
  }

  of(url: string, importance: number | null): PageRules {
    const [shortestMs, longestMs] = this.#bounds.of(url) ?? this.#usual
    const weight = this.#byImportance ? (importance ?? 1) : this.#weight(url)
    return { weight, shortestMs, longestMs }
  }

  /** The first goal that holds for a page. */
  goalOf(url: string): PageGoal | undefined {
    return this.#goals.find(({ fits }) => fits(url))?.goal
  }

  #weight(url: string): number {
    for (const weightOf of this.#weights) {
      const weight = weightOf(url)
      if (weight !== undefined) return weight
    }
    return 1
  }
}

function weightRule(
  entry: Exclude<CrawlSettings['weights'], 'auto'>[number],
  index: number,
): (url: string) => number | undefined {
  if ('table' in entry) return url => entry.table.get(url)
  const rule = new UrlRules([{ url: entry.url, value: entry.weight }], `weights[${index}]`)
  return url => rule.of(url)
}

function goalRule({ url, share, ageMs }: GoalSettings, index: number) {
  const rule = url && new UrlRules([{ url, value: true }], `refresh.goals[${index}]`)
  const name = url ? `pages with ${Object.entries(url)[0]!.join(' ')}` : 'all pages'
  const goal = { name, share, maxAgeDays: ageMs / DAY_MS }
  const longest = (rate: number, otherwise: number) => Math.min(otherwise, goalInterval(goal, rate))
  return { fits: (page: string) => rule?.of(page) ?? rule === undefined, goal: { index, goal, longest } }
}
