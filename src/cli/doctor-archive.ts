import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileIndex, indexFile } from '../archive/index.ts'
import type { Collection } from '../crawl/index.ts'
import type { ArchiveFile } from '../store/index.ts'
import type { Finding, Findings } from './doctor.ts'
import { shownBytes } from './table.ts'

const REPAIR = 'run "tidewatch doctor --repair"'
const RESTORE = 'bring the file back from a copy, or recrawl its pages'

/** Are all files there, as long as was reported, readable to the last record, and indexed? */
export async function* checkArchive(collection: Collection, options: { full: boolean }): Findings {
  const files = (await collection.store.archiveFiles()).filter(file => file.sizeBytes > 0)
  const here: ArchiveFile[] = []
  for (const file of files) {
    const found = await checkSize(collection, file)
    if (found.level !== 'problem') here.push(file)
    if (found.level !== 'ok') yield found
  }
  if (here.length === files.length)
    yield { level: 'ok', check: 'archive', message: `all ${files.length} archive files are there` }
  for (const file of options.full ? here : here.slice(-1)) yield* checkFile(collection, file)
  if (!options.full) for (const file of here.slice(0, -1)) yield* checkIndexLines(collection, file, null)
}

async function checkSize({ archiveFolder }: Collection, file: ArchiveFile): Promise<Finding> {
  const path = join(archiveFolder, file.name)
  const check = 'archive-file'
  const found = await stat(path).catch(() => null)
  if (!found) return { level: 'problem', check, message: `${path} is missing`, advice: RESTORE }
  if (found.size < file.sizeBytes) {
    const message = `${path} has ${found.size} bytes, ${file.sizeBytes} were reported`
    return { level: 'problem', check, message, advice: RESTORE }
  }
  if (found.size > file.sizeBytes) {
    const message = `${path} has ${found.size - file.sizeBytes} bytes behind the last reported record`
    const advice = file.closed
      ? 'they belong to no visit and harm nothing'
      : `a crawl is writing it, or ended in the middle; if none runs, ${REPAIR}`
    return { level: 'warning', check, message, advice }
  }
  return { level: 'ok', check, message: path }
}

async function* checkFile(collection: Collection, file: ArchiveFile): Findings {
  const path = join(collection.archiveFolder, file.name)
  const index = await indexFile(path, { endAt: file.sizeBytes })
  for (const { offset, problem } of index.problems.slice(0, 10))
    yield {
      level: 'problem',
      check: 'record',
      message: `${path}, record at byte ${offset}: ${problem}`,
      advice: RESTORE,
    }
  if (index.stopped) {
    const { kind, offset, reason } = index.stopped
    yield {
      level: 'problem',
      check: 'record',
      message: `${path} is ${kind} at byte ${offset}: ${reason}`,
      advice: RESTORE,
    }
  } else if (index.problems.length === 0) {
    const message = `${index.records} records of ${file.name} are right (${shownBytes(file.sizeBytes)})`
    yield { level: 'ok', check: 'record', message }
  }
  yield* checkIndexLines(collection, file, index)
}

/** The index of a closed file is there and sorted; with the records at hand, it also agrees with them. */
async function* checkIndexLines(collection: Collection, file: ArchiveFile, made: FileIndex | null): Findings {
  const path = join(collection.archiveFolder, `${file.name}.cdxj`)
  if (!file.closed) return
  const check = 'index'
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) {
    yield { level: 'problem', check, message: `${path} is missing`, advice: REPAIR }
    return
  }
  const lines = text.split('\n').filter(line => line !== '')
  if (lines.some((line, i) => i > 0 && line < lines[i - 1]!))
    yield { level: 'problem', check, message: `${path} is not sorted`, advice: REPAIR }
  else if (made && !sameRecords(lines, made.lines))
    yield { level: 'problem', check, message: `${path} does not agree with the records`, advice: REPAIR }
  else if (made)
    yield { level: 'ok', check, message: `its index is sorted and agrees (${lines.length} lines)` }
}

/** The same records at the same places, whatever else the lines say of them. */
export function sameRecords(stored: readonly string[], made: readonly string[]): boolean {
  const places = (lines: readonly string[]) => new Set(lines.map(placeOf))
  const a = places(stored)
  const b = places(made)
  return a.size === b.size && [...a].every(place => b.has(place))
}

function placeOf(line: string): string {
  const offset = /"offset":\s*"?(\d+)/.exec(line)?.[1]
  const length = /"length":\s*"?(\d+)/.exec(line)?.[1]
  return `${line.split(' ')[1]} ${offset} ${length}`
}
