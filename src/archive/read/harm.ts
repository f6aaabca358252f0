/** Archive files that were damaged from outside: what is left of them, and what can still be read. */
import { existsSync } from 'node:fs'
import { readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, Failure } from '../../env/failure.ts'
import { DigestCheck } from '../format/digests.ts'
import { isOfPage } from '../format/warc.ts'
import { byText, writeIndex } from '../index/make-index.ts'
import { isCommitted, sortIndex } from '../index/sort-index.ts'
import { readRecords } from './read-records.ts'
import { type ArchivedRecord, type RecordAt, readRecordAt } from './reader.ts'

export type FileState =
  | { readonly kind: 'whole' }
  | { readonly kind: 'short'; readonly sizeBytes: number; readonly what: string }
  | { readonly kind: 'missing'; readonly what: string }

/** Whether a file is as long as was reported. More does no harm: bytes after that were never reported. */
export async function fileState(
  folder: string,
  file: { readonly name: string; readonly sizeBytes: number },
): Promise<FileState> {
  if (file.sizeBytes === 0) return { kind: 'whole' }
  const path = join(folder, file.name)
  const found = await stat(path).catch(error => {
    const code = errorCode(error)
    if (code === 'ENOENT') return null
    throw new Failure('broken', `cannot look at ${path} (${code}): check the archive folder`, {
      cause: error,
    })
  })
  if (!found) return { kind: 'missing', what: `${path} is missing` }
  if (found.size >= file.sizeBytes) return { kind: 'whole' }
  const what = `${path} has ${found.size} of ${file.sizeBytes} bytes`
  return { kind: 'short', sizeBytes: found.size, what }
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

/** Drops the index lines of records whose offset `keeps` rejects. */
export function keepIndexLines(path: string, keeps: (offset: number) => boolean): Promise<void> {
  return filterIndex(path, line => keeps(Number(/"offset":\s*"?(\d+)/.exec(line)?.[1])))
}

async function filterIndex(path: string, keep: (line: string) => boolean): Promise<void> {
  const text = await readFile(`${path}.cdxj`, 'utf8').catch(() => null)
  if (text === null) return
  const lines = text.split('\n').filter(line => line !== '' && keep(line))
  await writeIndex(`${path}.cdxj`, lines.map(line => `${line}\n`).sort(byText))
}

/**
 * Whether the record of this address is here, complete, with the payload it refers to. Throws if the disk cannot be read, because that says
 * nothing about the record.
 */
export async function isReadable(folder: string, place: RecordAt, url: string): Promise<boolean> {
  try {
    return isSound(await readRecordAt(folder, place), url, place.payload !== undefined)
  } catch (error) {
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
