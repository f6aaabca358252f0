import { describe, expect, it } from 'vitest'
import { decide, signatureOf } from '../index.ts'

const URL = 'https://example.org/'
const differs = (before: string, after: string) => decide(signatureOf(before, URL), signatureOf(after, URL))
const LINKS = ['Home', 'Sport', 'Money', 'Travel', 'Weather', 'Culture']
const items = (names: readonly string[]) =>
  names.map(name => `<li><a href="/${name}">${name}</a></li>`).join('')
const TEXT = `<p>${'The town has written about its lamps for many years now. '.repeat(6)}</p>`

describe('what is not the matter of a page', () => {
  it.each([
    ['nav', (names: readonly string[]) => `<nav><ul>${items(names)}</ul></nav>`],
    ['a role', (names: readonly string[]) => `<div role="navigation"><ul>${items(names)}</ul></div>`],
    ['a list of short links', (names: readonly string[]) => `<ul>${items(names)}</ul>`],
    ['a name', (names: readonly string[]) => `<div class="x footer">© ${names.join(' ')}</div>`],
    ['a header', (names: readonly string[]) => `<header>${names.join(' ')} and more</header>`],
  ])('%s', (_, part) => {
    const page = (names: readonly string[]) => `<body>${part(names)}${TEXT}</body>`
    expect(differs(page(LINKS), page(LINKS.with(2, 'Science')))).toMatchObject({
      changed: false,
      why: 'elsewhere',
    })
  })

  it('also where it is much longer than the matter', () => {
    const page = (first: string) =>
      `<body><nav>${`<p>Everything about ${first} and the rest.</p>`.repeat(80)}</nav>${TEXT}</body>`
    expect(differs(page('sport'), page('money')).changed).toBe(false)
  })
})

describe('what is', () => {
  it('a list inside an article, short links and all', () => {
    const page = (names: readonly string[]) =>
      `<body><article>${TEXT}<ul>${items(names)}</ul></article></body>`
    expect(differs(page(LINKS), page(LINKS.slice(1))).changed).toBe(true)
  })

  it('headlines, on a page that has nothing but links', () => {
    const page = (last: string) =>
      `<body>${items(['The mayor opens a bridge in the rain', 'Nobody came to the meeting on lamps', last])}</body>`
    expect(differs(page('A very long night in town'), page('A very short night in town')).changed).toBe(true)
  })

  it('everything, where nothing else is', () => {
    const page = (names: readonly string[]) => `<body><nav><ul>${items(names)}</ul></nav></body>`
    expect(differs(page(LINKS), page(LINKS.slice(1))).changed).toBe(true)
  })

  it('the header of an article', () => {
    const page = (title: string) =>
      `<body><article><header><h1>${title}</h1></header>${TEXT}</article></body>`
    expect(differs(page('Lamps'), page('Lights')).changed).toBe(true)
  })
})
