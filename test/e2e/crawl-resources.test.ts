/** What a page needs to look right, and what its headers point at: style sheets, fonts, pictures, `Link` and `Refresh`. */
import { expect, it } from 'vitest'
import { encodeText } from '../world/encoder.ts'
import type { Site } from '../world/index.ts'
import { stage } from './stage.ts'

interface Answer {
  readonly type?: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A site of exactly these answers; everything else is a 404. */
function siteOf(host: string, answers: Readonly<Record<string, Answer>>): Site {
  return {
    host,
    kind: 'fixed',
    entries: ['/'],
    find: path => {
      const answer = answers[path]
      if (answer === undefined) return undefined
      const { type = 'text/html', body, headers } = answer
      return { template: 'fixed', headers: { 'content-type': type, ...headers }, bytes: () => body }
    },
  }
}

const css = (body: string): Answer => ({ type: 'text/css', body })

/** A page of links in a charset that its header names. */
const inCharset = (charset: string, body: string): Answer => ({
  type: `text/html; charset=${charset}`,
  body: encodeText(body, charset),
})

async function askedFor(answers: Readonly<Record<string, Answer>>, scope: object = {}) {
  const { crawl, world } = await stage([siteOf('h.test', answers)])
  await crawl({ seeds: ['http://h.test/'], scope: { soft404: false, ...scope } })
  return [...new Set(world.log.map(entry => entry.path))].filter(path => path !== '/robots.txt').sort()
}

it('reads style sheets for imports, pictures and fonts, relative to where they are', async () => {
  const site = {
    '/': { body: '<link rel=stylesheet href=/css/a.css><p>Words' },
    '/css/a.css': css(
      '@import "b.css"; /* url(commented.png) */ body { background: url(bg.png) }' +
        '@font-face { src: url("../fonts/f.woff2") format("woff2") } @namespace url(http://h.test/name);' +
        '.x { mask: url(#here) }',
    ),
    '/css/b.css': css("@import url('c.css') screen; a { content: 'url(quoted.png)' }"),
    '/css/c.css': css('p { background-image: url(deep\\.png) }'),
  }
  expect(await askedFor(site, { resources: true })).toEqual([
    '/',
    '/css/a.css',
    '/css/b.css',
    '/css/bg.png',
    '/css/c.css',
    '/css/deep.png',
    '/fonts/f.woff2',
  ])
  expect(await askedFor(site, { resources: true, depth: 2 })).toEqual([
    '/',
    '/css/a.css',
    '/css/b.css',
    '/css/bg.png',
    '/fonts/f.woff2',
  ])
  expect(await askedFor(site)).toEqual(['/'])
})

it('does not go round in circles of style sheets', async () => {
  const site = {
    '/': { body: '<link rel=stylesheet href=/a.css>' },
    '/a.css': css('@import "b.css";'),
    '/b.css': css('@import "a.css";'),
  }
  expect(await askedFor(site, { resources: true })).toEqual(['/', '/a.css', '/b.css'])
})

it('follows a Refresh header of any delay, as the element', async () => {
  const late = { body: '<p>Wait', headers: { refresh: '60; url=/later' } }
  expect(await askedFor({ '/': late })).toEqual(['/', '/later'])
  const element = { body: '<meta http-equiv=refresh content="60; url=/later">' }
  expect(await askedFor({ '/': element })).toEqual(['/', '/later'])
})

it('follows Link headers as it follows link elements', async () => {
  const link = [
    '</style.css>; rel=stylesheet',
    '</pre.js>; rel=preload; as=script',
    '</f.woff2>; rel="preload"; as="font"; crossorigin',
    '</icon.png>; rel="shortcut icon"',
    '</two>; rel=next',
    '</de>; rel=alternate; hreflang=de',
    '</cdn>; rel=preconnect',
    '</other>; rel=next; anchor="/elsewhere"',
    '</feed>; rel=alternate; type="application/rss+xml"',
    '</api>; rel="https://api.w.org/"',
  ].join(', ')
  const site = { '/': { body: '<p>Words', headers: { link } } }
  const pages = ['/', '/de', '/two']
  const parts = ['/f.woff2', '/icon.png', '/pre.js', '/style.css']
  expect(await askedFor(site, { sitemaps: false, feeds: false })).toEqual(pages)
  const all = await askedFor(site, { resources: true, sitemaps: false, feeds: false })
  expect(all).toEqual([...pages, ...parts].sort())
  expect(await askedFor(site, { sitemaps: false, feeds: true })).toEqual(['/', '/de', '/feed', '/two'])
})

it('URL 5.2: asks in the charset of the page for what stands in a query, and in UTF-8 for the path', async () => {
  const site = {
    '/': inCharset(
      'windows-1251',
      '<a href="/путь?q=тест&amp;r=&#26085;#якорь">1</a><a href=/gbk>2</a><a href=/utf8>3</a><a href=/jis>4</a>',
    ),
    '/gbk': inCharset('gbk', '<a href="/a?q=中文">1</a>'),
    '/utf8': inCharset('utf-8', '<a href="/путь?q=тест">1</a>'),
    '/jis': inCharset('shift_jis', '<a href="/j?q=日本">1</a><a href="/ascii?q=a%20b&c">1</a>'),
  }
  const path = '/%D0%BF%D1%83%D1%82%D1%8C'
  expect(await askedFor(site)).toEqual(
    [
      '/',
      '/gbk',
      '/utf8',
      '/jis',
      `${path}?q=%F2%E5%F1%F2&r=%26%2326085%3B`,
      `${path}?q=%D1%82%D0%B5%D1%81%D1%82`,
      '/a?q=%D6%D0%CE%C4',
      '/j?q=%93%FA%96%7B',
      '/ascii?q=a%20b&c',
    ].sort(),
  )
})

it('reads undeclared pages: indents of no-break spaces stay spaces, Ukrainian keeps its letters', async () => {
  const ukrainian = 'Київ є столицею України, її мова українська, і ґанок теж її'
  const { crawl } = await stage([
    siteOf('h.test', {
      '/': {
        body: Buffer.from(
          '<title>Item\xa0\xa0\xa0one</title><p>\xa0\xa0\xa0Words<a href=/uk>x</a>',
          'latin1',
        ),
      },
      '/uk': { body: encodeText(`<title>${ukrainian}</title><p>${ukrainian}`, 'koi8-u') },
    }),
  ])
  const ran = await crawl({ seeds: ['http://h.test/'] })
  expect(ran.page('http://h.test/').title).toMatch(/^Item\s+one$/)
  expect(ran.page('http://h.test/uk').title).toBe(ukrainian)
})

it('follows what pages only mention where that is asked for, and only there', async () => {
  const site = {
    '/': {
      body: `<a href=/linked ping=/ping>a link</a><form method=post action=/post></form><blockquote cite=/cite>q</blockquote>
        <p>See http://h.test/text or ./dotted, and /files/list.pdf.</p><script>const next = "/api/list.json"</script>
        <img src="data:image/svg+xml,<image%20hr%65f='/inside.png'/>"><script src=/app.js></script>`,
      headers: { 'content-location': '/location' },
    },
    '/app.js': { type: 'text/javascript', body: 'fetch("http://h.test/from-script")' },
    '/linked': { body: 'linked' },
  }
  expect(await askedFor(site)).toEqual(['/', '/linked'])
  const mentioned = [
    '/api/list.json',
    '/cite',
    '/dotted',
    '/files/list.pdf',
    '/location',
    '/ping',
    '/post',
    '/text',
  ]
  expect(await askedFor(site, { mentions: true })).toEqual(['/', '/linked', ...mentioned].sort())
  expect(await askedFor(site, { mentions: true, resources: true })).toEqual(
    ['/', '/app.js', '/from-script', '/inside.png', '/linked', ...mentioned].sort(),
  )
})
