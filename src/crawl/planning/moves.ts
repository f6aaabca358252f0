/** The moves of a plan: which are worth making, how they travel to another thread, and how they reach the store. */
import { hostId, type PlannedPage, type PlanStore, pageId, type Rescheduled } from '../../store/index.ts'
import type { Breather } from './breather.ts'

/**
 * An embedded store blocks the thread while it writes this many: some ten milliseconds. Pages moved together share blocks of the database:
 * with half as many each costs a fifth more, with twice as many a twentieth less.
 */
const CHUNK = 500
/** Moves sorted at a time: enough that those of one host fill a chunk or two, few enough to be held in memory. */
const WINDOW = 16_384

/**
 * The moves of a plan on their way to the store. Pages come in the order in which they were found, which mixes hosts, while queues are
 * indexed by host and time: moves of one host that are written together change the same blocks.
 */
export class Moves {
  readonly #store: Pick<PlanStore, 'reschedule'>
  readonly #breather: Breather
  #collected: Rescheduled[] = []

  constructor(store: Pick<PlanStore, 'reschedule'>, breather: Breather) {
    this.#store = store
    this.#breather = breather
  }

  add(move: Rescheduled): void {
    this.#collected.push(move)
  }

  get areMany(): boolean {
    return this.#collected.length >= WINDOW
  }

  async write(): Promise<void> {
    const moves = this.#collected.sort(byHostAndTime)
    this.#collected = []
    for (let at = 0; at < moves.length; at += CHUNK) {
      await this.#store.reschedule(moves.slice(at, at + CHUNK))
      await this.#breather.rest()
    }
  }
}

const byHostAndTime = (a: Rescheduled, b: Rescheduled) =>
  a.page.host - b.page.host || (a.dueAt ?? 0) - (b.dueAt ?? 0)

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

/** A next visit that moves by less than this share of its interval stays where it is: moving it costs a write. */
const WORTH_MOVING = 0.01

export function isWorthMoving({ dueAt, fetchedAt }: PlannedPage, planned: number): boolean {
  if (dueAt === null) return true
  return Math.abs(planned - dueAt) > WORTH_MOVING * Math.max(60_000, planned - fetchedAt)
}

/** Where a page is counted: if it hardly moves, where it stays. A reach computed from where it would have been would just miss it. */
export const worthwhile = (page: PlannedPage, asked: number): number =>
  isWorthMoving(page, asked) ? asked : page.dueAt!
