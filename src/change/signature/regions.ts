/**
 * The regions of a page as stored: for each piece of text, in document order, the hash of its place, the
 * hash of its masked words, its length and a few flags. Two pages are compared through them without either body.
 *
 * A piece is a sentence or, on a small page, what lies between two inline tags; or all link targets of a block. A page has at most
 * `MAX_PIECES`: a longer one is made coarser by joining neighbors, first the sentences of a block, then blocks. Which neighbors join is
 * decided by their own hashes (`rank`), never by their number, so an insertion moves no boundary but its own; and a fine list can be made
 * as coarse as another before the two are compared. Pieces in rare places never join (`keepRare`): a long page is long because of its
 * articles or rows, and its sidebar stays known piece by piece.
 */

import type { Figures } from '../noise/figures.ts'
import { MAX_MOMENTS, type Moment } from '../noise/moments.ts'

export const MAX_PIECES = 1000
/** Inline elements separate pieces on small pages only: there an edit is most likely to be beside noise. */
const MAX_WITH_SEAMS = 250

/** Flags of a piece; the upper four bits are its rank. */
export const LINKS = 1
export const MAIN = 2
/** A price, a rate, a version: a change of it is intended. */
export const VALUE = 4
/** Its element has a name used for advertisements and recommendations. */
export const SUSPECT = 8
const RANK_SHIFT = 4
const RANK_BITS = 240
const MAX_RANK = 13
/** Ranks of pieces that never join: sentences within a block, and its end. */
const RARE_SENTENCE = 14
const RARE_BLOCK = 15
/** Places with at most this many pieces are rare, as long as all of them together leave room for the others. */
const MAX_OF_RARE = 32
const MAX_RARE = 400

export interface Regions {
  /** Pieces that end with a lower rank were joined with the next. 0: nothing was joined. */
  readonly coarseness: number
  readonly count: number
  readonly paths: Uint32Array
  readonly hashes: Uint32Array
  /** Characters, in steps of a quarter octave (`weightOf`). */
  readonly weights: Uint8Array
  readonly flags: Uint8Array
  /** Figures of the short pieces with numbers, by index of the piece. */
  readonly figures: ReadonlyMap<number, Figures>
  /** Moments of the pieces with dates and times of day, by index of the piece. */
  readonly moments: ReadonlyMap<number, readonly Moment[]>
  /** For pieces with ages and counts, by index: the hash of what would be left without them; 0 for nothing. */
  readonly residues: ReadonlyMap<number, number>
}

export const NO_REGIONS: Regions = {
  coarseness: 0,
  count: 0,
  paths: new Uint32Array(0),
  hashes: new Uint32Array(0),
  weights: new Uint8Array(0),
  flags: new Uint8Array(0),
  figures: new Map(),
  moments: new Map(),
  residues: new Map(),
}

/** What ends with a piece; blocks are ranked further by their hash. */
export const Rank = { seam: 0, sentence: 1, block: 2 } as const

/** The rank of a block's last piece depends on its hash alone, so that one in two, four, eight… remains at each step. */
export function rankFlags(hash: number, rank: number): number {
  if (rank < Rank.block) return rank << RANK_SHIFT
  const zeros = hash === 0 ? MAX_RANK : 31 - Math.clz32(hash & -hash)
  return Math.min(MAX_RANK, rank + zeros) << RANK_SHIFT
}

const rankOf = (flags: number): number => flags >>> RANK_SHIFT

export function endsBlock(flags: number): boolean {
  const rank = rankOf(flags)
  return rank >= Rank.block && rank !== RARE_SENTENCE
}

/** Marks the pieces that never join, and those before them, which would otherwise join with them. */
export function keepRare({ count, paths, flags }: Pick<Regions, 'count' | 'paths' | 'flags'>): void {
  // A shorter page is joined only when compared with one that has grown to more than twice its length.
  if (count < MAX_PIECES / 2) return
  const isRare = rarePlaces(paths)
  for (let at = 0; at < count; at++) {
    if (rankOf(flags[at]!) === Rank.seam) continue
    if (isRare(paths[at]!) || (endsBlock(flags[at]!) && at + 1 < count && isRare(paths[at + 1]!)))
      flags[at] =
        (flags[at]! & ~RANK_BITS) | ((endsBlock(flags[at]!) ? RARE_BLOCK : RARE_SENTENCE) << RANK_SHIFT)
  }
}

/** The places with the fewest pieces, by powers of two, as long as there is room for them. */
function rarePlaces(paths: Uint32Array): (path: number) => boolean {
  const counts = new Map<number, number>()
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  let most = MAX_OF_RARE
  const rare = () => [...counts.values()].reduce((sum, count) => (count <= most ? sum + count : sum), 0)
  while (most > 0 && rare() > MAX_RARE) most >>= 1
  return path => counts.get(path)! <= most
}

/** Lengths as a byte: a piece weighs at least as much as a price tag or a link. */
export const LIGHTEST = 24
const logarithmic = (characters: number) =>
  Math.min(255, Math.round(4 * Math.log2(Math.max(LIGHTEST, characters))))
const WEIGHTS = Uint8Array.from({ length: 1024 }, (_, characters) => logarithmic(characters))
const CHARACTERS = Float64Array.from({ length: 256 }, (_, weight) => Math.round(2 ** (weight / 4)))

export function weightOf(characters: number): number {
  return characters < WEIGHTS.length ? WEIGHTS[Math.round(characters)]! : logarithmic(characters)
}
export const charactersOf = (weight: number): number => CHARACTERS[weight]!

/** The same regions with every boundary below rank `coarseness` removed. */
export function coarsen(regions: Regions, coarseness: number): Regions {
  if (coarseness <= regions.coarseness) return regions
  const joined = new Joined(regions)
  for (let from = 0; from < regions.count; ) {
    const to = groupEnd(regions, from, coarseness)
    joined.add(from, to)
    from = to
  }
  return joined.result(coarseness)
}

/** Main and other text never join, because they are judged separately. */
function groupEnd(regions: Regions, from: number, coarseness: number): number {
  const kind = regions.flags[from]! & MAIN
  let at = from
  while (at < regions.count && (regions.flags[at]! & MAIN) === kind) {
    if (rankOf(regions.flags[at++]!) >= coarseness) break
  }
  return at
}

/** A group becomes one piece of text and one of link targets, in this order; the last one keeps the rank of the group's end. */
class Joined {
  private readonly from: Regions
  private readonly paths: Uint32Array
  private readonly hashes: Uint32Array
  private readonly weights: Uint8Array
  private readonly flags: Uint8Array
  private readonly figures = new Map<number, Figures>()
  private readonly moments = new Map<number, readonly Moment[]>()
  private readonly residues = new Map<number, number>()
  private made = 0

  constructor(from: Regions) {
    this.from = from
    this.paths = new Uint32Array(from.count)
    this.hashes = new Uint32Array(from.count)
    this.weights = new Uint8Array(from.count)
    this.flags = new Uint8Array(from.count)
  }

  add(from: number, to: number): void {
    const before = this.made
    this.join(from, to, 0)
    this.join(from, to, LINKS)
    if (this.made > before) this.flags[this.made - 1]! |= this.from.flags[to - 1]! & RANK_BITS
  }

  result(coarseness: number): Regions {
    return {
      coarseness,
      count: this.made,
      paths: this.paths.slice(0, this.made),
      hashes: this.hashes.slice(0, this.made),
      weights: this.weights.slice(0, this.made),
      flags: this.flags.slice(0, this.made),
      figures: this.figures,
      moments: this.moments,
      residues: this.residues,
    }
  }

  private join(from: number, to: number, kind: number): void {
    const { hashes, weights, flags, paths } = this.from
    let first = -1
    let characters = 0
    let common = ~RANK_BITS & 255
    let sum = 0
    let last = -1
    let moments: readonly Moment[] | undefined
    for (let at = from; at < to; at++) {
      if ((flags[at]! & LINKS) !== kind) continue
      if (first < 0) first = at
      last = at
      sum = (sum + hashes[at]!) >>> 0
      characters += charactersOf(weights[at]!)
      common &= flags[at]!
      moments = joined(moments, this.from.moments.get(at))
    }
    if (first < 0) return
    const figures = first === last ? this.from.figures.get(first) : undefined
    if (figures !== undefined) this.figures.set(this.made, figures)
    const residue = first === last ? this.from.residues.get(first) : undefined
    if (residue !== undefined) this.residues.set(this.made, residue)
    if (moments !== undefined) this.moments.set(this.made, moments)
    this.paths[this.made] = paths[first]!
    this.hashes[this.made] = sum
    this.weights[this.made] = weightOf(characters)
    this.flags[this.made++] = common
  }
}

function joined(a: readonly Moment[] | undefined, b: readonly Moment[] | undefined) {
  if (a === undefined || b === undefined) return a ?? b
  return [...a, ...b].slice(0, MAX_MOMENTS)
}

/** Makes regions coarse enough to be stored. */
export function bounded(regions: Regions): Regions {
  let result = regions.count <= MAX_WITH_SEAMS ? regions : coarsen(regions, Rank.sentence)
  while (result.count > MAX_PIECES && result.coarseness < MAX_RANK)
    result = coarsen(result, result.coarseness + 1)
  return result.count <= MAX_PIECES ? result : firstPieces(result)
}

/** Reached only by a page without any variety, whose later pieces cannot be told apart. */
function firstPieces(regions: Regions): Regions {
  return {
    coarseness: regions.coarseness,
    count: MAX_PIECES,
    paths: regions.paths.slice(0, MAX_PIECES),
    hashes: regions.hashes.slice(0, MAX_PIECES),
    weights: regions.weights.slice(0, MAX_PIECES),
    flags: regions.flags.slice(0, MAX_PIECES),
    figures: new Map([...regions.figures].filter(([at]) => at < MAX_PIECES)),
    moments: new Map([...regions.moments].filter(([at]) => at < MAX_PIECES)),
    residues: new Map([...regions.residues].filter(([at]) => at < MAX_PIECES)),
  }
}
