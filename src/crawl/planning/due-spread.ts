/**
 * How much falls due when, and how far to reach ahead so that the budget is spent. A budget that is not spent is lost: when too few
 * pages are due before the next plan, the most urgent of the later ones are fetched early, in their order. So spending is even
 * whatever waves the visits come in, and the price need not follow the waves.
 */
const BUCKETS = 512
/** Nothing is fetched earlier than this many periods before it is due. */
const MAX_PERIODS = 128

export class DueSpread {
  readonly #now: number
  readonly #periodMs: number
  readonly #costs = new Float64Array(BUCKETS + 1)
  #due = 0
  #cost = 0
  #pages = 0

  constructor(nowMs: number, periodMs: number) {
    this.#now = nowMs
    this.#periodMs = periodMs
  }

  /** Cost of visiting all pages that are already due. */
  get due(): number {
    return this.#due
  }

  /** Average cost of a page. */
  get meanCost(): number {
    return this.#cost / Math.max(1, this.#pages)
  }

  add(dueAtMs: number, cost: number): void {
    this.#cost += cost
    this.#pages++
    if (dueAtMs <= this.#now) this.#due += cost
    const share = (dueAtMs - this.#now) / (this.#periodMs * MAX_PERIODS)
    const bucket = Math.max(0, Math.min(BUCKETS, Math.floor(share * BUCKETS)))
    this.#costs[bucket]! += cost
  }

  /** How far beyond the next period to reach to find work for `affordable`; 0 if there is enough. */
  reachMs(affordable: number): number {
    return Math.max(0, this.untilMs(affordable) - this.#periodMs)
  }

  /** How far from now to reach to find work for `affordable`. */
  untilMs(affordable: number): number {
    let found = 0
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      found += this.#costs[bucket]!
      if (found >= affordable) return ((bucket + 1) / BUCKETS) * this.#periodMs * MAX_PERIODS
    }
    return this.#periodMs * MAX_PERIODS
  }
}

/** Maps the time at which the policy wants a page to be due to the time at which the plan puts it. */
export interface Placing {
  place(dueAtMs: number): number
  /** Pages due later than this keep their time. */
  readonly untilMs: number
}

export const unmoved = (nowMs: number): Placing => ({ place: dueAtMs => dueAtMs, untilMs: nowMs })

/** Makes everything due within the horizon due now: a cycle does all its work at its beginning. */
export function atHorizon(nowMs: number, horizonMs: number): Placing {
  const untilMs = nowMs + horizonMs
  return { place: dueAtMs => (dueAtMs < untilMs ? Math.min(dueAtMs, nowMs) : dueAtMs), untilMs }
}

/** Spreads what is due within the reach over the period, in its order; the rest keeps its time. */
export function drawnForward(nowMs: number, periodMs: number, reachMs: number): Placing {
  const untilMs = nowMs + periodMs + reachMs
  const place = (dueAtMs: number) =>
    reachMs === 0 || dueAtMs <= nowMs || dueAtMs > untilMs
      ? dueAtMs
      : Math.round(nowMs + ((dueAtMs - nowMs) * periodMs) / (periodMs + reachMs))
  return { place, untilMs }
}

/** Span of past times that leaves room for many pages, one after another. */
const DRAWN_MS = 60_000

/** For a run that ends: makes what is due within the reach due now, in its order. */
export function drawnToNow(nowMs: number, reachMs: number): Placing {
  const place = (dueAtMs: number) =>
    dueAtMs <= nowMs || dueAtMs > nowMs + reachMs
      ? dueAtMs
      : Math.round(nowMs - DRAWN_MS * (1 - (dueAtMs - nowMs) / reachMs))
  return { place, untilMs: nowMs + reachMs }
}
