/** Sites of the synthetic world, whose templates are known: how well their pages are grouped. */
import { inferSite, type ModelScore, type PageSource, scoreModel } from '../../src/site/index.ts'
import {
  anonymous,
  blog,
  docs,
  news,
  type Page,
  perfumes,
  type Site,
  shop,
  templateSite,
  viewOf,
  wiki,
  writeDocument,
} from '../../test/world/index.ts'

const SEED = 7
const NOW = Date.UTC(2026, 5, 1)

export const WORLD_SITES: readonly Site[] = [
  templateSite('template.test', { categories: 8, perCategory: 60 }),
  blog('blog.test', { posts: 150 }),
  news('news.test'),
  shop('shop.test', { departments: 8, products: 240 }),
  docs('docs.test'),
  wiki('wiki.test'),
  perfumes('perfumes.test', { perfumes: 200 }),
]

/** Pages as a visitor without cookies sees them. */
class WorldSource implements PageSource {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  at(url: string): Page | undefined {
    const { host, pathname, search } = new URL(url)
    if (host !== this.#site.host) return undefined
    const page = this.#site.find(pathname + search, { seed: SEED, nowMs: NOW })
    return page && anonymous(page, new URL(url))
  }

  async fetch(url: string) {
    const page = this.at(url)
    if (!page?.draw || (page.status ?? 200) !== 200) return null
    const root = page.draw(viewOf(page, { seed: SEED, nowMs: NOW }))
    return { url, html: writeDocument(root), status: 200 }
  }
}

export async function judgeWorldSite(site: Site, how: { pages: number; seed: number }): Promise<ModelScore> {
  const source = new WorldSource(site)
  const { model, classOf } = await inferSite(source, `http://${site.host}${site.entries[0]}`, {
    ...how,
    madeAt: '',
  })
  const templates = new Set([...classOf.keys()].map(url => source.at(url)!.template))
  const golden = { classes: [...templates].map(name => ({ name, regex: '^$' })), links: [] }
  const byName = new Map(golden.classes.map(one => [one.name, one]))
  const pages = [...classOf].map(([url, computed]) => ({
    truth: byName.get(source.at(url)!.template),
    computed,
  }))
  return scoreModel(golden, pages, model.links)
}
