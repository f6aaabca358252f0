/**
 * Brings a collection into line with what is on disk. After a crash, the pages and servers of dead workers are released and archive files
 * are cut to their committed length. If the archive was damaged (a file is missing, cut short or damaged inside), nothing is made up: the
 * records that cannot be read are removed from the store, and pages that lost their copy with them are due at once, to be requested
 * as if for the first time.
 */
import { readdir } from 'node:fs/promises'
import {
  type ArchiveFolder,
  archiveFailure,
  cutTornEnd,
  fileState,
  forgetFile,
  hasIndex,
  isReadable,
  keepIndexLines,
  movedFiles,
  repairFile,
} from '../archive/index.ts'
import { errorCode, errorMessage, Failure } from '../env/failure.ts'
import type { Env } from '../env/index.ts'
import {
  type ArchiveFile,
  type ArchivePlace,
  type ArchiveStore,
  EMPTY_COMMIT,
  type JournalStore,
  type WorkerStore,
} from '../store/index.ts'
import { eraseNoted } from './erasing.ts'
import type { Holdings } from './holdings.ts'

/** What was lost with records of one archive file. */
export interface Loss {
  readonly file: string
  /** What happened to the file: `… is missing`. */
  readonly what: string
  /** Pages whose current copy was in the file. */
  readonly pages: number
  /** The first of these pages. */
  readonly examples: readonly string[]
  /** Earlier revisions, which cannot be fetched again. */
  readonly earlierRevisions: number
}

export interface Recovered {
  /** Pages that dead workers held. */
  readonly pages: number
  readonly losses: readonly Loss[]
}

export interface RecoverOptions {
  /** Accept that all is lost if the archive folder is empty; otherwise its disk is assumed not to be mounted. */
  readonly mayBeAll?: boolean
  /** How long servers rest that a dead worker may have asked a moment ago. */
  readonly delayMs?: number
}

/** For callers that recover without a config. */
const USUAL_DELAY_MS = 1_000

const MAX_EXAMPLES = 3
/** Records removed from the store in one transaction. */
const CHUNK = 500

export async function recover(
  collection: Holdings,
  env: Env,
  options: RecoverOptions = {},
): Promise<Recovered> {
  const { store, archiveFolder } = collection
  const { pages } = await store.recover(env.clock.now(), options.delayMs ?? USUAL_DELAY_MS)
  if (pages > 0)
    env.log.info('an earlier run ended without saying good-bye; its unfinished pages wait again', { pages })
  // Files of every worker not alive, not only of those found dead just now: an earlier recovery may have been cut short.
  const living = new Set(await store.workers())
  const files = (await store.archiveFiles()).filter(file => !living.has(file.worker))
  const moved = await movedOrUnknown(archiveFolder, env)
  if (!options.mayBeAll && store.kind === 'sqlite') await refuseEmptyFolder(archiveFolder, files, moved)
  const losses: Loss[] = []
  for (const file of files) {
    const loss = await recoverFile(collection, env, file, moved).catch(error => {
      throw archiveFailure(error, archiveFolder.path)
    })
    if (loss) losses.push(loss)
  }
  if (moved !== 'unknown') await eraseNoted(collection, env)
  return { pages, losses }
}

/** What is in the bucket, if there is one. While it is away, nothing in it counts as lost. */
type Moved = ReadonlyMap<string, number> | 'unknown'

async function movedOrUnknown(folder: ArchiveFolder, { log }: Env): Promise<Moved> {
  try {
    return await movedFiles(folder)
  } catch (error) {
    log.warn(`${errorMessage(error)}; the files in it are taken to be there`)
    return 'unknown'
  }
}

async function recoverFile(
  collection: Holdings,
  env: Env,
  file: ArchiveFile,
  moved: Moved,
): Promise<Loss | null> {
  const { store, archiveFolder } = collection
  const state = await fileState(archiveFolder, file, moved === 'unknown' ? new Map() : moved)
  if (state.kind === 'moved') return null
  if (state.kind === 'whole') {
    if (file.closed) return null
    await repairFile(archiveFolder, file)
    await store.closeArchiveFile(file.id, file.sizeBytes)
    return null
  }
  if (state.kind === 'missing' && (moved === 'unknown' || isElsewhere(collection, file))) return null
  const keptBytes = state.kind === 'short' ? state.sizeBytes : 0
  const loss = await lose(collection, env, file, state.what, async place => endOf(place) <= keptBytes)
  // Change the file only now: if this is interrupted, the next start finds it as short as it was.
  const { path } = archiveFolder.file(file.name)
  const sizeBytes = state.kind === 'short' ? await cutTornEnd(path, keptBytes) : 0
  if (state.kind === 'missing') await forgetFile(path)
  await store.closeArchiveFile(file.id, sizeBytes)
  return loss
}

/** Reads every record of a file that the store points to; records that do not match what the store says are lost. */
export async function loseUnreadable(
  collection: Holdings,
  env: Env,
  file: ArchiveFile,
): Promise<Loss | null> {
  const { archiveFolder } = collection
  const lost = new Set<number>()
  const what = `${archiveFolder.file(file.name).path} is damaged`
  const loss = await lose(collection, env, file, what, async (place, url) => {
    const isThere = await isReadable(archiveFolder, place, url)
    if (!isThere) lost.add(place.offset)
    return isThere
  })
  if (lost.size === 0) return null
  await keepIndexLines(archiveFolder.file(file.name), offset => !lost.has(offset))
  return loss
}

/** Removes the records that `isThere` denies from the store. */
async function lose(
  { store }: Holdings<ArchiveStore & JournalStore>,
  env: Env,
  file: ArchiveFile,
  what: string,
  isThere: (place: ArchivePlace, url: string) => Promise<boolean>,
): Promise<Loss> {
  const total = { pages: 0, examples: [] as string[], earlierRevisions: 0 }
  const flush = async (offsets: readonly number[]) => {
    const lost = await store.loseRecords(file.id, offsets, env.clock.now())
    total.pages += lost.pages.length
    total.examples.push(...lost.pages.slice(0, MAX_EXAMPLES - total.examples.length))
    total.earlierRevisions += lost.earlierRevisions
  }
  let offsets: number[] = []
  for await (const { place, url } of store.archived(file.id)) {
    if (!place || (await isThere(place, url))) continue
    if (offsets.push(place.offset) < CHUNK) continue
    await flush(offsets)
    offsets = []
  }
  if (offsets.length > 0) await flush(offsets)
  const loss = { file: file.name, what, ...total }
  await report(store, env, loss)
  return loss
}

async function report(store: JournalStore, env: Env, loss: Loss): Promise<void> {
  const message = lossWords(loss)
  const events = [{ at: env.clock.now(), kind: 'copies-lost', subject: loss.file, message }]
  await store.commit({ ...EMPTY_COMMIT, events })
  env.log.warn('the archive has lost records', { ...loss })
}

/** A sentence that describes a loss. */
export function lossWords({ what, pages, examples, earlierRevisions }: Loss): string {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  const earlier =
    earlierRevisions > 0 ? `${count(earlierRevisions, 'earlier revision')} cannot be had again` : null
  if (pages === 0) return `${what}: ${earlier ?? 'no page needs what was lost'}`
  const among = pages > examples.length ? ` (among them ${examples.join(', ')})` : ` (${examples.join(', ')})`
  const lost = `${count(pages, 'page')} lost ${pages === 1 ? 'its copy' : 'their copies'}${among}`
  const next = 'recrawl and watch fetch such pages again, "tidewatch pages --lost" lists them'
  return `${what}: ${[lost, ...(earlier ? [earlier] : [])].join(', ')}; ${next}`
}

const endOf = ({ offset, length }: ArchivePlace) => offset + length

/** Workers on one PostgreSQL store may keep their files on different machines: a missing file was ours only if its index is here. */
const isElsewhere = ({ store, archiveFolder }: Holdings<WorkerStore>, file: ArchiveFile) =>
  store.kind === 'postgres' && !hasIndex(archiveFolder.file(file.name).path)

async function refuseEmptyFolder(
  { path, bucket }: ArchiveFolder,
  files: readonly ArchiveFile[],
  moved: Moved,
): Promise<void> {
  const kept = files.filter(file => file.sizeBytes > 0)
  if (kept.length === 0 || moved === 'unknown' || kept.some(({ name }) => moved.has(name))) return
  const names = await readdir(path).catch(error => {
    if (errorCode(error) === 'ENOENT') return []
    throw archiveFailure(error, path)
  })
  if (names.length > 0) return
  const where = bucket
    ? `${path} or ${bucket.name}, which have nothing of it`
    : `${path}, which is empty or missing`
  const expected = kept.length === 1 ? 'an archive file' : `${kept.length} archive files`
  throw new Failure(
    'broken',
    `${expected} should be in ${where}: mount its disk or name the folder with --archive; if all is lost, "tidewatch doctor --repair" has the pages fetched again`,
  )
}
