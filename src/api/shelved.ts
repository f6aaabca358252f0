import { type Env, Failure, realClock } from '../env/index.ts'
import {
  Collection,
  type CollectionCounts,
  type ConfigInput,
  type EmptySummary,
  type TypeShare,
} from '../library/index.ts'
import { ExportFiles } from './export-files.ts'
import { LabRun } from './lab-run.ts'
import { LiveFeed } from './live-feed.ts'
import { RememberedAnswer } from './remembered-answer.ts'
import { TaskRuns } from './task-runs.ts'

/** Something that crawls a collection on behalf of the server. */
export interface Run {
  readonly status: RunStatus | null
  /** The order that was started last. */
  readonly order: RunOrder | null
  /** Resolves when the run that was started last is over. */
  readonly ended: Promise<void>
  start(order: RunOrder): Promise<void>
  /** Continues with another config. */
  reconfigure(config: ConfigInput): Promise<void>
  /** Stops cleanly: visits in progress are completed and recorded. */
  stop(as: 'paused' | 'ended'): Promise<void>
}

export interface RunOrder {
  readonly kind: 'crawl' | 'watch' | 'recrawl' | 'model'
  readonly config: ConfigInput
  /** Fetch all pages, not only those that are due. */
  readonly all?: boolean
  /**
   * For a recrawl: only these pages, due or not. For models: the start addresses of the sites; if there are several, sites that have a
   * model keep it.
   */
  readonly urls?: readonly string[]
  readonly model?: {
    readonly pages: number | 'auto'
    readonly strategy: 'dense' | 'sparse'
    readonly split: 'none' | 'semantic'
    readonly seed: number
  }
}

export interface RunStatus {
  readonly kind: RunOrder['kind']
  readonly state: 'running' | 'stopping' | 'paused' | 'ended' | 'failed'
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly message: string | null
}

export interface ShelvedOptions {
  /** Name of the collection in addresses of the API. */
  readonly id: string
  readonly where: string
  readonly env: Env
  readonly run: Run
  /** Folder for the exports of all collections, each in a subfolder. */
  readonly exports: string
  /** Returns the true share of pages that are current, if it is known, as in the demo. */
  readonly truth?: ((collection: Collection) => Promise<number | null>) | undefined
  /** How many times faster than real time its clock runs, for converting durations. */
  readonly speed?: number
}

const LOOK_AGAIN_MS = 1_000

/** A collection of a server: opened for reading on first use, and crawled on request. */
export class ShelvedCollection {
  readonly id: string
  readonly where: string
  readonly env: Env
  readonly run: Run
  readonly live: LiveFeed
  readonly lab: LabRun
  readonly tasks: TaskRuns
  readonly exports: ExportFiles
  readonly types = new RememberedAnswer<readonly TypeShare[]>()
  readonly truth: (collection: Collection) => Promise<number | null>
  readonly speed: number
  readonly #closing = new AbortController()
  #reader: Promise<Collection> | null = null
  /** The crawl that was interrupted to make models; null if somebody stopped everything meanwhile. */
  #interrupted: RunOrder | null = null
  #modelRun: RunStatus | null = null

  constructor({ id, where, env, run, exports, truth, speed = 1 }: ShelvedOptions) {
    this.id = id
    this.where = where
    this.env = env
    this.run = run
    this.speed = speed
    this.truth = truth ?? (async () => null)
    this.live = new LiveFeed(this)
    this.lab = new LabRun(where, env.clock)
    this.exports = new ExportFiles(exports, id)
    this.tasks = new TaskRuns({
      where,
      clock: realClock,
      placeFor: order => this.exports.placeFor(order),
      alone: work => this.#between(work).finally(() => this.types.forget()),
    })
  }

  /** Returns the collection open for reading, which works even while another process writes. */
  reader(): Promise<Collection> {
    this.#reader ??= Collection.open(this.where, { env: this.env }).catch(error => {
      this.#reader = null
      throw error
    })
    return this.#reader
  }

  /** Opens the collection for writing while `work` runs. */
  async writing<T>(work: (collection: Collection) => Promise<T>): Promise<T> {
    const collection = await Collection.open(this.where, { mode: 'write', env: this.env })
    try {
      return await work(collection)
    } finally {
      await collection.close()
    }
  }

  /** Runs `work` with exclusive write access: a run of this server is stopped for it, then resumed with what was written. */
  writingBetween<T>(work: (collection: Collection) => Promise<T>): Promise<T> {
    return this.#between(() => this.writing(work))
  }

  async #between<T>(work: () => Promise<T>): Promise<T> {
    const { status, order } = this.run
    if (status?.state !== 'running' || !order) return work()
    if (status.kind === 'model') throw new Failure('busy', 'a model is being made: wait until it is there')
    await this.run.stop('paused')
    try {
      return await work()
    } finally {
      if (!this.#closing.signal.aborted) await this.run.start({ ...order, config: await this.config() })
    }
  }

  /** The latest run that made models. It is remembered when a crawl that was paused for it goes on. */
  get modelRun(): RunStatus | null {
    const { status } = this.run
    return status?.kind === 'model' ? status : this.#modelRun
  }

  /** Makes models of sites. A crawl of this server is paused for it, and goes on when they are made. */
  async makeModels({ urls, model }: Required<Pick<RunOrder, 'urls' | 'model'>>): Promise<void> {
    const config = (await (await this.reader()).config()) ?? { seeds: [...urls], scope: { local: true } }
    const { status, order } = this.run
    const isCrawling = status?.state === 'running' && status.kind !== 'model'
    if (isCrawling) await this.run.stop('paused')
    this.#interrupted = isCrawling ? order : this.#interrupted
    try {
      await this.run.start({ kind: 'model', config, urls, model })
    } finally {
      if (isCrawling) void this.#goOn().catch(() => {})
    }
  }

  /** Resumes the interrupted crawl once the models are made, whether or not that worked. */
  async #goOn(): Promise<void> {
    await this.run.ended
    const order = this.#interrupted
    if (!order || this.#closing.signal.aborted) return
    this.#interrupted = null
    this.#modelRun = this.run.status
    await this.run.start({ ...order, config: await this.config() })
  }

  /** Stops the run of this server, and lets no interrupted crawl go on. */
  async stop(as: 'paused' | 'ended'): Promise<void> {
    this.#interrupted = null
    await this.run.stop(as)
  }

  async counts(): Promise<CollectionCounts> {
    return (await this.reader()).counts()
  }

  /** The config of the next run. */
  async config(): Promise<ConfigInput> {
    const config = await (await this.reader()).config()
    if (config) return config
    throw new Failure('usage', `${this.id} has no config yet: give it seeds first`)
  }

  /** Stores a config; a running watch continues with it at once. Other runs keep the config that they were started with. */
  async configure(config: ConfigInput): Promise<void> {
    const { state, kind } = this.run.status ?? {}
    if (state !== 'running') await this.writing(collection => collection.configure(config))
    else if (kind === 'watch') await this.run.reconfigure(config)
    else
      throw new Failure(
        'busy',
        'the run in progress keeps the settings that it was started with: stop it first, or wait for its end',
      )
  }

  /** Visits one page, by the process that crawls the collection now or by a run only for this page. */
  async visit(url: string): Promise<'asked' | 'started'> {
    await Collection.askFor(this.where, url, { env: { clock: this.env.clock } })
    if (await this.#startFor(url)) return 'started'
    void this.#visitLater(url, await this.#visits(url)).catch(() => {})
    return 'asked'
  }

  /** Starts a run for one page; false while another process works on the collection. */
  async #startFor(url: string): Promise<boolean> {
    const state = this.run.status?.state
    if (state === 'running' || state === 'stopping' || (await (await this.reader()).isBusy())) return false
    await this.run.start({ kind: 'recrawl', config: await this.config(), urls: [url] })
    return true
  }

  /** A crawl that is just ending may miss the request; then a run of its own makes the visit. */
  async #visitLater(url: string, before: number): Promise<void> {
    const { signal } = this.#closing
    do await realClock.sleep(LOOK_AGAIN_MS, signal)
    while ((await this.#visits(url)) === before && !(await this.#startFor(url)))
  }

  async #visits(url: string): Promise<number> {
    const page = await (await this.reader()).page(url)
    return (await page?.history())?.length ?? 0
  }

  /** Deletes everything but the config, after stopping runs and tasks of this server. */
  async empty(): Promise<EmptySummary> {
    await this.tasks.close()
    await this.stop('ended')
    await this.forget()
    return Collection.empty(this.where)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.live.close()
    await this.lab.stop()
    await this.tasks.close()
    await this.stop('ended')
    await this.forget()
  }

  /** Closes the open collection; the next request opens it again. */
  async forget(): Promise<void> {
    const reader = await this.#reader?.catch(() => null)
    this.#reader = null
    this.types.forget()
    await reader?.close()
  }
}
