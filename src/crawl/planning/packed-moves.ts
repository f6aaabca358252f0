import { hostId, pageId, type Rescheduled } from '../../store/index.ts'

/** Numbers of a move: id, shard and host of the page, and when it is due. */
const WIDTH = 4

/** Moves of a plan as one row of numbers: sending them to another thread as objects takes longer than deciding on them. */
export function packMoves(moves: readonly Rescheduled[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(moves.length * WIDTH)
  let at = 0
  for (const { page, dueAt } of moves) {
    packed[at++] = page.id
    packed[at++] = page.shard
    packed[at++] = page.host
    packed[at++] = dueAt ?? Number.NaN
  }
  return packed
}

export function unpackMoves(packed: Float64Array): readonly Rescheduled[] {
  const moves: Rescheduled[] = []
  for (let at = 0; at < packed.length; at += WIDTH) {
    const dueAt = packed[at + 3]!
    moves.push({
      page: { id: pageId(packed[at]!), shard: packed[at + 1]!, host: hostId(packed[at + 2]!) },
      dueAt: Number.isNaN(dueAt) ? null : dueAt,
    })
  }
  return moves
}
