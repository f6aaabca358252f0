import type { Holdings } from '../crawl/holdings.ts'
import { type BuiltIndex, indexArchive } from '../crawl/index-archive.ts'
import { type SearchCoverage, searchCoverage } from '../crawl/search-commit.ts'
import { readDocument } from '../crawl/thread/document-reader.ts'
import { configForReading } from './reading-config.ts'
import { rememberedConfig } from './remembered.ts'

export interface IndexOptions {
  /** `all` also indexes past revisions, for searches with `at`. By default, follows the config, or what the index already covers. */
  readonly revisions?: 'current' | 'all'
  /** Stops after the batch in progress; another call continues from there. */
  readonly signal?: AbortSignal
  readonly onProgress?: (soFar: IndexProgress) => void
}

export interface IndexProgress {
  /** Revisions added to the index. */
  readonly indexed: number
  /** Revisions without text, such as images and programs. */
  readonly withoutText: number
  /** Revisions whose content is missing from the archive. */
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
  // With shadow publishing, readers see a past state, so past revisions must be searchable.
  return refresh.publish === 'shadow' ? 'all' : ((await searchCoverage(holdings.store)) ?? 'current')
}
