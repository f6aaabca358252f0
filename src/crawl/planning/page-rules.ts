import { unpackScores } from '../../document/accessibility/level-scores.ts'
import { DAY_MS, type Goal, goalInterval } from '../../refresh/index.ts'
import { type PageSelector, type SelectablePage, SelectorRules, selects } from '../page-selector.ts'
import type { Bounds, CrawlSettings, GoalSettings, ScoreCondition } from '../settings.ts'

export interface PageRules {
  readonly weight: number
  readonly shortestMs: number
  readonly longestMs: number
}

/** A goal of the config that applies to a page. */
export interface PageGoal {
  /** Its index in the config. */
  readonly index: number
  readonly goal: Goal
  /** The longest interval, in days, that keeps a page of this rate within the goal. */
  longest(rate: number, otherwise: number): number
}

/** What is known about a page besides what the config says. */
interface Standing {
  readonly importance: number | null
  readonly copyOf: number | null
  readonly accessibility: number | null
  readonly relevance: number | null
}

/**
 * How much a copy is worth compared with a page of its own: readers find its text in the original; it is visited now and then to see
 * whether it still is a copy.
 */
const COPY_WEIGHT = 0.1
/** What a page is worth that has nothing to do with the topic of a focused crawl: it may still lead to pages that do. */
const MIN_WORTH = 0.1

const worthOf = ({ relevance }: Standing) => (relevance === null ? 1 : Math.max(MIN_WORTH, relevance))

/** What the config says about a page's importance, how often it may and must be visited, and how fresh it must be. */
export class RulesOfPages {
  readonly #bounds: SelectorRules<Bounds>
  readonly #usual: Bounds
  readonly #weights: readonly ((page: SelectablePage & Standing) => number | undefined)[]
  readonly #byImportance: boolean
  readonly #goals: readonly { readonly fits: (page: SelectablePage) => boolean; readonly goal: PageGoal }[]

  constructor({ refresh, weights }: Pick<CrawlSettings, 'refresh' | 'weights'>) {
    this.#usual = refresh.bounds
    this.#bounds = new SelectorRules(
      refresh.rules.map(({ bounds, ...which }) => ({ which, value: bounds })),
      'refresh.rules',
    )
    this.#byImportance = weights === 'auto'
    this.#weights = weights === 'auto' ? [] : weights.map(weightRule)
    this.#goals = refresh.goals.map(goalRule)
  }

  get goals(): readonly Goal[] {
    return this.#goals.map(({ goal }) => goal.goal)
  }

  of(page: SelectablePage & Standing): PageRules {
    const [shortestMs, longestMs] = this.#bounds.of(page) ?? this.#usual
    const own = this.#byImportance ? (page.importance ?? 1) : this.#weight(page)
    const weight = (page.copyOf === null ? own : own * COPY_WEIGHT) * worthOf(page)
    return { weight, shortestMs, longestMs }
  }

  /** The first goal that applies to a page. */
  goalOf(page: SelectablePage): PageGoal | undefined {
    return this.#goals.find(({ fits }) => fits(page))?.goal
  }

  #weight(page: SelectablePage & Standing): number {
    for (const weightOf of this.#weights) {
      const weight = weightOf(page)
      if (weight !== undefined) return weight
    }
    return 1
  }
}

function weightRule(
  entry: Exclude<CrawlSettings['weights'], 'auto'>[number],
  index: number,
): (page: SelectablePage & Standing) => number | undefined {
  if ('table' in entry) return page => entry.table.get(page.url)
  if ('accessibility' in entry)
    return page => (meets(page.accessibility, entry.accessibility) ? entry.weight : undefined)
  const fits = selects(entry, `weights[${index}]`)
  return page => (fits(page) ? entry.weight : undefined)
}

/** A page that was not checked counts as neither good nor bad. */
function meets(score: number | null, { level, is, percent }: ScoreCondition): boolean {
  if (score === null) return false
  return (is === 'below') === unpackScores(score)[level] < percent
}

function goalRule({ share, ageMs, ...which }: GoalSettings, index: number) {
  const fits = selects(which, `refresh.goals[${index}]`)
  const goal = { name: nameOf(which), share, maxAgeDays: ageMs / DAY_MS }
  const longest = (rate: number, otherwise: number) => Math.min(otherwise, goalInterval(goal, rate))
  return { fits, goal: { index, goal, longest } }
}

function nameOf({ url, pageClass }: PageSelector): string {
  if (pageClass !== undefined) return `pages of class ${pageClass}`
  return url ? `pages with ${Object.entries(url)[0]!.join(' ')}` : 'all pages'
}
