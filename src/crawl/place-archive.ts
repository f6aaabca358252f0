/** Puts the archive of a collection where the config of a run says, and remembers it for commands without a config. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Bucket, S3Bucket } from '../archive/index.ts'
import { type Env, Failure } from '../env/index.ts'
import type { ArchiveFile, ArchiveStore, MetaStore } from '../store/index.ts'
import { BUCKET_ENTRY, FOLDER_ENTRY, type Holdings } from './holdings.ts'
import type { CrawlSettings } from './settings.ts'

/** A bucket that the config no longer names is still read from; files are not moved there any more. */
export async function placeArchive(
  { store, archiveFolder }: Holdings<MetaStore & ArchiveStore>,
  { folder, bucket: address }: CrawlSettings['archive'],
  { log }: Pick<Env, 'log'>,
): Promise<void> {
  const files = (await store.archiveFiles()).filter(({ sizeBytes }) => sizeBytes > 0)
  const before = { path: archiveFolder.path, bucket: archiveFolder.bucket }
  const path =
    archiveFolder.isNamed || folder === null ? before.path : chosenFolder(files, before.path, folder)
  if (folder !== null && path === before.path && !existsSync(folder) && folder !== path)
    log.warn(`the config says that the archive is in ${folder}, which does not exist: it is in ${path}`)
  const bucket = address ? new S3Bucket(address) : before.bucket
  const stored = (await store.readMeta()).get(BUCKET_ENTRY)
  const chosen = address ? JSON.stringify(address) : stored
  if (chosen !== stored && before.bucket && bucket) await refuseLosing(files, before.bucket, bucket)
  if (path !== before.path) await store.writeMeta({ [FOLDER_ENTRY]: path })
  if (chosen !== undefined && chosen !== stored) await store.writeMeta({ [BUCKET_ENTRY]: chosen })
  archiveFolder.moveTo(path, bucket)
}

/** A folder that does not exist was moved by somebody who then named its new place, which the collection remembers. */
function chosenFolder(files: readonly ArchiveFile[], before: string, folder: string): string {
  if (!isElsewhere(files, before, folder)) return folder
  if (!existsSync(folder)) return before
  throw new Failure(
    'usage',
    `the archive of this collection is in ${before}, and the config says ${folder}: move its files there, or take archive.folder out of the config`,
  )
}

/** Whether files are in one folder, and none of them in another. */
function isElsewhere(files: readonly ArchiveFile[], one: string, other: string): boolean {
  const isIn = (folder: string) => files.some(({ name }) => existsSync(join(folder, name)))
  return one !== other && isIn(one) && !isIn(other)
}

/** Files that only the bucket before has would count as lost. */
async function refuseLosing(files: readonly ArchiveFile[], before: Bucket, now: Bucket): Promise<void> {
  const there = await before.sizes()
  const here = await now.sizes()
  const count = files.filter(({ name }) => there.has(name) && !here.has(name)).length
  if (count === 0) return
  throw new Failure(
    'usage',
    `${count === 1 ? 'an archive file is' : `${count} archive files are`} in ${before.name} and not in ${now.name}: copy everything there first, for example with "aws s3 sync ${before.name} ${now.name}"`,
  )
}
