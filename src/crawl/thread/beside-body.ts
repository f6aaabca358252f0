/**
 * What headers say beside the body. `Link` and `Refresh` say the same things as elements in the page, and count like them;
 * `Content-Location` only mentions an address.
 */
import { linksFromHeader, refreshFromHeader } from '../../document/header.ts'
import type { Link } from '../../document/links.ts'
import { isFeed, isNofollow, linkKind } from '../../document/metadata.ts'
import { declaredCharset } from '../../document/type.ts'
import { header, headerAll } from '../../fetch/header-list.ts'
import type { Canonicalizer, Url } from '../../url/index.ts'
import type { ParseJob } from './job.ts'

export interface BesideBody {
  readonly links: readonly Link[]
  readonly feeds: readonly Url[]
  readonly canonical: Url | null
  readonly refresh: { readonly url: string; readonly delaySeconds: number } | undefined
}

/** Relations that lead to pages. Headers also name programming interfaces, under other relations. */
const PAGE_RELATIONS = new Set(
  `alternate amphtml author canonical first help last license next prefetch preload prev previous related search start
up`.split(/\s+/),
)

export function besideBody(
  headers: readonly string[],
  url: string,
  canonicalizer: Canonicalizer,
): BesideBody {
  const links: Link[] = []
  const feeds: Url[] = []
  let canonical: Url | null = null
  for (const { href: raw, rel, title = '', type = '', as } of allLinks(headers, url)) {
    const href = canonicalizer.canonical(raw, url)
    const kind = linkKind(rel, as)
    if (href === undefined || kind === undefined) continue
    if (rel.includes('canonical')) canonical ??= href
    if (isFeed(rel, type.trim().toLowerCase())) feeds.push(href)
    else if (kind !== 'link' || rel.some(word => PAGE_RELATIONS.has(word)))
      links.push({ href, text: title, kind, nofollow: isNofollow(rel) })
  }
  const location = canonicalizer.canonical(header(headers, 'content-location') ?? url, url)
  if (location !== undefined && location !== url)
    links.push({ href: location, text: '', kind: 'meta', nofollow: false })
  const refresh = refreshFromHeader(header(headers, 'refresh') ?? '', url)
  const later = refresh && canonicalizer.canonical(refresh.url, url)
  if (later !== undefined && later !== url)
    links.push({ href: later, text: '', kind: 'refresh', nofollow: false })
  return { links, feeds, canonical, refresh }
}

/** The hub that announces changes of a document, and the address under which it knows the document (WebSub section 4). */
export interface PushOffer {
  readonly hub: string
  readonly topic: string
}

/** The hub that a document names; headers take precedence over the body. */
export function pushOffer(
  headers: readonly string[],
  url: string,
  body: { readonly hub?: string; readonly self?: string },
): PushOffer | null {
  const links = allLinks(headers, url)
  const linked = (word: string) => links.find(({ rel }) => rel.includes(word))?.href
  const hub = linked('hub') ?? body.hub
  if (hub === undefined || !/^https?:/.test(hub)) return null
  const self = linked('self') ?? body.self
  // Without this check, a page could make us subscribe to another site in its name.
  const isOwn = self !== undefined && URL.parse(self)?.host === URL.parse(url)?.host
  return { hub, topic: isOwn ? self : url }
}

const allLinks = (headers: readonly string[], url: string) =>
  headerAll(headers, 'link').flatMap(value => linksFromHeader(value, url))

export function charsetOf(job: ParseJob): string | undefined {
  return declaredCharset(header(job.response.headers, 'content-type'))
}

/** Removes feeds from the links: `<link>` announces them too, but they are read as sources, and only if the operator wants feeds. */
export function withoutFeeds(links: readonly Link[], feeds: readonly string[]): readonly Link[] {
  if (feeds.length === 0) return links
  const announced = new Set(feeds)
  return links.filter(link => link.kind !== 'link' || !announced.has(link.href))
}
