/**
 * Replays a world under a policy, as the engine would run it: fetches at even intervals, always of the page due first; after each visit
 * the policy learns and says when the next one is due; from time to time one pass over all pages finds the price. Every policy, interval
 * rules included, therefore spends exactly the same number of fetches.
 */
import { type Random, seededRandom } from '../env/index.ts'
import { type Market, MarketMaker, type Policy, Population } from '../refresh/index.ts'
import { DueHeap } from './due-heap.ts'
import { LabHosts } from './hosts.ts'
import { LongestWaiting } from './longest.ts'
import { Pages } from './pages.ts'
import { ReplayTally, type Tallied } from './tally.ts'
import type { LabWorld } from './world.ts'

export interface ReplayOptions {
  /** Days in which each page gets one fetch on average. */
  readonly every: number
  readonly seed?: number
  /** Share of the budget spent on probes. */
  readonly explore?: number
  /** Whether the policy gets the true rates. */
  readonly knowsRates?: boolean
  /** Whether signals are ignored. */
  readonly deaf?: boolean
  readonly measureFrom?: number
}

/** Number of passes that find the price, about: more frequent at first, while beliefs move. */
const PASSES = 40
/** About how many pages are asked for their demand in a pass. */
const ASKED = 2_000
/** Dropped pages come after all others, those unvisited longest first. */
const NEVER = 1e9
/** How strongly lateness moves the price. */
const LATE = 2
/** A page may be fetched this share of its interval early. */
const EARLY = 0.3
/** How often group clocks are fitted in a round: as often as the engine plans. */
const FITS = 40
/** One prediction in this many visits is checked. */
const CHECKED = 8

export function replay(world: LabWorld, policy: Policy, options: ReplayOptions): Tallied {
  return new Replay(world, policy, options).run()
}

const moved = (before: Market, after: Market) =>
  Math.abs(Math.log(before.price / after.price)) > 0.02 ||
  Math.abs(Math.log((before.probeEvery ?? 1) / (after.probeEvery ?? 1))) > 0.1

class Replay {
  readonly #world: LabWorld
  readonly #policy: Policy
  readonly #options: ReplayOptions
  readonly #random: Random
  readonly #pages: Pages
  readonly #hosts: LabHosts
  readonly #heap: DueHeap
  /** Intervals as last planned, in operational days; infinite for a page that is due at a particular hour. */
  readonly #intervals: Float64Array
  readonly #longest: LongestWaiting
  readonly #tally: ReplayTally
  readonly #budget: number
  readonly #maker = new MarketMaker()
  #market: Market & { readonly even: number }
  #visits = 0
  #passes = 0

  constructor(world: LabWorld, policy: Policy, options: ReplayOptions) {
    this.#world = world
    this.#policy = policy
    this.#options = options
    this.#random = seededRandom(options.seed ?? 1)
    this.#budget = world.pages / options.every
    this.#hosts = new LabHosts(world, this.#budget, options.deaf ?? false)
    this.#pages = new Pages(world, policy, this.#hosts, options)
    this.#heap = new DueHeap(world.pages)
    this.#intervals = new Float64Array(world.pages)
    this.#longest = new LongestWaiting(world.pages)
    this.#tally = new ReplayTally(world, options.measureFrom ?? world.spanDays / 2, world.spanDays)
    this.#market = { price: policy.demand ? options.every / 8 : 0, now: 0, even: options.every }
  }

  run(): Tallied {
    for (let page = 0; page < this.#world.pages; page++) this.#begin(page)
    const step = 1 / this.#budget
    let nextPass = 0
    let nextFit = 0
    for (let at = step * this.#random.next(); at < this.#world.spanDays; at += step) {
      this.#market = { ...this.#market, now: at }
      this.#hear(at)
      if (at >= nextPass) nextPass = this.#pass(at)
      if (at >= nextFit) nextFit = this.#fit(at)
      const page = this.#instead(this.#choose(at), at)
      if (page >= 0) this.#visit(page, at)
    }
    return this.#finish()
  }

  /** Pages begin in a random order, so that the first round is even; a page born later is due at its birth. */
  #begin(page: number): void {
    const bornAt = this.#pages.bornAt(page)
    this.#heap.set(page, bornAt > 0 ? bornAt : this.#random.next() * this.#options.every)
  }

  /** Replans the pages that signaled, if their host is trusted. */
  #hear(at: number): void {
    for (const page of this.#hosts.signalsUntil(at))
      if (this.#pages.signal(page, this.#hosts.lastSignalAt)) this.#plan(page)
  }

  /** The page due first whose server may be asked; a page whose server may not is postponed until it may. */
  #choose(at: number): number {
    for (;;) {
      const page = this.#heap.first
      if (page < 0) return -1
      const due = this.#heap.dueOf(page)
      if (due > at && this.#pages.bornAt(page) > at) return -1
      const readyAt = this.#hosts.readyAt(page)
      if (readyAt <= at) return page
      if (due >= readyAt) return -1
      this.#heap.set(page, readyAt)
    }
  }

  /** If the price leaves nothing due, the fetch goes to the page that has waited longest instead of one just visited. */
  #instead(page: number, at: number): number {
    const longest = this.#longest.first
    if (page < 0 || longest < 0 || !this.#policy.demand || this.#options.knowsRates) return page
    const early = this.#heap.dueOf(page) - at
    const isFree = this.#hosts.readyAt(longest) <= at
    return early > EARLY * (at + early - this.#pages.visitedAt(page)) && isFree ? longest : page
  }

  #visit(page: number, at: number): void {
    this.#hosts.asked(page, at)
    this.#longest.visited(page)
    if (this.#pages.diedAt(page) <= at) {
      this.#tally.visited(page, at, -1)
      this.#heap.remove(page)
      this.#intervals[page] = Infinity
      this.#longest.remove(page)
      return
    }
    const [first, last] = this.#pages.changesUntil(page, at)
    this.#tally.visited(page, at, first < last ? at - this.#world.changes.times[first]! : -1)
    this.#tally.interval(page, first, last, at)
    if (this.#pages.isMissing(page)) this.#tally.missing(page, this.#pages.bornAt(page), at)
    else if (this.#visits++ % CHECKED === 0) this.#check(page, at, last > first)
    this.#pages.learn(page, at, last > first, last)
    this.#plan(page)
  }

  /** Records how good the policy's prediction for this visit was. */
  #check(page: number, at: number, changed: boolean): void {
    if (!this.#policy.demand) return
    const { fresh } = this.#pages.next(page, { ...this.#market, now: at }).reason()
    this.#tally.forecast(at, 1 - fresh, changed)
  }

  #plan(page: number): void {
    const market = { ...this.#hosts.marketFor(page, this.#market), chance: this.#random.next() }
    const { dueAt, interval, isTimed } = this.#pages.next(page, market)
    this.#intervals[page] = isTimed ? Infinity : interval
    this.#heap.set(page, Math.min(dueAt, NEVER + this.#pages.visitedAt(page)))
  }

  /** Fits the group clocks; pages keep their intervals but may be due at another time. */
  #fit(at: number): number {
    if (!this.#pages.hasClocks) return Infinity
    const nextFit = at + this.#options.every / FITS
    if (!this.#pages.fitClocks(at)) return nextFit
    for (let page = 0; page < this.#world.pages; page++) {
      const interval = this.#intervals[page]!
      if (interval < Infinity && this.#pages.isKnown(page) && this.#pages.hasMoved(page))
        this.#heap.set(page, Math.max(this.#hosts.readyAt(page), this.#pages.dueAfter(page, interval)))
    }
    return nextFit
  }

  /** One pass finds the price; a second reschedules every page if the price moved. Returns when the next pass is due. */
  #pass(at: number): number {
    const { spanDays, pages } = this.#world
    const { every } = this.#options
    const nextPass = at + Math.max(every / 4, Math.min(spanDays / PASSES, Math.max(every / 2, at / 4)))
    if (!this.#policy.demand || at < every / 2) return nextPass
    const before = this.#market
    this.#market = this.#newMarket(at)
    if (moved(before, this.#market))
      for (let page = 0; page < pages; page++) if (this.#pages.isKnown(page)) this.#plan(page)
    return nextPass
  }

  /** Sums demand over all pages, or over a sample of a few thousand. */
  #newMarket(at: number): Market & { readonly even: number } {
    const { pages } = this.#world
    const stride = Math.max(1, Math.floor(pages / ASKED))
    const budgetPerDay = this.#budget / stride
    const populations = this.#hosts.populations(
      stride,
      () => new Population(this.#policy, { price: this.#market.price, even: this.#options.every }),
    )
    const from = this.#passes++ % stride
    this.#pages.learnPrior(from, stride)
    for (let page = from; page < pages; page += stride)
      if (this.#pages.isKnown(page)) populations.add(page, this.#pages.state(page), this.#pages.facts(page))
    const { explore } = this.#options
    const terms = {
      now: at,
      budgetPerDay,
      overspent: this.#overspent(at),
      ...(explore === undefined ? {} : { explore }),
    }
    const market = this.#maker.market(populations.all, terms)
    return { ...market, price: populations.settle(market.price, budgetPerDay), even: this.#options.every }
  }

  /** The first page in the queue should be due just now: if it was due earlier, the price let too many pages in. */
  #overspent(at: number): number {
    const late = (LATE * (at - this.#heap.dueOf(Math.max(0, this.#heap.first)))) / this.#options.every
    return Number.isFinite(late) && at > this.#options.every ? Math.max(0.5, Math.min(2, 1 + late)) : 1
  }

  #finish(): Tallied {
    const { pages, spanDays } = this.#world
    for (let page = 0; page < pages; page++) {
      const end = Math.min(spanDays, this.#pages.diedAt(page))
      if (this.#pages.isMissing(page)) this.#tally.missing(page, this.#pages.bornAt(page), end)
      else this.#tally.interval(page, ...this.#pages.changesUntil(page, end), end)
    }
    return this.#tally.result()
  }
}
