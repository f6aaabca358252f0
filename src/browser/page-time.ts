/**
 * How long a page is waited for. Until its document is complete and nothing is under way, it runs as everywhere. Then it gets a few
 * seconds of virtual time: its timers run one after another without anybody waiting, and its clock stands while requests are under
 * way. So what a page shows after three seconds is read after a fraction of one, on a slow machine as on a fast one.
 */
import type { CDPSession } from 'playwright-core'
import { realClock } from '../env/index.ts'
import type { PageTraffic } from './page-traffic.ts'
import { within } from './within.ts'

export interface TimeLimits {
  /** How long the page itself may take; waiting for servers does not count. */
  readonly timeoutMs: number
}

/** How often a page is looked at while it loads. */
const TICK_MS = 25
/** A page that never comes to rest, because it asks again and again, is read after this long. */
const MAX_RESTLESS_MS = 4_000
/** Waiting for servers included, a page may take so many times its own time. */
const MAX_WAITS = 10
/** A page that does nothing but start timers loses its turn after so many of them. */
const MAX_TASKS_AT_ONCE = 1_000

/** Why a page cannot be shown; the message follows "the page". */
export class PageTrouble extends Error {}

export class PageTime {
  readonly #session: CDPSession
  readonly #traffic: PageTraffic
  readonly #limits: TimeLimits
  #ownMs = 0
  #allMs = 0
  #hasDocument = false
  #trouble: PageTrouble | null = null

  constructor(session: CDPSession, traffic: PageTraffic, limits: TimeLimits) {
    this.#session = session
    this.#traffic = traffic
    this.#limits = limits
  }

  documentComplete(): void {
    this.#hasDocument = true
  }

  crashed(): void {
    this.#trouble = new PageTrouble('crashes the browser or takes too much memory')
  }

  /** Until the document is complete and all that it asked for has come. */
  async load(): Promise<void> {
    while (!(this.#hasDocument && this.#traffic.pending === 0) && this.#isInTime()) await this.#tick()
    if (this.#hasDocument) return
    throw new PageTrouble(`does not load in ${this.#limits.timeoutMs / 1000} s (see render.timeout)`)
  }

  /** Lets so much time pass for the page. */
  async pass(ms: number): Promise<void> {
    if (ms <= 0) return
    let isOver = false
    const over = () => {
      isOver = true
    }
    this.#session.once('Emulation.virtualTimeBudgetExpired', over)
    const policy = { policy: 'pauseIfNetworkFetchesPending', budget: ms } as const
    await this.answered(
      this.#session.send('Emulation.setVirtualTimePolicy', {
        ...policy,
        maxVirtualTimeTaskStarvationCount: MAX_TASKS_AT_ONCE,
      }),
    )
    const begunMs = this.#ownMs
    while (!isOver && this.#ownMs - begunMs < MAX_RESTLESS_MS && this.#isInTime()) await this.#tick()
    this.#session.off('Emulation.virtualTimeBudgetExpired', over)
  }

  /** What the page answers, if it does in its time. */
  async answered<T>(asked: Promise<T>): Promise<T> {
    const value = await within(Math.max(this.#limits.timeoutMs - this.#ownMs, 1_000), asked)
    if (this.#trouble) throw this.#trouble
    if (value !== 'late') return value
    throw new PageTrouble(
      `keeps the browser busy for more than ${this.#limits.timeoutMs / 1000} s (see render.timeout)`,
    )
  }

  #isInTime(): boolean {
    const { timeoutMs } = this.#limits
    return this.#ownMs < timeoutMs && this.#allMs < timeoutMs * MAX_WAITS
  }

  async #tick(): Promise<void> {
    const begun = realClock.monotonic()
    await realClock.sleep(TICK_MS)
    const passedMs = realClock.monotonic() - begun
    if (this.#trouble) throw this.#trouble
    this.#allMs += passedMs
    if (this.#traffic.pending === 0) this.#ownMs += passedMs
  }
}
