import type { Holdings } from '../crawl/holdings.ts'
import { type BuiltIndex, indexArchive } from '../crawl/index-archive.ts'
import { type SearchCoverage, searchCoverage } from '../crawl/search-commit.ts'
import { readDocument } from '../crawl/thread/document-reader.ts'
import { configForReading } from './reading-config.ts'
import { rememberedConfig } from './remembered.ts'

export interface IndexOptions {
  /** `all` for searches in the past; by default what the config says, or what the index held before. */
  readonly revisions?: 'current' | 'all'
  /** Stops after the batch in progress; call it again to go on. */
  readonly signal?: AbortSignal
  readonly onProgress?: (soFar: IndexProgress) => void
}

export interface IndexProgress {
  /** Revisions that can be found now and could not before. */
  readonly indexed: number
  /** Revisions of pictures, programs and the like. */
  readonly withoutText: number
  /** Revisions whose copy the archive has lost. */
  readonly lost: number
}

export interface IndexSummary extends IndexProgress {
  readonly interrupted: boolean
}

/** Completes the search index from the archive, without fetching. */
export async function buildIndex(holdings: Holdings, options: IndexOptions): Promise<IndexSummary> {
  const coverage = options.revisions ?? (await usualCoverage(holdings))
  const built: BuiltIndex = await indexArchive(holdings, { ...options, coverage, convert: readDocument })
  return { ...built, interrupted: options.signal?.aborted ?? false }
}

async function usualCoverage(holdings: Holdings): Promise<SearchCoverage> {
  const { search, refresh } = configForReading(await rememberedConfig(holdings)).settings
  if (search !== 'off') return search
  // What readers may see then is the past.
  return refresh.publish === 'shadow' ? 'all' : ((await searchCoverage(holdings.store)) ?? 'current')
}
