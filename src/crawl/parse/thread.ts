/** The entry of a parse thread: jobs come in bundles, results go back in bundles, bodies and records move without a copy. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ParseJob, ParseResult, ParseSettings } from './job.ts'
import { Parser } from './parse.ts'

export type NumberedJob = ParseJob & { readonly id: number }

export type ThreadResult = { readonly id: number } & (
  | { readonly result: ParseResult }
  | { readonly error: string }
)

export interface ThreadAnswer {
  readonly results: readonly ThreadResult[]
  /** Buffers of the bodies, to be used again. */
  readonly spent: readonly ArrayBuffer[]
}

const parser = new Parser(workerData as ParseSettings)

parentPort!.on('message', async (jobs: readonly NumberedJob[] | 'end') => {
  if (jobs === 'end') return parentPort!.close()
  const results: ThreadResult[] = []
  const moved: ArrayBuffer[] = []
  for (const job of jobs) results.push(await answerTo(job, moved))
  const spent = jobs.map(job => job.body.buffer as ArrayBuffer)
  parentPort!.postMessage({ results, spent } satisfies ThreadAnswer, [...moved, ...spent])
})

async function answerTo(job: NumberedJob, moved: ArrayBuffer[]): Promise<ThreadResult> {
  try {
    const parsed = await parser.parse(restored(job))
    const result = {
      ...parsed,
      records: own(parsed.records),
      body: parsed.body && new Uint8Array(parsed.body),
    }
    moved.push(result.records.buffer as ArrayBuffer)
    if (result.body) moved.push(result.body.buffer)
    return { id: job.id, result }
  } catch (error) {
    return { id: job.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Buffers arrive as plain byte arrays. */
function restored(job: ParseJob): ParseJob {
  return job.previous
    ? { ...job, previous: { ...job.previous, digest: Buffer.from(job.previous.digest) } }
    : job
}

/** Bytes with memory of their own, so that it can move: small buffers share a pool. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
