/** Step 4 of a visit, for what no person reads: style sheets, scripts, sitemaps and feeds become links and hints about them. */
import { cssAddresses } from '../../document/css.ts'
import { parseFeed } from '../../document/feed.ts'
import { type Link, LinkCollector } from '../../document/links.ts'
import { mentionedIn } from '../../document/mentions.ts'
import { parseSitemap } from '../../document/sitemap.ts'
import { decodeBody } from '../../html/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import { charsetOf, pushOffer } from './beside-body.ts'
import { type DocumentReading, NOTHING } from './document-reading.ts'
import type { ParseJob } from './job.ts'

/** CSS Syntax 3.2: the declaration counts in exactly this form. */
const STYLE_CHARSET = /^@charset "([^"]{1,40})";/
/** Entry dates that lie further in the future are not times of changes. */
const MAX_AHEAD_MS = 86_400_000

/** Imports, images and fonts, for archives that replay. */
export function readStyles(job: ParseJob, bytes: Uint8Array, canonicalizer: Canonicalizer): DocumentReading {
  const opening = Buffer.from(bytes.subarray(0, 60)).toString('latin1')
  const declared = charsetOf(job) ?? STYLE_CHARSET.exec(opening)?.[1]
  const { text, charset } = decodeBody(bytes, declared, 'text')
  const collector = new LinkCollector(job.url, canonicalizer, undefined, charset)
  for (const { href, kind } of cssAddresses(text)) collector.add(href, kind)
  return { ...NOTHING, charset, links: collector.links, text: job.want.text ? text : null }
}

/** The addresses that a script spells out. */
export function readScript(job: ParseJob, bytes: Uint8Array, canonicalizer: Canonicalizer): DocumentReading {
  const { text, charset } = decodeBody(bytes, charsetOf(job), 'text')
  const collector = new LinkCollector(job.url, canonicalizer, undefined, charset)
  for (const address of mentionedIn(text)) collector.add(address, 'meta')
  return { ...NOTHING, charset, links: collector.links, text: job.want.text ? text : null }
}

export function readSitemap(job: ParseJob, bytes: Uint8Array, canonicalizer: Canonicalizer): DocumentReading {
  const saidRates = new Map<string, string>()
  const { kind, entries } = parseSitemap(bytes, job.url, job.at)
  const hints = new Map<string, number>()
  const links: Link[] = []
  for (const entry of entries) {
    const href = canonicalizer.canonical(entry.loc, job.url)
    if (href === undefined) continue
    if (entry.lastmod !== undefined) hints.set(href, entry.lastmod)
    if (entry.changefreq !== undefined) saidRates.set(href, entry.changefreq)
    links.push({ href, text: '', kind: 'link', nofollow: false })
  }
  if (kind === 'index') return { ...NOTHING, kind: 'sitemap', sources: links.map(link => link.href), hints }
  return { ...NOTHING, kind: 'sitemap', links, hints, saidRates }
}

/** Feeds are rare and their parser is large, so only threads that get one load it. */
export function readFeed(job: ParseJob, bytes: Uint8Array, canonicalizer: Canonicalizer): DocumentReading {
  const feed = parseFeed(bytes, job.url)
  if (!feed) return { ...NOTHING, kind: 'feed' }
  const hints = new Map<string, number>()
  const links: Link[] = []
  for (const entry of feed.entries) {
    const href = entry.link === undefined ? undefined : canonicalizer.canonical(entry.link, job.url)
    if (href === undefined) continue
    const changed = entry.updated ?? entry.published
    if (changed !== undefined && changed <= job.at + MAX_AHEAD_MS) hints.set(href, changed)
    links.push({ href, text: entry.title ?? '', kind: 'a', nofollow: false })
  }
  const push = pushOffer(job.response.headers, job.url, feed)
  return { ...NOTHING, kind: 'feed', title: feed.title ?? null, links, hints, push }
}
