/** Pages with texts, indexed and asked for, for the tests of full text. */
import { filterOf, parseQuery, planOf, termsOf } from '../../search/index.ts'
import { asUrl, originOf, urlKey } from '../../url/index.ts'
import type { QueuedPage } from '../queue-rows.ts'
import type { AnchorCommit, SearchCommit } from '../search-store.ts'
import type { Store } from '../store.ts'
import { A, batch, fetched, NOW } from './fixture.ts'

interface Texts {
  readonly title?: string
  readonly headings?: string
  readonly emphasised?: string
  readonly meta?: string
  readonly body?: string
  readonly language?: string
}

export async function search(
  url: string,
  texts: Texts,
  anchors: readonly AnchorCommit[] = [],
): Promise<SearchCommit> {
  const { language = 'en', title = '', headings = '', emphasised = '', meta = '', body = '' } = texts
  const all = { language, title, headings, emphasised, meta, body }
  return { terms: await termsOf(all, url, language), anchors }
}

export const anchor = (url: string, terms: string): AnchorCommit => ({
  key: urlKey(asUrl(url)),
  origin: originOf(url),
  terms,
})

/** Commits pages with these texts, in this order, as new revisions. */
export async function index(
  store: Store,
  pages: readonly QueuedPage[],
  texts: readonly Texts[],
  at = NOW,
  keepsPast = false,
) {
  const visits = await Promise.all(
    pages.map(async (page, i) => {
      const revision = { type: 'text/html', charset: null, title: texts[i]!.title ?? null, truncated: false }
      const searched = await search(page.url, texts[i]!)
      return fetched(page, { at, search: searched, revision: { number: page.revision + 1, ...revision } })
    }),
  )
  await store.commit(batch({ visits, keepsPast }))
}

export async function find(
  store: Store,
  text: string,
  at: number | null = null,
  isAny = false,
): Promise<string[]> {
  const parsed = parseQuery(text)
  if (parsed.kind === 'broken') throw new Error(parsed.why)
  const languages = await store.searchLanguages()
  const plan = await planOf(parsed.query, languages)
  const found = await store.search({ plan, filter: filterOf(parsed.query, NOW), languages, at, isAny })
  return found.map(({ url }) => url.replace(`${A}/`, ''))
}

export const urls = (...names: string[]) => names.map(name => `${A}/${name}`)
