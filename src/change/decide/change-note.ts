/** Why different bytes counted as a change, or did not: the part of a decision that is stored, as JSON with the visit (docs/change.md). */
export interface ChangeNote {
  readonly changed: boolean
  /** Why it is not a change: `same`, `noise`, `volatile`, `shared`, `elsewhere`, `under threshold`. */
  readonly why?: string
  readonly level: string
  /** From 0 to 1. */
  readonly difference: number
  /** For a change: set if the tags of the page differ too, not only its text. */
  readonly structure?: true
  /** Share of word 3-grams in common. */
  readonly resemblance?: number
  /** How many of 64 bits differ. */
  readonly simhashDistance?: number
  /** Where it differs, as element paths. */
  readonly paths: readonly string[]
  /** Where it differs in ways that do not count. */
  readonly excused?: readonly string[]
  /** If other pages show some of that too: on how many it came or went; 0 if only its place is known. */
  readonly sharedWith?: number
  /** The text before and after. */
  readonly summary?: string
  /** What a second fetch within seconds found: `same`, `differs`, or why there was none. */
  readonly secondLook?: string
}
