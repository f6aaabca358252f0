/** Sitemaps and feeds as text. */
import { escapeText } from './markup.ts'
import type { Page, View } from './site.ts'

export interface Entry {
  readonly url: string
  readonly title: string
  readonly at: number
}

const iso = (at: number) => new Date(at).toISOString()

/** How far a sitemap's lastmod can be trusted. `now` claims that everything changed just now. */
export type Honesty = 'true' | 'now' | 'none'

export function sitemapXml(entries: readonly Entry[], honesty: Honesty = 'true', nowMs = 0): string {
  const urls = entries.map(({ url, at }) => {
    const lastmod = honesty === 'none' ? '' : `<lastmod>${iso(honesty === 'true' ? at : nowMs)}</lastmod>`
    return `<url><loc>${escapeText(url)}</loc>${lastmod}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

export function sitemapIndexXml(urls: readonly string[]): string {
  const maps = urls.map(url => `<sitemap><loc>${escapeText(url)}</loc></sitemap>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join('\n')}\n</sitemapindex>\n`
}

export function rss(home: string, name: string, entries: readonly Entry[]): string {
  const items = entries.map(
    ({ url, title, at }) =>
      `<item><title>${escapeText(title)}</title><link>${escapeText(url)}</link><guid isPermaLink="true">${escapeText(url)}</guid><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escapeText(name)}</title><link>${home}</link><description>${escapeText(name)}</description><ttl>60</ttl>\n${items.join('\n')}\n</channel></rss>\n`
}

export function atom(home: string, name: string, entries: readonly Entry[]): string {
  const items = entries.map(
    ({ url, title, at }) =>
      `<entry><title>${escapeText(title)}</title><link href="${escapeText(url)}"/><id>${escapeText(url)}</id><updated>${iso(at)}</updated></entry>`,
  )
  const updated = iso(Math.max(0, ...entries.map(({ at }) => at)))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>${escapeText(name)}</title><id>${home}</id><updated>${updated}</updated>\n${items.join('\n')}\n</feed>\n`
}

export function jsonFeed(home: string, name: string, entries: readonly Entry[]): string {
  const items = entries.map(({ url, title, at }) => ({
    id: url,
    url,
    title,
    content_text: title,
    date_modified: iso(at),
  }))
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    home_page_url: home,
    items,
  })
}

/** A page that is one of these texts, with the URLs it names. */
export function named(
  template: string,
  type: string,
  entries: (view: View) => readonly Entry[],
  text: (entries: readonly Entry[], view: View) => string,
): Page {
  return {
    template,
    headers: { 'content-type': type },
    names: view => entries(view).map(({ url }) => url),
    bytes: view => text(entries(view), view),
  }
}
