import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { byText } from './make-index.ts'

/** How many files are open at once; more are merged in rounds. */
const FAN_IN = 64

/**
 * Sorted runs in a temporary folder, merged into one sorted stream: an index of any size in constant memory. Filled by exports, one run per
 * archive file; drained once by `lines`.
 */
export class IndexRuns {
  readonly #folder: string
  #runs: string[] = []
  #serial = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Takes sorted lines with their line ends. */
  async add(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await writeFile(this.#newRun(), lines.join(''))
  }

  async *lines(): AsyncGenerator<string> {
    while (this.#runs.length > FAN_IN) {
      const some = this.#runs.splice(0, FAN_IN)
      await writeFile(this.#newRun(), inBatches(merged(some)))
      for (const run of some) await rm(run)
    }
    yield* merged(this.#runs)
    for (const run of this.#runs) await rm(run)
  }

  #newRun(): string {
    const path = join(this.#folder, `run-${this.#serial++}.cdxj`)
    this.#runs.push(path)
    return path
  }
}

async function* merged(paths: readonly string[]): AsyncGenerator<string> {
  const sources = await Promise.all(paths.map(path => startOf(path)))
  let open = sources.filter(source => source.line !== null)
  while (open.length > 0) {
    const first = open.reduce((least, source) => (byText(source.line!, least.line!) < 0 ? source : least))
    yield `${first.line}\n`
    first.line = await first.next()
    if (first.line === null) open = open.filter(source => source !== first)
  }
}

async function startOf(path: string): Promise<{ line: string | null; next: () => Promise<string | null> }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  const iterator = lines[Symbol.asyncIterator]()
  const next = async () => {
    const { done, value } = await iterator.next()
    return done ? null : value
  }
  return { line: await next(), next }
}

/** Many short strings cost a write each; a few long ones do not. */
export async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let batch = ''
  for await (const line of lines) {
    batch += line
    if (batch.length < 65_536) continue
    yield batch
    batch = ''
  }
  if (batch !== '') yield batch
}
