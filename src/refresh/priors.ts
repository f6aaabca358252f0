/**
 * Priors are learned: the belief of a page never visited twice is that of the pages around it. A group (a directory, a host, the
 * collection) keeps the sum of its pages' beliefs; its prior is that sum, pulled toward the prior of the group above as if `PULL` more
 * pages followed it. Replacing a page's share after each visit is one step of incremental expectation–maximization (Neal and Hinton,
 * 1998), so the prior converges to the population's distribution of rates, whatever its shape: a lump that never changes, a fast tail, two
 * humps.
 *
 * A group is eighty numbers. The caller stores a host's groups with the host and the collection's with the collection.
 */
import { BELIEF_CLASSES, jointBelief, OPEN_PRIOR } from './belief.ts'
import type { Prior, State } from './types.ts'

/** Weight of the group above, in pages. */
const PULL = 12

/** A prior is recomputed after this many observations for each page of the group. */
const STALE = 0.01

const before = new Float64Array(BELIEF_CLASSES)
const after = new Float64Array(BELIEF_CLASSES)

export interface GroupMemory {
  readonly pages: number
  readonly sums: readonly number[]
}

export class PriorGroup {
  readonly #sums = new Float64Array(BELIEF_CLASSES)
  #pages = 0
  /** Observations since the prior was computed. */
  #news = 0
  #made: { readonly above: Prior; readonly prior: Float64Array } | undefined

  static from(memory: GroupMemory | undefined): PriorGroup {
    const group = new PriorGroup()
    if (memory?.sums?.length !== BELIEF_CLASSES) return group
    group.#sums.set(memory.sums)
    group.#pages = memory.pages
    return group
  }

  /** The sums without rounding, for adding them to what other workers have observed. */
  exact(): GroupMemory {
    return { pages: this.#pages, sums: [...this.#sums] }
  }

  /** Continues from another memory, in place, so that all holders of the group see it. */
  become({ pages, sums }: GroupMemory): void {
    this.#sums.set(sums)
    this.#pages = pages
    this.#made = undefined
  }

  get pages(): number {
    return this.#pages
  }

  /** Learns from a page's first evidence (`old` is null) or its new one; `prior` is the prior the page is judged by. */
  observe(old: State | null, now: State, prior: Prior): void {
    jointBelief(now, prior, after)
    if (old) jointBelief(old, prior, before)
    else {
      before.fill(0)
      this.#pages++
    }
    for (let i = 0; i < BELIEF_CLASSES; i++)
      this.#sums[i] = Math.max(0, this.#sums[i]! + after[i]! - before[i]!)
    if (++this.#news > this.#pages * STALE) this.#made = undefined
  }

  /** The group's prior, given the prior of the group above; the same array until enough was observed to matter. */
  prior(above: Prior = OPEN_PRIOR): Float64Array {
    if (this.#made?.above === above) return this.#made.prior
    // Made for thousands of groups in every plan: `Float64Array.from` takes several times as long.
    const prior = new Float64Array(BELIEF_CLASSES)
    let total = 0
    for (let i = 0; i < prior.length; i++) total += prior[i] = this.#sums[i]! + PULL * above[i]!
    for (let i = 0; i < prior.length; i++) prior[i]! /= total
    this.#made = { above, prior }
    this.#news = 0
    return prior
  }

  /** Four significant digits are plenty: a share's own uncertainty is far larger. */
  toJSON(): GroupMemory {
    return { pages: this.#pages, sums: Array.from(this.#sums, sum => Number(sum.toPrecision(4))) }
  }
}

/** Most directories a host keeps; the first ones met are kept, the rest share the host's prior. */
const MAX_DIRECTORIES = 64

export interface HostPriorsMemory {
  readonly host: GroupMemory
  readonly directories: Readonly<Record<string, GroupMemory>>
  /** Groups of the pages in a directory whose sitemap states the same change frequency, by frequency and directory. */
  readonly said?: Readonly<Record<string, GroupMemory>>
}

/** The groups a page belongs to on its host. */
export interface PriorPlace {
  readonly directory: string
  /**
   * The change frequency that the sitemap states for the page. It is not taken literally: pages with the same statement form a group
   * within their directory, and it means whatever these pages turned out to do. Where it means nothing, the group is like its directory.
   */
  readonly saidRate?: string | null
}

/** The groups of one host. */
export class HostPriors {
  readonly #host: PriorGroup
  readonly #directories: Map<string, PriorGroup>
  readonly #said: Map<string, PriorGroup>

  constructor(memory?: HostPriorsMemory) {
    this.#host = PriorGroup.from(memory?.host)
    this.#directories = groupsFrom(memory?.directories)
    this.#said = groupsFrom(memory?.said)
  }

  prior({ directory, saidRate }: PriorPlace, collection: PriorGroup): Float64Array {
    const host = this.#host.prior(collection.prior())
    const above = this.#directories.get(directory)?.prior(host) ?? host
    return (saidRate && this.#said.get(`${saidRate} ${directory}`)?.prior(above)) || above
  }

  /** Adds what a visit taught to the groups on every level. Call it after `Policy.learn`. */
  observe(place: PriorPlace, old: State | null, now: State, collection: PriorGroup): void {
    const { directory, saidRate } = place
    const prior = this.prior(place, collection)
    if (saidRate) groupOf(this.#said, `${saidRate} ${directory}`)?.observe(old, now, prior)
    groupOf(this.#directories, directory)?.observe(old, now, prior)
    this.#host.observe(old, now, prior)
    collection.observe(old, now, prior)
  }

  toJSON(): HostPriorsMemory {
    return {
      host: this.#host.toJSON(),
      directories: groupsToJSON(this.#directories),
      ...(this.#said.size > 0 ? { said: groupsToJSON(this.#said) } : {}),
    }
  }
}

function groupOf(groups: Map<string, PriorGroup>, name: string): PriorGroup | undefined {
  const known = groups.get(name)
  if (known || groups.size >= MAX_DIRECTORIES) return known
  const made = new PriorGroup()
  groups.set(name, made)
  return made
}

const groupsFrom = (memory: Readonly<Record<string, GroupMemory>> = {}) =>
  new Map(Object.entries(memory).map(([name, group]) => [name, PriorGroup.from(group)]))

const groupsToJSON = (groups: ReadonlyMap<string, PriorGroup>) =>
  Object.fromEntries([...groups].map(([name, group]) => [name, group.toJSON()]))

/** The directory of an address, two levels deep at most: `/docs/api/x.html?y` → `/docs/api/`. */
export function directoryOf(url: string): string {
  const scheme = url.indexOf('://')
  const from = scheme < 0 ? -1 : url.indexOf('/', scheme + 3)
  const end = pathEnd(url)
  if (from < 0 || from >= end) return '/'
  let last = from
  for (let level = 0; level < 2; level++) {
    const next = url.indexOf('/', last + 1)
    if (next < 0 || next >= end) break
    last = next
  }
  return url.slice(from, last + 1)
}

/** Index at which the query or fragment begins. */
function pathEnd(url: string): number {
  const query = url.indexOf('?')
  const fragment = url.indexOf('#')
  return Math.min(query < 0 ? url.length : query, fragment < 0 ? url.length : fragment)
}
