/** A blog: paged front, posts, archive by month, tags, RSS, Atom and JSON feeds, sitemap. */
import { chance, hash32, pick } from '../chance.ts'
import { atom, type Entry, type Honesty, jsonFeed, named, rss, sitemapXml } from '../feeds.ts'
import { frame, pageNumber, pager, siteName, skin } from '../layout.ts'
import { a, type Child, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import { DAY_MS, neverChanging, type Plan } from '../schedule.ts'
import { type Moment, type Page, plain, type Site, viewOf } from '../site.ts'
import { story } from '../story.ts'
import { type Language, slug, title } from '../words.ts'

export interface BlogOptions {
  readonly posts?: number
  readonly perPage?: number
  readonly language?: Language
  readonly changes?: Plan
  readonly lastmod?: Honesty
}

const NEWEST_AT = Date.UTC(2026, 0, 1)
const TAGS = ['travel', 'food', 'code', 'music', 'books', 'garden'] as const
const FEED_LENGTH = 15

export function blog(host: string, options: BlogOptions = {}): Site {
  return { host, kind: 'blog', entries: ['/'], find: new Blog(host, options).find }
}

class Blog {
  readonly #home: string
  readonly #posts: number
  readonly #perPage: number
  readonly #language: Language
  readonly #changes: Plan
  readonly #lastmod: Honesty
  readonly find: Site['find']

  constructor(host: string, options: BlogOptions) {
    this.#home = `http://${host}`
    this.#posts = options.posts ?? 40
    this.#perPage = options.perPage ?? 8
    this.#language = options.language ?? 'en'
    this.#changes = options.changes ?? neverChanging
    this.#lastmod = options.lastmod ?? 'true'
    this.find = routes({
      '/': route => this.#list(route, 'front', siteName(route.seed), this.#all(), '/'),
      '/:year#/:month/:slug': route => this.#post(route),
      '/:year#/:month/': route => this.#month(route),
      '/tag/:tag': route => this.#tag(route),
      '/feed.xml': route => this.#feed(route, 'application/rss+xml', rss),
      '/atom.xml': route => this.#feed(route, 'application/atom+xml', atom),
      '/feed.json': route => this.#feed(route, 'application/feed+json', jsonFeed),
      '/sitemap.xml': () => this.#sitemap(),
      '/robots.txt': () => plain(`User-agent: *\nDisallow:\nSitemap: ${this.#home}/sitemap.xml\n`, 'robots'),
    })
  }

  #all = () => Array.from({ length: this.#posts }, (_, id) => id)
  /** Post 0 is the newest; one every five days. */
  #postedAt = (id: number) => NEWEST_AT - id * 5 * DAY_MS
  #monthOf = (id: number) => new Date(this.#postedAt(id)).toISOString().slice(0, 7).replace('-', '/')
  #path = (seed: number, id: number) => `/${this.#monthOf(id)}/${slug(seed, id)}-${id}`
  #tagOf = (seed: number, id: number) => pick(chance('tag', seed, id), TAGS)
  #title = (seed: number, id: number) => title(this.#language, 'post', seed, id)

  #frame(seed: number, template: string, heading: string, main: readonly Child[]) {
    const months = [...new Set(this.#all().map(this.#monthOf))]
    const feeds = [
      el('link', { rel: 'alternate', type: 'application/rss+xml', href: '/feed.xml' }),
      el('link', { rel: 'alternate', type: 'application/atom+xml', href: '/atom.xml' }),
      el('link', { rel: 'alternate', type: 'application/feed+json', href: '/feed.json' }),
    ]
    const archive = months.map(month => el('li', {}, a(`/${month}/`, month)))
    const side = [el('h3', {}, 'Archive'), el('ul', { class: skin(seed, 'archive') }, ...archive)]
    const menu = TAGS.map(tag => [`/tag/${tag}`, tag] as const)
    return frame({ seed, template, title: heading, language: this.#language, menu, head: feeds, side, main })
  }

  #list(
    { seed, query }: Route,
    template: string,
    heading: string,
    ids: readonly number[],
    path: string,
  ): Page | undefined {
    const pages = Math.ceil(ids.length / this.#perPage)
    const page = pageNumber(query, pages)
    if (page === undefined) return undefined
    const shown = ids.slice((page - 1) * this.#perPage, page * this.#perPage)
    const posts = shown.map(id =>
      el('article', {}, el('h2', {}, a(this.#path(seed, id), this.#title(seed, id)))),
    )
    const turn = pager(seed, page, pages, n => (n === 1 ? path : `${path}?page=${n}`))
    return {
      template,
      draw: () => this.#frame(seed, template, heading, [el('h1', {}, heading), ...posts, ...turn]),
    }
  }

  #month(route: Route): Page | undefined {
    const month = `${route.part('year')}/${route.part('month')}`
    const ids = this.#all().filter(id => this.#monthOf(id) === month)
    return ids.length > 0 ? this.#list(route, 'month', month, ids, `/${month}/`) : undefined
  }

  #tag(route: Route): Page | undefined {
    const tag = TAGS.find(known => known === route.part('tag'))
    return (
      tag &&
      this.#list(
        route,
        'tag',
        tag,
        this.#all().filter(id => this.#tagOf(route.seed, id) === tag),
        `/tag/${tag}`,
      )
    )
  }

  #post({ seed, pathname, part }: Route): Page | undefined {
    const id = Number(/-(\d+)$/.exec(part('slug'))?.[1] ?? -1)
    if (id < 0 || id >= this.#posts || pathname !== this.#path(seed, id)) return undefined
    const tag = this.#tagOf(seed, id)
    return {
      template: 'post',
      schedule: this.#changes(seed, pathname),
      changeKind: 'sentence',
      fields: () => ({
        title: this.#title(seed, id),
        date: new Date(this.#postedAt(id)).toISOString().slice(0, 10),
        tag,
      }),
      draw: ({ edits }) =>
        this.#frame(seed, 'post', this.#title(seed, id), [
          el('h1', {}, this.#title(seed, id)),
          el(
            'time',
            { datetime: new Date(this.#postedAt(id)).toISOString() },
            new Date(this.#postedAt(id)).toDateString(),
          ),
          ...story({
            language: this.#language,
            paragraphs: 3 + (hash32(seed, id) % 5),
            edits,
            keys: [seed, id],
          }),
          el('p', { class: skin(seed, 'tags') }, a(`/tag/${tag}`, tag)),
          ...(id > 0 ? [a(this.#path(seed, id - 1), 'newer', { rel: 'next' })] : []),
          ...(id < this.#posts - 1 ? [a(this.#path(seed, id + 1), 'older', { rel: 'prev' })] : []),
        ]),
    }
  }

  /** A post's last change, or when it was posted. */
  #entry(at: Moment, id: number): Entry {
    const path = this.#path(at.seed, id)
    const changed = viewOf({ template: 'post', schedule: this.#changes(at.seed, path) }, at).edits[0]
    return { url: this.#home + path, title: this.#title(at.seed, id), at: changed ?? this.#postedAt(id) }
  }

  #feed(
    _: Route,
    type: string,
    write: (home: string, name: string, entries: readonly Entry[]) => string,
  ): Page {
    const newest = this.#all().slice(0, FEED_LENGTH)
    return named(
      'feed',
      type,
      view => newest.map(id => this.#entry(view, id)),
      (entries, { seed }) => write(`${this.#home}/`, siteName(seed), entries),
    )
  }

  #sitemap(): Page {
    const write = (entries: readonly Entry[], { nowMs }: Moment) => sitemapXml(entries, this.#lastmod, nowMs)
    return named('sitemap', 'application/xml', view => this.#all().map(id => this.#entry(view, id)), write)
  }
}
