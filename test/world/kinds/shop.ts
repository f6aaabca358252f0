/** A shop: departments → products whose price and stock change; JSON-LD, a search form, a sitemap with lastmod. */
import { hash32 } from '../chance.ts'
import { type Entry, type Honesty, named, sitemapXml } from '../feeds.ts'
import { frame, pageNumber, pager, skin } from '../layout.ts'
import { a, type Child, el, raw } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import { changing, type Plan } from '../schedule.ts'
import { type Moment, type Page, plain, type Site, type View, viewOf } from '../site.ts'
import { price, story } from '../story.ts'
import { sentence, slug, title } from '../words.ts'

export interface ShopOptions {
  readonly departments?: number
  readonly products?: number
  readonly perPage?: number
  readonly changes?: Plan
  readonly lastmod?: Honesty
}

export function shop(host: string, options: ShopOptions = {}): Site {
  const {
    departments = 4,
    products = 60,
    perPage = 12,
    changes = changing(0.05, 5),
    lastmod = 'true',
  } = options
  const inDepartment = (id: number) =>
    Array.from({ length: products }, (_, i) => i).filter(i => i % departments === id)
  const path = (seed: number, id: number) => `/product/${slug(seed, id)}/p${id}.html`
  const name = (seed: number, id: number) => title('en', 'product', seed, id)
  const departmentName = (seed: number, id: number) => title('en', 'department', seed, id)

  const framed = (
    seed: number,
    template: string,
    heading: string,
    main: readonly Child[],
    head: readonly Child[] = [],
  ) => {
    const menu = Array.from(
      { length: departments },
      (_, id) => [`/department/${id}`, departmentName(seed, id)] as const,
    )
    const search = el(
      'form',
      { action: '/search', method: 'get', class: skin(seed, 'search') },
      el('input', { name: 'q', type: 'search' }),
    )
    return frame({
      seed,
      template,
      title: heading,
      menu,
      head,
      main: [search, ...main],
      footer: [['/terms', 'Terms']],
    })
  }

  const cards = (seed: number, ids: readonly number[]) =>
    ids.map(id =>
      el(
        'div',
        { class: skin(seed, 'product') },
        a(path(seed, id), name(seed, id)),
        el('p', {}, sentence('en', 'card', seed, id)),
      ),
    )

  const home = ({ seed }: Route): Page => ({
    template: 'home',
    draw: () =>
      framed(seed, 'home', 'Shop', [
        el('h1', {}, 'Today'),
        ...cards(
          seed,
          [0, 1, 2, 3].filter(id => id < products),
        ),
      ]),
  })

  const department = ({ seed, query, number }: Route): Page | undefined => {
    const id = number('id')
    const ids = inDepartment(id)
    const pages = Math.ceil(ids.length / perPage)
    const page = pageNumber(query, pages)
    if (id >= departments || page === undefined) return undefined
    const shown = ids.slice((page - 1) * perPage, page * perPage)
    const turn = pager(seed, page, pages, n =>
      n === 1 ? `/department/${id}` : `/department/${id}?page=${n}`,
    )
    const heading = departmentName(seed, id)
    return {
      template: 'department',
      draw: () =>
        framed(seed, 'department', heading, [el('h1', {}, heading), ...cards(seed, shown), ...turn]),
    }
  }

  const record = (view: View, id: number) => ({
    name: name(view.seed, id),
    sku: `SKU${100_000 + id}`,
    price: price(view.edits, view.seed, id),
    currency: 'EUR',
    stock: hash32('stock', view.edits[0] ?? 0, view.seed, id) % 4 === 0 ? 'sold out' : 'in stock',
  })

  const product = ({ seed, pathname, number }: Route): Page | undefined => {
    const id = number('id')
    if (id >= products || pathname !== path(seed, id)) return undefined
    const fields = (view: View) => record(view, id)
    return {
      template: 'product',
      schedule: changes(seed, pathname),
      changeKind: 'price',
      fields,
      draw: view => drawProduct(view, id, fields(view)),
    }
  }

  const drawProduct = (view: View, id: number, fields: ReturnType<typeof record>) => {
    const { seed } = view
    const offer = { '@type': 'Offer', price: fields.price, priceCurrency: 'EUR' }
    const data = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: fields.name,
      sku: fields.sku,
      offers: offer,
    }
    const others = [1, 2, 3].map(step => (id + step * departments) % products)
    return framed(
      seed,
      'product',
      fields.name,
      [
        el('h1', {}, fields.name),
        el('p', { class: skin(seed, 'price') }, `${fields.price} €`),
        el('p', { class: skin(seed, 'stock') }, fields.stock),
        el('p', { class: skin(seed, 'sku') }, fields.sku),
        ...story({ language: 'en', paragraphs: 3, edits: [], keys: [seed, id] }),
        el('h3', {}, 'Others bought'),
        ...cards(seed, others),
      ],
      [el('script', { type: 'application/ld+json' }, raw(JSON.stringify(data)))],
    )
  }

  const entries = (at: Moment): Entry[] =>
    Array.from({ length: products }, (_, id) => {
      const where = path(at.seed, id)
      const edited = viewOf({ template: 'product', schedule: changes(at.seed, where) }, at).edits[0]
      return { url: `http://${host}${where}`, title: name(at.seed, id), at: edited ?? Date.UTC(2025, 0, 1) }
    })

  const find = routes({
    '/': home,
    '/department/:id#': department,
    '/product/:slug/p:id#.html': product,
    '/search': ({ seed, query }) => ({
      template: 'search',
      draw: () =>
        framed(
          seed,
          'search',
          'Search',
          cards(
            seed,
            Array.from({ length: products }, (_, i) => i).filter(id =>
              name(seed, id)
                .toLowerCase()
                .includes((query.get('q') ?? '?').toLowerCase()),
            ),
          ),
        ),
    }),
    '/terms': ({ seed }) => ({
      template: 'terms',
      draw: () =>
        framed(seed, 'terms', 'Terms', story({ language: 'en', paragraphs: 5, edits: [], keys: [seed] })),
    }),
    '/robots.txt': () =>
      plain(`User-agent: *\nDisallow: /search\nSitemap: http://${host}/sitemap.xml\n`, 'robots'),
    '/sitemap.xml': () =>
      named('sitemap', 'application/xml', entries, (list, { nowMs }) => sitemapXml(list, lastmod, nowMs)),
  })
  return { host, kind: 'shop', entries: ['/'], find: (where, at) => markSearch(where, find(where, at)) }
}

/** The shop's robots.txt forbids its search. */
function markSearch(path: string, page: Page | undefined): Page | undefined {
  return page && path.startsWith('/search') ? { ...page, forbidden: true } : page
}
