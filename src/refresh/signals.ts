/**
 * How far to trust a host's signals: sitemap dates, feed entries, hub pages that list a page. After n signals the chance that a page is
 * fresh is e^(−(ατ+nκ)) in its own operational time: α is the share of changes that come without a signal, κ what one signal is worth.
 * Both are fitted from visits, start at "worth nothing" and move only as far as visits leave no doubt, so a host that lies is treated like
 * one that is silent. Changes must come from somewhere: α is never less than what signals leave unexplained, 1 − κ·(signals for each
 * change). Six numbers a host.
 */

/** How far a host's signals are believed; `undefined` means that they are ignored. */
export interface SignalTrust {
  /** α: share of changes that come without a signal, above 0. */
  readonly silent: number
  /** κ: by how much one signal lowers the log of the chance to be fresh. */
  readonly kappa: number
}

export interface SignalsMemory {
  readonly quietChanged: number
  readonly quietExpected: number
  readonly signalledFresh: number
  readonly signalledExpected: number
  readonly signals: number
  readonly changesExpected: number
}

/** A quarter of this is added to the visits seen and to those expected, so that a few visits cannot make a signal count. */
const DOUBT = 4
const MIN_SILENT = 0.1
const MAX_KAPPA = 4
const MIN_KAPPA = 0.15
/** Most signals of one visit that count. */
const MAX_COUNTED = 5
const KEEP = 0.999

export class Signals {
  #quietChanged = 0
  #quietExpected = 0
  #signalledFresh = 0
  #signalledExpected = 0
  #signals = 0
  #changesExpected = 0

  constructor(memory?: SignalsMemory) {
    this.#quietChanged = memory?.quietChanged ?? 0
    this.#quietExpected = memory?.quietExpected ?? 0
    this.#signalledFresh = memory?.signalledFresh ?? 0
    this.#signalledExpected = memory?.signalledExpected ?? 0
    this.#signals = memory?.signals ?? 0
    this.#changesExpected = memory?.changesExpected ?? 0
  }

  /**
   * Learns from a visit: signals since the previous visit, whether it found a change, and the chance of no change by the belief without
   * signals.
   */
  sawVisit(signals: number, changed: boolean, chanceOfNone: number): void {
    this.#forget()
    this.#signals += Math.min(signals, MAX_COUNTED)
    this.#changesExpected += Math.min(MAX_COUNTED, -Math.log(Math.max(1e-9, chanceOfNone)))
    if (signals > 0) {
      if (!changed) this.#signalledFresh++
      this.#signalledExpected += chanceOfNone
    } else {
      if (changed) this.#quietChanged++
      this.#quietExpected += 1 - chanceOfNone
    }
  }

  #forget(): void {
    this.#quietChanged *= KEEP
    this.#quietExpected *= KEEP
    this.#signalledFresh *= KEEP
    this.#signalledExpected *= KEEP
    this.#signals *= KEEP
    this.#changesExpected *= KEEP
  }

  trust(): SignalTrust | undefined {
    const kappa = Math.min(MAX_KAPPA, -Math.log(cautious(this.#signalledFresh, this.#signalledExpected)))
    // Silence is informative only where signals are.
    if (!(kappa > MIN_KAPPA)) return undefined
    const unexplained = 1 - (kappa * this.#signals) / Math.max(1e-9, this.#changesExpected)
    const silent = Math.max(MIN_SILENT, unexplained, cautious(this.#quietChanged, this.#quietExpected))
    return { silent, kappa }
  }

  toJSON(): SignalsMemory {
    return {
      quietChanged: this.#quietChanged,
      quietExpected: this.#quietExpected,
      signalledFresh: this.#signalledFresh,
      signalledExpected: this.#signalledExpected,
      signals: this.#signals,
      changesExpected: this.#changesExpected,
    }
  }
}

/** The ratio of seen to expected, shifted two standard deviations toward doubt, at most 1. */
function cautious(seen: number, expected: number): number {
  return Math.min(1, (seen + 2 * Math.sqrt(seen + 0.25) + DOUBT / 4) / (expected + DOUBT / 4 + 1e-9))
}
