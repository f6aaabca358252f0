/** A place on pages, known by what surrounds it, and how its text behaved from visit to visit. */
import { hex32 } from '../text/hash.ts'

/** What is known about one slot; intervals in milliseconds. */
export interface SlotEvidence {
  readonly key: string
  readonly label: string
  readonly compared: number
  readonly differed: number
  /** Number of differences within seconds. */
  readonly close: number
  /** Number of comparisons within seconds that found it the same while other regions differed. */
  readonly steady: number
  readonly shortestMs: number
  readonly longestMs: number
  readonly width: number
  readonly value: boolean
  /** Number of comparisons in which it looked like a list that gets new items at its head. */
  readonly fed: number
  readonly suspect: boolean
  /** Differences in figures only; those among them that only grew, and those that could be a clock. */
  readonly figures: number
  readonly grown: number
  readonly ticked: number
  /** Paths at which it differed, if there are only a few. */
  readonly paths: readonly number[]
  /** The pages that it differed on, one bit each. */
  readonly seenOn: number
}

export type CountedSlot = { -readonly [K in keyof SlotEvidence]: SlotEvidence[K] }

/**
 * Whether more than its own habit says that a slot is noise: it differed within seconds, is named like an advertisement, or has only
 * figures that move. A text that somebody writes anew before every visit has the same habit.
 */
export const isProven = ({ close, suspect, figures, differed }: SlotEvidence): boolean =>
  close > 0 || suspect || figures === differed

export function newSlot(key: number, label: string): CountedSlot {
  return {
    key: hex32(key),
    label,
    compared: 0,
    differed: 0,
    close: 0,
    steady: 0,
    shortestMs: 0,
    longestMs: 0,
    width: 0,
    value: false,
    fed: 0,
    suspect: false,
    figures: 0,
    grown: 0,
    ticked: 0,
    paths: [],
    seenOn: 0,
  }
}

export function isSlot(value: unknown): value is CountedSlot {
  const slot = value as CountedSlot | null
  return (
    typeof slot?.key === 'string' && /^[0-9a-f]{1,8}$/.test(slot.key) && typeof slot.compared === 'number'
  )
}
