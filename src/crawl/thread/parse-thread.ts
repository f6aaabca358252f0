/**
 * One parse thread as the main thread sees it: its jobs, the one it is working on, and how its death is noticed. Bodies are in shared
 * memory, so a page whose thread dies can be given to another.
 */

import { Worker } from 'node:worker_threads'
import { errorMessage } from '../../env/failure.ts'
import type { ParseResult } from './job.ts'
import type { ParseSettings } from './parse-settings.ts'
import type { NumberedJob, ThreadAnswer, ThreadMessage, ThreadResult, ThreadSetup } from './thread.ts'

/** A page to read, and the caller waiting for it. */
export interface PendingReading {
  readonly job: NumberedJob
  /** Number of threads that died while reading this page. */
  deaths: number
  readonly resolve: (result: ParseResult) => void
  readonly reject: (error: Error) => void
}

export interface ParseThreadEvents {
  /** Called when a page was read, or reading it failed; its body is no longer needed. */
  readonly onDone: (reading: PendingReading) => void
  /** Called when the thread ended by itself, through an error or because it ran out of memory. */
  readonly onEnd: (thread: ParseThread, why: string) => void
}

const THREAD_FILE = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)
/**
 * Three times the size of the space in which new objects are made. A page is garbage once it is read: with an eighth of this the collector
 * meets so many half-read pages that a crawl takes a tenth longer; with twice as much it is no faster.
 */
const YOUNG_MB = 48
/** Learning a dictionary takes as long as reading this many pages. */
const LESSON_LOAD = 16

export class ParseThread {
  readonly #worker: Worker
  readonly #events: ParseThreadEvents
  /** Jobs sent and not answered, in the order in which the thread takes them. */
  readonly #sent = new Map<number, PendingReading>()
  /** Filled by `give`, drained by `send` once per turn of the event loop: a message costs more than a small page. */
  #bundle: PendingReading[] = []
  /** The dictionary being learned, if any. */
  #lesson: { readonly id: number; readonly resolve: (learned: Uint8Array | null) => void } | null = null
  /** The thread writes here which job it is working on. */
  readonly #progress = new Int32Array(new SharedArrayBuffer(4))
  #lastSeen = 0
  #strikes = 0

  constructor(settings: ParseSettings, heapMb: number, events: ParseThreadEvents) {
    this.#events = events
    this.#worker = new Worker(THREAD_FILE, {
      workerData: { settings, progress: this.#progress } satisfies ThreadSetup,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker.on('message', (answer: ThreadAnswer) => this.#hear(answer))
    this.#worker.on('error', error => events.onEnd(this, errorMessage(error)))
    this.#worker.unref()
  }

  get pages(): number {
    return this.#sent.size + this.#bundle.length
  }

  get load(): number {
    return this.pages + (this.#lesson ? LESSON_LOAD : 0)
  }

  give(reading: PendingReading): void {
    this.#bundle.push(reading)
  }

  send(): void {
    if (this.#bundle.length === 0) return
    for (const reading of this.#bundle) this.#sent.set(reading.job.id, reading)
    this.post({ kind: 'jobs', jobs: this.#bundle.map(({ job }) => job) })
    this.#bundle = []
  }

  post(message: ThreadMessage): void {
    this.#worker.postMessage(message)
  }

  learn(lesson: Extract<ThreadMessage, { kind: 'lesson' }>['lesson']): Promise<Uint8Array | null> {
    return new Promise(resolve => {
      this.#lesson?.resolve(null)
      this.#lesson = { id: lesson.id, resolve }
      this.post({ kind: 'lesson', lesson })
    })
  }

  /** Called at even intervals; returns for how many of them in a row the thread has been working on the same page. */
  watch(): number {
    const current = Atomics.load(this.#progress, 0)
    this.#strikes = current !== 0 && current === this.#lastSeen ? this.#strikes + 1 : 0
    this.#lastSeen = current
    return this.#strikes
  }

  /** Ends the thread at once and returns its jobs: the page it was working on, if any, and the rest. */
  abandon(): { readonly culprit: PendingReading | null; readonly others: readonly PendingReading[] } {
    void this.#worker.terminate()
    this.#lesson?.resolve(null)
    const culprit = this.#sent.get(Atomics.load(this.#progress, 0)) ?? null
    const others = [...this.#sent.values(), ...this.#bundle].filter(reading => reading !== culprit)
    this.#sent.clear()
    this.#bundle = []
    return { culprit, others }
  }

  /**
   * Asks an idle thread to end by itself: one that is terminated while it still loads its code can take the
   * whole process with it. A busy thread may be stuck on a page, so it is not waited for.
   */
  async stop(): Promise<void> {
    if (this.#worker.threadId < 0) return
    if (this.#sent.size > 0) return void (await this.#worker.terminate())
    const ended = new Promise(resolve => this.#worker.once('exit', resolve))
    this.post({ kind: 'end' })
    this.#worker.ref()
    await ended
  }

  #hear(answer: ThreadAnswer): void {
    if ('results' in answer) for (const result of answer.results) this.#finish(result)
    else if (this.#lesson?.id === answer.id) {
      this.#lesson.resolve(answer.learned)
      this.#lesson = null
    }
  }

  #finish(answer: ThreadResult): void {
    const reading = this.#sent.get(answer.id)
    if (!reading) return
    this.#sent.delete(answer.id)
    this.#events.onDone(reading)
    if ('result' in answer) reading.resolve(answer.result)
    else reading.reject(new ParseTrouble(`cannot be read: ${answer.error}`))
  }
}

/** Thrown when a page could not be read: reading it failed, took all the memory, or took too long. The message is worded to follow "the page". */
export class ParseTrouble extends Error {}
