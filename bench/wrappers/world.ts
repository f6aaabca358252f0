/** Pages of the synthetic web with a record, by site and template. */
import { blog } from '../../test/world/kinds/blog.ts'
import { news } from '../../test/world/kinds/news.ts'
import { shop } from '../../test/world/kinds/shop.ts'
import { templateSite } from '../../test/world/kinds/template.ts'
import { wiki } from '../../test/world/kinds/wiki.ts'
import { writeDocument } from '../../test/world/markup.ts'
import { type Site, viewOf } from '../../test/world/site.ts'
import { siteSeed, Truth } from '../../test/world/truth.ts'

export interface WorldPage {
  readonly url: string
  readonly html: string
  readonly status: number
  readonly truth: Readonly<Record<string, readonly string[]>>
}

export interface WorldClass {
  readonly name: string
  readonly pages: readonly WorldPage[]
}

const NOW = Date.UTC(2026, 5, 1)
const SITES: readonly ((host: string) => Site)[] = [
  host => templateSite(host),
  host => templateSite(host, { languages: ['de', 'fr'] }),
  host => shop(host),
  host => blog(host),
  host => news(host),
  host => wiki(host),
]

export function worldClasses(seeds: readonly number[]): WorldClass[] {
  return seeds.flatMap(seed =>
    SITES.flatMap((make, i) => {
      const host = `s${i}.test`
      return classesOf(make(host), seed)
    }),
  )
}

function classesOf(site: Site, seed: number): WorldClass[] {
  const truth = new Truth(
    host => (host === site.host ? site : undefined),
    seed,
    () => NOW,
  )
  const seeds = site.entries.map(path => `http://${site.host}${path}`)
  const classes = new Map<string, WorldPage[]>()
  for (const fact of truth.reachable(seeds, { limit: 400 }).values()) {
    const fields = Object.entries(fact.fields)
    const html = fields.length === 0 || fact.status !== 200 ? undefined : htmlOf(site, fact.url, seed)
    if (html === undefined) continue
    const page = {
      url: fact.url,
      html,
      status: 200,
      truth: Object.fromEntries(fields.map(([name, value]) => [name, [value]])),
    }
    const pages = classes.get(fact.template)
    if (pages === undefined) classes.set(fact.template, [page])
    else pages.push(page)
  }
  return [...classes].map(([template, pages]) => ({ name: `${site.kind}-${template}-${seed}`, pages }))
}

function htmlOf(site: Site, url: string, seed: number): string | undefined {
  const { pathname, search } = new URL(url)
  const at = { seed: siteSeed(seed, site.host), nowMs: NOW }
  const page = site.find(pathname + search, at)
  return page?.draw === undefined ? undefined : writeDocument(page.draw(viewOf(page, at)))
}
