import type { AnchorCommit, MetaStore, SearchCommit } from '../store/index.ts'
import { originOf } from '../url/index.ts'
import type { CrawlSettings } from './settings.ts'
import type { FoundAnchors, ParsedSearch } from './thread/search-terms.ts'

/** The search terms that a parse thread found, in the form the store takes. */
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

/** What the full-text index of a collection holds: current revisions only, or earlier ones too. */
export type SearchCoverage = 'current' | 'all'

const META = 'search'

export async function searchCoverage(store: MetaStore): Promise<SearchCoverage | null> {
  return ((await store.readMeta()).get(META) as SearchCoverage | undefined) ?? null
}

/** An index that keeps earlier revisions goes on keeping them during a crawl without search, which only removes what it changes. */
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
