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

const NEWS = ['The mayor opens a bridge in the rain', 'Nobody came to the meeting on lamps at the town hall']
const around = (part: string) => `<body>${part}<div class="text">${TEXT}</div></body>`

describe('what stands apart by its name', () => {
  it.each([
    'footer',
    'footer_wrap',
    'footer-columns',
    'footer_column footer_column_telegram',
    'page_footer',
    'siteFooter',
    'footer2',
    'side_blog',
    'sidebar_right',
    'layout__sidebar',
    'left-side-bar',
    'breadcrumbs_nav',
    'dev_page_bread_crumbs',
  ])('%s, headlines and all', name => {
    const page = (news: readonly string[]) =>
      around(
        `<div class="${name}">${news.map(each => `<p><a href="/${each}">${each}</a></p>`).join('')}</div>`,
      )
    expect(differs(page(NEWS), page(NEWS.with(0, 'A very short night in town')))).toMatchObject({
      changed: false,
      why: 'elsewhere',
    })
  })

  it.each(['dropdown-menu', 'main_nav', 'layerMenu', 'mobile-navigation'])(
    '%s, as far as it is a menu',
    name => {
      const page = (names: readonly string[]) => around(`<div class="${name}">${names.join(' ')}</div>`)
      expect(differs(page(LINKS), page(LINKS.with(2, 'Science'))).changed).toBe(false)
      const told = (news: string) => around(`<div class="${name}"><p>${news}. ${TEXT}</p></div>`)
      expect(differs(told(NEWS[0]!), told(NEWS[1]!)).changed).toBe(true)
    },
  )

  it.each([
    'has-sidebar',
    'no-sidebar',
    'content-sidebar-wrap',
    'page--with-footer',
    'sidebar-layout',
    'sidebar-main',
    'side-by-side',
    'side-effects',
    'client-side',
    'lunch-menu',
    'menu-item',
    'navy',
    'football-news',
    'inside',
  ])('not %s', name => {
    const page = (news: string) => around(`<div class="${name}"><p>${news}</p></div>`)
    expect(differs(page(NEWS[0]!), page(NEWS[1]!)).changed).toBe(true)
  })

  it('not what holds most of the page', () => {
    const page = (news: string) =>
      `<body><div class="sidebar"><p>${news}</p>${TEXT}${TEXT}</div>${TEXT}</body>`
    expect(differs(page(NEWS[0]!), page(NEWS[1]!)).changed).toBe(true)
  })
})

describe('an article in what stands apart', () => {
  it.each(['aside', 'nav', 'footer', 'div role="complementary"'])('%s is a teaser', open => {
    const page = (news: string) =>
      `<body><main>${TEXT}</main><${open}><article><h3>${news}</h3></article></${open.split(' ')[0]}></body>`
    expect(differs(page(NEWS[0]!), page(NEWS[1]!))).toMatchObject({ changed: false, why: 'elsewhere' })
  })
})

describe('a bare number', () => {
  it.each([
    (count: string) => `<a href="#c"><span class="icon-comment"></span> ${count}</a>`,
    (count: string) => `<div class="teaser__comments"><svg></svg>${count}</div>`,
    (count: string) => `<span class="likes">${count}</span>`,
  ])('beside the sign of a counter is none of the matter', counter => {
    const page = (count: string) =>
      `<body>${TEXT}<p>${counter(count)}</p>${TEXT.replace('lamps', 'boats')}</body>`
    expect(differs(page('12'), page('31')).changed).toBe(false)
    expect(differs(page(''), page('3')).changed).toBe(false)
    expect(differs(page('12'), page('Read me')).changed).toBe(true)
  })

  it('is matter elsewhere', () => {
    const page = (count: string) => `<body>${TEXT}<p><b>${count}</b></p></body>`
    expect(differs(page('12'), page('31')).changed).toBe(true)
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
