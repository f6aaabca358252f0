import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forgetFile } from '../archive/index.ts'
import { openHoldings } from '../crawl/holdings.ts'
import { Failure } from '../env/index.ts'

/** What was deleted. */
export interface EmptySummary {
  readonly pages: number
  readonly archiveFiles: number
}

/** The config and the place of the archive. */
const KEPT = ['config', 'name', 'archive']

/** The database first: what no row names is not shown, even if deleting the files is cut short. */
export async function emptyCollection(where: string, archiveFolder: string | null): Promise<EmptySummary> {
  // Opening for writing would make a collection where there is none.
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
      const path = join(holdings.archiveFolder, name)
      await rm(path, { force: true })
      await forgetFile(path)
    }
    return { pages: fetched, archiveFiles: files.length }
  } finally {
    await holdings.close()
  }
}
