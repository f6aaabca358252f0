/**
 * The catalog of a library, whose books only its search page finds: a table with a field for words, a choice of where to look for them, and a
 * language. An answer has at most 100 books, ten to a page, numbered by the first of them, always the newest first, so that long answers are
 * alike. Beside it are forms that renew a loan, write to the staff and delete a list.
 */
import { between } from '../chance.ts'
import { a, type Child, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'
import { ofRecord, RecordIndex, WordDraw, wordsIn } from './hidden-records.ts'

export interface HiddenLibraryOptions {
  readonly books?: number
  readonly perPage?: number
  /** Maximum number of books in one answer. */
  readonly most?: number
}

interface Book {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly year: number
}

const TITLES = new WordDraw({
  words: 12_000,
  exponent: 1.1,
  syllables: ['an', 'tho', 'ri', 'gen', 'us', 'mor', 'fa', 'lis', 'quen', 'der', 'wil', 'os'],
})
const NAMES = new WordDraw({
  words: 2_500,
  exponent: 0.8,
  syllables: ['ber', 'son', 'hal', 'vik', 'mar', 'tin', 'eck', 'ova'],
})
const SUBJECTS = new WordDraw({
  words: 300,
  exponent: 1.3,
  syllables: ['logia', 'histo', 'natur', 'philo', 'techn'],
})

export function hiddenLibrary(host: string, options: HiddenLibraryOptions = {}): Site {
  const { books = 5_000, perPage = 10, most = 100 } = options
  const indexes = new Map<number, RecordIndex>()
  const indexOf = (seed: number) => {
    const known = indexes.get(seed) ?? new RecordIndex(books, id => wordsOfBook(book(seed, id)))
    indexes.set(seed, known)
    return known
  }
  const find = routes({
    '/': () =>
      shown('home', 'Town library', [el('p', {}, a('/catalog', 'Catalog'), ' ', a('/hours', 'Hours'))]),
    '/hours': () =>
      shown('hours', 'Hours', [
        el('p', {}, 'Open on weekdays. We collect works of philosophy, nature and technology.'),
      ]),
    '/catalog': () => shown('catalog', 'Catalog', [searchForm(), staffForms()]),
    '/catalog/list': route => answer(route, indexOf(route.seed), { books, perPage, most }),
    '/book/:id#': ({ seed, number }) => (number('id') < books ? card(book(seed, number('id'))) : undefined),
    '/delete': () => shown('deleted', 'Deleted', [el('p', {}, 'Your list is gone.')]),
    '/renew': () => shown('renewed', 'Renewed', [el('p', {}, 'Your loan was renewed.')]),
  })
  return { host, kind: 'hidden-library', entries: ['/'], find }
}

function book(seed: number, id: number): Book {
  const random = ofRecord('book', seed, id)
  return {
    title: TITLES.some(random, 3, 9).join(' '),
    author: NAMES.some(random, 2, 2).join(' '),
    subject: SUBJECTS.some(random, 1, 3).join(', '),
    year: between(random, 1930, 2025),
  }
}

const wordsOfBook = ({ title, author, subject, year }: Book) => [
  ...wordsIn(`${title} ${author} ${subject}`),
  String(year),
]

function shown(template: string, heading: string, main: readonly Child[]): Page {
  const menu = el('div', { id: 'menu' }, a('/', 'Library'), ' ', a('/catalog', 'Catalog'))
  const body = el(
    'body',
    {},
    menu,
    el('h2', {}, heading),
    ...main,
    el('p', { class: 'foot' }, 'Town library'),
  )
  return { template, draw: () => el('html', { lang: 'en' }, el('head', {}, el('title', {}, heading)), body) }
}

function searchForm() {
  const radio = (value: string, isFirst: boolean) =>
    el(
      'label',
      {},
      el('input', { type: 'radio', name: 'in', value, ...(isFirst ? { checked: true } : {}) }),
      value,
    )
  const row = (...cells: readonly Child[]) => el('tr', {}, ...cells.map(cell => el('td', {}, cell)))
  return el(
    'form',
    { method: 'get', action: '/catalog/list', name: 'lookup' },
    el('input', { type: 'hidden', name: 'db', value: 'main' }),
    el(
      'table',
      {},
      row('Search for', el('input', { type: 'text', name: 'term', size: '40' })),
      row('in', el('span', {}, radio('anywhere', true), radio('titles', false), radio('authors', false))),
      row('', el('input', { type: 'submit', value: 'Search the catalog' })),
    ),
  )
}

function staffForms() {
  const empty = el(
    'form',
    { action: '/delete' },
    el('input', { name: 'q', value: 'my list' }),
    el('input', { type: 'submit', value: 'Search and delete' }),
  )
  const renew = el(
    'form',
    { action: '/renew' },
    el('input', { name: 'card', placeholder: 'Library card' }),
    el('input', { type: 'submit', value: 'Renew' }),
  )
  return el('div', {}, empty, renew)
}

function card({ title, author, subject, year }: Book): Page {
  const row = (name: string, value: string) => el('tr', {}, el('th', {}, name), el('td', {}, value))
  return shown('book', title, [
    el('table', {}, row('Author', author), row('Subject', subject), row('Year', String(year))),
  ])
}

function answer({ seed, query }: Route, index: RecordIndex, options: Required<HiddenLibraryOptions>): Page {
  const words = wordsIn(query.get('term'))
  const place = query.get('in') ?? 'anywhere'
  const has = (id: number) => {
    const { title, author } = book(seed, id)
    const text = wordsIn(place === 'titles' ? title : author)
    return words.every(word => text.includes(word))
  }
  const found = index
    .find(words)
    .filter(id => place === 'anywhere' || has(id))
    .map(id => [id, book(seed, id)] as const)
    .sort(([one, { year: early }], [other, { year: late }]) => late - early || one - other)
    .slice(0, options.most)
  const first = Math.max(1, Number(query.get('first') ?? '1') || 1)
  const rows = found
    .slice(first - 1, first - 1 + options.perPage)
    .map(([id, { title, author }]) =>
      el('tr', {}, el('td', {}, a(`/book/${id}`, title)), el('td', {}, author)),
    )
  const turn = new URLSearchParams(query)
  turn.set('first', String(first + options.perPage))
  const isMore = first - 1 + options.perPage < found.length
  return shown('answer', `${found.length} books`, [
    el('table', {}, ...rows),
    el('p', {}, ...(isMore ? [a(`/catalog/list?${turn}`, 'Next')] : [])),
  ])
}
