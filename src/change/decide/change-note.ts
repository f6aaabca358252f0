/** Why other bytes counted as a change, or did not: what is kept of a decision, as JSON with the visit (docs/change.md). */
export interface ChangeNote {
  readonly changed: boolean
  /** Of what is no change: `same`, `noise`, `volatile`, `shared`, `elsewhere`, `under threshold`. */
  readonly why?: string
  readonly level: string
  /** From 0 to 1. */
  readonly difference: number
  /** Of a change: the tags of the page differ, too, not its text alone. */
  readonly structure?: true
  /** Share of word 3-grams in common. */
  readonly resemblance?: number
  /** How many of 64 bits differ. */
  readonly simhashDistance?: number
  /** Where, as paths of elements. */
  readonly paths: readonly string[]
  /** Where it differed and that was forgiven. */
  readonly excused?: readonly string[]
  /** Where some of that is what other pages show too: on how many it came or went, 0 if only its place is known. */
  readonly sharedWith?: number
  /** What was written, before and after. */
  readonly summary?: string
  /** What a second look within seconds found: `same`, `differs`, or why there was none. */
  readonly secondLook?: string
}
