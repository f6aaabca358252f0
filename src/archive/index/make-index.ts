import { rename, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type AnyFile, fileRef } from '../archive-folder.ts'
import { entryOf, type Inspection, inspectRecord } from '../read/inspect.ts'
import { readRecords, type Stopped } from '../read/read-records.ts'
import { cdxLine } from './cdxj.ts'

export interface FileIndex {
  /** Sorted lines, each with its line end. */
  readonly lines: readonly string[]
  readonly records: number
  /** Offset and description of each record that is not what it claims to be. */
  readonly problems: readonly { readonly offset: number; readonly problem: string }[]
  /** The first place that cannot be read; records behind it are listed all the same. */
  readonly stopped: Stopped | null
}

const MAX_PROBLEMS = 100

/**
 * Reads a file to its end, behind what is damaged too, checks every record and creates its index. Keeps the lines of one file in memory to sort them; a collection's
 * index is merged from those of its files (`merge-index.ts`).
 */
export async function indexFile(
  from: AnyFile,
  options: { readonly endAt?: number; readonly fileName?: string } = {},
): Promise<FileIndex> {
  const file = options.fileName ?? basename(fileRef(from).path)
  const lines: string[] = []
  const problems: { offset: number; problem: string }[] = []
  let records = 0
  const { endAt } = options
  const reader = readRecords(from, { ...(endAt !== undefined && { endAt }), skipsDamage: true })
  for await (const record of reader) {
    records++
    const inspection = await inspectRecord(record)
    const problem = wrongWith(inspection)
    if (problem !== null && problems.length < MAX_PROBLEMS) problems.push({ offset: record.offset, problem })
    const length = inspection.length ?? 0
    const entry = entryOf(record, inspection, { offset: record.offset, length, file })
    if (entry && inspection.length !== null) lines.push(cdxLine(entry))
  }
  return { lines: lines.sort(byText), records, problems, stopped: reader.stopped }
}

export function wrongWith(inspection: Inspection): string | null {
  if (inspection.problem !== null) return inspection.problem
  if (inspection.blockDigest === 'wrong') return 'its bytes do not match the block digest'
  if (inspection.payloadDigest === 'wrong') return 'its payload does not match the payload digest'
  return null
}

export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Writes an index atomically, so that it is never seen half written. */
export async function writeIndex(path: string, lines: readonly string[]): Promise<void> {
  await writeFile(`${path}.new`, lines.join(''))
  await rename(`${path}.new`, path)
}
