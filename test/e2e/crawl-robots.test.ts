/** What robots.txt, directives in pages and links, and the address guard forbid is never asked for. */
import { expect, it } from 'vitest'
import { acceleratedClock } from '../../src/env/index.ts'
import {
  docs,
  eachPage,
  PRIVATE_TARGETS,
  plain,
  ROBOTS_VARIANTS,
  redirects,
  robotsSite,
  type Site,
  sitemaps,
  templateSite,
} from '../world/index.ts'
import { listing } from '../world/listing.ts'
import { stage, truthOf } from './stage.ts'

it('obeys every variant of robots.txt (RFC 9309) and stores the rest', async () => {
  const variants = ROBOTS_VARIANTS.filter(name => name !== 'delay' && name !== 'hugeDelay')
  const sites = variants.map(name => robotsSite(`${name.toLowerCase()}.test`, name))
  const { world, crawl } = await stage(sites)
  const seeds = sites.map(site => world.url(site.host))
  const ran = await crawl({ seeds, scope: { sitemaps: true }, request: { timeout: '4s', retries: 1 } })
  expect(world.violations()).toEqual([])
  const expected = [
    ...truthOf(world, seeds),
    'http://sitemaps.test/only-in-sitemap',
    'http://sitemaps.test/sitemap.txt',
  ]
  expect(ran.stored).toEqual(expected.sort())
  expect(ran.page('http://prefix.test/private/1')).toMatchObject({
    status: 'excluded',
    reason: 'robots.txt line 2: Disallow: /private/',
  })
  expect(ran.page('http://everything.test/').reason).toBe('robots.txt line 2: Disallow: /')
  expect(ran.page('http://error.test/').reason).toMatch(/^robots.txt answers 500/)
  expect(ran.page('http://timeout.test/').reason).toMatch(
    /robots.txt .*cannot be fetched: no complete answer/,
  )
})

it('keeps the delay that robots.txt asks for', async () => {
  const { world, crawl } = await stage([robotsSite('delay.test', 'delay')])
  await crawl({ seeds: ['http://delay.test/'], scope: { pages: 3 } })
  const arrived = world.log.map(entry => entry.arrivedAt)
  const gaps = arrived.slice(2).map((at, i) => at - arrived[i + 1]!)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_990)
})

it('overrules robots.txt for one named host only', async () => {
  const { world, crawl } = await stage([robotsSite('a.test', 'prefix'), robotsSite('b.test', 'prefix')])
  await crawl({ seeds: ['http://a.test/', 'http://b.test/'], request: { robotsOverrides: ['a.test'] } })
  expect(new Set(world.violations().map(entry => entry.host))).toEqual(new Set(['a.test']))
})

it('lists what rules name and forbid, without asking for it, where mentions are wanted', async () => {
  const robots = 'User-agent: *\nDisallow: /secret\nDisallow: /*.pdf\nUser-agent: other\nDisallow: /theirs'
  const files: Record<string, string> = { '/robots.txt': robots, '/': 'start', '/theirs': 'theirs' }
  const site: Site = {
    ...{ host: 'a.test', kind: 'files', entries: ['/'] },
    find: path => (path in files ? plain(files[path]!, path) : undefined),
  }
  for (const mentions of [false, true]) {
    const { world, crawl } = await stage([site])
    const ran = await crawl({ seeds: ['http://a.test/'], scope: { mentions, soft404: false } })
    const asked = world.log.map(({ path }) => path).sort()
    expect(asked).toEqual(mentions ? ['/', '/robots.txt', '/theirs'] : ['/', '/robots.txt'])
    const listed = ran.pages.get('http://a.test/secret')
    expect(listed?.reason).toBe(mentions ? 'robots.txt line 2: Disallow: /secret' : undefined)
  }
})

it('honours meta robots, X-Robots-Tag and rel=nofollow, and reads rel=canonical', async () => {
  const head = (tag: string, links: readonly string[]) =>
    plain(
      `<!doctype html><title>x</title>${tag}${links.map(to => `<a href="${to}">x</a>`).join('')}`,
      'x',
      'text/html',
    )
  const pages: Record<string, ReturnType<typeof plain>> = {
    '/': head('<a rel="nofollow ugc" href=/nofollowed>x</a>', [
      '/noindex',
      '/nofollow',
      '/tag',
      '/other-bot',
      '/copy',
    ]),
    '/noindex': head('<meta name=robots content=noindex>', ['/from-noindex']),
    '/nofollow': head('<meta name="ROBOTS" content="nofollow">', ['/from-nofollow']),
    '/tag': { ...head('', ['/from-tag']), headers: { 'content-type': 'text/html', 'x-robots-tag': 'none' } },
    '/other-bot': head('<meta name=otherbot content=none>', ['/from-other-bot']),
    '/copy': head('<link rel=canonical href=/original>', []),
  }
  for (const name of [
    '/nofollowed',
    '/from-noindex',
    '/from-nofollow',
    '/from-tag',
    '/from-other-bot',
    '/original',
  ])
    pages[name] = head('', [])
  const site: Site = { host: 'a.test', kind: 'x', entries: ['/'], find: path => pages[path] }
  const { world, crawl } = await stage([site])
  const ran = await crawl({ seeds: ['http://a.test/'], scope: { traps: { yield: false }, soft404: false } })
  const paths = (urls: readonly string[]) => urls.map(url => new URL(url).pathname)
  expect(paths(ran.stored)).toEqual(
    ['/', '/copy', '/from-noindex', '/from-other-bot', '/nofollow', '/original', '/other-bot'].sort(),
  )
  const asked = new Set(world.log.map(entry => entry.path))
  for (const path of ['/nofollowed', '/from-nofollow', '/from-tag']) expect(asked).not.toContain(path)
  expect(ran.page('http://a.test/noindex').excludedBy).toBe('noindex')
})

it('is not led inside by a name that changes its address, and keeps what it has', async () => {
  const clock = acceleratedClock(1_000)
  const { world, crawl, recrawl } = await stage([docs('rebound.test')], { addresses: 'public', clock })
  const request = { allowPrivate: false, retries: 0 }
  const first = await crawl({ seeds: ['http://rebound.test/'], request })
  expect(first.stored).toEqual(truthOf(world, 'http://rebound.test/'))
  world.dns.set('rebound.test', { type: 'answers', lists: [['127.0.0.1']] })
  await clock.sleep(120_000)
  const second = await recrawl({ seeds: ['http://rebound.test/'], request })
  expect(world.strays).toEqual([])
  expect(second.page('http://rebound.test/')).toMatchObject({
    status: 'error',
    reason: expect.stringMatching(/rebound.test stands for 127.0.0.1, which is not a public address/),
  })
  expect(second.page('http://rebound.test/').dueAt).not.toBeNull()
  expect(second.stored).toEqual(first.stored)
})

it('opens no connection to an inside address, by link, redirect, robots.txt, sitemap or changing name', async () => {
  const home = (links: readonly string[]): Site => ({
    host: 'home.test',
    kind: 'x',
    entries: ['/'],
    find: (path, { seed }) => (path === '/' ? listing(seed, 'home', 'Home', links) : undefined),
  })
  const robotsInside: Site = {
    ...eachPage(templateSite('robots-inside.test'), page => page),
    find: path =>
      path === '/robots.txt'
        ? { template: 'x', status: 301, location: 'http://169.254.169.254/' }
        : undefined,
  }
  const mapInside: Site = {
    host: 'map-inside.test',
    kind: 'x',
    entries: ['/'],
    find: (path, { seed }) => {
      if (path === '/robots.txt')
        return plain('Sitemap: http://10.0.0.1/sitemap.xml\nSitemap: http://map-inside.test/m.txt', 'x')
      if (path === '/m.txt') return plain('http://192.168.1.1/x\nhttp://localhost/y\n', 'x')
      return path === '/' ? listing(seed, 'home', 'Home', []) : undefined
    },
  }
  const rebound: Site = {
    host: 'rebound.test',
    kind: 'x',
    entries: ['/'],
    find: (path, { seed }) => (path === '/' ? listing(seed, 'home', 'Home', ['/next']) : undefined),
  }
  const sites = [
    home([...PRIVATE_TARGETS]),
    redirects('redirects.test'),
    robotsInside,
    mapInside,
    rebound,
    sitemaps('maps.test', { huge: 10 }),
  ]
  const { world, crawl } = await stage(sites, { addresses: 'public' })
  const own = world.address('rebound.test').replace(/^127\./, '45.')
  world.dns.set('rebound.test', { type: 'answers', lists: [[own], ['127.0.0.1']] })
  world.dns.set('localhost', { type: 'answers', lists: [['127.0.0.1']] })
  const seeds = sites.map(site => world.url(site.host))
  const ran = await crawl({ seeds, scope: { sitemaps: true }, request: { allowPrivate: false } })
  expect(world.strays).toEqual([])
  expect(ran.page('http://10.0.0.1/admin')).toMatchObject({
    status: 'excluded',
    reason: '10.0.0.1 is not a public address (request.allowPrivate lets it in)',
  })
  expect(ran.page('http://localhost/').reason).toMatch(
    /^localhost stands for 127.0.0.1, which is not a public/,
  )
  expect(ran.page('http://home.test/').status).toBe('completed')
})
