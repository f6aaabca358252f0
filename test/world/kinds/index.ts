/** All kinds by name, for commands and for tests that go through every one. A new kind is a file and a line here. */
import type { Site } from '../site.ts'
import { blog } from './blog.ts'
import { busyBoard } from './busy-board.ts'
import { charsets } from './charsets.ts'
import { conditional } from './conditional.ts'
import { docs } from './docs.ts'
import { encodings } from './encodings.ts'
import { forum } from './forum.ts'
import { hiddenLibrary } from './hidden-library.ts'
import { hiddenShop } from './hidden-shop.ts'
import { hostile } from './hostile.ts'
import { media } from './media.ts'
import { negotiated } from './negotiated.ts'
import { news } from './news.ts'
import { perfumes } from './perfumes.ts'
import { portal } from './portal.ts'
import { redirects } from './redirects.ts'
import { robotsSite } from './robots.ts'
import { sessions } from './sessions.ts'
import { shop } from './shop.ts'
import { sitemaps } from './sitemaps.ts'
import { soft404 } from './soft404.ts'
import { templateSite } from './template.ts'
import { traps } from './traps.ts'
import { wiki } from './wiki.ts'

export const KINDS = {
  template: host => templateSite(host),
  blog: host => blog(host),
  news: host => news(host),
  shop: host => shop(host),
  docs: host => docs(host),
  wiki: host => wiki(host),
  robots: host => robotsSite(host, 'prefix'),
  redirects: host => redirects(host),
  charsets,
  encodings,
  sitemaps: host => sitemaps(host),
  conditional: host => conditional(host),
  sessions,
  negotiated,
  perfumes: host => perfumes(host),
  soft404: host => soft404(host),
  hostile: host => hostile(host),
  traps,
  forum: host => forum(host),
  portal: host => portal(host),
  hiddenShop: host => hiddenShop(host, { products: 200 }),
  hiddenLibrary: host => hiddenLibrary(host, { books: 200 }),
  busyBoard: host => busyBoard(host),
  media,
} as const satisfies Record<string, (host: string) => Site>

export type KindName = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[]
