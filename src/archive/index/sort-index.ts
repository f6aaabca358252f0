import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { IndexRuns, inBatches } from './merge-index.ts'

/** Lines sorted in memory at a time; the rest is merging. */
const RUN_LINES = 5_000

/**
 * Makes `PATH` from the lines of `PATH.part`, in constant memory: short sorted runs, then one merge. `keep` drops lines that are no longer
 * true. The result replaces `PATH` atomically.
 */
export async function sortIndex(path: string, keep: (line: string) => boolean = () => true): Promise<void> {
  const part = `${path}.part`
  const folder = `${path}.runs`
  // A crash after the last step left the finished index, and nothing to make it from.
  if (!existsSync(part) && existsSync(path)) return
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const runs = new IndexRuns(folder)
  for await (const lines of chunksOf(part, keep)) await runs.add(lines.sort())
  await writeFile(`${path}.new`, inBatches(runs.lines()))
  await rename(`${path}.new`, path)
  await rm(folder, { recursive: true, force: true })
  await rm(part, { force: true })
}

async function* chunksOf(path: string, keep: (line: string) => boolean): AsyncGenerator<string[]> {
  if (!existsSync(path)) return
  let lines: string[] = []
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line === '' || !keep(line)) continue
    if (lines.push(`${line}\n`) < RUN_LINES) continue
    yield lines
    lines = []
  }
  yield lines
}

/** Whether a line describes a record that ends within the first `sizeBytes` bytes. */
export function isCommitted(line: string, sizeBytes: number): boolean {
  const brace = line.indexOf(' {')
  if (brace < 0 || !line.endsWith('}')) return false
  try {
    const { offset, length } = JSON.parse(line.slice(brace + 1)) as { offset: string; length: string }
    return Number(offset) + Number(length) <= sizeBytes
  } catch {
    return false
  }
}
