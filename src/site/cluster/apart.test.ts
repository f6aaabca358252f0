import { expect, it } from 'vitest'
import { modelOf } from '../infer.ts'
import { Interner } from '../sketch/interner.ts'
import { sketchPage } from '../sketch/page-sketch.ts'

const HOST = 'http://manual.test'
const SECTIONS = 60
const TEXT = 'What a pump is for, how it is fitted, and what to do if it does not start. '.repeat(8)

const MENU = '<div class="menu"><a href="/">Home</a><a href="/all.html">Index</a></div>'
const SEARCH = '<form class="find" action="/find.html"><input name="q"></form>'
const link = (n: number) => `<li><a href="/s${n % SECTIONS}.html">Part ${n % SECTIONS}</a></li>`

/** A manual: its sections are text with a short list of others, its index is a long list, its search a form with advice. */
function manualPage(path: string, list: number): string {
  const content = (text: string, links: readonly number[]) =>
    `<html><body>${MENU}${SEARCH}<div class="body"><h1>${path}</h1><p>${text}</p><ul>${links.map(link).join('')}</ul></div></body></html>`
  if (path === '/')
    return `<html><body class="home"><h1 class="brand">Pumps</h1><ol class="start">${link(0)}${link(1)}</ol></body></html>`
  if (path === '/all.html')
    return content(
      'All parts.',
      Array.from({ length: list }, (_, i) => i),
    )
  if (path === '/find.html') return content('Words to look for.', [1, 2])
  const n = Number(/\d+/.exec(path)![0])
  return content(TEXT, [n + 1, n + 7])
}

/** Classes by the last page of each kind. */
function classesOf(list: number) {
  const vocabulary = new Interner()
  const paths = ['/', ...Array.from({ length: 20 }, (_, i) => `/s${i}.html`), '/all.html', '/find.html']
  const pages = paths.map(path =>
    sketchPage({ url: `${HOST}${path}`, html: manualPage(path, list), status: 200 }, vocabulary),
  )
  const { classOf, model } = modelOf(
    { start: `${HOST}/`, pages, vocabulary, requests: pages.length },
    '2000-01-01T00:00:00Z',
  )
  const at = (path: string) => classOf.get(`${HOST}${path}`)!
  return { section: at('/s0.html'), index: at('/all.html'), search: at('/find.html'), model }
}

it('a page of links among pages of text is a class of its own, and its links are found', () => {
  const { section, index, model } = classesOf(SECTIONS)
  expect(index).not.toBe(section)
  expect(model.classes.find(({ name }) => name === section)!.pages).toBe(20)
  const pairs = model.links.map(({ from, to, type }) => `${from} ${to} ${type}`)
  expect(pairs).toContain(`${index} ${section} list`)
  expect(pairs.some(pair => pair.startsWith(`${section} ${index} `))).toBe(true)
})

it('a page with a somewhat longer list is one of the others', () => {
  const { section, index } = classesOf(6)
  expect(index).toBe(section)
})

it('the page that the form of all pages leads to is a class of its own', () => {
  const { section, search, index } = classesOf(SECTIONS)
  expect([section, index]).not.toContain(search)
})
