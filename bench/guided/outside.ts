/** What the fetches of a crawl were that brought no new page of content, by what was there and by the form of the address. */
import { urlSignature } from '../../src/site/sketch/url-tokens.ts'
import type { SiteCrawl } from './crawl-site.ts'
import type { KnownSite } from './site.ts'

export interface OutsideKind {
  /** What answered: nothing, another address, a page that was fetched before, or one that is no content. */
  readonly why: 'nothing' | 'moved' | 'again' | 'no content'
  readonly form: string
  readonly addresses: readonly string[]
}

/** Those with the most addresses first. */
export function outsideOf(site: KnownSite, { asked }: SiteCrawl): OutsideKind[] {
  const found = new Set<string>()
  const kinds = new Map<string, OutsideKind & { addresses: string[] }>()
  for (const path of asked) {
    const content = site.contentAt(path)
    const isAgain = content !== null && found.has(content.page)
    if (content !== null) found.add(content.page)
    if (content !== null && !isAgain) continue
    const { kind } = site.answer(path, 'http://site.test')
    const why = isAgain ? 'again' : kind === 'page' ? 'no content' : kind
    const form = urlSignature(`http://site.test${path}`)
    const known = kinds.get(`${why} ${form}`) ?? { why, form, addresses: [] }
    known.addresses.push(path)
    kinds.set(`${why} ${form}`, known)
  }
  return [...kinds.values()].sort((a, b) => b.addresses.length - a.addresses.length)
}
