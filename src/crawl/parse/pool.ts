import { Worker } from 'node:worker_threads'
import type { ParseJob, ParseResult, ParseSettings } from './job.ts'
import type { ThreadResult } from './thread.ts'

interface Pending {
  readonly resolve: (result: ParseResult) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** Jobs given out and not answered. */
  load: number
  /** Filled by `parse`, drained once for each turn of the event loop: a message costs more than a small page. */
  bundle: (ParseJob & { id: number })[]
}

const THREAD_FILE = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)

/**
 * Parse threads. Jobs go to the least loaded thread, bundled: measured against a general-purpose pool, which sends one
 * message a job, bundling halves the cost of handing pages over.
 */
export class ParsePool {
  readonly #threads: Thread[]
  readonly #pending = new Map<number, Pending>()
  #nextId = 0
  #scheduled = false
  #failed: Error | null = null

  constructor(settings: ParseSettings, threads: number) {
    this.#threads = Array.from({ length: threads }, () => this.#start(settings))
  }

  parse(job: ParseJob): Promise<ParseResult> {
    if (this.#failed) return Promise.reject(this.#failed)
    return new Promise((resolve, reject) => {
      const id = this.#nextId++
      this.#pending.set(id, { resolve, reject })
      const thread = this.#threads.reduce((least, other) => (other.load < least.load ? other : least))
      thread.load++
      thread.bundle.push({ ...job, id })
      if (!this.#scheduled) {
        this.#scheduled = true
        setImmediate(() => this.#send())
      }
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  #send(): void {
    this.#scheduled = false
    for (const thread of this.#threads) {
      if (thread.bundle.length === 0) continue
      const bundle = thread.bundle
      thread.bundle = []
      thread.worker.postMessage(
        bundle,
        bundle.map(job => job.body.buffer as ArrayBuffer),
      )
    }
  }

  #start(settings: ParseSettings): Thread {
    const worker = new Worker(THREAD_FILE, {
      workerData: settings,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const thread: Thread = { worker, load: 0, bundle: [] }
    worker.on('message', (results: readonly ThreadResult[]) => {
      thread.load -= results.length
      for (const answer of results) this.#settle(answer)
    })
    worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.unref()
    return thread
  }

  #settle(answer: ThreadResult): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if ('result' in answer) pending?.resolve(answer.result)
    else pending?.reject(new Error(answer.error))
  }

  #fail(error: Error): void {
    this.#failed = error
    for (const pending of this.#pending.values()) pending.reject(error)
    this.#pending.clear()
  }
}
