/** In the parse thread: prepares what a page adds to the full-text index, terms included, so that the main thread only writes it. */
import type { Link } from '../../document/links.ts'
import { header } from '../../fetch/header-list.ts'
import { guessLanguage } from '../../search/guess-language.ts'
import {
  languageOf,
  type PageTexts,
  type SearchTerms,
  Stemmer,
  termsOf,
  UNKNOWN_LANGUAGE,
} from '../../search/index.ts'
import { anchorTerms } from '../../search/terms.ts'
import type { Url } from '../../url/index.ts'
import { keysOf } from './found-links.ts'
import type { RecentLinks } from './recent-links.ts'

/** The texts of the page's links with their targets, in parallel lists. */
export interface FoundAnchors {
  readonly hrefs: readonly Url[]
  /** 16 bytes each. */
  readonly keys: Uint8Array
  readonly terms: readonly string[]
}

export interface ParsedSearch {
  readonly terms: SearchTerms
  readonly anchors: FoundAnchors
}

/** A page that links to more pages says little about each of them. */
const MAX_ANCHORS_OUT = 200

export async function parsedSearch(
  page: { readonly url: string; readonly fields: PageTexts; readonly headers: readonly string[] },
  links: readonly Link[],
  /** Anchors reported recently are not written again; null to write all. */
  recent: RecentLinks | null,
): Promise<ParsedSearch> {
  const language = languageOfPage(page.fields, page.headers)
  const terms = await termsOf(page.fields, page.url, language)
  return { terms, anchors: await anchorsIn(links, page.url, language, recent) }
}

/** The language the page declares, its server declares, or its text looks like. */
export function languageOfPage({ language, body }: PageTexts, headers: readonly string[]): string {
  const own = languageOf(language)
  if (own !== UNKNOWN_LANGUAGE) return own
  const told = languageOf(header(headers, 'content-language'))
  return told === UNKNOWN_LANGUAGE ? guessLanguage(body) : told
}

async function anchorsIn(
  links: readonly Link[],
  url: string,
  language: string,
  recent: RecentLinks | null,
): Promise<FoundAnchors> {
  const stemmer = await Stemmer.for(language)
  const hrefs: Url[] = []
  const terms: string[] = []
  for (const { href, text, kind } of links) {
    if (kind !== 'a' || text === '' || href === url) continue
    const words = anchorTerms(text, stemmer)
    if (words === '' || recent?.has(`${href} ${words}`, 0)) continue
    hrefs.push(href)
    if (terms.push(words) >= MAX_ANCHORS_OUT) break
  }
  return { hrefs, keys: keysOf(hrefs), terms }
}
