/** Archive files on their way between the folder and the bucket. At any moment one of them has the whole file, with its index. */
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { makeFolder, OWNER_ONLY } from '../../env/folder.ts'
import type { ArchiveFolder } from '../archive-folder.ts'
import { FileBytes } from '../read/file-bytes.ts'
import type { Bucket } from './bucket.ts'

/** Moves a closed file to the bucket, in place of an earlier object of that name. An index that is missing is left to `doctor --repair`. */
export async function moveOut(
  { path }: { readonly path: string },
  bucket: Bucket,
  signal?: AbortSignal,
): Promise<void> {
  const index = `${path}.cdxj`
  if (existsSync(path)) {
    if (existsSync(index)) await bucket.put(basename(index), index, signal)
    await bucket.put(basename(path), path, signal)
    await rm(path)
  } else if ((await bucket.sizeOf(basename(path))) === null) return
  // A process that is killed here leaves the index behind; the next one removes it.
  await rm(index, { force: true })
}

/** Copies a file and its index back to the folder, so that they can be changed. */
export async function bringBack(folder: ArchiveFolder, name: string): Promise<void> {
  makeFolder(folder.path, OWNER_ONLY)
  // The index first: a file that is here has its index here.
  const index = `${name}.cdxj`
  if (((await folder.bucket?.sizeOf(index)) ?? null) !== null) await download(folder, index)
  await download(folder, name)
}

async function download(folder: ArchiveFolder, name: string): Promise<void> {
  const file = folder.file(name)
  const bytes = await FileBytes.open(file)
  const part = `${file.path}.part`
  const copy = await open(part, 'w')
  try {
    for await (const piece of bytes.range(0, bytes.endAt)) await copy.write(piece)
    await copy.sync()
  } finally {
    await copy.close()
    await bytes.close()
  }
  await rename(part, file.path)
}
