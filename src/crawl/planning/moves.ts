import type { PlanStore, Rescheduled } from '../../store/index.ts'
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
