/**
 * How much of a list was exchanged. A block of related items shows different items on each visit, some of them repeated by chance. So it
 * cannot be recognized by its neighbors, but it can as a whole: it begins after the same heading, and most of it is always new.
 */

import { LINKS, type Regions } from '../signature/regions.ts'
import { mix } from '../text/hash.ts'
import type { SlotKey } from './gap.ts'

/** A list of which less than this is exchanged is being edited. */
const MIN_EXCHANGED = 0.3
const HALF = 0.5
const TOP = 0x70b
/** Fewer pieces than this (each item has a text and a target) may keep their order by chance. */
const MIN_IN_ORDER = 8

interface Count {
  kept: number
  removed: number
  added: number
  /** Whether something was removed before, or added after, a piece that stayed. */
  stirred: boolean
  /** Number of stretches that differ, and whether the last piece belongs to one. */
  stretches: number
  isDiffering: boolean
}

const newCount = (): Count => ({
  kept: 0,
  removed: 0,
  added: 0,
  stirred: false,
  stretches: 0,
  isDiffering: false,
})

/** Both sides of a comparison; `partner` holds the index in `after` of each piece of `before`, or −1. */
interface Sides {
  readonly before: Regions
  readonly after: Regions
  readonly partner: Int32Array
}

export type Turnover = (path: number, removedFrom: number, removedTo: number) => SlotKey[]

/** For the gap at a place of `before`: the keys of all places with the same path, and of its own list. */
export function turnoverOf(before: Regions, after: Regions, partner: Int32Array): Turnover {
  const sides: Sides = { before, after, partner }
  const counts = countByPath(sides)
  return (path, from, to) => {
    const count = counts.get(path)
    if (count === undefined) return []
    const run = runAt(sides, path, from, to)
    return [keyOf(path, count), keyOf(run.key, run.count)]
  }
}

const keyOf = (key: number, count: Count): SlotKey => ({
  key,
  exchanged: exchanged(count) >= MIN_EXCHANGED,
  isOneStretch: count.stretches === 1 && exchanged(count) <= HALF,
  feed: isFeed(count),
})

const exchanged = ({ kept, removed, added }: Count) => 1 - kept / Math.max(1, kept + removed, kept + added)
const isFeed = (count: Count) => !count.stirred && count.kept >= MIN_IN_ORDER

function countByPath(sides: Sides): Map<number, Count> {
  const counts = new Map<number, Count>()
  const of = (path: number) => {
    let count = counts.get(path)
    if (count === undefined) counts.set(path, (count = newCount()))
    return count
  }
  walk(sides, [0, sides.before.count], [0, sides.after.count], (path, what) => tell(of(path), what))
  return counts
}

type Fate = 'kept' | 'removed' | 'added'

function tell(count: Count, what: Fate): void {
  if (what === 'added' && count.kept > 0) count.stirred = true
  if (what === 'kept' && count.removed > 0) count.stirred = true
  if (what !== 'kept' && !count.isDiffering) count.stretches++
  count.isDiffering = what !== 'kept'
  count[what]++
}

/** Visits the pieces of both sides in one order: removed before added, both before the next piece that was kept. */
function walk(
  { before, after, partner }: Sides,
  [r0, r1]: readonly [from: number, to: number],
  [a0, a1]: readonly [from: number, to: number],
  visit: (path: number, what: Fate) => void,
): void {
  let added = a0
  for (let at = r0; at <= r1; at++) {
    const other = at === r1 ? a1 : partner[at]!
    if (other < 0) visit(before.paths[at]!, 'removed')
    else {
      for (; added < other; added++) visit(after.paths[added]!, 'added')
      if (at < r1) visit(before.paths[at]!, 'kept')
      added = other + 1
    }
  }
}

/** The stretch around a gap in which every kept piece has the same path; identified by what comes before it. */
function runAt(sides: Sides, path: number, from: number, to: number) {
  const { before, after, partner } = sides
  let start = from
  while (start > 0 && (partner[start - 1]! < 0 || before.paths[start - 1] === path)) start--
  let end = to
  while (end < before.count && (partner[end]! < 0 || before.paths[end] === path)) end++
  const a0 = start === 0 ? 0 : partner[start - 1]! + 1
  const a1 = end === before.count ? after.count : partner[end]!
  const count = newCount()
  walk(sides, [start, end], [a0, a1], (at, what) => at === path && tell(count, what))
  return { key: runKey(before, path, start), count }
}

function runKey(regions: Regions, path: number, start: number): number {
  const head = start === 0 ? TOP : regions.hashes[start - 1]! ^ (regions.flags[start - 1]! & LINKS)
  return mix(mix(path, head), TOP)
}

/** The keys that lists of a page can have. */
export function* listKeys(regions: Regions): Generator<number> {
  for (let at = 0; at < regions.count; at++) {
    const path = regions.paths[at]!
    yield path
    if (at === 0 || regions.paths[at - 1] !== path) yield runKey(regions, path, at)
  }
}
