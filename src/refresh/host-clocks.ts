/**
 * The nested groups of a collection's pages, each with a clock: all pages; those of a host; and those of a class, or of each directory in
 * their addresses. A group is pulled toward the one above, and a group that holds nearly all pages of the one above adds nothing to it.
 *
 * Clocks begin when the length of a round is known, and are fitted when a plan is made: the collection's first, a host's when it is next used.
 */
import { RecentMap } from '../env/recent-map.ts'
import { type ClockMemory, GroupClock, type Witness } from './group-clock.ts'
import { spanDaysOf } from './span-rows.ts'

export interface CollectionClockMemory {
  readonly fittedAt: number
  readonly clock: ClockMemory
}

/** The clock of all pages, and the length of a round, which sets the span length of all clocks. */
export class CollectionClock {
  #clock: GroupClock | undefined
  #fittedAt = 0

  constructor(memory?: CollectionClockMemory) {
    if (memory === undefined || !isWhole(memory.clock)) return
    this.#clock = new GroupClock(memory.clock.days, undefined, memory.clock)
    this.fit(memory.fittedAt)
  }

  /** Undefined before the first plan. */
  get clock(): GroupClock | undefined {
    return this.#clock
  }

  get fittedAt(): number {
    return this.#fittedAt
  }

  /** Sets the length of a round of all pages: clocks begin, or continue in spans of another length. */
  roundLasts(days: number): void {
    const spanDays = spanDaysOf(days)
    if (this.#clock?.spanDays === spanDays) return
    this.#clock = new GroupClock(spanDays, undefined, this.#clock?.toJSON())
    this.#clock.fit(this.#fittedAt)
  }

  fit(now: number): void {
    this.#clock?.fit(now)
    this.#fittedAt = now
  }

  toJSON(): CollectionClockMemory | undefined {
    return this.#clock && { fittedAt: this.#fittedAt, clock: this.#clock.toJSON() }
  }
}

/**
 * A visit to a page and the groups it belongs to; `chanceOfNone` is the chance that its belief, on its clock, gave to finding no change.
 */
export interface GroupVisit extends Omit<Witness, 'rate'> {
  readonly url: string
  /** Outermost first, without the host's own group. */
  readonly groups: readonly string[]
  readonly chanceOfNone: number
}

/** Name of the group of all of the host's pages. */
const HOST = ''
/** Most clocks a host keeps. The first groups met get them; pages of other directories share the clock of the group above. */
const MAX_CLOCKS = 256
/** A group of one or two pages teaches nothing about others. */
const MIN_PAGES = 3
/** Most groups remembered while they are too small for a clock; the oldest are forgotten first. */
const MAX_SMALL = 1_000

export type HostClocksMemory = Readonly<Record<string, ClockMemory>>

/** The clocks of one host. */
export class HostClocks {
  readonly #collection: CollectionClock
  /** Outer groups before inner ones. */
  readonly #clocks = new Map<string, GroupClock>()
  /** URLs of pages met in groups that are still too small. */
  readonly #small = new RecentMap<string, readonly string[]>(MAX_SMALL)
  #memory: HostClocksMemory
  #above: GroupClock | undefined
  #fittedAt = Number.NaN

  constructor(collection: CollectionClock, memory: HostClocksMemory = {}) {
    this.#collection = collection
    this.#memory = memory
  }

  /** The clock for a page in these groups; undefined before the first plan. */
  clockOf(groups: readonly string[]): GroupClock | undefined {
    return this.#isCurrent() ? this.#clocks.get(this.nameOf(groups)) : undefined
  }

  /** The smallest of these groups that has a clock; `''` is the host. */
  nameOf(groups: readonly string[]): string {
    if (!this.#isCurrent()) return HOST
    for (let i = groups.length - 1; i >= 0; i--) if (this.#clocks.has(groups[i]!)) return groups[i]!
    return HOST
  }

  /** Groups whose clocks were moved by the last fit. */
  get movedGroups(): readonly string[] {
    if (!this.#isCurrent()) return []
    return [...this.#clocks].filter(([, clock]) => clock.hasMoved).map(([name]) => name)
  }

  saw({ url, groups, chanceOfNone, from, to, changed }: GroupVisit): void {
    const innermost = this.clockOf(groups)
    if (innermost === undefined) return
    const elapsed = Math.max(1e-9, innermost.between(from, to))
    const rate = -Math.log(Math.max(1e-6, Math.min(1 - 1e-9, chanceOfNone))) / elapsed
    const witness = { from, to, changed, rate }
    this.#above!.saw(witness)
    this.#clocks.get(HOST)!.saw(witness)
    for (const name of groups) this.#clockFor(name, groups, url)?.saw(witness)
  }

  /** Rebuilds the clocks when the collection's clock was replaced, and fits them after it was fitted. */
  #isCurrent(): boolean {
    const { clock, fittedAt } = this.#collection
    if (clock === undefined) return false
    if (clock !== this.#above) this.#begin(clock)
    if (fittedAt !== this.#fittedAt) for (const own of this.#clocks.values()) own.fit(fittedAt)
    this.#fittedAt = fittedAt
    return true
  }

  #begin(above: GroupClock): void {
    const memory = this.#above ? this.toJSON() : this.#memory
    this.#above = above
    this.#fittedAt = Number.NaN
    this.#memory = {}
    this.#clocks.clear()
    this.#make(HOST, above, memory[HOST])
    for (const name of Object.keys(memory).sort((a, b) => a.length - b.length))
      if (name !== HOST && isWhole(memory[name]))
        this.#make(name, this.#clockAbove(name, directoriesOf(name)), memory[name])
  }

  /** The clock of the next larger group. */
  #clockAbove(name: string, groups: readonly string[]): GroupClock {
    const outer = groups.filter(each => each.length < name.length && name.startsWith(each))
    return this.#clocks.get(outer.findLast(each => this.#clocks.has(each)) ?? HOST)!
  }

  #make(name: string, above: GroupClock, memory?: ClockMemory): GroupClock {
    const clock = new GroupClock(above.spanDays, above, isWhole(memory) ? memory : undefined)
    this.#clocks.set(name, clock)
    return clock
  }

  /** A group has a clock from its third page on. */
  #clockFor(name: string, groups: readonly string[], url: string): GroupClock | undefined {
    const known = this.#clocks.get(name)
    if (known || this.#clocks.size > MAX_CLOCKS) return known
    const met = this.#small.get(name) ?? []
    if (met.includes(url)) return undefined
    if (met.length + 1 >= MIN_PAGES) {
      this.#small.delete(name)
      return this.#make(name, this.#clockAbove(name, groups))
    }
    this.#small.set(name, [...met, url])
    return undefined
  }

  toJSON(): HostClocksMemory {
    if (this.#above === undefined) return this.#memory
    const memories = [...this.#clocks].map(([name, clock]) => [name, clock.toJSON()] as const)
    // A group in which nothing changed has nothing worth storing.
    return Object.fromEntries(memories.filter(([, { changes }]) => changes.some(count => count > 0)))
  }
}

const isWhole = (memory: ClockMemory | null | undefined): memory is ClockMemory =>
  Array.isArray(memory?.exposure) &&
  Array.isArray(memory.changes) &&
  [memory.days, memory.first, memory.score, memory.found, memory.foreseen].every(Number.isFinite)

/** Every directory on a path, outermost first: `/docs/api/x.html` → `/docs/`, `/docs/api/`. */
export function directoriesOf(path: string): string[] {
  const plain = path.replace(/[?#].*$/s, '')
  const names: string[] = []
  for (let slash = plain.indexOf('/', 1); slash > 0; slash = plain.indexOf('/', slash + 1))
    names.push(plain.slice(0, slash + 1))
  return names
}
