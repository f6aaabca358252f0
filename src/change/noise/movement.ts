/** How the figures in a gap moved, if its texts are the same except for their figures. */

import { LINKS, type Regions, VALUE } from '../signature/regions.ts'
import { isMaskedForm } from './figures.ts'
import type { Moment } from './moments.ts'
import { isGrowing, tickingOf } from './ticking.ts'

export type Movement =
  /** They show the time of each visit, or are masked on one of the two: noise at first sight. */
  | 'clock'
  /** They may follow the clock. */
  | 'perhaps'
  /** They grew. */
  | 'counter'
  | 'other'

const MAX_PIECES = 4
const LEAST_SURE: readonly Movement[] = ['other', 'counter', 'perhaps', 'clock']

/** Undefined if anything else differs (words, links, the number of pieces), or if a figure is a price or a version. */
export function movementOf(
  before: Regions,
  after: Regions,
  [r0, r1, a0, a1]: readonly [number, number, number, number],
  beforeAt: number,
  afterAt: number,
): Movement | undefined {
  if (isFleeting(before, after, [r0, r1, a0, a1])) return 'clock'
  if (r1 - r0 !== a1 - a0 || r1 - r0 > MAX_PIECES) return undefined
  const found = new Set<Movement>()
  for (let at = 0; at < r1 - r0; at++) {
    const movement = pieceMovement(before, after, r0 + at, a0 + at, beforeAt, afterAt)
    if (movement === undefined) return undefined
    if (movement !== 'none') found.add(movement)
  }
  return LEAST_SURE.find(movement => found.has(movement)) ?? 'clock'
}

/** Whether only ages and counts came, went or changed their words: "3 comments" where there were none. */
function isFleeting(
  before: Regions,
  after: Regions,
  [r0, r1, a0, a1]: readonly [number, number, number, number],
): boolean {
  if (r1 - r0 > MAX_PIECES || a1 - a0 > MAX_PIECES) return false
  const [old, fresh] = [residuesIn(before, r0, r1), residuesIn(after, a0, a1)]
  return old.length === fresh.length && old.every((residue, at) => residue === fresh[at])
}

function residuesIn({ hashes, flags, residues }: Regions, from: number, to: number): number[] {
  const found: number[] = []
  for (let at = from; at < to; at++) {
    const residue = flags[at]! & LINKS ? ~hashes[at]! : (residues.get(at) ?? hashes[at]!)
    if (residue !== 0) found.push(residue)
  }
  return found
}

// biome-ignore lint/complexity/useMaxParams: called for every piece of a page, where an object each would cost
function pieceMovement(
  before: Regions,
  after: Regions,
  b: number,
  a: number,
  beforeAt: number,
  afterAt: number,
): Movement | 'none' | undefined {
  const flags = before.flags[b]! | after.flags[a]!
  if (before.hashes[b] === after.hashes[a]) return 'none'
  if (flags & (LINKS | VALUE)) return undefined
  const [old, fresh] = [before.figures.get(b), after.figures.get(a)]
  if (isMaskedForm(old, after.hashes[a]!))
    return maskedMovement(old!.values, valuesOf(after.moments.get(a)), beforeAt, afterAt)
  if (isMaskedForm(fresh, before.hashes[b]!))
    return maskedMovement(valuesOf(before.moments.get(b)), fresh!.values, beforeAt, afterAt)
  if (old === undefined || fresh === undefined) return undefined
  const isSame = old.skeleton === fresh.skeleton
  // Names of days and months change too, including those of languages that the vocabulary lacks.
  if (!isSame && (old.pattern === 0 || old.pattern !== fresh.pattern)) return undefined
  const ticking = beforeAt > 0 && afterAt > 0 ? tickingOf(old.values, fresh.values, beforeAt, afterAt) : 'no'
  if (ticking === 'proof') return 'clock'
  if (ticking === 'hint') return 'perhaps'
  // "3 minutes", then "2 hours": the unit changes with the number.
  if (!isSame) return 'other'
  return isGrowing(old.values, fresh.values) ? 'counter' : 'other'
}

/** The figures were masked on only one of the two visits: noise, unless they are dates that do not follow the clock. */
function maskedMovement(
  old: readonly number[],
  fresh: readonly number[],
  beforeAt: number,
  afterAt: number,
): Movement {
  const areDates = old.length === fresh.length && old.some(isYear) && fresh.some(isYear)
  if (!areDates || beforeAt === 0 || afterAt === 0) return 'clock'
  return tickingOf(old, fresh, beforeAt, afterAt) === 'no' ? 'other' : 'clock'
}

const isYear = (value: number): boolean => value >= 1000 && value < 3000

/** The numbers of dates; none if one of the dates contains a name. */
function valuesOf(moments: readonly Moment[] = []): readonly number[] {
  const parts = moments.flatMap(moment => moment.parts)
  return parts.every(part => part % 2 === 0) ? parts.map(part => part / 2) : []
}
