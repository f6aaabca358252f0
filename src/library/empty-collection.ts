import { rm } from 'node:fs/promises'
import { forgetFile } from '../archive/index.ts'
import { openHoldings } from '../crawl/holdings.ts'
import { Failure } from '../env/index.ts'

/** Numbers of deleted pages and archive files. */
export interface EmptySummary {
  readonly pages: number
  readonly archiveFiles: number
}

/** Metadata that is kept: the config and the location of the archive. */
const KEPT = ['config', 'name', 'archive', 'bucket']

/** Empties the database first: files that no row refers to are never shown, even if deleting them is interrupted. */
export async function emptyCollection(where: string, archiveFolder: string | null): Promise<EmptySummary> {
  // Opening for writing would create a missing collection; opening for reading fails.
  await openHoldings(where, { mode: 'read' }).then(found => found.close())
  const holdings = await openHoldings(where, { mode: 'write', archiveFolder })
  try {
    const { store } = holdings
    if (store.kind === 'postgres' && (await store.isWorkedOn()))
      throw new Failure('busy', `a tidewatch process is working on ${holdings.name}: stop it first`)
    const { fetched } = await store.counts()
    const files = await store.archiveFiles()
    await store.empty(KEPT)
    for (const { name } of files) {
      const { path, bucket } = holdings.archiveFolder.file(name)
      await rm(path, { force: true })
      await forgetFile(path)
      await bucket?.remove(name)
      await bucket?.remove(`${name}.cdxj`)
    }
    return { pages: fetched, archiveFiles: files.length }
  } finally {
    await holdings.close()
  }
}
