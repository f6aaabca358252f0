/** Feeds readers in a thread of their own and watches it: a reading ends well, with a fault, out of memory, or not at all. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answer, Feeding } from './reader-thread.ts'

export type Outcome =
  | { readonly kind: 'read'; readonly cpuMs: number }
  | { readonly kind: 'threw'; readonly message: string }
  | { readonly kind: 'ended'; readonly message: string }
  | { readonly kind: 'hung'; readonly afterMs: number }

/** No page is worth more; a parse thread has more than twice of it. */
const MAX_HEAP_MB = 200
const THREAD = new URL('./reader-thread.ts', import.meta.url)

export class ReaderWatch {
  #worker: Worker | null = null

  /** A reading that takes longer than `patienceMs` of real time is cut off. */
  async feed(feeding: Feeding, patienceMs: number): Promise<Outcome> {
    const worker = (this.#worker ??= await startThread())
    const outcome = await new Promise<Outcome>(resolve => {
      const timer = setTimeout(() => resolve({ kind: 'hung', afterMs: patienceMs }), patienceMs)
      const onMessage = (answer: Answer) => end(outcomeOf(answer))
      const onError = (error: Error) => end({ kind: 'ended', message: error.message })
      const end = (how: Outcome) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('error', onError)
        resolve(how)
      }
      worker.once('message', onMessage).once('error', onError)
      worker.postMessage(feeding)
    })
    if (outcome.kind === 'hung' || outcome.kind === 'ended') await this.stop()
    return outcome
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}

async function startThread(): Promise<Worker> {
  const worker = new Worker(THREAD, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  await once(worker, 'message')
  return worker
}

function outcomeOf(answer: Answer): Outcome {
  if ('ready' in answer) throw new Error('a reader thread answers before it is asked')
  return answer.error === null
    ? { kind: 'read', cpuMs: answer.cpuMs }
    : { kind: 'threw', message: answer.error }
}
