/** The index beside an archive file, wherever the file is. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { errorCode } from '../../env/failure.ts'
import { makeFolder, OWNER_ONLY } from '../../env/folder.ts'
import { type AnyFile, fileRef, openBytes } from '../archive-folder.ts'
import { byText, writeIndex } from '../index/make-index.ts'

/** Null if there is none. */
export async function readIndex(file: AnyFile): Promise<string | null> {
  const { path, bucket } = fileRef(file)
  const source = await openBytes({ path: `${path}.cdxj`, bucket }).catch(error => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (!source) return null
  try {
    return (await source.read(0, source.sizeBytes)).toString('utf8')
  } finally {
    await source.close()
  }
}

/** Drops the index lines of records whose offset `keeps` rejects. */
export function keepIndexLines(file: AnyFile, keeps: (offset: number) => boolean): Promise<void> {
  return filterIndex(file, line => keeps(Number(/"offset":\s*"?(\d+)/.exec(line)?.[1])))
}

export async function filterIndex(file: AnyFile, keep: (line: string) => boolean): Promise<void> {
  const text = await readIndex(file)
  if (text === null) return
  const lines = text.split('\n').filter(line => line !== '' && keep(line))
  await replaceIndex(file, lines.map(line => `${line}\n`).sort(byText))
}

/** Writes the index where the file is. */
export async function replaceIndex(file: AnyFile, lines: readonly string[]): Promise<void> {
  const { path, bucket } = fileRef(file)
  const index = `${path}.cdxj`
  if (!bucket || existsSync(path)) return writeIndex(index, lines)
  makeFolder(dirname(path), OWNER_ONLY)
  await writeIndex(index, lines)
  await bucket.put(basename(index), index)
  await rm(index)
}
