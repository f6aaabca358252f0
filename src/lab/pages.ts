/** Per-page state of the replay: policy states in one array of 32-bit floats as in a store, the last visit, and the first unseen change. */
import {
  freshAt,
  type Market,
  momentAfter,
  type Next,
  type PageFacts,
  type Policy,
  type State,
} from '../refresh/index.ts'
import { LabClocks, LearnedPriors } from './groups.ts'
import type { LabHosts } from './hosts.ts'
import type { LabWorld } from './world.ts'

const MAX_SIGNALS = 64
/** Signals beyond this many do not change the plan of a page. */
const TELLING_SIGNALS = 4

export interface ReplayedPagesOptions {
  /** Length of a round of all pages, in days. */
  readonly every: number
  readonly knowsRates?: boolean
}

export class Pages {
  readonly #world: LabWorld
  readonly #policy: Policy
  readonly #hosts: LabHosts
  readonly #knowsRates: boolean
  readonly #states: Float32Array
  readonly #visitedAt: Float64Array
  /** Number of visits, at most 255. */
  readonly #visits: Uint8Array
  readonly #unseen: Uint32Array
  readonly #signalledAt = new Map<number, number[]>()
  #priors: LearnedPriors
  #now = 0
  readonly #clocks: LabClocks | undefined

  constructor(world: LabWorld, policy: Policy, hosts: LabHosts, options: ReplayedPagesOptions) {
    this.#world = world
    this.#policy = policy
    this.#hosts = hosts
    this.#knowsRates = options.knowsRates ?? false
    this.#states = new Float32Array(world.pages * policy.width)
    this.#visitedAt = new Float64Array(world.pages)
    this.#visits = new Uint8Array(world.pages)
    this.#unseen = Uint32Array.from(world.changes.starts.subarray(0, world.pages))
    this.#priors = new LearnedPriors(world)
    if (policy.usesClocks) this.#clocks = new LabClocks(world, options.every)
    for (let page = 0; page < world.pages; page++) if (this.bornAt(page) === 0) this.#beginAt(page, 0)
  }

  #beginAt(page: number, at: number): void {
    this.#visitedAt[page] = at
    this.#visits[page] = 1
    this.#keep(page, this.#policy.begin(this.facts(page)))
  }

  bornAt(page: number): number {
    return this.#world.births?.[page] ?? 0
  }

  diedAt(page: number): number {
    return this.#world.deaths?.[page] ?? Infinity
  }

  visitedAt(page: number): number {
    return this.#visitedAt[page]!
  }

  /** Whether the page was never fetched. */
  isMissing(page: number): boolean {
    return this.#visits[page] === 0
  }

  /** Whether it has a copy and was visited since the start, so that its due time follows from the price. */
  isKnown(page: number): boolean {
    return this.#visits[page]! > 1 || (this.#visits[page] === 1 && this.bornAt(page) > 0)
  }

  state(page: number): State {
    const { width } = this.#policy
    return this.#states.subarray(page * width, (page + 1) * width)
  }

  #keep(page: number, state: State): void {
    this.#states.set(state, page * this.#policy.width)
  }

  facts(page: number): PageFacts {
    const { weights } = this.#world
    const facts: PageFacts = {
      weight: weights?.[page] ?? 1,
      cost: 1,
      visitedAt: this.#visitedAt[page]!,
      prior: this.#priors.of(page),
      // Trusted signals say more about a page than its neighbors do.
      ...(this.#clocks && !this.#hosts.listens(page) ? { clock: this.#clocks.of(page) } : {}),
    }
    const known = this.#knowsRates ? { ...facts, rate: this.#rate(page) } : facts
    return this.#hosts.enrich(page, known, this.#signalledAt.get(page))
  }

  #rate(page: number): number {
    const { laterRates, rates, spanDays } = this.#world
    return laterRates && this.#now >= spanDays / 2 ? laterRates[page]! : rates[page]!
  }

  /** Changes between the last visit and `at`, as a range of indexes into the world's times. */
  changesUntil(page: number, at: number): [first: number, last: number] {
    const { starts, times } = this.#world.changes
    const end = starts[page + 1]!
    let first = this.#unseen[page]!
    if (this.isMissing(page)) while (first < end && times[first]! <= at) first++
    let last = first
    while (last < end && times[last]! <= at) last++
    return [first, last]
  }

  /** Records a signal, and returns whether the page must be replanned. */
  signal(page: number, at: number): boolean {
    const times = this.#signalledAt.get(page) ?? []
    if (times.length < MAX_SIGNALS) times.push(at)
    this.#signalledAt.set(page, times)
    return times.length <= TELLING_SIGNALS && this.isKnown(page) && this.#hosts.listens(page)
  }

  learn(page: number, at: number, changed: boolean, unseen: number): void {
    this.#now = at
    this.#unseen[page] = unseen
    if (this.isMissing(page)) this.#beginAt(page, at)
    else this.#learn(page, at, changed)
  }

  #learn(page: number, at: number, changed: boolean): void {
    const facts = this.facts(page)
    const old = this.state(page)
    const seen = { at, elapsed: Math.max(1e-6, at - facts.visitedAt), changed }
    let chance: number | undefined
    const chanceOfNone = () => {
      chance ??= freshAt(this.#policy.next(old, this.#hosts.plain(facts), { price: 0, now: at }), at)
      return chance
    }
    this.#hosts.saw(page, seen, this.#signalledAt.get(page)?.length ?? 0, chanceOfNone)
    if (facts.clock)
      this.#clocks?.saw(page, { from: facts.visitedAt, to: at, changed, chanceOfNone: chanceOfNone() })
    const learned = this.#policy.learn(old, seen, facts)
    this.#keep(page, learned)
    this.#visitedAt[page] = at
    if (this.#visits[page]! < 255) this.#visits[page]!++
    this.#signalledAt.delete(page)
  }

  /** Relearns the prior from every `stride`-th page: one step of expectation–maximization. */
  learnPrior(from: number, stride: number): void {
    if (!this.#policy.sharesPriors) return
    const learned = new LearnedPriors(this.#world)
    for (let page = from; page < this.#world.pages; page += stride)
      if (this.isKnown(page)) learned.add(page, this.state(page), this.#priors.of(page))
    this.#priors = learned
  }

  get hasClocks(): boolean {
    return this.#clocks !== undefined
  }

  /** Returns whether pages may be due sooner or later than planned. */
  fitClocks(now: number): boolean {
    return this.#clocks?.fit(now) ?? false
  }

  /** Whether the clock of its group has moved so far that the page is due at another time, by the engine's criterion. */
  hasMoved(page: number): boolean {
    return this.#clocks?.of(page).hasMoved ?? false
  }

  /** When a page planned at an interval is due, by the present clock of its group. */
  dueAfter(page: number, interval: number): number {
    return momentAfter(this.facts(page), this.#visitedAt[page]!, interval)
  }

  next(page: number, market: Market): Next {
    return this.#policy.next(this.state(page), this.facts(page), market)
  }
}
