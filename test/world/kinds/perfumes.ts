/**
 * A catalog for members: home → lists with "next" → perfumes, whose details only members see. Others get the page with
 * a log-in form in place of the details. Each perfume has a picture. `PERFUMES` is its crawl specification.
 */
import { chance, hash32, pick } from '../chance.ts'
import { a, type Child, type Element, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import type { Asked, Page, Site } from '../site.ts'
import { slug, title } from '../words.ts'
import { CREDENTIALS, cookie } from './sessions.ts'

export interface PerfumesOptions {
  readonly perfumes?: number
  readonly perPage?: number
}

/** The whole crawl in fifteen lines; the password comes from the environment. */
export const PERFUMES = `source,type,xpath,destination,subtype
home,link,//div[@id="sidebar"]/ul/li[3]/a,perfumes,singleton
perfumes,link,//span[@class="active"]/../following-sibling::li[1]/a,perfumes,singleton
perfumes,link,//div[@id="result"]/div[@class]/h3/a,perfume,list
perfume,form,"//form[@id=""door""],./div/input[1]:reader,./div/input[2]:\${PERFUMES_PASSWORD}"
perfume,string,//div[@class="sheet-title"]/h1/text(),Name
perfume,string,//div[@id="recap"]/p[@class="family"]/a/text(),Family
perfume,string,"//div[@id=""recap""]/p[span[.=""Facets""]]/a",Facets
perfume,string,"//div[@id=""recap""]/p[span[.=""Perfumer""]]/a",Perfumer
perfume,number,"//div[@id=""recap""]/p[span[.=""Created""]]/a",Created
perfume,string,"//div[@id=""recap""]/p[span[.=""Collection""]]/a",Collection
perfume,number,//p[@class="price"],Price
perfume,string,//div[@class="note note-top"]/p/a/text(),Top notes
perfume,string,//div[@class="note note-heart"]/p/a/text(),Heart notes
perfume,string,//div[@class="note note-base"]/p/a/text(),Base notes
perfume,img,//div[@class="bottle"]/img,Bottle
`

const FAMILIES = ['Oriental', 'Woody', 'Floral', 'Fougère', 'Citrus'] as const
const NOTES = [
  'bergamot',
  'lemon',
  'rose',
  'jasmine',
  'iris',
  'cedar',
  'vetiver',
  'musk',
  'amber',
  'tonka',
] as const
const NOSES = ['A. Guichard', 'M. Orlandi', 'S. Laurent', 'J. Kovač'] as const

export function perfumes(host: string, options: PerfumesOptions = {}): Site {
  const { perfumes: count = 45, perPage = 10 } = options
  const pages = Math.ceil(count / perPage)
  const find = routes({
    '/': () => framed('home', 'Perfumes', [el('h1', {}, 'Welcome'), el('p', {}, 'Notes of a lifetime.')]),
    '/brands': () => framed('brands', 'Brands', [el('h1', {}, 'Brands')]),
    '/news': () => framed('news', 'News', [el('h1', {}, 'News')]),
    '/perfumes': route => list(route, count, perPage, pages),
    '/perfume/:id#-:name': route => perfume(route, count),
    '/bottle/:id#.png': ({ number }) => bottle(number('id'), count),
    '/door': ({ seed }) => door(seed),
  })
  return { host, kind: 'perfumes', entries: ['/'], find }
}

const pathOf = (seed: number, id: number) => `/perfume/${id}-${slug(seed, id)}`
const listPath = (page: number) => (page === 1 ? '/perfumes' : `/perfumes?page=${page}`)
const sessionOf = (seed: number) => `p${hash32('perfumes', seed).toString(16)}`

function framed(template: string, heading: string, main: readonly Child[]): Page {
  const menu = [
    ['/news', 'News'],
    ['/brands', 'Brands'],
    ['/perfumes', 'Perfumes'],
  ].map(([href, text]) => el('li', {}, a(href!, text!)))
  const draw = (): Element =>
    el(
      'html',
      { lang: 'en' },
      el('head', {}, el('title', {}, heading)),
      el('body', {}, el('div', { id: 'sidebar' }, el('ul', {}, ...menu)), el('main', {}, ...main)),
    )
  return { template, draw }
}

function list({ seed, query }: Route, count: number, perPage: number, pages: number): Page | undefined {
  const page = Number(query.get('page') ?? '1')
  if (!Number.isInteger(page) || page < 1 || page > pages) return undefined
  const ids = Array.from(
    { length: Math.min(perPage, count - (page - 1) * perPage) },
    (_, i) => (page - 1) * perPage + i,
  )
  const cards = ids.map(id =>
    el('div', { class: 'card' }, el('h3', {}, a(pathOf(seed, id), title('en', 'perfume', seed, id)))),
  )
  const turns = Array.from({ length: pages }, (_, i) =>
    el(
      'li',
      {},
      i + 1 === page ? el('span', { class: 'active' }, String(page)) : a(listPath(i + 1), String(i + 1)),
    ),
  )
  return framed('perfumes', 'Perfumes', [
    el('div', { id: 'result' }, ...cards),
    el('ul', { class: 'pages' }, ...turns),
  ])
}

export function perfumeRecord(seed: number, id: number): Readonly<Record<string, string>> {
  const notes = (part: string) => pick(chance(part, seed, id), NOTES)
  return {
    Name: title('en', 'perfume', seed, id),
    Family: pick(chance('family', seed, id), FAMILIES),
    Facets: pick(chance('facets', seed, id), FAMILIES),
    Perfumer: pick(chance('nose', seed, id), NOSES),
    Created: String(1950 + (hash32('created', seed, id) % 75)),
    Collection: title('en', 'collection', seed, id % 7),
    Price: `${40 + (hash32('price', seed, id) % 160)}.50`,
    'Top notes': notes('top'),
    'Heart notes': notes('heart'),
    'Base notes': notes('base'),
  }
}

function perfume({ seed, path, number }: Route, count: number): Page | undefined {
  const id = number('id')
  if (id >= count || path !== pathOf(seed, id)) return undefined
  const record = perfumeRecord(seed, id)
  const inside: Page = {
    ...framed('perfume', record.Name!, details(record, id)),
    fields: () => record,
  }
  const outside: Page = { ...framed('perfume', 'Members only', [form(path)]), fields: () => record }
  const given = (asked: Asked) => (cookie(asked, 'member') === sessionOf(seed) ? inside : outside)
  return { ...inside, given }
}

function details(record: Readonly<Record<string, string>>, id: number): Element[] {
  const row = (name: string) => el('p', {}, el('span', {}, name), a(`/brands`, record[name]!))
  const note = (kind: string, name: string) =>
    el('div', { class: `note note-${kind}` }, el('p', {}, a('/news', record[name]!)))
  return [
    el('div', { class: 'sheet-title' }, el('h1', {}, record.Name!)),
    el('div', { class: 'bottle' }, el('img', { src: `/bottle/${id}.png`, alt: '' })),
    el(
      'div',
      { id: 'recap' },
      el('p', { class: 'family' }, a('/brands', record.Family!)),
      ...['Facets', 'Perfumer', 'Created', 'Collection'].map(row),
    ),
    el('p', { class: 'price' }, `€ ${record.Price}`),
    note('top', 'Top notes'),
    note('heart', 'Heart notes'),
    note('base', 'Base notes'),
  ]
}

function form(back: string): Element {
  return el(
    'form',
    { id: 'door', action: '/door', method: 'post' },
    el('div', {}, el('input', { name: 'user' }), el('input', { name: 'secret', type: 'password' })),
    el('input', { type: 'hidden', name: 'back', value: back }),
    el('button', { type: 'submit', name: 'go', value: 'in' }, 'Log in'),
  )
}

function door(seed: number): Page {
  const page = framed('door', 'Door', [form('/')])
  const given = (asked: Asked): Page => {
    const sent = new URLSearchParams(asked.body)
    const isMember = sent.get('user') === CREDENTIALS.user && sent.get('secret') === CREDENTIALS.password
    if (asked.method !== 'POST' || !isMember || sent.get('go') !== 'in') return { ...page, status: 403 }
    return {
      template: 'redirect',
      status: 303,
      location: sent.get('back') ?? '/',
      headers: { 'set-cookie': `member=${sessionOf(seed)}; Path=/; HttpOnly` },
    }
  }
  return { ...page, given }
}

/** The smallest possible PNG, followed by the number of the perfume. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

function bottle(id: number, count: number): Page | undefined {
  if (id >= count) return undefined
  return {
    template: 'picture',
    headers: { 'content-type': 'image/png' },
    bytes: () => Buffer.concat([PNG, Buffer.from(String(id))]),
  }
}
