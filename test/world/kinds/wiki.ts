/**
 * An encyclopedia in the style of Wikipedia: articles at /wiki/Title, links with colons (Special:, File:, Category:,
 * Talk:), a Main_Page on every page, percent-encoded titles, citations as fragments, edit links with a query, links out.
 */
import { hash32 } from '../chance.ts'
import { frame } from '../layout.ts'
import { a, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import { neverChanging, type Plan } from '../schedule.ts'
import type { Page, Site } from '../site.ts'
import { story } from '../story.ts'
import { title } from '../words.ts'

export interface WikiOptions {
  readonly articles?: number
  /** Number of links from an article to other articles (default 8). */
  readonly linksPerArticle?: number
  /** Where external links point, whether a host of the world or not. */
  readonly outHost?: string
  readonly changes?: Plan
}

const SPECIALS = [
  'Special:Random',
  'Special:RecentChanges',
  'Help:Contents',
  'Wikipedia:About',
  'Portal:Current_events',
]

export function wiki(host: string, options: WikiOptions = {}): Site {
  const { articles = 100, linksPerArticle = 8, outHost = 'example.test', changes = neverChanging } = options
  /** Every seventh title has a letter outside ASCII, every eleventh brackets. */
  const titleOf = (seed: number, id: number) => {
    const words = title('en', 'article', seed, id).replaceAll(' ', '_')
    const tail = id % 7 === 3 ? '_é' : id % 11 === 5 ? '_(disambiguation)' : ''
    return `${words}_${id}${tail}`
  }
  const path = (seed: number, id: number) => `/wiki/${encodeURIComponent(titleOf(seed, id))}`
  const idOf = (name: string) => Number(/_(\d+)(?:_é|_\(disambiguation\))?$/.exec(name)?.[1] ?? -1)
  const linked = (seed: number, id: number) => [
    (id + 1) % articles,
    ...Array.from({ length: linksPerArticle - 1 }, (_, n) => hash32('to', seed, id, n) % articles),
  ]

  const framed = (
    seed: number,
    template: string,
    heading: string,
    main: Parameters<typeof frame>[0]['main'],
  ) =>
    frame({
      seed,
      template,
      title: heading,
      menu: [['/wiki/Main_Page', 'Main page'], ...SPECIALS.map(name => [`/wiki/${name}`, name] as const)],
      main: [el('h1', { id: 'firstHeading' }, heading), el('div', { id: 'bodyContent' }, ...main)],
    })

  const article = ({ seed, pathname, part }: Route): Page | undefined => {
    const id = idOf(part('name'))
    if (id < 0 || id >= articles || part('name') !== titleOf(seed, id)) return undefined
    const name = titleOf(seed, id)
    return {
      template: 'article',
      schedule: changes(seed, pathname),
      changeKind: 'sentence',
      fields: () => ({ title: name.replaceAll('_', ' ') }),
      draw: ({ edits }) =>
        framed(seed, 'article', name.replaceAll('_', ' '), [
          ...story({ language: 'en', paragraphs: 4, edits, keys: [seed, id] }),
          el(
            'p',
            {},
            ...linked(seed, id).flatMap(to => [
              a(path(seed, to), titleOf(seed, to).replaceAll('_', ' ')),
              ', ',
            ]),
          ),
          el('sup', {}, a('#cite_note-1', '[1]')),
          a(`/wiki/File:Picture_${id}.jpg`, 'picture'),
          a(`/wiki/Talk:${encodeURIComponent(name)}`, 'talk'),
          a(`/w/index.php?title=${encodeURIComponent(name)}&action=edit`, 'edit', { rel: 'nofollow' }),
          a(`http://${outHost}/about/${id}`, 'external link', { class: 'external', rel: 'nofollow' }),
          el('div', { id: 'catlinks' }, a(`/wiki/Category:Group_${id % 5}`, `Group ${id % 5}`)),
        ]),
    }
  }

  const category = (seed: number, group: number): Page => {
    const members = Array.from({ length: articles }, (_, id) => id).filter(id => id % 5 === group)
    const rows = members.map(id => el('li', {}, a(path(seed, id), titleOf(seed, id).replaceAll('_', ' '))))
    return {
      template: 'category',
      draw: () => framed(seed, 'category', `Category:Group ${group}`, [el('ul', {}, ...rows)]),
    }
  }

  const special = (route: Route): Page | undefined => {
    const name = route.part('name')
    const group = /^Category:Group_([0-4])$/.exec(name)
    if (group) return category(route.seed, Number(group[1]))
    if (!name.includes(':')) return article(route)
    if (/^Talk:/.test(name) && !(idOf(name) >= 0 && idOf(name) < articles)) return undefined
    return { template: 'special', draw: () => framed(route.seed, 'special', name, [el('p', {}, name)]) }
  }

  const main = ({ seed }: Route): Page => {
    const featured = Array.from(
      { length: Math.min(10, articles) },
      (_, n) => hash32('featured', seed, n) % articles,
    )
    const rows = [0, ...featured].map(id => el('li', {}, a(path(seed, id), titleOf(seed, id))))
    return { template: 'main', draw: () => framed(seed, 'main', 'Main Page', [el('ul', {}, ...rows)]) }
  }

  const find = routes({
    '/': () => ({ template: 'redirect', status: 301, location: '/wiki/Main_Page' }),
    '/wiki/Main_Page': main,
    '/wiki/:name': special,
    '/w/index.php': ({ seed, query }) => ({
      template: 'edit',
      draw: () => framed(seed, 'edit', `Editing ${query.get('title')}`, []),
    }),
  })
  return { host, kind: 'wiki', entries: ['/wiki/Main_Page'], find }
}
