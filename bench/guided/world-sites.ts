/** Sites of the synthetic world, by their templates. */
import {
  anonymous,
  blog,
  busyBoard,
  docs,
  forum,
  news,
  portal,
  type Site,
  shop,
  templateSite,
  viewOf,
  wiki,
  writeDocument,
} from '../../test/world/index.ts'
import { type KnownSite, NOTHING } from './site.ts'

const SEED = 7
const NOW = Date.UTC(2026, 5, 1)

/** Pages that hold nothing but their name. */
const EMPTY = new Set(['wiki special', 'wiki edit', 'forum month', 'forum dead', 'forum none'])

export const WORLD_SITES: readonly KnownSite[] = [
  portal('portal.test', { items: 400, topics: 250, articles: 200, pictures: 240 }),
  busyBoard('board.test', { posts: 300, topics: 500, members: 100 }),
  templateSite('template.test', { categories: 8, perCategory: 60 }),
  blog('blog.test', { posts: 150 }),
  news('news.test'),
  shop('shop.test', { departments: 8, products: 240 }),
  docs('docs.test'),
  wiki('wiki.test'),
  forum('forum.test', { sessions: false }),
].map(known)

function known(site: Site): KnownSite {
  const pageAt = (path: string) => {
    const page = site.find(path, { seed: SEED, nowMs: NOW })
    const shown = page && anonymous(page, new URL(path, `http://${site.host}`))
    return shown?.draw && (shown.status ?? 200) === 200 ? shown : undefined
  }
  return {
    name: site.kind,
    start: site.entries[0]!,
    answer: path => {
      const page = pageAt(path)
      const root = page?.draw?.(viewOf(page, { seed: SEED, nowMs: NOW }))
      return root === undefined ? NOTHING : { kind: 'page', html: writeDocument(root) }
    },
    contentAt: path => {
      const page = pageAt(path)
      const isEmpty = page === undefined || page.trap || EMPTY.has(`${site.kind} ${page.template}`)
      return isEmpty ? null : { page: path, className: page.template }
    },
  }
}
