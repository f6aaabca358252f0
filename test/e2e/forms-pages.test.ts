/** Pages of answers that sites count in their paths are turned like others: every record is found, and nothing is taken for a page that is an answer. */
import { expect, it } from 'vitest'
import { type Asked, type Page, plain, type Site } from '../world/index.ts'
import { stage } from './stage.ts'

const WORDS = ['harbor', 'lighthouse', 'mooring', 'compass']
const PER_PAGE = 5
/** Of each word. */
const RECORDS = 18
const html = (body: string) => plain(`<!doctype html><title>x</title>${body}`, 'x', 'text/html')

/** Where the answers of a site stand. */
interface Layout {
  readonly action: string
  /** The address of a page of an answer. */
  readonly address: (word: string, page: number) => string
  /** Word and page of an address. */
  readonly read: (url: URL) => readonly [word: string | null | undefined, page: string | undefined]
  /** Where the form's own address leads, if it moves. */
  readonly moves?: boolean
}

const BLOG: Layout = {
  action: '/',
  address: (word, page) => `/page/${page}/?s=${word}`,
  read: ({ pathname, searchParams }) => [searchParams.get('s'), /^\/page\/(\d+)\/$/.exec(pathname)?.[1]],
}
const MOVED: Layout = {
  action: '/search',
  address: (word, page) => `/search/${word}${page > 1 ? `/page/${page}` : ''}`,
  read: ({ pathname, searchParams }) => {
    const [, word, page] = /^\/search\/([a-z]+)(?:\/page\/(\d+))?$/.exec(pathname) ?? []
    return [word ?? searchParams.get('s'), page]
  },
  moves: true,
}
const PLAIN: Layout = { ...MOVED, moves: false }

function archive(host: string, { action, address, read, moves }: Layout): Site {
  const form = `<form action=${action}><input name=s><button>Search</button></form>`
  const start = html(`${form}<p>${WORDS.join(' ')}</p><a href=/about>About</a>`)
  const given = ({ url }: Asked): Page => {
    const [word, number] = read(url)
    if (!word) return url.pathname === '/' ? start : html('<p>A record of the archive</p>')
    if (moves && url.search !== '') return movedTo(address(word, 1))
    const page = Number(number ?? 1)
    const first = (page - 1) * PER_PAGE
    const ids = Array.from({ length: RECORDS }, (_, id) => id).slice(first, first + PER_PAGE)
    const records = ids.map(id => `<li><a href="/item/${word}-${id}">A ${word}, number ${id}</a>`)
    const pages = Math.ceil(RECORDS / PER_PAGE)
    const turns = Array.from({ length: pages }, (_, i) => `<a href="${address(word, i + 1)}">${i + 1}</a>`)
    return html(WORDS.includes(word) ? `${form}<ul>${records.join('')}</ul>${turns.join(' ')}` : form)
  }
  return { host, kind: 'x', entries: ['/'], find: () => ({ ...html(''), given }) }
}

const movedTo = (location: string): Page => ({
  ...html(''),
  status: 302,
  location,
  headers: { location },
})

it.each([
  ['in the path beside the query', BLOG],
  ['in the path with the query, to which the form leads', MOVED],
  ['in the path with the query, though the form has a parameter', PLAIN],
])('pages of answers are counted %s', async (_, layout) => {
  const { crawl, world } = await stage([archive('a.test', layout)])
  const { stored, pages } = await crawl({
    seeds: ['http://a.test/'],
    forms: { search: true },
    scope: { soft404: false },
  })
  expect(stored.filter(url => url.includes('/item/'))).toHaveLength(WORDS.length * RECORDS)
  const isAnswer = (url: string) => url.includes('s=') || url.includes('/search/')
  const answers = [...pages.values()].filter(({ url }) => isAnswer(url))
  expect(answers.filter(({ kind }) => kind !== 'results').map(({ url }) => url)).toEqual([])
  const asked = world.log.map(({ path }) => path).filter(isAnswer)
  expect(new Set(asked).size).toBe(asked.length)
})
