/**
 * Page classes by merging: every page starts alone, and the two nearest groups merge until the nearest are too far apart.
 *
 * A group is known by the share of its pages that have each block. The distance of two groups is the weighted power (1.7) of the
 * difference of their shares over that of the larger shares (Jaccard, for shares), after taking from each difference what
 * chance explains: the standard error of the two shares, whose variance is that among siblings as long as a group is small and
 * its own later. A power, because templates differ in what all pages of one have and none of the other; free text
 * differs by halves, in many blocks at once, and must not keep a class apart by their sum. Where pages differ in little, as those of most
 * manuals do, a single optional block would be all the difference there is; so what all pages have in common counts as well, with a fixed weight.
 *
 * Cost: O(n² · blocks) for n pages; 200 pages take about a tenth of a second. Deterministic.
 */

import type { Apart } from './apart.ts'
import { type Evidence, KINDS, type Kind, SHARES } from './likeness.ts'

/**
 * Groups farther apart than this are different classes (bench/model/README.md shows how flat the choice is). The distance of a
 * single page is underestimated, since much of it may be chance, so the limit is lower for small groups; and a home page is
 * nearly always a class by itself.
 */
export interface MergeLimits {
  readonly large: number
  readonly single: number
  readonly home: number
  /** Number of standard errors that count as chance. */
  readonly errors: number
  /** The power that differences of shares are raised to. */
  readonly power: number
  /** The weight of what all pages of a site have in common, which no block shows. */
  readonly common: Readonly<Partial<Record<Kind, number>>>
  /** The kinds of evidence that count. */
  readonly kinds: readonly Kind[]
}
const COMMON_STRUCTURE = 0.15
export const LIMITS: MergeLimits = {
  large: 0.5,
  single: 0.42,
  home: 0.15,
  errors: 0.9,
  power: 1.7,
  common: { structure: COMMON_STRUCTURE },
  kinds: KINDS,
}
/** Plain differences keep more groups apart, so that kinds that may turn out to be one are still sampled separately. */
export const WHILE_EXPLORING: MergeLimits = {
  ...LIMITS,
  home: 0.2,
  errors: 1,
  power: 1,
  common: {},
  kinds: KINDS.filter(kind => kind !== 'labels'),
}
/** Groups of at least this many pages are large. */
const LARGE = 5
/** Number of pages that the variance among siblings counts for. */
const PRIOR_PAGES = 2

interface Group {
  readonly pages: readonly number[]
  readonly shares: Readonly<Record<Kind, Float32Array>>
  /** Kinds of evidence that at least one page of the group has. */
  readonly has: Readonly<Record<Kind, boolean>>
}

/**
 * The class of each page, numbered from 0 in order of the pages. `alike` gives for each page the first page known to be like it; pages with different
 * words in `apart` stay apart.
 */
export function clusterPages(
  evidence: Evidence,
  alike: readonly number[],
  limits = LIMITS,
  apart: Apart = [],
): number[] {
  const groups = firstGroups(evidence, alike)
  const ratioOf = (a: Group, b: Group) =>
    apart[a.pages[0]!] === apart[b.pages[0]!] ? ratio(evidence, a, b, limits) : Number.POSITIVE_INFINITY
  const ratios = allRatios(groups, ratioOf)
  for (;;) {
    const nearest = nearestPair(groups, ratios)
    if (nearest === undefined || nearest.ratio >= 1) break
    const { a, b } = nearest
    const merged = merge(groups[a]!, groups[b]!)
    groups[a] = merged
    groups[b] = undefined
    for (const [i, group] of groups.entries())
      if (group !== undefined && i !== a) ratios[a]![i] = ratios[i]![a] = ratioOf(merged, group)
  }
  return numbered(groups, alike.length)
}

/** Every page is a group of its own, except that pages known to be alike are one group from the start. */
function firstGroups(evidence: Evidence, alike: readonly number[]): (Group | undefined)[] {
  const groups: (Group | undefined)[] = alike.map((_, page) => single(evidence, page))
  for (const [page, first] of alike.entries()) {
    if (first === page) continue
    groups[first] = merge(groups[first]!, groups[page]!)
    groups[page] = undefined
  }
  return groups
}

function single(evidence: Evidence, page: number): Group {
  const of = <T>(make: (kind: Kind) => T) =>
    Object.fromEntries(KINDS.map(kind => [kind, make(kind)])) as Record<Kind, T>
  const shares = of(kind => {
    const own = new Float32Array(evidence[kind].blocks.length)
    for (const block of evidence[kind].ofPage[page]!) own[block] = 1
    return own
  })
  return { pages: [page], shares, has: of(kind => evidence[kind].ofPage[page]!.length > 0) }
}

function merge(a: Group, b: Group): Group {
  const size = a.pages.length + b.pages.length
  const shares = {} as Record<Kind, Float32Array>
  const has = {} as Record<Kind, boolean>
  for (const kind of KINDS) {
    const other = b.shares[kind]
    shares[kind] = a.shares[kind].map(
      (share, i) => (share * a.pages.length + other[i]! * b.pages.length) / size,
    )
    has[kind] = a.has[kind] || b.has[kind]
  }
  return { pages: [...a.pages, ...b.pages], shares, has }
}

function allRatios(
  groups: readonly (Group | undefined)[],
  ratioOf: (a: Group, b: Group) => number,
): Float64Array[] {
  const ratios = groups.map(() => new Float64Array(groups.length))
  for (const [i, a] of groups.entries())
    for (let j = 0; j < i; j++) {
      const b = groups[j]
      if (a !== undefined && b !== undefined) ratios[i]![j] = ratios[j]![i] = ratioOf(a, b)
    }
  return ratios
}

function nearestPair(groups: readonly (Group | undefined)[], ratios: readonly Float64Array[]) {
  let nearest: { a: number; b: number; ratio: number } | undefined
  const alive = groups.flatMap((group, i) => (group === undefined ? [] : [i]))
  for (const b of alive) {
    const row = ratios[b]!
    for (const a of alive) {
      if (a >= b) break
      if (nearest === undefined || row[a]! < nearest.ratio - 1e-12) nearest = { a, b, ratio: row[a]! }
    }
  }
  return nearest
}

/** The distance relative to the limit: below 1 the groups may merge. */
function ratio(evidence: Evidence, a: Group, b: Group, limits: MergeLimits): number {
  return distance(evidence, a, b, limits) / limitFor(a, b, limits)
}

function limitFor(a: Group, b: Group, limits: MergeLimits): number {
  if (a.pages[0] === 0 || b.pages[0] === 0) return limits.home
  return limitOfSize(Math.min(a.pages.length, b.pages.length), limits)
}

export function limitOfSize(pages: number, { large, single } = LIMITS): number {
  return single + ((large - single) * Math.log(Math.min(pages, LARGE))) / Math.log(LARGE)
}

function distance(evidence: Evidence, a: Group, b: Group, limits: MergeLimits): number {
  let sum = 0
  let total = 0
  for (const kind of limits.kinds) {
    if ((kind === 'inLinks' || kind === 'frame') && !(a.has[kind] && b.has[kind])) continue
    const own =
      kind === 'inLinks' ? overlapDistance(evidence, a, b) : shareDistance(evidence, kind, [a, b], limits)
    if (own === undefined) continue
    sum += SHARES[kind] * own
    total += SHARES[kind]
  }
  return total === 0 ? 0 : sum / total
}

function shareDistance(
  evidence: Evidence,
  kind: Kind,
  [a, b]: readonly [Group, Group],
  { errors, power, common }: MergeLimits,
): number | undefined {
  const { weights, variances } = evidence[kind]
  const x = a.shares[kind]
  const y = b.shares[kind]
  const na = a.pages.length
  const nb = b.pages.length
  const inverse = 1 / na + 1 / nb
  let different = 0
  let total = 0
  for (let i = 0; i < x.length; i++) {
    const p = x[i]!
    const q = y[i]!
    if (p === 0 && q === 0) continue
    total += weights[i]! * Math.max(p, q) ** power
    if (p === q) continue
    const variance =
      (PRIOR_PAGES * variances[i]! + na * p * (1 - p) + nb * q * (1 - q)) / (PRIOR_PAGES + na + nb)
    const beyond = Math.abs(p - q) - errors * Math.sqrt(variance * inverse)
    if (beyond > 0) different += weights[i]! * beyond ** power
  }
  return total === 0 ? undefined : different / (total + (common[kind] ?? 0))
}

/** A page is linked from few of the places that link to its class, so what counts is the overlap relative to the smaller side. */
function overlapDistance(evidence: Evidence, a: Group, b: Group): number | undefined {
  const { weights } = evidence.inLinks
  const x = a.shares.inLinks
  const y = b.shares.inLinks
  let common = 0
  let ofA = 0
  let ofB = 0
  for (let i = 0; i < x.length; i++) {
    common += weights[i]! * Math.min(x[i]!, y[i]!)
    ofA += weights[i]! * x[i]!
    ofB += weights[i]! * y[i]!
  }
  const smaller = Math.min(ofA, ofB)
  return smaller === 0 ? undefined : 1 - common / smaller
}

function numbered(groups: readonly (Group | undefined)[], pages: number): number[] {
  const classes = new Array<number>(pages).fill(0)
  const alive = groups.filter(group => group !== undefined)
  for (const [number, group] of alive.entries()) for (const page of group.pages) classes[page] = number
  return classes
}
