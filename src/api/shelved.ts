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
  /** What was started last. */
  readonly order: RunOrder | null
  start(order: RunOrder): Promise<void>
  /** Goes on with another config. */
  reconfigure(config: ConfigInput): Promise<void>
  /** Ends cleanly: visits in progress are finished and recorded. */
  stop(as: 'paused' | 'ended'): Promise<void>
}

export interface RunOrder {
  readonly kind: 'crawl' | 'watch' | 'recrawl' | 'model'
  readonly config: ConfigInput
  /** Fetch everything, not only what is due. */
  readonly all?: boolean
  /** Of a recrawl: these pages alone, due or not. Of models: where sites begin; if they are several, those that have a model keep it. */
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
  /** Its name in addresses of the API. */
  readonly id: string
  readonly where: string
  readonly env: Env
  readonly run: Run
  /** Where the exports of all collections go, each in a folder of its own. */
  readonly exports: string
  /** The share of pages that are current, where somebody knows it. */
  readonly truth?: ((collection: Collection) => Promise<number | null>) | undefined
  /** How many times faster than ours its clock runs: what takes a second there took so much less. */
  readonly speed?: number
}

const LOOK_AGAIN_MS = 1_000

/** A collection on the shelf of a server: opened for reading when it is first looked at, and crawled when somebody says so. */
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
      ...{ where, clock: realClock },
      placeFor: order => this.exports.placeFor(order),
      alone: work => this.#between(work).finally(() => this.types.forget()),
    })
  }

  /** Open for reading, also while another process writes. */
  reader(): Promise<Collection> {
    this.#reader ??= Collection.open(this.where, { env: this.env }).catch(error => {
      this.#reader = null
      throw error
    })
    return this.#reader
  }

  /** Opens it for writing for as long as `work` takes. */
  async writing<T>(work: (collection: Collection) => Promise<T>): Promise<T> {
    const collection = await Collection.open(this.where, { mode: 'write', env: this.env })
    try {
      return await work(collection)
    } finally {
      await collection.close()
    }
  }

  /** Writes while nobody else does: what runs here is stopped for it, and goes on with what was written. */
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

  async counts(): Promise<CollectionCounts> {
    return (await this.reader()).counts()
  }

  /** The config it would be crawled with next. */
  async config(): Promise<ConfigInput> {
    const config = await (await this.reader()).config()
    if (config) return config
    throw new Failure('usage', `${this.id} has no config yet: give it seeds first`)
  }

  /** Keeps a config; a watch that runs goes on with it at once. */
  async configure(config: ConfigInput): Promise<void> {
    if (this.run.status?.state === 'running') await this.run.reconfigure(config)
    else await this.writing(collection => collection.configure(config))
  }

  /** Visits one page: by whoever crawls the collection now, or by a run for it alone. */
  async visit(url: string): Promise<'asked' | 'started'> {
    await Collection.askFor(this.where, url, { env: { clock: this.env.clock } })
    if (await this.#startFor(url)) return 'started'
    void this.#visitLater(url, await this.#visits(url)).catch(() => {})
    return 'asked'
  }

  /** A run for one page; false while the collection is in other hands. */
  async #startFor(url: string): Promise<boolean> {
    const state = this.run.status?.state
    if (state === 'running' || state === 'stopping' || (await (await this.reader()).isBusy())) return false
    await this.run.start({ kind: 'recrawl', config: await this.config(), urls: [url] })
    return true
  }

  /** A crawl that ends just now does not see what it was asked for any more: then it is made up for. */
  async #visitLater(url: string, before: number): Promise<void> {
    const { signal } = this.#closing
    do await realClock.sleep(LOOK_AGAIN_MS, signal)
    while ((await this.#visits(url)) === before && !(await this.#startFor(url)))
  }

  async #visits(url: string): Promise<number> {
    const page = await (await this.reader()).page(url)
    return (await page?.history())?.length ?? 0
  }

  /** Deletes everything but the config; what runs here is stopped first. */
  async empty(): Promise<EmptySummary> {
    await this.tasks.close()
    await this.run.stop('ended')
    await this.forget()
    return Collection.empty(this.where)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.live.close()
    await this.lab.stop()
    await this.tasks.close()
    await this.run.stop('ended')
    await this.forget()
  }

  /** Lets go of the open collection; the next question opens it anew. */
  async forget(): Promise<void> {
    const reader = await this.#reader?.catch(() => null)
    this.#reader = null
    this.types.forget()
    await reader?.close()
  }
}
