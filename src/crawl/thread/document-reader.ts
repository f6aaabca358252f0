/**
 * Converts documents on demand, for `page.document()` and what is made of it. Web pages and texts are read at once, because our own readers
 * are linear; everything else in a thread with limited time and memory, because a bad file must end in an error message, not end the program.
 *
 * The thread starts with the first document and stays for the next; it does not keep the program alive.
 */
import { Worker } from 'node:worker_threads'
import { type Conversion, convertDocument, type UnreadableFile } from '../../document/convert/index.ts'
import { isPageType } from '../../document/type.ts'
import { realClock } from '../../env/index.ts'
import type { ConversionJob } from './document-thread.ts'

/** A book of a thousand pages takes ten seconds. */
const LIMIT_MS = 60_000
const HEAP_MB = 512
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './document-thread.ts' : './document-thread.js',
  import.meta.url,
)
const TEXT = /^text\/(?!rtf)|[/+](?:xml|json)$|javascript/

let worker: Worker | null = null
/** Conversions take turns. */
let last: Promise<unknown> = Promise.resolve()

export function readDocument(job: ConversionJob, limitMs = LIMIT_MS): Promise<Conversion> {
  if (isPageType(job.type) || TEXT.test(job.type)) return convertDocument(job.bytes, job)
  const conversion = last.then(() => inThread(job, limitMs))
  last = conversion
  return conversion
}

function inThread(job: ConversionJob, limitMs: number): Promise<Conversion> {
  const thread = (worker ??= startThread())
  return new Promise(resolve => {
    const end = (conversion: Conversion) => {
      cancel()
      thread.off('message', end).off('error', onError)
      thread.unref()
      resolve(conversion)
    }
    const giveUp = (reason: string) => {
      worker = null
      void thread.terminate()
      end(unreadable(reason))
    }
    const onError = (error: Error) => giveUp(`cannot be read: ${error.message}`)
    const cancel = realClock.timer(limitMs, () =>
      giveUp(`cannot be read within ${Math.ceil(limitMs / 1000)} s`),
    )
    thread.on('message', end).on('error', onError)
    thread.ref()
    thread.postMessage(job)
  })
}

function startThread(): Worker {
  return new Worker(THREAD, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
}

const unreadable = (reason: string): UnreadableFile => ({ kind: 'unreadable', reason })
