/**
 * A shop whose products no link leads to: only the search in the header of each page finds them, by words and by department. An answer has at most
 * 100 products, twenty to a page, best matches first. The other forms in the header order, subscribe and log in; a crawler must not send them.
 */
import { hash32 } from '../chance.ts'
import { a, type Child, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'
import { ofRecord, RecordIndex, type RecordWords, WordDraw, wordsIn } from './hidden-records.ts'

export interface HiddenShopOptions {
  readonly products?: number
  readonly perPage?: number
  /** Maximum number of products in one answer. */
  readonly most?: number
}

const DEPARTMENTS = [
  'kitchen',
  'garden',
  'tools',
  'toys',
  'sports',
  'lamps',
  'shoes',
  'books',
  'music',
  'office',
]
const DRAW = new WordDraw({
  words: 4_000,
  exponent: 1,
  syllables: ['ba', 'ker', 'lo', 'min', 'ta', 'ru', 'sel', 'do', 'van', 'pi'],
})

export function hiddenShop(host: string, options: HiddenShopOptions = {}): Site {
  const { products = 5_000, perPage = 20, most = 100 } = options
  const indexes = new Map<number, RecordIndex>()
  const indexOf = (seed: number) => {
    const known = indexes.get(seed) ?? new RecordIndex(products, id => allWords(seed, id))
    indexes.set(seed, known)
    return known
  }
  const find = routes({
    '/': () =>
      framed('home', 'Shop', [
        el('p', {}, `Everything for the house. Try ${DRAW.word(11)} or ${DRAW.word(40)}.`),
      ]),
    '/about': () => framed('about', 'About us', [el('p', {}, 'We send things since 1994.')]),
    '/find': route => answer(route, indexOf(route.seed), { products, perPage, most }),
    '/item/:id#': ({ seed, number }) => (number('id') < products ? product(seed, number('id')) : undefined),
    '/basket': () => framed('basket', 'Your basket', [el('p', {}, 'Something was ordered.')]),
    '/door': () => framed('door', 'Welcome back', [el('p', {}, 'Somebody logged in.')]),
    '/letter': () => framed('letter', 'Thanks', [el('p', {}, 'Somebody subscribed.')]),
  })
  return { host, kind: 'hidden-shop', entries: ['/'], find }
}

const departmentOf = (seed: number, id: number) => hash32('department', seed, id) % DEPARTMENTS.length

function productWords(seed: number, id: number): RecordWords {
  const random = ofRecord('product', seed, id)
  return { title: DRAW.some(random, 2, 4), text: DRAW.some(random, 12, 30) }
}

function* allWords(seed: number, id: number): Generator<string> {
  const { title, text } = productWords(seed, id)
  yield* title
  yield* text
  yield DEPARTMENTS[departmentOf(seed, id)]!
}

function framed(template: string, heading: string, main: readonly Child[]): Page {
  const search = el(
    'form',
    { action: '/find', role: 'search', class: 'head-search' },
    el('input', { type: 'search', name: 'q', placeholder: 'What are you looking for?' }),
    el(
      'select',
      { name: 'dept' },
      el('option', { value: '' }, 'All departments'),
      ...DEPARTMENTS.map((name, i) => el('option', { value: String(i + 1) }, name)),
    ),
    el('button', {}, 'Search'),
  )
  const letter = el(
    'form',
    { action: '/letter', class: 'newsletter' },
    el('input', { name: 'email', placeholder: 'Your e-mail' }),
    el('button', {}, 'Subscribe'),
  )
  const door = el(
    'form',
    { action: '/door' },
    el('input', { name: 'user' }),
    el('input', { name: 'pass', type: 'password' }),
    el('button', {}, 'Log in'),
  )
  const head = el('header', {}, a('/', 'Home'), ' ', a('/about', 'About us'), search, letter, door)
  const body = el('body', {}, head, el('h1', {}, heading), ...main)
  return { template, draw: () => el('html', { lang: 'en' }, el('head', {}, el('title', {}, heading)), body) }
}

function product(seed: number, id: number): Page {
  const { title, text } = productWords(seed, id)
  const order = el(
    'form',
    { action: '/basket' },
    el('input', { name: 'quantity', value: '1' }),
    el('input', { type: 'hidden', name: 'item', value: String(id) }),
    el('button', {}, 'Add to cart'),
  )
  const named = DEPARTMENTS[departmentOf(seed, id)]!
  return framed('product', title.join(' '), [el('p', {}, named), el('p', {}, text.join(' ')), order])
}

function answer({ seed, query }: Route, index: RecordIndex, options: Required<HiddenShopOptions>): Page {
  const words = wordsIn(query.get('q'))
  const department = Number(query.get('dept') || '0') - 1
  const all =
    words.length > 0
      ? index.find(words)
      : department < 0
        ? []
        : Array.from({ length: options.products }, (_, i) => i)
  const fitting = all
    .filter(id => department < 0 || departmentOf(seed, id) === department)
    .map(id => [hash32('fit', words.join(' '), id), id] as const)
    .sort(([one], [other]) => one - other)
    .slice(0, options.most)
  const page = Math.max(1, Number(query.get('page') ?? '1') || 1)
  const shown = fitting.slice((page - 1) * options.perPage, page * options.perPage)
  const cards = shown.map(([, id]) => el('li', {}, a(`/item/${id}`, productWords(seed, id).title.join(' '))))
  const pages = Math.ceil(fitting.length / options.perPage)
  const turns = Array.from({ length: pages }, (_, i) => {
    const other = new URLSearchParams(query)
    other.set('page', String(i + 1))
    return i + 1 === page ? String(page) : a(`/find?${other}`, String(i + 1))
  })
  const sorted = new URLSearchParams(query)
  sorted.set('sort', 'price')
  return framed('answer', fitting.length === 0 ? 'Nothing found' : 'What we found', [
    el('p', {}, a(`/find?${sorted}`, 'by price')),
    el('ul', { class: 'products' }, ...cards),
    el('p', { class: 'pages' }, ...turns),
  ])
}
