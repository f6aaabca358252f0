import { stat } from 'node:fs/promises'
import {
  type FileIndex,
  fileState,
  hasIndex,
  indexFile,
  isDenied,
  isReadable,
  movedFiles,
  readIndex,
} from '../../archive/index.ts'
import type { Holdings } from '../../crawl/holdings.ts'
import { Failure } from '../../env/index.ts'
import type { ArchiveFile, ArchivePlace, ArchiveStore, WorkerStore } from '../../store/index.ts'
import { counted, shownBytes } from '../shown.ts'
import { type DoctorFinding, type Findings, ok, problem, warning } from './finding.ts'

const REPAIR = 'run "tidewatch doctor --repair"'
const RESTORE = `restore the file from a backup, or ${REPAIR} and then "tidewatch recrawl" to fetch its pages again`
const MAX_PROBLEMS = 10
const MAX_EXAMPLES = 3

/** Checks that all files exist with the reported sizes, can be read to the last record, and are indexed. */
export async function* checkArchive(
  collection: Holdings<ArchiveStore & WorkerStore>,
  options: { full: boolean },
): Findings {
  const files = (await collection.store.archiveFiles()).filter(file => file.sizeBytes > 0)
  const moved = await movedFiles(collection.archiveFolder)
  const here: ArchiveFile[] = []
  for (const file of files) {
    const found = await checkSize(collection, file, moved)
    if (found.level !== 'problem') here.push(file)
    if (found.level !== 'ok') yield found
  }
  if (here.length === files.length)
    yield ok('archive', `all ${files.length} archive files are there${inBucket(collection, files, moved)}`)
  for (const file of options.full ? here : here.slice(-1)) yield* checkContents(collection, file)
  if (!options.full) for (const file of here.slice(0, -1)) yield* checkIndexLines(collection, file, null)
}

/** A file that this user may not read is a finding like others, and no reason to leave the rest unexamined. */
async function* checkContents(collection: Holdings<ArchiveStore>, file: ArchiveFile): Findings {
  try {
    yield* checkFile(collection, file)
    yield* checkPayloads(collection, file)
  } catch (error) {
    if (!(error instanceof Failure && isDenied(error.cause))) throw error
    yield problem('record', error.message)
  }
}

async function checkSize(
  collection: Holdings<ArchiveStore & WorkerStore>,
  file: ArchiveFile,
  moved: ReadonlyMap<string, number>,
): Promise<DoctorFinding> {
  const { path } = collection.archiveFolder.file(file.name)
  const check = 'archive-file'
  const state = await fileState(collection.archiveFolder, file, moved)
  if (state.kind === 'moved') return ok(check, file.name)
  if (state.kind === 'missing' && collection.store.kind === 'postgres' && !hasIndex(path))
    return problem(check, state.what, 'restore it, unless it is on another machine')
  if (state.kind !== 'whole') {
    const keptBytes = state.kind === 'short' ? state.sizeBytes : 0
    const lost = await lostWords(collection, file, async place => place.offset + place.length <= keptBytes)
    return problem(check, `${state.what}, ${lost ?? 'no page needs what is lost'}`, RESTORE)
  }
  const behind = (await stat(path)).size - file.sizeBytes
  if (behind > 0) {
    const message = `${path} has ${behind} bytes behind the last reported record`
    const advice = file.closed
      ? 'they belong to no visit and do no harm'
      : `a crawl is writing to it, or was cut off; if none is running, ${REPAIR}`
    return warning(check, message, advice)
  }
  return ok(check, path)
}

function inBucket(
  { archiveFolder: { bucket } }: Pick<Holdings, 'archiveFolder'>,
  files: readonly ArchiveFile[],
  moved: ReadonlyMap<string, number>,
): string {
  const count = files.filter(({ name }) => moved.has(name)).length
  return bucket && count > 0 ? `, ${count} of them in ${bucket.name}` : ''
}

/** Says how many records are missing according to `isThere`, with examples; null if none is. */
async function lostWords(
  { store }: Holdings<ArchiveStore>,
  file: ArchiveFile,
  isThere: (place: ArchivePlace, url: string) => Promise<boolean>,
): Promise<string | null> {
  let lost = 0
  const examples: string[] = []
  for await (const { place, url, revision } of store.archived(file.id)) {
    if (!place || (await isThere(place, url))) continue
    lost++
    if (revision !== null && examples.length < MAX_EXAMPLES) examples.push(url)
  }
  if (lost === 0) return null
  const among =
    examples.length > 0 ? ` (copies of ${examples.join(', ')}${lost > examples.length ? ', …' : ''})` : ''
  return `${counted(lost, 'record')} of visits ${lost === 1 ? 'is' : 'are'} lost with it${among}`
}

async function* checkFile(collection: Holdings<ArchiveStore>, file: ArchiveFile): Findings {
  const index = await indexFile(collection.archiveFolder.file(file.name), { endAt: file.sizeBytes })
  const isRight = index.problems.length === 0 && index.stopped === null
  if (isRight) {
    const message = `${index.records} records of ${file.name} are right (${shownBytes(file.sizeBytes)})`
    yield ok('record', message)
  } else yield* checkDamage(collection, file, index)
  // Damaged records have no index line, and sequential reading may end at them, so lines for later records are no error.
  yield* checkIndexLines(collection, file, isRight ? index : null)
}

/** Damage is a problem if the store points to it; otherwise only a warning. */
async function* checkDamage(
  collection: Holdings<ArchiveStore>,
  file: ArchiveFile,
  index: FileIndex,
): Findings {
  const { path } = collection.archiveFolder.file(file.name)
  const lost = await lostWords(collection, file, (place, url) =>
    isReadable(collection.archiveFolder, place, url),
  )
  const level = lost === null ? 'warning' : 'problem'
  const rest = lost === null ? { advice: 'no visit points to it' } : { advice: RESTORE }
  for (const { offset, problem } of index.problems.slice(0, MAX_PROBLEMS))
    yield { level, check: 'record', message: `${path}, record at byte ${offset}: ${problem}`, ...rest }
  if (index.stopped) {
    const { kind, offset, reason } = index.stopped
    yield { level, check: 'record', message: `${path} is ${kind} at byte ${offset}: ${reason}`, ...rest }
  }
  if (lost !== null) yield { level, check: 'record', message: `${path}: ${lost}`, ...rest }
}

/** Checks that the payloads which revisit records of the file refer to exist and are the right ones. */
async function* checkPayloads(collection: Holdings<ArchiveStore>, file: ArchiveFile): Findings {
  const { checked, lost } = await payloadsElsewhere(collection, file)
  const check = 'payload'
  if (checked === 0) return
  if (lost.length === 0) {
    const message = `${counted(checked, 'payload')} of other records that ${file.name} stands for can be read`
    yield ok(check, message)
    return
  }
  const among = lost.slice(0, MAX_EXAMPLES).join(', ')
  const message = `${file.name} stands for ${counted(lost.length, 'payload')} in other records that cannot be read (copies of ${among}${lost.length > MAX_EXAMPLES ? ', …' : ''})`
  yield problem(check, message, RESTORE)
}

/** Counts revisit records of a file that refer to payloads of other addresses, and lists the pages whose payload cannot be read. */
export async function payloadsElsewhere(
  { store, archiveFolder }: Holdings<ArchiveStore>,
  file: ArchiveFile,
): Promise<{ readonly checked: number; readonly lost: readonly string[] }> {
  const lost: string[] = []
  let checked = 0
  for await (const { place, url } of store.archived(file.id)) {
    if (!place?.payload) continue
    checked++
    if (!(await isReadable(archiveFolder, place, url))) lost.push(url)
  }
  return { checked, lost }
}

/** Checks that the index of a closed file exists and is sorted and, if `made` is given, that it agrees with the records. */
async function* checkIndexLines(
  { archiveFolder }: Pick<Holdings, 'archiveFolder'>,
  file: ArchiveFile,
  made: FileIndex | null,
): Findings {
  const path = `${archiveFolder.file(file.name).path}.cdxj`
  if (!file.closed) return
  const check = 'index'
  const text = await readIndex(archiveFolder.file(file.name))
  if (text === null) {
    yield problem(check, `${path} is missing`, REPAIR)
    return
  }
  const lines = text.split('\n').filter(line => line !== '')
  if (lines.some((line, i) => i > 0 && line < lines[i - 1]!))
    yield problem(check, `${path} is not sorted`, REPAIR)
  else if (made && !sameRecords(lines, made.lines))
    yield problem(check, `${path} does not agree with the records`, REPAIR)
  else if (made) yield ok(check, `its index is sorted and agrees (${lines.length} lines)`)
}

/** Whether both indexes list the same records at the same places; other details are ignored. */
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
