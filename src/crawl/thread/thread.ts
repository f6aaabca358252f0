/** The entry point of a parse thread: jobs come in bundles, results go back in bundles, and records move without a copy. */

import { parentPort, workerData } from 'node:worker_threads'
import type { SamplePlace } from '../../archive/dictionary/samples.ts'
import { realRandom } from '../../env/random.ts'
import type { GuideData } from '../../site/index.ts'
import type { ParseJob, ParseResult } from './job.ts'
import { Parser } from './parse.ts'
import type { ParseSettings } from './parse-settings.ts'

/** A job with the number of the dictionary for its records, or 0. */
export type NumberedJob = ParseJob & { readonly id: number; readonly packWith: number }

/** A dictionary to be learned from records in the archive. */
export interface Lesson {
  readonly id: number
  readonly folder: string
  readonly samples: readonly SamplePlace[]
  /** The dictionary that the new one must beat, or 0. */
  readonly current: number
}

export type ThreadMessage =
  | { readonly kind: 'jobs'; readonly jobs: readonly NumberedJob[] }
  | { readonly kind: 'lesson'; readonly lesson: Lesson }
  | { readonly kind: 'teach'; readonly number: number; readonly dictionary: Uint8Array }
  | { readonly kind: 'forget'; readonly number: number }
  | { readonly kind: 'guides'; readonly guides: readonly GuideData[] }
  | { readonly kind: 'end' }

export type ThreadResult = { readonly id: number } & (
  | { readonly result: ParseResult }
  | { readonly error: string }
)

export type ThreadAnswer =
  | { readonly results: readonly ThreadResult[] }
  | { readonly id: number; readonly learned: Uint8Array | null }

export interface ThreadSetup {
  readonly settings: ParseSettings
  /** One number in shared memory: the job the thread is working on, or 0. */
  readonly progress: Int32Array
}

const { settings, progress } = workerData as ThreadSetup
const parser = new Parser(settings)

parentPort!.on('message', (message: ThreadMessage) => {
  switch (message.kind) {
    case 'jobs':
      return void answerAll(message.jobs)
    case 'lesson':
      return void learn(message.lesson)
    case 'teach':
      return parser.learn(message.number, message.dictionary)
    case 'forget':
      return parser.forget(message.number)
    case 'guides':
      return parser.guideBy(message.guides)
    case 'end':
      return parentPort!.close()
  }
})

async function answerAll(jobs: readonly NumberedJob[]): Promise<void> {
  const results: ThreadResult[] = []
  const moved: ArrayBuffer[] = []
  for (const job of jobs) {
    Atomics.store(progress, 0, job.id)
    results.push(await answerTo(job, moved))
  }
  // Handing over results takes memory as well: until that is done, the thread counts as reading the last page.
  parentPort!.postMessage({ results } satisfies ThreadAnswer, moved)
  Atomics.store(progress, 0, 0)
}

/** Whatever goes wrong here, pages are packed without the new dictionary. */
async function learn({ id, folder, samples, current }: Lesson): Promise<void> {
  const options = {
    level: settings.level,
    current: parser.dictionary(current),
    chance: realRandom.next(),
  }
  let learned: Uint8Array | null
  try {
    const { learnDictionary } = await import('../../archive/dictionary/learn.ts')
    const { readSamples } = await import('../../archive/dictionary/samples.ts')
    learned = learnDictionary(readSamples(folder, samples), options)
  } catch {
    learned = null
  }
  parentPort!.postMessage({ id, learned } satisfies ThreadAnswer)
}

async function answerTo(job: NumberedJob, moved: ArrayBuffer[]): Promise<ThreadResult> {
  try {
    const parsed = await parser.parse(restored(job), job.packWith)
    const result = {
      ...parsed,
      records: own(parsed.records),
      body: parsed.body && new Uint8Array(parsed.body),
      beside: parsed.beside.map(packed => ({ ...packed, bytes: own(packed.bytes) })),
    }
    moved.push(result.records.buffer as ArrayBuffer)
    for (const { bytes } of result.beside) moved.push(bytes.buffer as ArrayBuffer)
    if (result.body) moved.push(result.body.buffer)
    return { id: job.id, result }
  } catch (error) {
    return { id: job.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Buffers arrive as plain byte arrays; makes them Buffers again. */
function restored(job: ParseJob): ParseJob {
  return job.previous
    ? { ...job, previous: { ...job.previous, digest: Buffer.from(job.previous.digest) } }
    : job
}

/** Copies bytes that share a pool, as small buffers do, so that their memory can be moved. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
