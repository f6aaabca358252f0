/**
 * Records of forgotten pages that are still to be overwritten. The note is written in the transaction that deletes the pages from the
 * store, and torn up when the archive has nothing left of them; a run that finds one does what is left to do.
 */
import { existsSync } from 'node:fs'
import {
  archiveFailure,
  type ByteRange,
  bringBack,
  eraseRanges,
  keepIndexLines,
  moveOut,
} from '../archive/index.ts'
import type { Env } from '../env/index.ts'
import type { MetaStore } from '../store/index.ts'
import type { Holdings } from './holdings.ts'

/** By the names of archive files. */
export type ErasedRanges = Readonly<Record<string, readonly ByteRange[]>>

const NOTE = 'erasing'

/** The entry of `meta` that keeps earlier notes, too. */
export async function erasingNote(
  store: MetaStore,
  ranges: ErasedRanges,
): Promise<Readonly<Record<string, string>>> {
  const noted = { ...(await notedIn(store)) }
  for (const [file, more] of Object.entries(ranges)) noted[file] = [...(noted[file] ?? []), ...more]
  return { [NOTE]: JSON.stringify(noted) }
}

/** Overwrites what is noted, in the files that are here or in the bucket; those on another machine are left to its workers. */
export async function eraseNoted({ store, archiveFolder }: Holdings<MetaStore>, env: Env): Promise<void> {
  const erasure = { at: env.clock.now(), newId: () => `urn:uuid:${env.random.uuid()}` }
  const { bucket } = archiveFolder
  for (const [name, ranges] of Object.entries(await notedIn(store))) {
    const file = archiveFolder.file(name)
    const isMoved = bucket !== null && (await bucket.sizeOf(name)) !== null
    if (isMoved && !existsSync(file.path)) await bringBack(archiveFolder, name)
    if (!existsSync(file.path)) continue
    try {
      await keepIndexLines(file, offset => !ranges.some(range => isIn(range, offset)))
      await eraseRanges(file.path, ranges, erasure)
    } catch (error) {
      throw archiveFailure(error, archiveFolder.path)
    }
    if (isMoved) await moveOut(file, bucket)
    await store.changeMeta(NOTE, text => JSON.stringify({ ...parsed(text), [name]: undefined }))
  }
}

const isIn = ({ offset, length }: ByteRange, at: number) => at >= offset && at < offset + length

const notedIn = async (store: MetaStore): Promise<ErasedRanges> => parsed((await store.readMeta()).get(NOTE))

const parsed = (text: string | null | undefined): ErasedRanges => (text ? JSON.parse(text) : {})
