/**
 * The regions of a page as they are remembered: for each piece of text, in document order, the hash of its place, the
 * hash of its masked words, its length and a few flags. Two pages are compared through them without either body.
 *
 * A piece is a sentence, or all link targets of a block. A page has at most `MOST_PIECES`: a longer one is made
 * coarser by joining neighbours, first the sentences of a block, then blocks. Which neighbours join is decided by their
 * own hashes (`rank`), never by their number, so an insertion moves no boundary but its own; and a fine list can be made
 * as coarse as another one before the two are compared.
 */

export const MOST_PIECES = 1000

/** Flags of a piece; the upper four bits are its rank. */
export const LINKS = 1
export const MAIN = 2
/** A price, a rate, a version: what changes in its place is meant. */
export const VALUE = 4
/** Stands where adverts and recommendations stand, by its element's name. */
export const SUSPECT = 8
const RANK_SHIFT = 4
const HIGHEST_RANK = 15

export interface Regions {
  /** Pieces that end with a lower rank were joined with what follows. 0: nothing joined. */
  readonly coarseness: number
  readonly count: number
  readonly paths: Uint32Array
  readonly hashes: Uint32Array
  /** Characters, in steps of a quarter octave (`weightOf`). */
  readonly weights: Uint8Array
  readonly flags: Uint8Array
}

export const NO_REGIONS: Regions = {
  coarseness: 0,
  count: 0,
  paths: new Uint32Array(0),
  hashes: new Uint32Array(0),
  weights: new Uint8Array(0),
  flags: new Uint8Array(0),
}

/** The rank of a piece inside a block is 0; that of a block's last piece depends on its hash alone. */
export function rankFlags(hash: number, endsBlock: boolean): number {
  if (!endsBlock) return 0
  const zeros = hash === 0 ? HIGHEST_RANK - 1 : 31 - Math.clz32(hash & -hash)
  return Math.min(HIGHEST_RANK, 1 + zeros) << RANK_SHIFT
}

export const rankOf = (flags: number): number => flags >>> RANK_SHIFT

/** Lengths as a byte: a piece weighs at least as much as a price tag or a link does. */
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
  const { count } = regions
  const paths = new Uint32Array(count)
  const hashes = new Uint32Array(count)
  const weights = new Uint8Array(count)
  const flags = new Uint8Array(count)
  let made = 0
  for (let from = 0; from < count; made++) {
    const to = groupEnd(regions, from, coarseness)
    paths[made] = regions.paths[from]!
    join(regions, from, to, made, hashes, weights, flags)
    from = to
  }
  return {
    coarseness,
    count: made,
    paths: paths.slice(0, made),
    hashes: hashes.slice(0, made),
    weights: weights.slice(0, made),
    flags: flags.slice(0, made),
  }
}

/** Text and link targets, main and other text never join: they are judged apart. */
function groupEnd(regions: Regions, from: number, coarseness: number): number {
  const kind = regions.flags[from]! & (LINKS | MAIN)
  let at = from
  while (at < regions.count && (regions.flags[at]! & (LINKS | MAIN)) === kind) {
    if (rankOf(regions.flags[at++]!) >= coarseness) break
  }
  return at
}

function join(
  regions: Regions,
  from: number,
  to: number,
  made: number,
  hashes: Uint32Array,
  weights: Uint8Array,
  flags: Uint8Array,
): void {
  let characters = 0
  let common = 255
  for (let at = from; at < to; at++) {
    hashes[made] = hashes[made]! + regions.hashes[at]!
    characters += charactersOf(regions.weights[at]!)
    common &= regions.flags[at]!
  }
  weights[made] = weightOf(characters)
  flags[made] = (common & 15) | (regions.flags[to - 1]! & ~15)
}

/** Coarse enough to be stored. */
export function bounded(regions: Regions): Regions {
  if (regions.count <= MOST_PIECES) return regions
  let coarseness = regions.coarseness + 1
  while (coarseness < HIGHEST_RANK && groupsAt(regions, coarseness) > MOST_PIECES) coarseness++
  const result = coarsen(regions, coarseness)
  return result.count <= MOST_PIECES ? result : firstPieces(result)
}

function groupsAt(regions: Regions, coarseness: number): number {
  let groups = 0
  for (let from = 0; from < regions.count; groups++) from = groupEnd(regions, from, coarseness)
  return groups
}

/** Only a page without any variety comes here: its later pieces are beyond telling apart. */
function firstPieces(regions: Regions): Regions {
  return {
    coarseness: regions.coarseness,
    count: MOST_PIECES,
    paths: regions.paths.slice(0, MOST_PIECES),
    hashes: regions.hashes.slice(0, MOST_PIECES),
    weights: regions.weights.slice(0, MOST_PIECES),
    flags: regions.flags.slice(0, MOST_PIECES),
  }
}
