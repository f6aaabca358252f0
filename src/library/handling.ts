import type { Holdings } from '../crawl/holdings.ts'
import type { VisitReport } from '../crawl/index.ts'
import { type Env, Failure } from '../env/index.ts'
import type { Url } from '../url/index.ts'
import { Page } from './page.ts'
import { type Handlers, type Visit, visitOfReport } from './plain-visit.ts'
import { Visible } from './visible.ts'

/** Visits that may wait for their handlers. */
const MAX_UNHANDLED = 500

/**
 * Hands durable visits to a program: at once to `onVisit`, and in their order, one after the other, to the handler of the page's
 * class. The end of the run waits for handlers. One that throws ends the run cleanly, and its error is that of the run.
 *
 * Filled by the engine's reports, drained by the handlers: where these are slower than the crawl, it starts no visits until they
 * have caught up.
 */
export class Handling {
  readonly #holdings: Holdings
  readonly #env: Env
  readonly #handlers: Handlers
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
    this.#handlers = told.on ?? {}
    this.#onVisit = told.onVisit
  }

  /** Aborted when a handler has thrown. */
  get signal(): AbortSignal {
    return this.#failed.signal
  }

  /** Handlers have as much before them as they can take. */
  get isFull(): boolean {
    return this.#unhandled >= MAX_UNHANDLED
  }

  saw(report: VisitReport): void {
    const page = () => this.#page(report.url)
    this.#onVisit?.(visitOfReport(report, page))
    if (Object.keys(this.#handlers).length === 0) return
    this.#unhandled++
    this.#handled = this.#handled.then(async () => {
      try {
        if (!this.#error) await this.#handle(report, page)
      } catch (cause) {
        this.#error = { cause }
        this.#failed.abort()
      } finally {
        this.#unhandled--
      }
    })
  }

  /** When all that was seen is handled. */
  async settled(): Promise<void> {
    await this.#handled
    if (this.#error) throw this.#error.cause
  }

  async #handle(report: VisitReport, page: () => Promise<Page>): Promise<void> {
    // A page that has not changed is not read: its class is that of the visit before.
    const pageClass =
      report.commit.pageClass ?? (await this.#holdings.store.page(report.url))?.pageClass ?? null
    const name = pageClass !== null && Object.hasOwn(this.#handlers, pageClass) ? pageClass : 'default'
    const handler = Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined
    await handler?.(visitOfReport(report, page, pageClass))
  }

  async #page(url: Url): Promise<Page> {
    const row = await this.#holdings.store.page(url)
    if (!row) throw new Failure('broken', `${url} is not known in ${this.#holdings.name}`)
    return new Page(row, new Visible(this.#holdings, null), this.#env)
  }
}
