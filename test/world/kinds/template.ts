/**
 * A catalog: home → categories (paged lists) → details, with menu, breadcrumbs, related items and a few plain pages.
 * Truth: templates `home`, `category`, `detail`, `about`; every detail has a record.
 */
import { chance, hash32, pick } from '../chance.ts'
import { frame, pageNumber, pager, skin } from '../layout.ts'
import { a, type Element, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import { neverChanging, type Plan } from '../schedule.ts'
import type { ChangeKind, Page, Site, View } from '../site.ts'
import { changeKindOf, choice, editsFor, items, price, story } from '../story.ts'
import { type Language, sentence, slug, title } from '../words.ts'

export interface TemplateOptions {
  readonly categories?: number
  readonly perCategory?: number
  readonly perPage?: number
  /** One of these is chosen for each site. */
  readonly languages?: readonly Language[]
  /** Length of a detail page's text, in paragraphs. */
  readonly paragraphs?: number
  readonly changes?: Plan
  readonly changeKinds?: readonly ChangeKind[]
  /** Number of people with mail addresses, on the page "contact" and one on each detail page; none by default. */
  readonly staff?: number
}

type Shape = Required<Omit<TemplateOptions, 'changeKinds'>> & {
  readonly changeKinds: readonly ChangeKind[] | undefined
}

const SMALL_PAGES = ['about', 'contact', 'terms'] as const

export function templateSite(host: string, options: TemplateOptions = {}): Site {
  const shape: Shape = {
    categories: options.categories ?? 5,
    perCategory: options.perCategory ?? 30,
    perPage: options.perPage ?? 10,
    languages: options.languages ?? ['en'],
    paragraphs: options.paragraphs ?? 6,
    changes: options.changes ?? neverChanging,
    staff: options.staff ?? 0,
    changeKinds: options.changeKinds,
  }
  const find = routes({
    '/': route => home(route, shape),
    '/category/:id#': route => category(route, shape),
    '/item/:id#/:name': route => detail(route, shape),
    '/:name.html': route => smallPage(route, shape),
  })
  return { host, kind: 'template', entries: ['/'], find }
}

const languageOf = (seed: number, { languages }: Shape) => pick(chance('language', seed), languages)
const pagesOf = ({ perCategory, perPage }: Shape) => Math.ceil(perCategory / perPage)
const categoryName = (seed: number, id: number, language: Language) => title(language, 'category', seed, id)
const categoryPath = (id: number, page = 1) =>
  page === 1 ? `/category/${id}` : `/category/${id}?page=${page}`
const itemPath = (seed: number, id: number) => `/item/${id}/${slug(seed, id)}`
const itemTitle = (seed: number, id: number, language: Language) => title(language, 'item', seed, id)

function frameOf(seed: number, shape: Shape) {
  const language = languageOf(seed, shape)
  const count = Math.min(shape.categories, 12)
  const menu = Array.from(
    { length: count },
    (_, id) => [categoryPath(id), categoryName(seed, id, language)] as const,
  )
  return { seed, language, menu, footer: SMALL_PAGES.map(name => [`/${name}.html`, name] as const) }
}

function home({ seed }: Route, shape: Shape): Page {
  const language = languageOf(seed, shape)
  const cards = Array.from({ length: shape.categories }, (_, id) =>
    el(
      'section',
      { class: skin(seed, 'card') },
      el('h2', {}, a(categoryPath(id), categoryName(seed, id, language))),
      el('p', {}, sentence(language, 'card', seed, id)),
      ...(shape.perCategory > 0
        ? [a(itemPath(seed, id * shape.perCategory), itemTitle(seed, id * shape.perCategory, language))]
        : []),
    ),
  )
  const draw = () =>
    frame({
      ...frameOf(seed, shape),
      template: 'home',
      title: 'Home',
      main: [el('h1', {}, 'Welcome'), ...cards],
    })
  return { template: 'home', draw }
}

function category({ seed, query, number }: Route, shape: Shape): Page | undefined {
  const id = number('id')
  const page = pageNumber(query, pagesOf(shape))
  if (id >= shape.categories || page === undefined) return undefined
  const language = languageOf(seed, shape)
  const first = id * shape.perCategory + (page - 1) * shape.perPage
  const count = Math.min(shape.perPage, shape.perCategory - (page - 1) * shape.perPage)
  const rows = Array.from({ length: count }, (_, i) =>
    el(
      'li',
      { class: skin(seed, 'row') },
      a(itemPath(seed, first + i), itemTitle(seed, first + i, language)),
      el('span', {}, sentence(language, 'row', seed, first + i)),
    ),
  )
  const name = categoryName(seed, id, language)
  const draw = () =>
    frame({
      ...frameOf(seed, shape),
      template: 'category',
      title: name,
      crumbs: [['/', 'Home']],
      main: [
        el('h1', {}, name),
        el('ul', { class: skin(seed, 'list') }, ...rows),
        ...pager(seed, page, pagesOf(shape), n => categoryPath(id, n)),
      ],
    })
  return { template: 'category', draw }
}

function detail({ seed, path, number, part }: Route, shape: Shape): Page | undefined {
  const id = number('id')
  if (id >= shape.categories * shape.perCategory || part('name') !== slug(seed, id)) return undefined
  const kind = changeKindOf(seed, path, shape.changeKinds)
  const fields = (view: View) => recordOf(view, id, kind, shape)
  const draw = (view: View) => drawDetail(view, id, kind, fields(view), shape)
  return { template: 'detail', schedule: shape.changes(seed, path), changeKind: kind, fields, draw }
}

function recordOf(view: View, id: number, kind: ChangeKind, shape: Shape): Record<string, string> {
  const { seed } = view
  return {
    name: itemTitle(seed, id, languageOf(seed, shape)),
    number: `A-${10_000 + id}`,
    price: price(editsFor(view, kind, 'price'), seed, id),
    colour: pick(chance('colour', seed, id), ['red', 'green', 'blue', 'black', 'white']),
    since: `20${10 + (hash32('since', seed, id) % 15)}-0${1 + (hash32('month', seed, id) % 9)}-11`,
    ...(shape.staff > 0 ? { contact: mailOf(seed, id % shape.staff) } : {}),
  }
}

function drawDetail(
  view: View,
  id: number,
  kind: ChangeKind,
  record: Record<string, string>,
  shape: Shape,
): Element {
  const { seed } = view
  const language = languageOf(seed, shape)
  const total = shape.categories * shape.perCategory
  const categoryId = Math.floor(id / shape.perCategory)
  const related = [1, 2, 3].map(step => (id + step) % total)
  related.push((id + 4 + choice(Math.max(total - 4, 1), editsFor(view, kind, 'link'), seed, id)) % total)
  const rows = Object.entries(record).map(([name, value]) =>
    el('tr', {}, el('th', {}, name), el('td', { class: `f-${name}` }, value)),
  )
  const properties = items(language, 5, editsFor(view, kind, 'item'), seed, id).map(text =>
    el('li', {}, text),
  )
  const edits = editsFor(view, kind, 'sentence')
  return frame({
    ...frameOf(seed, shape),
    template: 'detail',
    title: record.name!,
    crumbs: [
      ['/', 'Home'],
      [categoryPath(categoryId), categoryName(seed, categoryId, language)],
    ],
    main: [
      el('h1', { itemprop: 'name' }, record.name!),
      el('table', { class: skin(seed, 'record') }, ...rows),
      el('ul', { class: skin(seed, 'properties') }, ...properties),
      el(
        'div',
        { class: skin(seed, 'text') },
        ...story({ language, paragraphs: shape.paragraphs, edits, keys: [seed, id] }),
      ),
    ],
    side: [
      el('h3', {}, 'Related'),
      el(
        'ul',
        { class: skin(seed, 'related') },
        ...related.map(other => el('li', {}, a(itemPath(seed, other), itemTitle(seed, other, language)))),
      ),
    ],
  })
}

function smallPage({ seed, part }: Route, shape: Shape): Page | undefined {
  const name = SMALL_PAGES.find(known => known === part('name'))
  if (!name) return undefined
  const main = [
    el('h1', {}, name),
    ...story({ language: languageOf(seed, shape), paragraphs: 2, edits: [], keys: [seed, name] }),
    ...(name === 'contact' ? staffOf(seed, shape) : []),
  ]
  return {
    template: 'about',
    draw: () => frame({ ...frameOf(seed, shape), template: 'about', title: name, main }),
  }
}

const FIRST = ['anna', 'bjorn', 'carla', 'dmitri', 'elif', 'fatou', 'goran', 'hana', 'ines', 'jan']
const LAST = ['berg', 'costa', 'demir', 'eriksen', 'fischer', 'garcia', 'hansen', 'ito', 'jensen', 'kovac']

function mailOf(seed: number, person: number): string {
  const random = chance('person', seed, person)
  return `${pick(random, FIRST)}.${pick(random, LAST)}@${slug(seed, 0)}.example.org`
}

const staffOf = (seed: number, { staff }: Shape): Element[] =>
  Array.from({ length: staff }, (_, person) => {
    const mail = mailOf(seed, person)
    return el('p', { class: skin(seed, 'person') }, a(`mailto:${mail}`, mail))
  })
