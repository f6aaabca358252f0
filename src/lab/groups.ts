/** What pages of a group teach each other in a replay, as in the engine: priors and clocks of hosts and directories. */
import {
  CollectionClock,
  directoriesOf,
  directoryOf,
  type GroupClock,
  HostClocks,
  type Prior,
  PriorGroup,
  type State,
} from '../refresh/index.ts'
import type { LabWorld } from './world.ts'

/** Learned from scratch in each pass, which is one step of expectation–maximization. */
export class LearnedPriors {
  readonly #collection = new PriorGroup()
  readonly #directories = new Map<string, PriorGroup>()
  readonly #said = new Map<string, PriorGroup>()
  readonly #addresses: readonly string[] | undefined
  readonly #saidRates: readonly string[] | undefined

  constructor({ addresses, saidRates }: LabWorld) {
    this.#addresses = addresses
    this.#saidRates = saidRates
  }

  of(page: number): Prior {
    const collection = this.#collection.prior()
    const above = this.#directories.get(this.#nameOf(page))?.prior(collection) ?? collection
    return this.#said.get(this.#saidOf(page))?.prior(above) ?? above
  }

  add(page: number, state: State, judgedBy: Prior): void {
    this.#collection.observe(null, state, judgedBy)
    if (this.#addresses) observe(this.#directories, this.#nameOf(page), state, judgedBy)
    if (this.#saidRates) observe(this.#said, this.#saidOf(page), state, judgedBy)
  }

  #saidOf(page: number): string {
    return this.#saidRates ? `${this.#saidRates[page]} ${this.#nameOf(page)}` : ''
  }

  #nameOf(page: number): string {
    return this.#addresses ? directoryOf(`http://lab${this.#addresses[page]}`) : ''
  }
}

function observe(groups: Map<string, PriorGroup>, name: string, state: State, judgedBy: Prior): void {
  const group = groups.get(name) ?? new PriorGroup()
  groups.set(name, group)
  group.observe(null, state, judgedBy)
}

interface LabVisit {
  readonly from: number
  readonly to: number
  readonly changed: boolean
  readonly chanceOfNone: number
}

/** Group clocks of a world; if its hosts are unknown, all pages are on one host. */
export class LabClocks {
  readonly #collection = new CollectionClock()
  readonly #hosts = new Map<number, HostClocks>()
  readonly #hostOf: (page: number) => number
  readonly #groupsOf: readonly (readonly string[])[] | undefined

  constructor({ addresses, hosts }: LabWorld, roundDays: number) {
    this.#collection.roundLasts(roundDays)
    this.#hostOf = page => hosts?.[page] ?? 0
    this.#groupsOf = addresses?.map(directoriesOf)
  }

  of(page: number): GroupClock {
    return this.#clocksOf(page).clockOf(this.#groups(page))!
  }

  saw(page: number, visit: LabVisit): void {
    this.#clocksOf(page).saw({ ...visit, url: String(page), groups: this.#groups(page) })
  }

  /** Returns whether any clock has moved. */
  fit(now: number): boolean {
    this.#collection.fit(now)
    return [...this.#hosts.values()].some(host => host.movedGroups.length > 0)
  }

  #groups(page: number): readonly string[] {
    return this.#groupsOf?.[page] ?? []
  }

  #clocksOf(page: number): HostClocks {
    const host = this.#hostOf(page)
    const known = this.#hosts.get(host) ?? new HostClocks(this.#collection)
    this.#hosts.set(host, known)
    return known
  }
}
