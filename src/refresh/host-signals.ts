/**
 * The sources that announce changes of a host's pages, and how far each is believed. Each kind of source has its own score, so a sitemap
 * that lies does not discredit an honest feed.
 *
 * Scores must not affect each other. A believed feed triggers visits that find changes, and a sitemap that announces everything always
 * would seem to have announced them. So a visit does not score a source when a source that is believed more has spoken: only the best
 * source is scored by all visits, and if it begins to lie it soon is no longer the best.
 */
import { Signals, type SignalsMemory, type SignalTrust } from './signals.ts'

/** In the order of their bits, which are stored: add new sources at the end. */
export const SIGNAL_SOURCES = ['sitemap', 'feed', 'hub', 'push'] as const
/** Sitemap dates, entries of feeds, pages that list others, WebSub pushes. */
export type SignalSource = (typeof SIGNAL_SOURCES)[number]

export const bitOf = (source: SignalSource): number => 1 << SIGNAL_SOURCES.indexOf(source)

/** What a host remembers: a score for each source that ever spoke. */
export type HostSignalsMemory = { readonly [source in SignalSource]?: SignalsMemory }

/** The track record of a source, for display. */
export interface SourceRecord {
  readonly source: SignalSource
  /** How far it is believed; null if it is ignored. */
  readonly trust: SignalTrust | null
  /** Visits after its signals, and how many of them found a change; older visits count less. */
  readonly signals: number
  readonly changes: number
}

export class HostSignals {
  readonly #sources = new Map<SignalSource, Signals>()

  /** `together` is the single score for all sources that earlier versions stored: each source except `push` starts from it. */
  constructor(memory: HostSignalsMemory = {}, together?: SignalsMemory) {
    for (const source of SIGNAL_SOURCES) {
      const known = memory[source] ?? (source === 'push' ? undefined : together)
      if (known) this.#sources.set(source, new Signals(known))
    }
  }

  /** How far a source is believed; undefined means that it is ignored. */
  trust(source: SignalSource): SignalTrust | undefined {
    return this.#sources.get(source)?.trust()
  }

  /**
   * What to believe about a page for which the sources in `heard` have spoken. Signals of several sources mostly announce the same change,
   * so only the most telling one counts; and the share of changes that no source announces is at most that of the best source.
   */
  believed(heard: number): { readonly trust: SignalTrust; readonly spoke: boolean } | undefined {
    let silent = 1
    let kappa = 0
    let told = 0
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

  /**
   * Learns from a visit: the sources heard since the previous visit, whether it found a change, and the chance of no change without
   * signals.
   */
  sawVisit(heard: number, changed: boolean, chanceOfNone: number): void {
    let isSpoiled = false
    for (const [source, signals] of this.#byTrust(heard)) {
      const spoke = (heard & bitOf(source)) !== 0
      const isTrusted = spoke && signals.trust() !== undefined
      if (!isSpoiled) signals.sawVisit(spoke ? 1 : 0, changed, chanceOfNone)
      if (isTrusted) isSpoiled = true
    }
  }

  /** The most believed source first; a source that speaks for the first time is added. */
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
