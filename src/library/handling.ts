import type { Holdings } from '../crawl/holdings.ts'
import type { VisitReport } from '../crawl/index.ts'
import { type Env, Failure } from '../env/index.ts'
import type { Url } from '../url/index.ts'
import { HandlerRouter } from './handler-router.ts'
import { Page } from './page.ts'
import { type Handlers, type Visit, visitOfReport } from './plain-visit.ts'
import { Visible } from './visible.ts'

/** Visits that may be queued for their handlers. */
const MAX_UNHANDLED = 500

/**
 * Passes durable visits to the caller: immediately to `onVisit`, and in order, one at a time, to the handler for the page.
 * A run does not end before its handlers have finished. If one throws, the run stops cleanly and throws the same error.
 *
 * The queue is filled by the engine's reports and drained by the handlers. When it is full, the crawl starts no visits until they
 * have caught up.
 */
export class Handling {
  readonly #holdings: Holdings
  readonly #env: Env
  readonly #router: HandlerRouter
  readonly #onVisit: ((visit: Visit) => void) | undefined
  readonly #failed = new AbortController()
  #handled = Promise.resolve()
  #unhandled = 0
  #error: { readonly cause: unknown } | null = null

  constructor(
    holdings: Holdings,
    env: Env,
    told: { readonly on?: Handlers; readonly onVisit?: (visit: Visit) => void },
  ) {
    this.#holdings = holdings
    this.#env = env
    this.#router = new HandlerRouter(told.on ?? {})
    this.#onVisit = told.onVisit
  }

  /** Aborted when a handler throws. */
  get signal(): AbortSignal {
    return this.#failed.signal
  }

  /** Whether the queue for the handlers is full. */
  get isFull(): boolean {
    return this.#unhandled >= MAX_UNHANDLED
  }

  saw(report: VisitReport): void {
    const page = () => this.#page(report.url)
    this.#tell(visitOfReport(report, page))
    if (this.#router.isEmpty) return
    this.#unhandled++
    this.#handled = this.#handled.then(async () => {
      try {
        if (!this.#error) await this.#handle(report, page)
      } catch (cause) {
        this.#fail(cause)
      } finally {
        this.#unhandled--
      }
    })
  }

  /** What is thrown must not reach the engine, which would take it for a failure of its own, and a promise is waited for at the end. */
  #tell(visit: Visit): void {
    try {
      const told: unknown = this.#onVisit?.(visit)
      if (!(told instanceof Promise)) return
      const ended = told.catch(cause => this.#fail(cause))
      this.#handled = this.#handled.then(() => ended)
    } catch (cause) {
      this.#fail(cause)
    }
  }

  #fail(cause: unknown): void {
    this.#error ??= { cause }
    this.#failed.abort()
  }

  /** Resolves when every visit seen so far has been handled. */
  async settled(): Promise<void> {
    await this.#handled
    if (this.#error) throw this.#error.cause
  }

  async #handle(report: VisitReport, page: () => Promise<Page>): Promise<void> {
    // An unchanged page is not parsed: it keeps the class from the previous visit.
    const pageClass =
      report.commit.pageClass ?? (await this.#holdings.store.page(report.url))?.pageClass ?? null
    await this.#router.handlerOf(report.url, pageClass)?.(visitOfReport(report, page, pageClass))
  }

  async #page(url: Url): Promise<Page> {
    const row = await this.#holdings.store.page(url)
    if (!row) throw new Failure('broken', `${url} is not known in ${this.#holdings.name}`)
    return new Page(row, new Visible(this.#holdings, null), this.#env)
  }
}
