import type { PlannedPage } from '../../store/index.ts'

/** How many periods of the budget the pages that a plan moves to an earlier time may cost. One is what can be fetched before the next plan. */
export const FORWARD_PERIODS = 2

/** When a page is asked about again. */
export interface AskedAgain {
  /** Pages due later than this are asked about again before they are due: by the next plan, even if it comes a period late. */
  readonly againMs: number
  /** By when a page is asked about again, whatever its place. */
  readonly turnMs: (page: PlannedPage) => number
}

/** What a page would cost at the time to which a plan would move it. */
export interface ForwardMove {
  readonly dueAtMs: number
  readonly cost: number
}

/** Tells which moves need not be written, for a plan that is known to be followed by others. Writing a move costs more than deciding on it. */
export class Lasting {
  readonly #asked: AskedAgain
  #forwardMs = Number.POSITIVE_INFINITY

  constructor(asked: AskedAgain) {
    this.#asked = asked
  }

  /**
   * Of the moves to earlier times, only the most urgent that can be paid for are written: after a first plan, several times as many pages are
   * late as can be fetched before the next one. The others are asked about again in their turn, and are then more urgent.
   */
  limitForward(moves: readonly ForwardMove[], affordable: number): void {
    let cost = 0
    for (const move of [...moves].sort((a, b) => a.dueAtMs - b.dueAtMs)) {
      cost += move.cost
      this.#forwardMs = move.dueAtMs
      if (cost > affordable) return
    }
    this.#forwardMs = Number.POSITIVE_INFINITY
  }

  /**
   * Whether nothing has to be written yet. A page that moves to a later time is asked about again before its old time comes, and one that
   * moves to an earlier time in its turn of the roll, before its new time.
   */
  isFarOff(page: PlannedPage, plannedMs: number): boolean {
    const { dueAt } = page
    if (dueAt === null) return false
    if (plannedMs > dueAt) return dueAt > this.#asked.againMs
    return plannedMs > Math.min(this.#forwardMs, this.#asked.turnMs(page))
  }
}
