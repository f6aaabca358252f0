/** Per-host state of the replay: caps and readiness, habits, trust in signals, own prices. */
import {
  cappedPrices,
  Habits,
  type Market,
  type Observation,
  type PageFacts,
  type Population,
  Signals,
  type State,
} from '../refresh/index.ts'
import type { LabWorld } from './world.ts'

/** Worlds with habits are recognized by having hosts but neither signals nor caps. */
const hasHabits = (world: LabWorld) => world.hosts !== undefined && !world.signals && !world.capShares

export class LabHosts {
  readonly #world: LabWorld
  readonly #caps: readonly number[]
  readonly #readyAt: Float64Array
  readonly #prices: Float64Array
  readonly #habits: readonly Habits[]
  readonly #signals: readonly Signals[]
  /** Indexes of all pages' signals, in order of time. */
  readonly #order: Uint32Array
  readonly #pageOf: Uint32Array
  #heard = 0
  lastSignalAt = 0

  constructor(world: LabWorld, budgetPerDay: number, deaf: boolean) {
    this.#world = world
    const count = world.hosts ? world.hosts.reduce((most, host) => Math.max(most, host), 0) + 1 : 0
    this.#caps = (world.capShares ?? []).map(share => share * budgetPerDay)
    this.#readyAt = new Float64Array(count)
    this.#prices = new Float64Array(count)
    const each = <T>(wanted: boolean, make: () => T) => (wanted ? Array.from({ length: count }, make) : [])
    this.#habits = each(hasHabits(world), () => new Habits())
    this.#signals = each(world.signals !== undefined && !deaf, () => new Signals())
    const times = deaf ? undefined : world.signals?.times
    this.#order = Uint32Array.from({ length: times?.length ?? 0 }, (_, i) => i)
    if (times) this.#order.sort((a, b) => times[a]! - times[b]!)
    this.#pageOf = new Uint32Array(times?.length ?? 0)
    for (let page = 0; times && page < world.pages; page++)
      this.#pageOf.fill(page, world.signals!.starts[page], world.signals!.starts[page + 1])
  }

  /** Pages that signaled until `at`; `lastSignalAt` is set for each before it is yielded. */
  *signalsUntil(at: number): Generator<number> {
    const times = this.#world.signals?.times
    while (times && this.#heard < this.#order.length) {
      const signal = this.#order[this.#heard]!
      if (times[signal]! > at) return
      this.#heard++
      this.lastSignalAt = times[signal]!
      yield this.#pageOf[signal]!
    }
  }

  #hostOf(page: number): number {
    return this.#world.hosts?.[page] ?? -1
  }

  readyAt(page: number): number {
    const host = this.#hostOf(page)
    return host >= 0 && host < this.#caps.length ? this.#readyAt[host]! : 0
  }

  asked(page: number, at: number): void {
    const host = this.#hostOf(page)
    if (host >= 0 && host < this.#caps.length)
      this.#readyAt[host] = Math.max(at, this.#readyAt[host]! + 1 / this.#caps[host]!)
  }

  listens(page: number): boolean {
    return this.#signals[this.#hostOf(page)]?.trust() !== undefined
  }

  /** Adds what the host knows to the facts of a page. */
  enrich(page: number, facts: PageFacts, signalledAt: readonly number[] | undefined): PageFacts {
    const host = this.#hostOf(page)
    if (host < 0) return facts
    const habits = this.#habits[host]
    const trust = this.#signals[host]?.trust()
    return {
      ...facts,
      ...(habits ? { habits } : {}),
      ...(trust ? { trust } : {}),
      ...(trust && signalledAt ? { signalledAt } : {}),
    }
  }

  /** The facts without signals. */
  plain(facts: PageFacts): PageFacts {
    const { trust: _, signalledAt: __, ...plain } = facts
    return plain
  }

  saw(page: number, seen: Observation, signals: number, chanceOfNone: () => number): void {
    const host = this.#hostOf(page)
    if (host < 0) return
    const { at, elapsed, changed } = seen
    this.#habits[host]?.saw({ from: at - elapsed, to: at, changed, chanceOfNone: chanceOfNone() })
    this.#signals[host]?.sawVisit(signals, seen.changed, chanceOfNone())
  }

  /** A capped host has its own price, and no fetches to spare for probes. */
  marketFor<M extends Market>(page: number, common: M): M {
    const host = this.#hostOf(page)
    if (host < 0 || host >= this.#caps.length) return common
    return {
      ...common,
      price: Math.max(common.price, this.#prices[host]!),
      probeEvery: Infinity,
      curiosity: 0,
    }
  }

  /** Demand of all pages, of each capped host, and of the rest. */
  populations(stride: number, make: () => Population) {
    const all = make()
    const capped = this.#caps.map(make)
    const rest = capped.length > 0 ? make() : all
    return {
      all,
      add: (page: number, state: State, facts: PageFacts): void => {
        all.add(state, facts)
        if (capped.length > 0) (capped[this.#hostOf(page)] ?? rest).add(state, facts)
      },
      /** The common price: lower if capped hosts leave part of the budget to others. */
      settle: (price: number, budgetPerDay: number): number => {
        if (capped.length === 0) return price
        const servers = capped.map((population, i) => ({ population, cap: this.#caps[i]! / stride }))
        const settled = cappedPrices(rest, servers, budgetPerDay)
        this.#prices.set(settled.own)
        return settled.price
      },
    }
  }
}
