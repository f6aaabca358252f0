/** In the parse thread: what a focused crawl judges a page and its links by. */
import { bagOf, type PageBearing, stemsOf } from '../../focus/index.ts'
import { addressWords, Stemmer } from '../../search/index.ts'
import type { Url } from '../../url/index.ts'
import type { DocumentReading } from './document-reading.ts'
import type { ParseJob } from './job.ts'
import { languageOfPage } from './search-terms.ts'

/** Longer anchors are paragraphs, and longer paths are keys. */
const MAX_LINK_WORDS = 12

export async function bearingOf(
  { response }: ParseJob,
  { fields, links, kind }: DocumentReading,
  hrefs: readonly Url[],
): Promise<PageBearing> {
  const stemmer = await Stemmer.for(fields ? languageOfPage(fields, response.headers) : '')
  const stems = (text: string) => stemsOf(text, stemmer, MAX_LINK_WORDS)
  const texts = new Map(links.map(({ href, text }) => [href, text]))
  return {
    bag: fields && kind === 'links' ? bagOf(fields, stemmer) : null,
    anchors: hrefs.map(href => stems(texts.get(href) ?? '')),
    addresses: hrefs.map(href => stems(addressWords(href))),
  }
}
