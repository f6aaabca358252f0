/**
 * The lab's side of a run: a policy is fed what the engine's visits found, visit by visit, and says when each page should come
 * back. What the engine puts into the store must be the same.
 */
import type { VisitReport } from '../../src/crawl/index.ts'
import { lotOf } from '../../src/crawl/planning/lot.ts'
import type { Plan } from '../../src/crawl/planning/planner.ts'
import {
  CollectionClock,
  DAY_MS,
  directoriesOf,
  directoryOf,
  HostClocks,
  HostPriors,
  type Market,
  type Observation,
  type PageFacts,
  type Policy,
  PriorGroup,
  type State,
} from '../../src/refresh/index.ts'

const MIN_DAYS = 10 / 1_440
const MAX_DAYS = 90

export class Rehearsal {
  readonly #policy: Policy
  readonly #intervalDays: number
  readonly #priors = new HostPriors()
  readonly #collection = new PriorGroup()
  readonly #pages = new Map<string, { state: State; learned: boolean; at: number }>()
  readonly #clock = new CollectionClock()
  readonly #clocks = new HostClocks(this.#clock)
  #plan: Plan | null = null

  constructor(policy: Policy, intervalDays: number) {
    this.#policy = policy
    this.#intervalDays = intervalDays
  }

  /** The engine fits its clocks before it plans, and learns of the round by the plan. */
  set plan(plan: Plan) {
    this.#clock.fit(plan.at / DAY_MS)
    this.#clock.roundLasts(plan.evenDays)
    this.#plan = plan
  }

  /** When the page is due after this visit, in milliseconds. */
  dueAfter({ url, commit }: VisitReport): number {
    const known = this.#pages.get(url)
    const facts = this.#facts(url, known?.at ?? commit.at)
    const before = known?.state ?? this.#policy.begin(facts)
    const state = known ? this.#policy.learn(before, seenBy(commit, known.at), facts) : before
    if (known) this.#witness(url, before, facts, seenBy(commit, known.at))
    if (known && this.#policy.sharesPriors)
      this.#priors.observe(
        { directory: directoryOf(url) },
        known.learned ? before : null,
        state,
        this.#collection,
      )
    this.#pages.set(url, {
      state: Float32Array.from(state),
      learned: known !== undefined,
      at: commit.at,
    })
    return this.dueAt(url)
  }

  #witness(url: string, state: State, facts: PageFacts, { at, changed }: Observation): void {
    if (!facts.clock) return
    const chanceOfNone = this.#policy.next(state, facts, { price: 0, now: at }).reason().fresh
    this.#clocks.saw({ url, groups: groupsOf(url), from: facts.visitedAt, to: at, changed, chanceOfNone })
  }

  dueAt(url: string): number {
    const { state, at } = this.#pages.get(url)!
    const market = this.#market(url, at)
    if (!market) return at + this.#intervalDays * DAY_MS
    const { dueAt } = this.#policy.next(state, this.#facts(url, at), market)
    return Math.min(dueAt * DAY_MS, at + MAX_DAYS * DAY_MS)
  }

  #facts(url: string, atMs: number): PageFacts {
    const clock = this.#policy.usesClocks ? this.#clocks.clockOf(groupsOf(url)) : undefined
    return {
      ...(clock ? { clock } : {}),
      ...{ weight: 1, cost: 1, visitedAt: atMs / DAY_MS },
      ...{ shortest: MIN_DAYS, longest: MAX_DAYS },
      prior: this.#priors.prior({ directory: directoryOf(url) }, this.#collection),
    }
  }

  /** As in the lab: those who know no price are told no more than how often an even round comes. */
  #market(url: string, atMs: number): Market | null {
    const plan = this.#plan
    const now = atMs / DAY_MS
    const even = plan?.evenDays ?? this.#intervalDays
    if (!this.#policy.demand) return { price: 0, now, even, chance: lotOf(url, atMs) }
    if (!plan) return null
    const probe = plan.probeDays === null ? {} : { probeEvery: plan.probeDays }
    return { price: plan.price, now, even, curiosity: plan.curiosityDays, ...probe }
  }
}

const groupsOf = (url: string) => directoriesOf(new URL(url).pathname)

function seenBy({ at, revision, lastModified }: VisitReport['commit'], beforeMs: number) {
  const seen = { at: at / DAY_MS, elapsed: (at - beforeMs) / DAY_MS, changed: revision !== null }
  const modifiedAt = Date.parse(lastModified ?? '')
  const isTold = seen.changed && modifiedAt > beforeMs && modifiedAt <= at
  return isTold ? { ...seen, modifiedAgo: (at - modifiedAt) / DAY_MS } : seen
}
