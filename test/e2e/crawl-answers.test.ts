/** What servers answer: redirects, charsets, codings, types, errors that claim to be pages. */
import { expect, it } from 'vitest'
import { definePlugin } from '../../src/index.ts'
import {
  charsets,
  encodings,
  KINDS,
  media,
  type Page,
  redirects,
  type Site,
  soft404,
  templateSite,
} from '../world/index.ts'
import { stage, truthOf } from './stage.ts'

it('follows every kind of redirect, at most ten, and says why it stops', async () => {
  const { world, crawl } = await stage(
    [redirects('r.test', { otherHost: 'other.test' }), templateSite('other.test')],
    {
      addresses: 'public',
    },
  )
  const ran = await crawl({ seeds: ['http://r.test/'], request: { allowPrivate: false } })
  for (const code of [301, 302, 303, 307, 308])
    expect(ran.page(`http://r.test/status/${code}`)).toMatchObject({
      status: 'completed',
      httpStatus: code,
      reason: 'moved to http://r.test/target',
    })
  for (const path of ['/relative/here', '/fragment', '/upper', '/meta', '/header-refresh'])
    expect([path, ran.page(`http://r.test${path}`).reason]).toEqual([path, 'moved to http://r.test/target'])
  expect(ran.stored).toContain('http://r.test/target')
  expect(ran.stored).toContain('http://r.test/chain/0')
  expect(ran.stored).toContain('http://r.test/meta-slow')
  expect(ran.stored).toContain('http://other.test/')
  const failures = [
    '/self',
    '/missing-location',
    '/endless/10',
    '/chain/15',
    ...[0, 1, 2, 3, 4, 5, 6].map(n => `/broken/${n}`),
  ]
  for (const path of failures) {
    const page = ran.page(`http://r.test${path}`)
    expect([path, page.status]).toEqual([path, 'error'])
    expect(page.reason).toMatch(/redirects|to itself|without a Location|not a web address/)
  }
  expect(ran.pages.has('http://r.test/endless/11')).toBe(false)
  expect(world.log.filter(entry => entry.path === '/loop/a').length).toBe(1)
  expect(world.strays).toEqual([])
})

it('goes where a Location leads that has letters of any charset in it', async () => {
  const locations: Readonly<Record<string, Buffer>> = {
    '/utf8': Buffer.from('/café?q=ü', 'utf8'),
    '/latin': Buffer.from('/caf\xe9', 'latin1'),
    '/host': Buffer.from('http://bücher.test/', 'utf8'),
  }
  const page = (path: string): Page => ({
    template: 'page',
    act: ({ response }) => {
      const location = locations[path]?.toString('latin1')
      response.writeHead(location ? 302 : 200, location ? { location } : { 'content-type': 'text/html' })
      const links = Object.keys(locations).map(each => `<a href="${each}">A link to ${each}</a>`)
      response.end(path === '/' ? links.join(' ') : `<p>The page ${path}, which was wanted</p>`)
    },
  })
  const site = (host: string): Site => ({ host, kind: 'script', entries: ['/'], find: page })
  const { world, crawl } = await stage([site('l.test'), site('xn--bcher-kva.test')])
  const ran = await crawl({ seeds: ['http://l.test/'], scope: { soft404: false } })
  const targets = ['http://l.test/caf%C3%A9?q=%C3%BC', 'http://l.test/caf%E9', 'http://xn--bcher-kva.test/']
  expect(ran.stored).toEqual(expect.arrayContaining(targets))
  expect(world.log.map(({ path }) => path)).toContain('/caf%E9')
})

it('reads fifteen encodings however they are declared, and keeps the bytes', async () => {
  const { world, crawl, body } = await stage([charsets('c.test')])
  const texts = new Map<string, string>()
  const plugin = {
    name: 'texts',
    response(visit: { url: URL; text: string | null }) {
      texts.set(visit.url.pathname, visit.text ?? '')
    },
  }
  const ran = await crawl({ seeds: ['http://c.test/'] }, { plugins: [plugin] })
  const reached = [...world.reachable('http://c.test/').values()].filter(
    fact => fact.fields.text !== undefined,
  )
  const wrong = reached.filter(fact => {
    const said = texts.get(new URL(fact.url).pathname) ?? ''
    return fact.template === 'page' && !said.includes(fact.fields.text!)
  })
  const declared = wrong.filter(fact => !/\/none\//.test(fact.url)).map(fact => fact.url)
  // Without a byte order mark, UTF-16 looks like a binary file however it is declared.
  expect(declared.filter(url => !url.includes('/header/utf-16'))).toEqual([])
  expect(wrong.length - declared.length).toBeLessThanOrEqual(3)
  const fact = world.truth.of('http://c.test/header/koi8-r')!
  const stored = await body(fact.url)
  expect(new TextDecoder('koi8-r').decode(stored)).toContain(fact.fields.text)
  expect(ran.page(fact.url).title).toBe(fact.fields.text!.slice(0, 20).trim())
})

it('undoes content codings, right and damaged, and bounds bombs', async () => {
  const { world, crawl, body } = await stage([encodings('e.test')])
  const ran = await crawl({ seeds: ['http://e.test/'], request: { timeout: '10s' } })
  for (const fact of world.reachable('http://e.test/').values()) {
    if (!fact.fields.html) continue
    if (fact.template === 'bomb') expect(ran.page(fact.url).sizeBytes ?? 0).toBeLessThanOrEqual(2 << 20)
    else if (!fact.url.includes('empty'))
      expect([fact.url, (await body(fact.url)).toString()]).toEqual([fact.url, fact.fields.html])
  }
  expect(ran.stored).toContain('http://e.test/truncated')
  expect(ran.stored).toContain('http://e.test/bad-checksum')
  expect(ran.page('http://e.test/says-nothing-is-gzip').reason).toBe('type application/gzip')
})

it('believes content more than headers about types, and keeps the wanted ones only', async () => {
  const { world, crawl } = await stage([media('m.test')])
  const ran = await crawl({ seeds: ['http://m.test/'] })
  const wanted = ['text/html', 'text/plain', 'application/pdf']
  for (const fact of world.reachable('http://m.test/').values()) {
    const type = fact.fields.type ?? 'text/html'
    if (fact.url.endsWith('html-as-text')) continue
    if (wanted.includes(type)) expect(ran.page(fact.url)).toMatchObject({ status: 'completed', type })
    else expect(ran.page(fact.url)).toMatchObject({ status: 'excluded', reason: `type ${type}` })
  }
  const pictures = await crawl({ seeds: ['http://m.test/'], scope: { types: ['image/png', 'text/html'] } })
  expect(pictures.page('http://m.test/picture.png')).toMatchObject({ status: 'completed', type: 'image/png' })
})

it('notices error pages that claim to be found, and asks once a host', async () => {
  const { world, crawl, recrawl } = await stage([soft404('s.test', { dead: 30 })])
  const ran = await crawl({ seeds: ['http://s.test/'] })
  for (let n = 0; n < 10; n++) expect(ran.stored).toContain(`http://s.test/page/${n}`)
  const asApology = [...ran.pages.values()].filter(page => /but the page says/.test(page.reason ?? ''))
  expect(asApology.length).toBeGreaterThanOrEqual(24)
  const known = new Set([...ran.pages.keys()].map(url => new URL(url).pathname))
  const probes = world.log.filter(({ path }) => !known.has(path) && path !== '/robots.txt')
  expect(probes.length).toBe(1)
  const again = await recrawl({ seeds: ['http://s.test/'] })
  const left = [...again.pages.values()].filter(
    page => page.url.includes('/lost/') && page.status === 'completed',
  )
  expect(left).toEqual([])
})

it('leads home what a server sends home', async () => {
  const { world, crawl } = await stage([soft404('s.test', { answer: 'home' })])
  const ran = await crawl({ seeds: ['http://s.test/'] })
  expect(ran.stored).toEqual(truthOf(world, 'http://s.test/'))
})

it('speaks TLS, and refuses a certificate that does not hold', async () => {
  const untrusted = { ...KINDS.docs('bad.test'), untrusted: true }
  const { world, crawl } = await stage([KINDS.docs('good.test'), untrusted], { tls: true })
  const ran = await crawl({ seeds: ['https://good.test/', 'https://bad.test/'], request: { retries: 0 } })
  const host = (url: string) => new URL(url).hostname
  expect(ran.stored.filter(url => host(url) === 'good.test').length).toBe(
    truthOf(world, 'https://good.test/').filter(url => host(url) === 'good.test').length,
  )
  expect(ran.page('https://bad.test/')).toMatchObject({ status: 'error' })
  expect(ran.page('https://bad.test/').reason).toMatch(/the server signed its certificate itself/)
})

it('tries an answer again that a plug-in rejects, and stores only the one that it takes', async () => {
  let asked = 0
  const page = (path: string): Page => ({
    template: 'page',
    act: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const body =
        path === '/late' && ++asked < 3 ? 'Loading, please wait' : `<p>The page ${path}, as it should be</p>`
      response.end(`${body}<a href="${path === '/' ? '/late' : '/'}">on</a>`)
    },
  })
  const { crawl, body } = await stage([{ host: 'r.test', kind: 'script', entries: ['/'], find: page }])
  const plugin = definePlugin({
    name: 'no-loading',
    response(visit, context) {
      if (visit.text?.startsWith('Loading')) context.reject('still loading')
    },
  })
  const ran = await crawl({ seeds: ['http://r.test/'], scope: { soft404: false } }, { plugins: [plugin] })
  expect(asked).toBe(3)
  expect(ran.page('http://r.test/late')).toMatchObject({ status: 'completed', revision: 1 })
  expect((await body('http://r.test/late')).toString()).toContain('as it should be')
  const late = ran.visits.filter(({ url }) => url === 'http://r.test/late')
  expect(late.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'failed', 'fetched'])
})
