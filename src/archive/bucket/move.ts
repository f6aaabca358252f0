/** Archive files on their way between the folder and the bucket. At any moment one of them has the whole file, with its index. */
import { open, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { makeFolder } from '../../env/folder.ts'
import type { ArchiveFolder } from '../archive-folder.ts'
import { FileBytes } from '../read/file-bytes.ts'
import type { Bucket } from './bucket.ts'

/** Moves a closed file to the bucket, in place of an earlier object of that name. */
export async function moveOut(
  { path }: { readonly path: string },
  bucket: Bucket,
  signal?: AbortSignal,
): Promise<void> {
  await bucket.put(`${basename(path)}.cdxj`, `${path}.cdxj`, signal)
  await bucket.put(basename(path), path, signal)
  await rm(path)
  await rm(`${path}.cdxj`)
}

/** Copies a file and its index back to the folder, so that they can be changed. */
export async function bringBack(folder: ArchiveFolder, name: string): Promise<void> {
  makeFolder(folder.path)
  // The index first: a file that is here has its index here.
  for (const each of [`${name}.cdxj`, name]) await download(folder, each)
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
