/** The thread in which readers meet hostile input: it may run out of time or memory, and its owner lives on. */
import { parentPort } from 'node:worker_threads'
import { HOSTILE_SHAPES } from './hostile-shapes.ts'
import { makeReaders } from './readers.ts'

/** Bytes to read, or the shape that makes them. */
export type Feeding = { readonly reader: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly shape: string; readonly size: number }
)

export type Answer =
  | { readonly ready: true }
  /** Processor time of the reading, and what it threw. */
  | { readonly cpuMs: number; readonly error: string | null }

const readers = new Map((await makeReaders()).map(reader => [reader.name, reader]))
const shapes = new Map(HOSTILE_SHAPES.map(shape => [`${shape.kind}: ${shape.name}`, shape]))

async function read(feeding: Feeding): Promise<Answer> {
  const bytes =
    'bytes' in feeding ? Buffer.from(feeding.bytes) : shapes.get(feeding.shape)!.make(feeding.size)
  const reader = readers.get(feeding.reader)!
  let before = process.threadCpuUsage()
  let error: string | null = null
  try {
    reader.prepare?.(bytes)
    before = process.threadCpuUsage()
    await reader.read(bytes)
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  }
  const { user, system } = process.threadCpuUsage(before)
  return { cpuMs: (user + system) / 1000, error }
}

parentPort!.on('message', async (feeding: Feeding) =>
  parentPort!.postMessage((await read(feeding)) satisfies Answer),
)
parentPort!.postMessage({ ready: true } satisfies Answer)
