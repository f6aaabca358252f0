/** What lies between the pieces that two revisions share. */
import type { Movement } from '../noise/movement.ts'

/** A list as a slot: a single list after its heading, or all places with the same path. */
export interface SlotKey {
  readonly key: number
  /** Whether enough of it is new to tell a list of random items from one that is edited. */
  readonly exchanged: boolean
  /** Whether it differs in one stretch beside as much that stays: a place of its own, like a quotation among paragraphs. */
  readonly isOneStretch: boolean
  /** Whether items were only added at the head and removed at the tail of a list that is otherwise the same: news, not noise. */
  readonly feed: boolean
}

export interface Gap {
  /** Half-open ranges of pieces. */
  readonly removed: readonly [number, number]
  readonly added: readonly [number, number]
  /** Path of its first piece. */
  readonly path: number
  /** Its keys by its neighbors. */
  readonly between: readonly number[]
  /** For each path in it, the lists that it may belong to. */
  readonly lists: readonly (readonly SlotKey[])[]
  /** Number of blocks in it, on the larger side. */
  readonly width: number
  readonly main: boolean
  readonly value: boolean
  readonly suspect: boolean
  /** Whether text that left this gap is now in another kind of place. */
  readonly moved: boolean
  /** Paths of its pieces; the first few. */
  readonly paths: readonly number[]
  /** How its figures moved, if nothing but figures differs. */
  readonly movement: Movement | undefined
  /** Characters removed and added; if there is main text, of main text only. */
  readonly characters: number
}
