import { Worker } from 'node:worker_threads'
import type { Place, School } from '../../archive/index.ts'
import type { GuideData } from '../../site/index.ts'
import type { ParseJob, ParseResult, ParseSettings } from './job.ts'
import type { NumberedJob, ThreadAnswer, ThreadMessage, ThreadResult } from './thread.ts'

interface Pending {
  readonly resolve: (result: ParseResult) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** Jobs given out and not answered. */
  readonly pending: Map<number, Pending>
  /** Filled by `parse`, drained once for each turn of the event loop: a message costs more than a small page. */
  bundle: NumberedJob[]
  /** The lesson it is at, which takes as long as some pages. */
  lesson: { readonly id: number; readonly resolve: (learned: Uint8Array | null) => void } | null
}

/** A page that could not be read: by a fault of ours in reading it, or because the thread that read it ended. */
export class ParseTrouble extends Error {
  /** The thread ended under it: the page itself may be innocent. */
  readonly threadEnded: boolean

  constructor(message: string, threadEnded: boolean) {
    super(message)
    this.threadEnded = threadEnded
  }
}

const THREAD_FILE = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)
/** A page that wants more than this is not worth the crawl. */
const MOST_HEAP_MB = 512
/**
 * Three times the space in which new objects are made. A page is garbage once it is read: with an eighth of this the collector
 * meets so many pages half read that a crawl takes a tenth longer; with twice as much it is no faster.
 */
const YOUNG_MB = 48
/** Pages that wait for one thread. */
const MOST_PENDING = 24
/** Pages that could be read while a dictionary is learned. */
const LESSON_LOAD = 16
/** Threads that end so often end for a reason that has nothing to do with pages. */
const MOST_RESTARTS = 100

/**
 * Parse threads. Jobs go to the least loaded thread, bundled by the turn of the event loop, because handing over a message
 * costs as much as reading a small page. A thread that ends (a page took all its memory) is replaced; the pages it
 * had come back as trouble.
 */
export class ParsePool implements School {
  #settings: ParseSettings
  readonly #threads: Thread[]
  readonly #archiveFolder: string
  readonly #onSpent: (buffer: ArrayBuffer) => void
  /** Taught to every thread, also to those that replace others. */
  readonly #dictionaries = new Map<number, Uint8Array>()
  /** The number of the dictionary for a page's records, or 0. */
  packWith: (job: ParseJob) => number = () => 0
  #nextId = 0
  #scheduled = false
  #restarts = 0
  #stopped = false

  constructor(
    settings: ParseSettings,
    options: {
      readonly threads: number
      readonly archiveFolder: string
      readonly onSpent?: (buffer: ArrayBuffer) => void
    },
  ) {
    this.#settings = settings
    this.#archiveFolder = options.archiveFolder
    this.#onSpent = options.onSpent ?? (() => {})
    this.#threads = Array.from({ length: options.threads }, () => this.#start())
  }

  parse(job: ParseJob): Promise<ParseResult> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++
      const thread = this.#leastLoaded()
      thread.pending.set(id, { resolve, reject })
      thread.bundle.push({ ...job, id, packWith: this.packWith(job) })
      if (this.#scheduled) return
      this.#scheduled = true
      setImmediate(() => this.#send())
    })
  }

  /** Has so much to read that more pages would only fill the memory. */
  get busy(): boolean {
    return this.#threads.every(thread => thread.pending.size >= MOST_PENDING)
  }

  train(samples: readonly Place[], current: number): Promise<Uint8Array | null> {
    return new Promise(resolve => {
      const id = this.#nextId++
      const thread = this.#leastLoaded()
      thread.lesson?.resolve(null)
      thread.lesson = { id, resolve }
      const lesson = { id, folder: this.#archiveFolder, samples, current }
      post(thread, { kind: 'lesson', lesson })
    })
  }

  teach(number: number, dictionary: Uint8Array): void {
    this.#dictionaries.set(number, dictionary)
    for (const thread of this.#threads) post(thread, { kind: 'teach', number, dictionary })
  }

  forget(number: number): void {
    this.#dictionaries.delete(number)
    for (const thread of this.#threads) post(thread, { kind: 'forget', number })
  }

  /** Other site models than before; pages that are given out already are read by the old ones. */
  guideBy(guides: readonly GuideData[]): void {
    this.#settings = { ...this.#settings, guides }
    for (const thread of this.#threads) post(thread, { kind: 'guides', guides })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#threads.map(end))
  }

  #leastLoaded(): Thread {
    return this.#threads.reduce((least, other) => (loadOf(other) < loadOf(least) ? other : least))
  }

  #send(): void {
    this.#scheduled = false
    for (const thread of this.#threads) {
      if (thread.bundle.length === 0) continue
      const bundle = thread.bundle
      thread.bundle = []
      const bodies = bundle.map(job => job.body.buffer as ArrayBuffer)
      post(thread, { kind: 'jobs', jobs: bundle }, bodies)
    }
  }

  #start(): Thread {
    const worker = new Worker(THREAD_FILE, {
      workerData: this.#settings,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const thread: Thread = { worker, pending: new Map(), bundle: [], lesson: null }
    for (const [number, dictionary] of this.#dictionaries) post(thread, { kind: 'teach', number, dictionary })
    worker.on('message', (answer: ThreadAnswer) => {
      if ('learned' in answer) return endLesson(thread, answer)
      for (const result of answer.results) settle(thread, result)
      for (const buffer of answer.spent) this.#onSpent(buffer)
    })
    worker.on('error', error => this.#replace(thread, error instanceof Error ? error.message : String(error)))
    worker.unref()
    return thread
  }

  #replace(thread: Thread, why: string): void {
    const at = this.#threads.indexOf(thread)
    if (this.#stopped || at < 0) return
    this.#restarts++
    if (this.#restarts > MOST_RESTARTS) throw new Error(`parse threads end again and again: ${why}`)
    this.#threads[at] = this.#start()
    thread.lesson?.resolve(null)
    for (const { reject } of thread.pending.values())
      reject(new ParseTrouble(`its reader ended: ${why}`, true))
  }
}

const loadOf = ({ pending, lesson }: Thread) => pending.size + (lesson ? LESSON_LOAD : 0)

/**
 * An idle thread is told to end and ends by itself: one that is ended from outside while it still loads its code can take the
 * whole process with it. A busy one may be stuck on a page and is not waited for.
 */
async function end({ worker, pending }: Thread): Promise<void> {
  if (worker.threadId < 0) return
  if (pending.size > 0) return void (await worker.terminate())
  const ended = new Promise(resolve => worker.once('exit', resolve))
  worker.postMessage({ kind: 'end' } satisfies ThreadMessage)
  worker.ref()
  await ended
}

function post({ worker }: Thread, message: ThreadMessage, moved: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, moved)
}

function endLesson(thread: Thread, { id, learned }: { id: number; learned: Uint8Array | null }): void {
  if (thread.lesson?.id !== id) return
  thread.lesson.resolve(learned)
  thread.lesson = null
}

function settle({ pending }: Thread, answer: ThreadResult): void {
  const waiting = pending.get(answer.id)
  pending.delete(answer.id)
  if ('result' in answer) waiting?.resolve(answer.result)
  else waiting?.reject(new ParseTrouble(answer.error, false))
}
