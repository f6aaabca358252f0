import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ArchiveFolder } from '../archive/archive-folder.ts'
import type { BucketAddress } from '../archive/bucket/bucket.ts'
import { S3Bucket } from '../archive/bucket/s3-bucket.ts'
import { Failure } from '../env/index.ts'
import { openSqliteStore, type Store } from '../store/index.ts'

/** A collection: seeds, scope, settings and everything learned and stored under one name. */
export interface Holdings<Roles = Store> {
  /** As the user named it: a folder, or a postgres:// address without user and password. */
  readonly name: string
  /** The folder or address that opens the collection again, including user and password; never shown. */
  readonly source: string
  readonly store: Roles
  readonly archiveFolder: ArchiveFolder
  readonly close: () => Promise<void>
}

export interface HoldingsOptions {
  /**
   * `write` creates the collection if it does not exist; `read` works even while another process writes, and so does `note`, which may
   * also leave that process a short note.
   */
  readonly mode: 'write' | 'read' | 'note'
  /** Where the WARC files are; beside the database by default. */
  readonly archiveFolder?: string | null
}

const DEFAULT_ARCHIVE = './tidewatch-data/archive'
/** The entries of `meta` that say where the archive is. */
export const FOLDER_ENTRY = 'archive'
export const BUCKET_ENTRY = 'bucket'

export async function openHoldings(name: string, options: HoldingsOptions): Promise<Holdings> {
  if (typeof name !== 'string' || name.trim() === '')
    throw new Failure('usage', 'a collection needs a name: a folder, or a postgres:// address')
  const isPostgres = /^postgres(ql)?:/.test(name)
  const store = isPostgres
    ? await openPostgres(name, options.mode)
    : openSqliteStore({ folder: resolve(name), mode: options.mode })
  try {
    const archiveFolder = await archiveOf(
      store,
      options,
      isPostgres ? resolve(DEFAULT_ARCHIVE) : join(resolve(name), 'archive'),
    )
    return { name: shownName(name), source: name, store, archiveFolder, close: () => store.close() }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The name of a collection for messages and exports, without user and password. */
export function shownName(name: string): string {
  if (!/^postgres(ql)?:/.test(name)) return name
  return name.replace(/\/\/[^/]*@/, '//').replace(/([?&](?:password|user)=)[^&]*/gi, '$1…')
}

/** Loads the driver only when it is used. */
async function openPostgres(url: string, mode: HoldingsOptions['mode']): Promise<Store> {
  const { openPostgresStore } = await import('../store/postgres/store.ts')
  return openPostgresStore({ url, mode: mode === 'read' ? 'read' : 'write' })
}

/** A collection remembers where its archive is, so that later commands need not name the folder. */
async function archiveOf(store: Store, options: HoldingsOptions, usual: string): Promise<ArchiveFolder> {
  const meta = await store.readMeta()
  const stored = meta.get(FOLDER_ENTRY)
  const folder = options.archiveFolder ? resolve(options.archiveFolder) : (stored ?? usual)
  const isDefaultPlace = folder === usual && stored === undefined
  if (options.mode === 'write' && folder !== stored && !isDefaultPlace)
    await store.writeMeta({ [FOLDER_ENTRY]: folder })
  const isGone = stored !== undefined && !options.archiveFolder && !existsSync(stored)
  return new ArchiveFolder(isGone ? usual : folder, bucketIn(meta), Boolean(options.archiveFolder))
}

function bucketIn(meta: ReadonlyMap<string, string>): S3Bucket | null {
  const address = meta.get(BUCKET_ENTRY)
  return address === undefined ? null : new S3Bucket(JSON.parse(address) as BucketAddress)
}
