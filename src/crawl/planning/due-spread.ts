/**
 * How much falls due when, and how far to reach ahead so that the budget is spent. A budget that is not spent is lost: when too few
 * pages are due before the next plan, the most urgent of the later ones are fetched early, in their order. So spending is even
 * whatever waves the visits come in, and the price need not chase it.
 */
const BUCKETS = 512
/** Nothing is fetched earlier than this many periods before it is due. */
const MOST_PERIODS = 128

export class DueSpread {
  readonly #now: number
  readonly #periodMs: number
  readonly #costs = new Float64Array(BUCKETS + 1)

  constructor(nowMs: number, periodMs: number) {
    this.#now = nowMs
    this.#periodMs = periodMs
  }

  add(dueAtMs: number, cost: number): void {
    const share = (dueAtMs - this.#now) / (this.#periodMs * MOST_PERIODS)
    const bucket = Math.max(0, Math.min(BUCKETS, Math.floor(share * BUCKETS)))
    this.#costs[bucket]! += cost
  }

  /** How far beyond the next period one has to reach to find work for `affordable`; 0 when there is enough. */
  reachMs(affordable: number): number {
    let found = 0
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      found += this.#costs[bucket]!
      if (found >= affordable)
        return Math.max(0, ((bucket + 1) / BUCKETS) * this.#periodMs * MOST_PERIODS - this.#periodMs)
    }
    return this.#periodMs * (MOST_PERIODS - 1)
  }
}

/** What is due within the reach is spread over the period, in its order; the rest stays where it is. */
export function drawnForward(dueAtMs: number, nowMs: number, periodMs: number, reachMs: number): number {
  const until = nowMs + periodMs + reachMs
  if (reachMs === 0 || dueAtMs <= nowMs || dueAtMs > until) return dueAtMs
  return Math.round(nowMs + ((dueAtMs - nowMs) * periodMs) / (periodMs + reachMs))
}
