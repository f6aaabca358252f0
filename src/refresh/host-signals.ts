/**
 * Who announces the changes of a host's pages, and how far each is believed. Each kind of source has a score of its own, so that a
 * sitemap that lies takes nothing from a feed that is honest.
 *
 * Scores must not rub off. A believed feed brings about visits that find changes, and a sitemap that announces everything always
 * would seem to have announced them. So a visit says nothing of a source when one that is believed more has spoken: only the best
 * source is scored by all visits, and one that begins to lie soon is the best no longer.
 */
import { Signals, type SignalsMemory, type SignalTrust } from './signals.ts'

/** In the order of their bits, which stores keep: new ones come last. */
export const SIGNAL_SOURCES = ['sitemap', 'feed', 'hub', 'push'] as const
/** Sitemap dates, entries of feeds, pages that list others, WebSub pushes. */
export type SignalSource = (typeof SIGNAL_SOURCES)[number]

export const bitOf = (source: SignalSource): number => 1 << SIGNAL_SOURCES.indexOf(source)

/** What a host remembers: a score for each source that ever spoke. */
export type HostSignalsMemory = { readonly [source in SignalSource]?: SignalsMemory }

/** How a source did, for people. */
export interface SourceRecord {
  readonly source: SignalSource
  /** What is believed of it; null where it is ignored. */
  readonly trust: SignalTrust | null
  /** Visits after its signals, and how many of them found a change; old ones count less. */
  readonly signals: number
  readonly changes: number
}

export class HostSignals {
  readonly #sources = new Map<SignalSource, Signals>()

  /** `together` is the score of all sources at once, as it was kept before: each source starts from it. */
  constructor(memory: HostSignalsMemory = {}, together?: SignalsMemory) {
    for (const source of SIGNAL_SOURCES) {
      const known = memory[source] ?? (source === 'push' ? undefined : together)
      if (known) this.#sources.set(source, new Signals(known))
    }
  }

  /** What is believed of a source; undefined means: ignore it. */
  trust(source: SignalSource): SignalTrust | undefined {
    return this.#sources.get(source)?.trust()
  }

  /**
   * What to believe of a page of which the sources in `heard` spoke. Signals of several sources mostly tell of the same change, so
   * the most telling counts alone; all sources are silent at least as seldom as the best of them.
   */
  believed(heard: number): { readonly trust: SignalTrust; readonly spoke: boolean } | undefined {
    let [silent, kappa, told] = [1, 0, 0]
    for (const [source, signals] of this.#sources) {
      const trust = signals.trust()
      if (!trust) continue
      silent = Math.min(silent, trust.silent)
      kappa = Math.max(kappa, trust.kappa)
      if (heard & bitOf(source)) told = Math.max(told, trust.kappa)
    }
    if (kappa === 0) return undefined
    return { trust: { silent, kappa: told || kappa }, spoke: told > 0 }
  }

  /** A visit: the sources heard since the one before, whether it found a change, and the chance of none without signals. */
  sawVisit(heard: number, changed: boolean, chanceOfNone: number): void {
    let isSpoiled = false
    for (const [source, signals] of this.#byTrust(heard)) {
      const spoke = (heard & bitOf(source)) !== 0
      const isTrusted = spoke && signals.trust() !== undefined
      if (!isSpoiled) signals.sawVisit(spoke ? 1 : 0, changed, chanceOfNone)
      if (isTrusted) isSpoiled = true
    }
  }

  /** The most believed first; who speaks for the first time is known from now on. */
  #byTrust(heard: number): (readonly [SignalSource, Signals])[] {
    for (const source of SIGNAL_SOURCES)
      if (heard & bitOf(source) && !this.#sources.has(source)) this.#sources.set(source, new Signals())
    const kappaOf = (signals: Signals) => signals.trust()?.kappa ?? 0
    return [...this.#sources].sort(([, a], [, b]) => kappaOf(b) - kappaOf(a))
  }

  records(): SourceRecord[] {
    return [...this.#sources].map(([source, signals]) => {
      const { signals: heard, signalledFresh } = signals.toJSON()
      return { source, trust: signals.trust() ?? null, signals: heard, changes: heard - signalledFresh }
    })
  }

  toJSON(): HostSignalsMemory {
    return Object.fromEntries([...this.#sources].map(([source, signals]) => [source, signals.toJSON()]))
  }
}
