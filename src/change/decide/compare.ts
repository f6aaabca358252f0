/**
 * Finds where two revisions differ, from their regions alone.
 *
 * Pieces are aligned by their hashes, whatever their paths, so a new class name moves nothing. The unmatched pieces form gaps between
 * matched ones. A gap is identified by its neighbors (the two matched pieces before it and the two after it) and by the places it holds;
 * these are the keys under which the learner in `volatile.ts` remembers it. So a region is recognized on the next visit although its text
 * is different, and a clock among a hundred similar paragraphs can be told from the others.
 */

import { type Movement, movementOf } from '../noise/movement.ts'
import {
  charactersOf,
  coarsen,
  endsBlock,
  LINKS,
  MAIN,
  Rank,
  type Regions,
  SUSPECT,
  VALUE,
} from '../signature/regions.ts'
import type { Signature } from '../signature/signature.ts'
import { mix } from '../text/hash.ts'
import { align } from './align.ts'
import type { Gap } from './gap.ts'
import { redatedIn } from './redated.ts'
import { listKeys, turnoverOf } from './turnover.ts'

export interface Comparison {
  readonly gaps: readonly Gap[]
  /** Pieces of main text in all gaps, counting the larger side of each gap. */
  readonly mainChanged: number
  /** Characters of main text on both sides together. */
  readonly mainCharacters: number
  readonly mainPieces: number
  readonly before: Regions
  readonly after: Regions
  /** The regions at the last visit, if known; when that visit was; and when the later text was seen (0 if unknown). */
  readonly since?: Regions
  readonly lastAt: number
  readonly at: number
  /** Every key that a gap of these pages could have, whether it differs or not. */
  present(): ReadonlySet<number>
}

const START = 0x51a7
const END = 0xe0d
const MAX_PATHS = 8

export function compare(before: Signature, after: Signature): Comparison {
  const coarseness = Math.max(before.regions.coarseness, after.regions.coarseness)
  return new Comparing(coarsen(before.regions, coarseness), coarsen(after.regions, coarseness), {
    before: before.takenAt,
    after: after.takenAt,
    ...sinceOf(before, coarseness),
  }).result()
}

/** When two revisions were seen, in milliseconds since 1970; 0 if unknown. */
interface Times {
  readonly before: number
  readonly after: number
  /** The regions at the last visit to the earlier revision, and when that visit was. */
  readonly since?: Regions
  readonly untilMs?: number
}

function sinceOf({ since }: Signature, coarseness: number): Pick<Times, 'since' | 'untilMs'> {
  return since ? { since: coarsen(since.regions, coarseness), untilMs: since.untilMs } : {}
}

const keysOf = (regions: Regions): Uint32Array =>
  regions.hashes.map((hash, at) => (regions.flags[at]! & LINKS ? hash ^ 0x5bd1e995 : hash))

/** A stretch of removed pieces and one of added ones, as half-open ranges. */
type Span = readonly [r0: number, r1: number, a0: number, a1: number]

class Comparing {
  private readonly before: Regions
  private readonly after: Regions
  private readonly keys: Uint32Array
  private readonly partner: Int32Array
  private readonly times: Times
  /** Pieces of `before` whose text is the same except for an edited date. */
  private readonly redated: ReadonlySet<number>

  constructor(before: Regions, after: Regions, times: Times) {
    this.times = times
    this.before = before
    this.after = after
    this.keys = keysOf(before)
    this.partner = align(this.keys, keysOf(after))
    this.redated = redatedIn(before, after, this.partner, times)
    for (const at of this.redated) this.partner[at] = -1
  }

  result(): Comparison {
    const { before, after } = this
    const gaps = this.gaps()
    const size = ([from, to]: readonly [number, number]) => to - from
    return {
      gaps,
      mainChanged: gaps.reduce(
        (sum, { main, removed, added }) => sum + (main ? Math.max(size(removed), size(added)) : 0),
        0,
      ),
      mainCharacters: charactersIn(before, 0, before.count, MAIN) + charactersIn(after, 0, after.count, MAIN),
      mainPieces: Math.max(mainCount(before), mainCount(after)),
      before,
      after,
      ...(this.times.since && { since: this.times.since }),
      lastAt: this.times.untilMs ?? this.times.before,
      at: this.times.after,
      present: () => this.present(),
    }
  }

  private gaps(): Gap[] {
    const spans = this.spans()
    if (spans.length === 0) return []
    const turnover = turnoverOf(this.before, this.after, this.partner)
    const homes = this.homes(spans)
    return spans.map(span => {
      const [r0, r1, a0, a1] = span
      const path = a1 > a0 ? this.after.paths[a0]! : this.before.paths[r0]!
      const flags = commonFlags(this.before, r0, r1) & commonFlags(this.after, a0, a1)
      const main = hasMain(this.before, r0, r1) || hasMain(this.after, a0, a1)
      const only = main ? MAIN : 0
      const paths = this.pathsIn(span)
      return {
        removed: [r0, r1],
        added: [a0, a1],
        path,
        between: [this.keyBefore(r0), this.keyAfter(r1)],
        paths,
        lists: paths.map(path => turnover(path, r0, r1)),
        width: this.width(r0, r1, a0, a1),
        main,
        value: (flags & VALUE) !== 0,
        suspect: (flags & SUSPECT) !== 0,
        moved: this.isMoved(r0, r1, homes),
        movement: this.movement(span),
        characters: charactersIn(this.before, r0, r1, only) + charactersIn(this.after, a0, a1, only),
      } as const
    })
  }

  private movement(span: Span): Movement | undefined {
    const [r0, r1, a0, a1] = span
    for (let at = r0; at < r1; at++) {
      if (!this.redated.has(at)) continue
      return this.isAlike(span) ? 'other' : undefined
    }
    return movementOf(this.before, this.after, [r0, r1, a0, a1], this.times.before, this.times.after)
  }

  /** Whether both sides are the same except for dates. */
  private isAlike([r0, r1, a0, a1]: Span): boolean {
    if (r1 - r0 !== a1 - a0) return false
    for (let at = 0; at < r1 - r0; at++)
      if (this.before.hashes[r0 + at] !== this.after.hashes[a0 + at]) return false
    return true
  }

  /** The non-empty stretches between matched pieces. */
  private spans(): Span[] {
    const spans: Span[] = []
    let [r0, a0] = [0, 0]
    for (let at = 0; at <= this.before.count; at++) {
      const partner = at === this.before.count ? this.after.count : this.partner[at]!
      if (partner < 0) continue
      if (at > r0 || partner > a0) spans.push([r0, at, a0, partner])
      r0 = at + 1
      a0 = partner + 1
    }
    return spans
  }

  /** Where pieces were joined, noise is joined with varying neighbors, so a count of blocks means nothing. */
  private width(r0: number, r1: number, a0: number, a1: number): number {
    if (this.before.coarseness > Rank.block) return 1
    return Math.max(blocksIn(this.before, r0, r1), blocksIn(this.after, a0, a1))
  }

  private pathsIn([r0, r1, a0, a1]: Span): number[] {
    const paths = new Set(this.before.paths.subarray(r0, r1))
    for (let at = a0; at < a1; at++) paths.add(this.after.paths[at]!)
    return [...paths].slice(0, MAX_PATHS)
  }

  /** Uses two neighbors, as one alone may be a "read more" that occurs twenty times on the page. */
  private keyBefore(from: number): number {
    let key = START
    let found = 0
    for (let at = from - 1; at >= 0 && found < 2; at--) {
      if (this.partner[at]! < 0) continue
      key = mix(key, this.keys[at]!)
      found++
    }
    return key
  }

  private keyAfter(from: number): number {
    let key = END
    let found = 0
    for (let at = from; at < this.before.count && found < 2; at++) {
      if (this.partner[at]! < 0) continue
      key = mix(key, this.keys[at]!)
      found++
    }
    return key
  }

  /** For each added text, the paths at which it is now. */
  private homes(spans: readonly Span[]): Map<number, Set<number>> {
    const homes = new Map<number, Set<number>>()
    for (const [, , a0, a1] of spans) {
      for (let at = a0; at < a1; at++) {
        const places = homes.get(this.after.hashes[at]!) ?? new Set()
        homes.set(this.after.hashes[at]!, places.add(this.after.paths[at]!))
      }
    }
    return homes
  }

  private isMoved(r0: number, r1: number, homes: ReadonlyMap<number, ReadonlySet<number>>): boolean {
    for (let at = r0; at < r1; at++) {
      const places = homes.get(this.before.hashes[at]!)
      if (places !== undefined && !places.has(this.before.paths[at]!)) return true
    }
    return false
  }

  private present(): Set<number> {
    const keys = new Set<number>()
    for (let at = 0; at <= this.before.count; at++) keys.add(this.keyBefore(at)).add(this.keyAfter(at))
    for (const key of listKeys(this.before)) keys.add(key)
    return keys
  }
}

function charactersIn(regions: Regions, from: number, to: number, only: number): number {
  let characters = 0
  for (let at = from; at < to; at++)
    if ((regions.flags[at]! & only) === only) characters += charactersOf(regions.weights[at]!)
  return characters
}

function mainCount(regions: Regions): number {
  let count = 0
  for (const flags of regions.flags) if (flags & MAIN) count++
  return count
}

function hasMain(regions: Regions, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (regions.flags[at]! & MAIN) return true
  return false
}

function commonFlags(regions: Regions, from: number, to: number): number {
  let flags = 255
  for (let at = from; at < to; at++) flags &= regions.flags[at]!
  return flags
}

/** A block counts once, however many sentences it has; of a block that continues beyond the range, each sentence counts. */
function blocksIn(regions: Regions, from: number, to: number): number {
  let blocks = 0
  let open = 0
  for (let at = from; at < to; at++) {
    if (!endsBlock(regions.flags[at]!)) open++
    else {
      blocks++
      open = 0
    }
  }
  return blocks + open
}
