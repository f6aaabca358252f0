/** Archive files that were damaged from outside: what is left of them, and what can still be read. */
import { existsSync } from 'node:fs'
import { rm, stat, truncate } from 'node:fs/promises'
import { errorCode, Failure } from '../../env/failure.ts'
import type { ArchiveFolder } from '../archive-folder.ts'
import { BucketFailure } from '../bucket/bucket.ts'
import { DigestCheck } from '../format/digests.ts'
import { isOfPage } from '../format/warc.ts'
import { isCommitted, sortIndex } from '../index/sort-index.ts'
import { filterIndex } from './file-index.ts'
import { readRecords } from './read-records.ts'
import { type ArchivedRecord, type RecordAt, readRecordAt } from './reader.ts'

export type FileState =
  | { readonly kind: 'whole' }
  /** Whole, in the bucket. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'short'; readonly sizeBytes: number; readonly what: string }
  | { readonly kind: 'missing'; readonly what: string }

/** The sizes of the files in the bucket of an archive. Throws if it cannot be reached. */
export const movedFiles = async ({ bucket }: ArchiveFolder): Promise<ReadonlyMap<string, number>> =>
  bucket ? bucket.sizes() : new Map()

/** Whether a file is as long as was reported. More does no harm: bytes after that were never reported. */
export async function fileState(
  folder: ArchiveFolder,
  file: { readonly name: string; readonly sizeBytes: number },
  moved: ReadonlyMap<string, number>,
): Promise<FileState> {
  if (file.sizeBytes === 0) return { kind: 'whole' }
  const { path } = folder.file(file.name)
  const found = await stat(path).catch(error => {
    const code = errorCode(error)
    if (code === 'ENOENT') return null
    throw new Failure('broken', `cannot look at ${path} (${code}): check the archive folder`, {
      cause: error,
    })
  })
  if (!found) return stateInBucket(folder, file, moved.get(file.name))
  if (found.size >= file.sizeBytes) return { kind: 'whole' }
  const what = `${path} has ${found.size} of ${file.sizeBytes} bytes`
  return { kind: 'short', sizeBytes: found.size, what }
}

/** Nobody writes to an object again: one that is too short is not what was moved there. */
function stateInBucket(
  folder: ArchiveFolder,
  { name, sizeBytes }: { readonly name: string; readonly sizeBytes: number },
  movedBytes: number | undefined,
): FileState {
  if (movedBytes !== undefined && movedBytes >= sizeBytes) return { kind: 'moved' }
  const { path } = folder.file(name)
  if (!folder.bucket) return { kind: 'missing', what: `${path} is missing` }
  return movedBytes === undefined
    ? { kind: 'missing', what: `${path} is missing, and not in ${folder.bucket.name}` }
    : { kind: 'missing', what: `${folder.bucket.name} has ${movedBytes} of ${sizeBytes} bytes of ${name}` }
}

/** Cuts off the incomplete record at the end of a file that is too short; returns the new length. */
export async function cutTornEnd(path: string, sizeBytes: number): Promise<number> {
  const reader = readRecords(path, { endAt: sizeBytes })
  for await (const record of reader) await record.finish()
  const { stopped } = reader
  const wholeBytes = stopped?.kind === 'torn' ? stopped.offset : sizeBytes
  if (wholeBytes < sizeBytes) await truncate(path, wholeBytes)
  if (existsSync(`${path}.cdxj.part`)) await sortIndex(`${path}.cdxj`, line => isCommitted(line, wholeBytes))
  else await filterIndex(path, line => isCommitted(line, wholeBytes))
  return wholeBytes
}

/** Removes what is left of a file that no longer exists. */
export async function forgetFile(path: string): Promise<void> {
  for (const ending of ['.cdxj', '.cdxj.part']) await rm(`${path}${ending}`, { force: true })
}

export const hasIndex = (path: string): boolean =>
  existsSync(`${path}.cdxj`) || existsSync(`${path}.cdxj.part`)

/**
 * Whether the record of this address is here, complete, with the payload it refers to. Throws if the disk cannot be read, because that says
 * nothing about the record.
 */
export async function isReadable(folder: ArchiveFolder, place: RecordAt, url: string): Promise<boolean> {
  try {
    return isSound(await readRecordAt(folder, place), url, place.payload !== undefined)
  } catch (error) {
    if (error instanceof BucketFailure) throw error
    const code = errorCode((error as Error).cause ?? error)
    if (/^E[A-Z]+$/.test(code) && code !== 'ENOENT') throw error
    return false
  }
}

function isSound({ type, headers, block, http }: ArchivedRecord, url: string, isWhole: boolean): boolean {
  if (!isOfPage(headers.get('warc-target-uri'), url)) return false
  if (block.length !== Number(headers.get('content-length'))) return false
  const payload = type === 'resource' ? block : type === 'response' || isWhole ? http?.payload : undefined
  if (!payload) return true
  const digest = new DigestCheck(headers.get('warc-payload-digest'))
  digest.update(payload)
  return digest.verdict() !== 'wrong'
}
