/**
 * How long to wait for a page. Until its document is complete and no request is pending, it runs in real time. Then it gets a few seconds
 * of virtual time: its timers fire one after another without waiting, and its clock stops while requests are pending. So what a page shows
 * after three seconds is read after a fraction of one, on slow and fast machines alike.
 */
import type { CDPSession } from 'playwright-core'
import { realClock } from '../env/index.ts'
import type { PageTraffic } from './page-traffic.ts'
import { within } from './within.ts'

export interface TimeLimits {
  /** How long the page itself may take; waiting for servers does not count. */
  readonly timeoutMs: number
}

/** How often a loading page is checked. */
const TICK_MS = 25
/** A page that never comes to rest, because it keeps sending requests, is read after this long. */
const MAX_RESTLESS_MS = 4_000
/** Including the wait for servers, a page may take this many times its own time. */
const MAX_WAITS = 10
/** A page that does nothing but start timers is interrupted after this many. */
const MAX_TASKS_AT_ONCE = 1_000

/** Why a page cannot be shown; the message continues "the page …". */
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

  /** Waits until the document is complete and everything it requested has arrived. */
  async load(): Promise<void> {
    while (!(this.#hasDocument && this.#traffic.pending === 0) && this.#isInTime()) await this.#tick()
    if (this.#hasDocument) return
    throw new PageTrouble(`does not load in ${this.#limits.timeoutMs / 1000} s (see render.timeout)`)
  }

  /** Lets this much time pass for the page. */
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

  /** The page's reply, if it comes in time. */
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
