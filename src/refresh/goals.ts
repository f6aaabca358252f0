/**
 * Goals: "95 % of these pages at most 6 h old". A copy's age is the time since the oldest change that it lacks. A page of rate λ visited
 * every τ days misses the goal (1/τ)∫₀^(τ−A) (1−e^(−λu)) du of the time; the longest τ that keeps this within 1 − share is the interval
 * that the goal requires of the page. The sum over pages and servers is the cost of the goal; where the budget or politeness does not
 * allow it, the verdict says so, why, and what would be needed.
 */
import { meanPenalty } from './objective.ts'

export interface Goal {
  /** Name of the goal in messages: "class product". */
  readonly name: string
  /** Share of pages and time that must be this fresh, such as 0.95. */
  readonly share: number
  readonly maxAgeDays: number
}

/** Share of time a page of this rate misses the goal when visited every `interval` days. */
export function missed(goal: Goal, rate: number, interval: number): number {
  const late = interval - goal.maxAgeDays
  return late <= 0 ? 0 : (meanPenalty('freshness', rate, late) * late) / interval
}

/** The longest interval that keeps a page within the goal, to be used as the page's `longest`. */
export function goalInterval(goal: Goal, rate: number): number {
  const allowed = 1 - goal.share
  let low = goal.maxAgeDays
  let high = low * 2
  while (missed(goal, rate, high) <= allowed && high < 1e5) high *= 2
  if (high >= 1e5) return high
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (missed(goal, rate, middle) <= allowed) low = middle
    else high = middle
  }
  return low
}

export interface Capacity {
  readonly budgetPerDay: number
  /** What the budget counts: fetches, or bytes. */
  readonly unit: string
  /** Fetches a day that politeness allows on a server. */
  capOf(server: string): number
}

export interface Verdict {
  readonly possible: boolean
  /** Cost a day that the goal needs. */
  readonly needed: number
  readonly sentence: string
}

export interface GoalPage {
  readonly rate: number
  readonly cost: number
  readonly server: string
  /** Minimum days between two visits. */
  readonly shortest: number
}

/** What prevents the goal, and what would be needed instead. */
interface Obstacle {
  readonly because: string
  readonly need: string
}

/** Add every page, then ask for the verdict. Memory grows only with the number of servers that the goal's pages are on. */
export class GoalCheck {
  readonly #goal: Goal
  readonly #servers = new Map<string, { pages: number; fetches: number }>()
  #pages = 0
  #cost = 0
  /** Pages whose bounds keep them from the goal, and what the worst of them would need. */
  #bound = { pages: 0, shortest: 0, needed: Infinity }

  constructor(goal: Goal) {
    this.#goal = goal
  }

  add({ rate, cost, server: name, shortest }: GoalPage): void {
    const interval = goalInterval(this.#goal, rate)
    const server = this.#servers.get(name) ?? { pages: 0, fetches: 0 }
    server.pages++
    server.fetches += 1 / interval
    this.#servers.set(name, server)
    this.#pages++
    this.#cost += cost / interval
    if (interval >= shortest) return
    this.#bound.pages++
    this.#bound.shortest = Math.max(this.#bound.shortest, shortest)
    this.#bound.needed = Math.min(this.#bound.needed, interval)
  }

  verdict(capacity: Capacity): Verdict {
    const { name, share, maxAgeDays } = this.#goal
    const goal = `“${percent(share)} of ${name} at most ${length(maxAgeDays)} old”`
    const said = (possible: boolean, rest: string) => ({
      possible,
      needed: this.#cost,
      sentence: `${goal} ${rest}.`,
    })
    if (this.#pages === 0) return said(true, 'concerns no page that is stored yet')
    const obstacles = [this.#bounds(), this.#politeness(capacity), this.#budget(capacity)].filter(
      obstacle => obstacle !== undefined,
    )
    if (obstacles.length > 0) {
      const because = obstacles.map(obstacle => obstacle.because).join(', and ')
      const need = obstacles.map(obstacle => obstacle.need).join(' and ')
      return said(false, `is impossible, because ${because}; you would need ${need}`)
    }
    const { budgetPerDay, unit } = capacity
    return said(true, `is possible: it needs ${count(this.#cost)} of ${count(budgetPerDay)} ${unit} a day`)
  }

  #bounds(): Obstacle | undefined {
    const { pages, shortest, needed } = this.#bound
    if (pages === 0) return undefined
    const which = pages === 1 ? 'one of its pages' : `${pages.toLocaleString('en-US')} of its pages`
    return {
      because: `refresh.bounds let ${which} be visited only every ${length(shortest)}`,
      need: `a lower bound of ${length(needed)}`,
    }
  }

  #politeness(capacity: Capacity): Obstacle | undefined {
    const tight = this.#tightest(capacity)
    if (!tight) return undefined
    const { server, pages, fetches, cap } = tight
    const its = pages === 1 ? 'one page needs' : `${pages.toLocaleString('en-US')} pages need`
    return {
      because: `${server} may be asked ${count(cap)} times a day and its ${its} ${count(fetches)}`,
      need: `a delay of ${length(1 / fetches)} there instead of ${length(1 / cap)}`,
    }
  }

  #budget({ budgetPerDay, unit }: Capacity): Obstacle | undefined {
    if (this.#cost <= budgetPerDay) return undefined
    return {
      because: `it needs ${count(this.#cost)} ${unit} a day and the budget is ${count(budgetPerDay)}`,
      need: `a budget of ${count(this.#cost)} a day`,
    }
  }

  /** The server that falls short by the largest factor. */
  #tightest({ capOf }: Capacity) {
    let worst: { server: string; pages: number; fetches: number; cap: number } | undefined
    for (const [server, { pages, fetches }] of this.#servers) {
      const cap = capOf(server)
      if (fetches > cap && (!worst || fetches / cap > worst.fetches / worst.cap))
        worst = { server, pages, fetches, cap }
    }
    return worst
  }
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`
const count = (value: number) => (value < 10 ? value.toFixed(1) : Math.ceil(value).toLocaleString('en-US'))

function length(days: number): string {
  if (days >= 2) return `${Number(days.toPrecision(3))} days`
  const hours = days * 24
  if (hours >= 1) return `${Number(hours.toPrecision(3))} h`
  const seconds = hours * 3600
  return seconds >= 120
    ? `${Number((seconds / 60).toPrecision(3))} min`
    : `${Number(seconds.toPrecision(3))} s`
}
