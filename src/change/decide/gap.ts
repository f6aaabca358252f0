/** What stands between pieces that two revisions share. */
import type { Movement } from '../noise/movement.ts'

/** A list as a slot: one list behind its heading, or all places of the page that are alike. */
export interface SlotKey {
  readonly key: number
  /** Enough of it is new to tell a list that is drawn from one that is edited. */
  readonly exchanged: boolean
  /** Additions at the head and removals at the tail of a list that otherwise stands: news, not noise. */
  readonly feed: boolean
}

export interface Gap {
  /** Half-open ranges of pieces. */
  readonly removed: readonly [number, number]
  readonly added: readonly [number, number]
  /** The place of its first piece. */
  readonly path: number
  /** By its neighbours. */
  readonly between: readonly number[]
  /** For each place in it, the lists that it may belong to. */
  readonly lists: readonly (readonly SlotKey[])[]
  /** Blocks that stand in it, the larger number of the two sides. */
  readonly width: number
  readonly main: boolean
  readonly value: boolean
  readonly suspect: boolean
  /** Text that left this gap stands in another kind of place now. */
  readonly moved: boolean
  /** Where it stands, by the paths of its pieces; the first few. */
  readonly paths: readonly number[]
  /** How its figures moved, where nothing but figures differs. */
  readonly movement: Movement | undefined
  /** Characters removed and added; of main text only, where there is some. */
  readonly characters: number
}
