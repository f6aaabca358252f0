import type { Run, RunOrder, RunStatus } from '../api/index.ts'
import { type Env, Failure } from '../env/index.ts'
import { Collection, type ConfigInput } from '../library/index.ts'

/** The site of the demo whose pages hold records. Only one is modeled, because the demo stands still meanwhile. */
const MODELED = /\/\/homes\.demo\.test\//
/** Enough to tell the classes of a small site apart, and quickly fetched. */
const MODEL_PAGES = 30
/** The first crawl of the demo makes some 700 visits. */
const VISITS_BEFORE_MODELS = 900

/** The budget allows one fetch per page in this time, spent where it is worth most. */
const REFRESH = '12h'

export const demoConfig = (seeds: readonly string[]): ConfigInput => ({
  name: 'demo',
  seeds: [...seeds],
  // On the fast clock, an answer takes minutes, so a delay would add up to most of a day and short timeouts would always expire.
  request: { allowPrivate: true, delay: 0, perServer: 2, timeout: '12h', connectTimeout: '12h' },
  // On the fast clock, minutes pass before a busy machine gets around to renewing a lease.
  limits: { lease: '7d' },
  refresh: { interval: REFRESH, goals: [{ share: '80%', age: '1d' }] },
  search: 'current',
  // Gives the dashboard's pages about accessibility and duplicates something to show.
  analyse: { accessibility: 'static' },
  duplicates: { find: 'near' },
  extract: { patterns: ['email'] },
})

/** The crawl of the demo: in this process, on the fast clock, in the simulated world. */
export class DemoRun implements Run {
  readonly #folder: string
  readonly #env: Env
  #controller: AbortController | null = null
  #ended: Promise<void> = Promise.resolve()
  #status: RunStatus | null = null
  #order: RunOrder | null = null

  constructor(folder: string, env: Env) {
    this.#folder = folder
    this.#env = env
  }

  get status(): RunStatus | null {
    return this.#status
  }

  get order(): RunOrder | null {
    return this.#order
  }

  get ended(): Promise<void> {
    return this.#ended
  }

  async start(order: RunOrder): Promise<void> {
    if (this.#controller) throw new Failure('busy', 'it is already running: stop it first')
    this.#order = order
    const collection = await Collection.open(this.#folder, { mode: 'write' })
    const controller = new AbortController()
    this.#controller = controller
    const startedAt = new Date(this.#env.clock.now())
    this.#status = { kind: order.kind, state: 'running', startedAt, endedAt: null, message: null }
    this.#ended = this.#worked(collection, order, controller.signal)
      .then(
        () => this.#end('ended', null),
        (error: Error) => this.#end('failed', error.message),
      )
      .finally(() => collection.close())
  }

  async #worked(
    collection: Collection,
    { kind, config, urls, all }: RunOrder,
    signal: AbortSignal,
  ): Promise<unknown> {
    const how = { env: this.#env, signal }
    if (kind === 'model') return this.#models(collection, config, urls ?? [], signal)
    if (urls) return collection.revisit(urls, { config, ...how })
    if (kind === 'crawl') return collection.crawl(config, how)
    if (kind === 'recrawl') return collection.recrawl(config, { ...how, which: all ? 'all' : 'due' })
    if ((await collection.models()).length === 0) await this.#learned(collection, config, signal)
    return signal.aborted ? null : collection.watch(config, how)
  }

  /** Once most pages are stored, learns the model of one site, so that there are classes and records to look at. */
  async #learned(collection: Collection, config: ConfigInput, signal: AbortSignal): Promise<void> {
    const enough = new AbortController()
    let visits = 0
    await collection.watch(config, {
      env: this.#env,
      signal: AbortSignal.any([signal, enough.signal]),
      onVisit: () => {
        if (++visits === VISITS_BEFORE_MODELS) enough.abort()
      },
    })
    for (const seed of config.seeds ?? [])
      if (typeof seed === 'string' && MODELED.test(seed) && !signal.aborted)
        await this.#model(collection, config, seed, signal).catch((error: Error) =>
          this.#note(`${seed} could not be modeled: ${error.message}`),
        )
  }

  /** Like the command: a single site is modeled again; of several sites, only those without a model are. */
  async #models(
    collection: Collection,
    config: ConfigInput,
    urls: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const known = new Set(urls.length === 1 ? [] : (await collection.models()).map(({ site }) => site))
    for (const url of urls)
      if (!known.has(new URL(url).origin)) await this.#model(collection, config, url, signal)
  }

  async #model(collection: Collection, config: ConfigInput, url: string, signal: AbortSignal): Promise<void> {
    const { seeds: _, ...rest } = config
    const asked = { ...rest, scope: { local: true } as const }
    await collection.model(url, { config: asked, pages: MODEL_PAGES, env: this.#env, signal })
  }

  async reconfigure(config: ConfigInput): Promise<void> {
    await this.stop('ended')
    await this.start({ kind: 'watch', config })
  }

  async stop(as: 'paused' | 'ended'): Promise<void> {
    if (!this.#controller || !this.#status) return
    this.#status = { ...this.#status, state: 'stopping' }
    this.#controller.abort()
    await this.#ended
    this.#status = { ...this.#status, state: as }
  }

  #note(message: string): void {
    if (this.#status) this.#status = { ...this.#status, message }
  }

  #end(state: 'ended' | 'failed', message: string | null): void {
    this.#controller = null
    if (this.#status)
      this.#status = { ...this.#status, state, message, endedAt: new Date(this.#env.clock.now()) }
  }
}
