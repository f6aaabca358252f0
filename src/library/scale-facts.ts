/** What a collection of another size would need: its facts, from a collection that exists or by assumption, and measured costs. */
import { type ScaleAnswer, type ScaleCosts, type ScaleQuestion, scaleOf } from '../lab/index.ts'
import measured from '../lab/scale-costs.json' with { type: 'json' }
import { Collection } from './collection.ts'
import { holdingsOf } from './collection-reader.ts'

export { SCALE_UNITS, type ScaleAnswer, type ScaleNeed } from '../lab/index.ts'

/** What is assumed of pages that nobody has seen. */
const ASSUMED: ScaleFacts = {
  pagesPerHost: 1_000,
  wireBytes: 25_000,
  archivedBytes: 22_000,
  changedShare: 0.45,
  knownPerPage: 3,
}

export type ScaleFacts = Omit<ScaleQuestion, 'pages' | 'everyDays' | 'delaySeconds'>

export interface ScaleWish {
  readonly pages: number
  readonly everyDays: number
  readonly delaySeconds: number
  /** Instead of what the collection has. */
  readonly pagesPerHost?: number | undefined
}

/** Where the costs of single operations come from. */
export const measuredCosts = measured

const COSTS: ScaleCosts = {
  visitCpuMs: measured.visitCpuMs.value,
  connectionCpuMs: measured.connectionCpuMs.value,
  databaseVisitMicros: measured.databaseVisitMicros.value,
  databaseUrlMicros: measured.databaseUrlMicros.value,
  urlBytes: measured.urlBytes.value,
  revisionBytes: measured.revisionBytes.value,
  visitBytes: measured.visitBytes.value,
  planMicros: measured.planMicros.value,
}

export function scaleFor({ pagesPerHost, ...wish }: ScaleWish, facts: ScaleFacts): ScaleAnswer {
  return scaleOf({ ...facts, ...wish, pagesPerHost: pagesPerHost ?? facts.pagesPerHost }, COSTS)
}

/** The facts of a collection, and assumptions where it is too young to say; without a collection, assumptions only. */
export async function scaleFacts(where: string | undefined): Promise<ScaleFacts> {
  if (where === undefined) return ASSUMED
  await using collection = await Collection.open(where)
  const counts = await collection.counts()
  const { fetched, visits, revisions, hosts } = counts
  if (fetched === 0) return ASSUMED
  const files = await holdingsOf(collection).store.archiveFiles()
  const archivedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / Math.max(1, revisions)
  const known =
    counts.waiting + counts.running + counts.completed + counts.error + counts.gone + counts.excluded
  // First visits always store a revision, and say nothing about later ones.
  const later = visits - fetched
  return {
    pagesPerHost: fetched / Math.max(1, hosts),
    wireBytes: archivedBytes,
    archivedBytes,
    changedShare: later > fetched ? Math.max(0, revisions - fetched) / later : ASSUMED.changedShare,
    knownPerPage: known / fetched,
  }
}
