/**
 * How far a host's signals are to be trusted: sitemap dates, feed entries, hub pages that list a page. After n signals the chance
 * that a page is fresh is e^(−(ατ+nκ)) in its own operational time: α is the share of changes that come without a signal, κ what one
 * signal is worth. Both are fitted from visits, both start at "worth nothing" and move only as far as visits leave no doubt, so
 * that a host that lies is treated as one that is silent. Four numbers a host.
 */

/** What is believed of a host's signals; `undefined` means: ignore them. */
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
}

/** So many visits without news must be explained away before a signal counts. */
const DOUBT = 4
const LEAST_SILENT = 0.1
const MOST_KAPPA = 4
const KEEP = 0.999

export class Signals {
  #quietChanged = 0
  #quietExpected = 0
  #signalledFresh = 0
  #signalledExpected = 0

  constructor(memory?: SignalsMemory) {
    this.#quietChanged = memory?.quietChanged ?? 0
    this.#quietExpected = memory?.quietExpected ?? 0
    this.#signalledFresh = memory?.signalledFresh ?? 0
    this.#signalledExpected = memory?.signalledExpected ?? 0
  }

  /** A visit: signals since the one before, whether it found a change, and the chance of none by the belief without signals. */
  sawVisit(signals: number, changed: boolean, chanceOfNone: number): void {
    this.#forget()
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
  }

  trust(): SignalTrust | undefined {
    const kappa = Math.min(MOST_KAPPA, -Math.log(cautious(this.#signalledFresh, this.#signalledExpected)))
    // Silence says something only where signals do.
    if (!(kappa > 0.1)) return undefined
    return { silent: Math.max(LEAST_SILENT, cautious(this.#quietChanged, this.#quietExpected)), kappa }
  }

  toJSON(): SignalsMemory {
    return {
      quietChanged: this.#quietChanged,
      quietExpected: this.#quietExpected,
      signalledFresh: this.#signalledFresh,
      signalledExpected: this.#signalledExpected,
    }
  }
}

/** The ratio of seen to expected, two deviations on the side of doubt, at most 1. */
function cautious(seen: number, expected: number): number {
  return Math.min(1, (seen + 2 * Math.sqrt(seen + 0.25) + DOUBT / 4) / (expected + DOUBT / 4 + 1e-9))
}
