/** The entry of a parse thread: jobs come in bundles, results go back in bundles, bodies and records move without a copy. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ParseJob, ParseResult, ParseSettings } from './job.ts'
import { Parser } from './parse.ts'

export type ThreadResult = { readonly id: number } & (
  | { readonly result: ParseResult }
  | { readonly error: string }
)

const parser = new Parser(workerData as ParseSettings)

parentPort!.on('message', async (jobs: readonly (ParseJob & { id: number })[]) => {
  const results: ThreadResult[] = []
  const moved: ArrayBuffer[] = []
  for (const job of jobs) {
    try {
      const result = await parser.parse(restored(job))
      const owned = { ...result, records: own(result.records), body: result.body && own(result.body) }
      moved.push(owned.records.buffer as ArrayBuffer)
      if (owned.body) moved.push(owned.body.buffer as ArrayBuffer)
      results.push({ id: job.id, result: owned })
    } catch (error) {
      results.push({
        id: job.id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
  }
  parentPort!.postMessage(results, moved)
})

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
