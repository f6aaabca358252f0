import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Clock, Failure } from '../env/index.ts'
import {
  type HandedTask,
  isWriting,
  type TaskKind,
  type TaskOrder,
  type TaskStatus,
  type TaskWord,
} from './task-order.ts'

export interface TaskRunsOptions {
  readonly where: string
  readonly clock: Clock
  /** Returns the path for the export of an order. */
  readonly placeFor: (order: TaskOrder) => string
  /** Runs `work` with exclusive write access. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
}

const PROCESS_FILE = fileURLToPath(
  new URL(`./task-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
)
/** The same flags as in bin/tidewatch. */
const FLAGS = ['--wasm-wrapper-tiering-budget=1000000000', '--disable-warning=ExperimentalWarning']
/** How long a batch in progress may take to end. Then the process is killed, which loses only that batch. */
const PATIENCE_MS = 10_000
const MAX_FINDINGS = 1_000
const MAX_WORDS_CHARS = 4_000

interface Running {
  readonly order: TaskOrder
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/**
 * The tasks of one collection, each in a separate process, because they take a whole core while they run. Only one of each kind runs at a
 * time, and only one that writes; the latest of each kind is remembered.
 */
export class TaskRuns {
  readonly #options: TaskRunsOptions
  readonly #running = new Map<TaskKind, Running>()
  readonly #statuses = new Map<TaskKind, TaskStatus>()

  constructor(options: TaskRunsOptions) {
    this.#options = options
  }

  /** The latest task of each kind, in the order they were started. */
  get statuses(): readonly TaskStatus[] {
    return [...this.#statuses.values()]
  }

  start(order: TaskOrder): TaskStatus {
    const { kind } = order
    if (this.#running.has(kind))
      throw new Failure('busy', 'this is being done already: wait, or stop it first')
    const writer = [...this.#running.values()].find(each => isWriting(each.order))
    if (writer && isWriting(order))
      throw new Failure('busy', `${WORDS[writer.order.kind]}: wait, or stop it first`)
    this.#statuses.delete(kind)
    this.#statuses.set(kind, {
      kind,
      state: 'running',
      startedAt: this.#now(),
      endedAt: null,
      pages: null,
      message: null,
      findings: [],
    })
    const stop = new AbortController()
    const work = () => this.#worked(order, stop.signal)
    const ended = (isWriting(order) ? this.#options.alone(work) : work())
      .catch((error: Error) => this.#change(kind, { state: 'failed', message: error.message }))
      .then(() => {
        this.#running.delete(kind)
        this.#change(kind, { endedAt: this.#now() })
      })
    this.#running.set(kind, { order, stop, ended })
    return this.#statuses.get(kind)!
  }

  async stop(kind: TaskKind): Promise<void> {
    const running = this.#running.get(kind)
    running?.stop.abort()
    await running?.ended
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map(kind => this.stop(kind)))
  }

  async #worked(order: TaskOrder, signal: AbortSignal): Promise<void> {
    const { where, clock, placeFor } = this.#options
    const child = fork(PROCESS_FILE, { execArgv: FLAGS, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const ended = new Promise<string>(resolve => {
      let words = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        words = (words + text).slice(-MAX_WORDS_CHARS)
      })
      child.once('error', error => resolve(error.message))
      child.once('close', () => resolve(words.trim().split('\n').at(-1) ?? ''))
    })
    child.on('message', word => this.#hear(order.kind, word as TaskWord))
    child.send({ order, where, place: placeFor(order) } satisfies HandedTask)
    signal.addEventListener('abort', () => stopped(child, clock), { once: true })
    if (signal.aborted) stopped(child, clock)
    const lastWords = await ended
    if (signal.aborted) this.#change(order.kind, { state: 'stopped', message: null })
    else if (this.#statuses.get(order.kind)?.state === 'running')
      this.#change(order.kind, { state: 'failed', message: `it ended unexpectedly: ${lastWords}` })
  }

  #hear(kind: TaskKind, word: TaskWord): void {
    const { findings } = this.#statuses.get(kind)!
    if (word.kind === 'progress') this.#change(kind, { pages: word.pages })
    else if (word.kind === 'finding')
      this.#change(kind, { findings: [...findings, word.finding].slice(0, MAX_FINDINGS) })
    else this.#change(kind, { state: word.kind, message: word.message })
  }

  #change(kind: TaskKind, change: Partial<TaskStatus>): void {
    this.#statuses.set(kind, { ...this.#statuses.get(kind)!, ...change })
  }

  #now(): Date {
    return new Date(this.#options.clock.now())
  }
}

const WORDS: Readonly<Record<TaskKind, string>> = {
  index: 'the search index is being built',
  duplicates: 'pages are being compared',
  patterns: 'patterns are being looked for',
  accessibility: 'accessibility is being checked',
  doctor: 'the collection is being examined',
  forget: 'pages are being erased',
  export: 'an export is being made',
  records: 'records are being written',
}

function stopped(child: ChildProcess, clock: Clock): void {
  child.kill('SIGINT')
  const giveUp = clock.timer(PATIENCE_MS, () => child.kill('SIGKILL'))
  child.once('close', giveUp)
}
