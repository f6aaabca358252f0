import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Canonicalizer } from '../url/index.ts'
import { LinkMemory } from './link-memory.ts'
import { scanPage } from './scan-page.ts'

const canonicalizer = new Canonicalizer()

const BASES = [
  'http://a.test/',
  'http://a.test/x/one.html',
  'http://a.test/x/two.html?q=1/2',
  'http://a.test/x/y/',
  'https://a.test/x/one.html',
  'http://127.0.0.1:8080/x/one.html',
  'file:///x/one.html',
]

const PIECES = [
  'a',
  'Z',
  '..',
  '.',
  '/',
  '//',
  '\\',
  ':',
  '?',
  '#',
  '=',
  '&amp;',
  '&colon;',
  '&#63;',
  '&#47;',
]
const STARTS = [
  '',
  'http:',
  'https:',
  'http://',
  'https://b.test',
  '//c.test',
  'mailto:',
  'javascript:',
  'h\nttp:',
]
const ENDS = [
  '',
  'page.html',
  'é',
  '\t',
  ' ',
  '%2e%2E/',
  ';jsessionid=1234567890abcdef',
  '(S(abcdefghijklmnopqrstuvwx))/',
]

const part = fc.constantFrom(...PIECES, ...ENDS)
const address = fc
  .tuple(fc.constantFrom(...STARTS), fc.array(part, { maxLength: 4 }), fc.constantFrom(...ENDS))
  .map(([start, middle, end]) => start + middle.join('') + end)
const element = fc.oneof(
  { weight: 12, arbitrary: address.map(href => `<a href="${href}">t</a>`) },
  { weight: 3, arbitrary: address.map(href => `<link rel="next" href="${href}"><img src="${href}">`) },
  { weight: 1, arbitrary: address.map(href => `<base href="${href}">`) },
)
const page = fc.record({ url: fc.constantFrom(...BASES), elements: fc.array(element, { maxLength: 8 }) })

it('finds on every page what it would find without a memory', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 2, maxLength: 6 }), pages => {
      const memory = new LinkMemory()
      for (const { url, elements } of [...pages, ...pages]) {
        const html = elements.join('')
        const alone = scanPage(html, url, canonicalizer)
        expect(scanPage(html, url, canonicalizer, { memory })).toEqual(alone)
      }
    }),
    { numRuns: 1000 },
  )
})

it('tells the same words on pages of different folders apart', () => {
  const memory = new LinkMemory()
  const hrefs = (url: string, html: string) =>
    scanPage(html, url, canonicalizer, { memory }).links.map(link => link.href)
  const html = '<a href="p">1</a><a href="/p">2</a><a href="?p">3</a><a href="http&colon;?q">4</a>'
  expect(hrefs('http://a.test/x/1', html)).toEqual([
    'http://a.test/x/p',
    'http://a.test/p',
    'http://a.test/x/1?p',
    'http://a.test/x/1?q',
  ])
  expect(hrefs('http://a.test/x/2', html)).toEqual([
    'http://a.test/x/p',
    'http://a.test/p',
    'http://a.test/x/2?p',
    'http://a.test/x/2?q',
  ])
  expect(hrefs('http://b.test/y/1', html).slice(0, 2)).toEqual(['http://b.test/y/p', 'http://b.test/p'])
})

it('begins anew when it is full', () => {
  const memory = new LinkMemory()
  for (let n = 0; n < 30; n++) {
    const html = Array.from({ length: 1000 }, (_, i) => `<a href="page-${n}-${i}">${i}</a>`).join('')
    const { links } = scanPage(html, 'http://a.test/x/1', canonicalizer, { memory })
    expect(links.length).toBe(1000)
    expect(links[999]).toMatchObject({ href: `http://a.test/x/page-${n}-999`, text: '999' })
  }
})
