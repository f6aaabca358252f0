import { payloadSeenLast } from '../crawl/body.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { PageRow } from '../store/index.ts'
import { Revision } from './revision.ts'

export interface ArchivedPayload {
  readonly revision: Revision
  /** When it was received. */
  readonly at: number
}

/** Every payload that made a revision, plus the last one received even if it made none. Payloads missing from the archive are left out. */
export async function archivedPayloads(
  { store, archiveFolder }: Holdings,
  page: PageRow,
): Promise<ArchivedPayload[]> {
  const revisions = await store.revisions(page)
  const last = payloadSeenLast(await store.visits(page))
  const newest = revisions.at(-1)
  const isNoise = newest !== undefined && last?.place && last.revision === null
  const payloads = revisions.map(row => ({ row, at: row.fetchedAt }))
  if (isNoise) payloads.push({ row: { ...newest, place: last.place }, at: last.at })
  return payloads
    .filter(({ row }) => row.place !== null)
    .map(({ row, at }) => ({ revision: new Revision(page.url, row, archiveFolder), at }))
}
