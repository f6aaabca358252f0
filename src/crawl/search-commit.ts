import type { AnchorCommit, MetaStore, SearchCommit } from '../store/index.ts'
import { originOf } from '../url/index.ts'
import type { CrawlSettings } from './settings.ts'
import type { FoundAnchors, ParsedSearch } from './thread/search-terms.ts'

/** What a parse thread made of a page, as the store takes it. */
export const searchCommitOf = ({ terms, anchors }: ParsedSearch): SearchCommit => ({
  terms,
  anchors: anchorCommits(anchors),
})

function anchorCommits({ hrefs, keys, terms }: FoundAnchors): AnchorCommit[] {
  return hrefs.map((href, i) => ({
    key: Buffer.from(keys.subarray(i * 16, i * 16 + 16)),
    origin: originOf(href),
    terms: terms[i]!,
  }))
}

/** What the index of a collection holds: current revisions, or those of the past too; null when there is none. */
export type SearchCoverage = 'current' | 'all'

const META = 'search'

export async function searchCoverage(store: MetaStore): Promise<SearchCoverage | null> {
  return ((await store.readMeta()).get(META) as SearchCoverage | undefined) ?? null
}

/** An index that keeps the past goes on doing so while a crawl without search takes out what it changes. */
export async function agreeOnSearch(
  store: MetaStore,
  { search }: CrawlSettings,
): Promise<{ readonly keepsPast: boolean }> {
  const kept = await searchCoverage(store)
  if (search !== 'off' && search !== kept) await noteCoverage(store, search)
  return { keepsPast: search === 'all' || (search === 'off' && kept === 'all') }
}

export const noteCoverage = (store: MetaStore, coverage: SearchCoverage): Promise<void> =>
  store.writeMeta({ [META]: coverage })
