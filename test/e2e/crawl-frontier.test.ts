/** Order, limits, traps, interruptions and second runs. */
import { expect, it } from 'vitest'
import { definePlugin } from '../../src/crawl/index.ts'
import {
  a,
  docs,
  type Element,
  el,
  farm,
  type Page,
  plain,
  type Site,
  sessions,
  templateSite,
  traps,
} from '../world/index.ts'
import { stage, truthOf } from './stage.ts'

it('ends traps by itself, tells which, and finds all that is real', async () => {
  const { world, crawl } = await stage([traps('t.test')])
  const limits = { queryParameters: 3, urlLength: 100 }
  const ran = await crawl({ seeds: ['http://t.test/'], scope: { limits }, duplicates: { urls: 'off' } })
  const real = truthOf(world, 'http://t.test/').filter(url => !/calendar/.test(url))
  expect(real.filter(url => !ran.stored.includes(url))).toEqual([])
  expect(ran.result.pages).toBeLessThan(4_000)
  const stopped = ran.events.filter(event => event.kind === 'trap-stopped').map(event => event.subject)
  expect(stopped).toEqual(
    expect.arrayContaining([expect.stringContaining('/calendar/'), expect.stringContaining('/s/N/')]),
  )
  const reasons = new Set(
    [...ran.pages.values()].filter(page => page.status === 'excluded').map(page => page.reason),
  )
  expect([...reasons].every(reason => reason?.startsWith('trap: '))).toBe(true)
  expect([...reasons].join('\n')).toMatch(/path segment "more" repeated/)
  expect(ran.result.nextWorkAt).toBeNull()
})

it('sees through a site that shows the same page at addresses that grow without end', async () => {
  const { world, crawl } = await stage([traps('t.test')])
  const ran = await crawl({ seeds: ['http://t.test/'] })
  const real = truthOf(world, 'http://t.test/').filter(url => !/calendar/.test(url))
  expect(real.filter(url => !ran.stored.includes(url))).toEqual([])
  expect(ran.stored.filter(url => url.includes('/mirror/')).length).toBeLessThan(100)
  expect(ran.stored.length).toBeLessThan(1_000)
})

/** Answers `/x/a`, `/x/aa` and so on with one page, whose relative link leads a step further; and a comic, whose pages only link to the next. */
function echoing(host: string): Site {
  const page = (title: string, ...links: Element[]): Page => ({
    template: 'page',
    draw: () =>
      el('html', {}, el('head', {}, el('title', {}, title)), el('body', {}, el('h1', {}, title), ...links)),
  })
  const find = (path: string): Page | undefined => {
    if (path === '/') return page('Home', a('/x/a', 'enter'), a('/comic/a', 'read'))
    if (/^\/x\/a+$/.test(path)) return page('Echo', a(`${path}a`, 'more'), a('/', 'home'))
    const number = /^\/comic\/(a+)$/.exec(path)?.[1]?.length ?? COMICS + 1
    if (number > COMICS) return undefined
    return page(`Comic`, el('p', {}, WORDS[number % WORDS.length]!), a(`${path}a`, 'next'), a('/', 'home'))
  }
  return { host, kind: 'echoing', entries: ['/'], find }
}
const COMICS = 45
const WORDS = ['red', 'green', 'blue', 'gray']

it('ends a chain of pages that say the same, whatever their addresses, and no other', async () => {
  const { crawl } = await stage([echoing('e.test')])
  const ran = await crawl({ seeds: ['http://e.test/'] })
  expect(ran.stored.filter(url => url.includes('/comic/'))).toHaveLength(COMICS)
  expect(ran.stored.filter(url => url.includes('/x/'))).toHaveLength(21)
  const end = [...ran.pages.values()].find(({ url, status }) => url.includes('/x/') && status === 'excluded')
  expect(end?.reason).toBe('trap: the last 20 pages on the way here said the same')
  expect(ran.events.map(({ kind, subject }) => `${kind} ${subject}`)).toContainEqual(
    expect.stringMatching(/^trap-stopped http:\/\/e\.test\/x\//),
  )
  const all = await stage([echoing('e.test')])
  const scope = { pages: 60, traps: { yield: false } }
  expect((await all.crawl({ seeds: ['http://e.test/'], scope })).stored).toHaveLength(60)
})

it('takes no more pages from a host than it may, exactly', async () => {
  const { crawl } = await stage(farm(4, { pages: 60 }))
  const ran = await crawl({ seeds: ['http://h0.farm.test/'], scope: { perHost: 25 } })
  const hosts = Map.groupBy(ran.stored, url => new URL(url).hostname)
  expect([...hosts.values()].map(urls => urls.length)).toEqual([25, 25, 25, 25])
  const over = [...ran.pages.values()].filter(page => page.status === 'excluded')
  expect(new Set(over.map(page => page.reason))).toEqual(new Set(['limit of 25 pages for this host']))
  const more = await crawl({ seeds: ['http://h0.farm.test/'], scope: { perHost: 40 } })
  expect(more.stored.length).toBe(160)
})

it('stops when the collection holds so many pages, exactly, and goes on from there', async () => {
  const { world, crawl } = await stage(farm(6, { pages: 60 }))
  const seeds = ['http://h0.farm.test/']
  const first = await crawl({ seeds, scope: { pages: 100 } })
  expect(first.stored.length).toBe(100)
  expect(world.log.filter(entry => entry.path !== '/robots.txt').length).toBe(100)
  const second = await crawl({ seeds, scope: { pages: 130 } })
  expect(second.stored.length).toBe(130)
  const all = await crawl({ seeds })
  expect(all.stored).toEqual(truthOf(world, seeds[0]!))
  expect(world.log.filter(entry => entry.path !== '/robots.txt').length).toBe(360)
})

it('goes breadth first, depth first, or by the priority that a plug-in gives', async () => {
  const seed = 'http://t.test/'
  const depthsIn = async (order: 'breadth' | 'depth' | 'best') => {
    const { world, crawl } = await stage([templateSite('t.test')])
    const plugin = definePlugin({
      name: 'deepest-first',
      queue: (page, context) => context.setPriority(-page.depth),
    })
    const extras = order === 'best' ? { plugins: [plugin] } : {}
    const ran = await crawl({ seeds: [seed], order, limits: { connections: 1 } }, extras)
    expect(ran.stored).toEqual(truthOf(world, seed))
    return ran.visits.map(visit => visit.depth)
  }
  const early = (depths: readonly number[]) => depths.slice(0, 40).reduce((a, b) => a + b)
  const breadth = await depthsIn('breadth')
  expect(breadth).toEqual([...breadth].sort((a, b) => a - b))
  expect(early(await depthsIn('depth'))).toBeGreaterThan(early(breadth))
  expect(early(await depthsIn('best'))).toBeGreaterThan(early(breadth))
})

it('stops cleanly, and finds exactly the rest when it is run again', async () => {
  const { world, crawl } = await stage(farm(5, { pages: 80 }))
  const seeds = ['http://h0.farm.test/']
  const asked = () => world.log.filter(entry => entry.path !== '/robots.txt').length
  for (const limit of [30, 150, 290]) {
    const stopping = new AbortController()
    let visits = 0
    const onVisit = () => void (++visits >= limit - 0 && stopping.abort())
    const ran = await crawl({ seeds }, { signal: stopping.signal, onVisit })
    expect(ran.result.interrupted || ran.result.nextWorkAt === null).toBe(true)
    expect([...ran.pages.values()].filter(page => page.status === 'running')).toEqual([])
    expect(ran.stored.length).toBe(asked())
  }
  const rest = await crawl({ seeds })
  expect(rest.stored).toEqual(truthOf(world, seeds[0]!))
  expect(asked()).toBe(400)
})

it('judges what waits and what was left out again when the config changes', async () => {
  const { world, crawl } = await stage([...farm(3, { pages: 5 }), templateSite('t.test')])
  const seeds = ['http://h0.farm.test/', 'http://t.test/']
  const narrow = await crawl({ seeds, scope: { local: true, exclude: [{ regexp: '/p/[34]' }], pages: 8 } })
  expect(narrow.page('http://h1.farm.test/').status).toBe('excluded')
  const other = await crawl({ seeds, scope: { include: [{ suffix: 'farm.test' }] } })
  const left = [...other.pages.values()].filter(
    page => page.url.startsWith('http://t.test/') && page.status === 'waiting',
  )
  expect(left).toEqual([])
  const farmed = truthOf(world, seeds[0]!)
  expect(farmed.filter(url => !other.stored.includes(url))).toEqual([])
  const all = await crawl({ seeds })
  expect(all.stored).toEqual([...farmed, ...truthOf(world, seeds[1]!)].sort())
})

it('goes deeper when the depth limit is raised', async () => {
  const { world, crawl } = await stage([docs('d.test')])
  for (const depth of [1, 2, 3]) {
    const ran = await crawl({ seeds: ['http://d.test/'], scope: { depth } })
    expect([depth, ran.stored]).toEqual([depth, truthOf(world, 'http://d.test/', { depth })])
  }
})

it('does not go deeper from pages that say nofollow', async () => {
  const page = (head: string, ...links: string[]) =>
    plain(`<title>x</title>${head}${links.map(to => `<a href=${to}>${to}</a>`).join('')}`, 'x', 'text/html')
  const pages: Record<string, ReturnType<typeof plain>> = {
    '/': page('', '/a', '/b'),
    '/a': page('<meta name=robots content=nofollow>', '/behind-a'),
    '/b': page('<a rel=nofollow href=/not-b>n</a>', '/behind-b'),
  }
  const find = (path: string) => pages[path] ?? (path.includes('-') ? page('') : undefined)
  const { world, crawl } = await stage([{ host: 'n.test', kind: 'x', entries: ['/'], find }])
  await crawl({ seeds: ['http://n.test/'], scope: { depth: 1, soft404: false } })
  await crawl({ seeds: ['http://n.test/'], scope: { depth: 2, soft404: false } })
  const asked = world.log.map(entry => entry.path).filter(path => path !== '/robots.txt')
  expect(asked.sort()).toEqual(['/', '/a', '/b', '/behind-b'])
})

it('waits for no delay between addresses that the guard refuses', async () => {
  const inside = Array.from({ length: 200 }, (_, n) => `http://127.0.0.9/${n}`)
  const links = inside.map(url => `<a href="${url}">x</a>`).join('')
  const find = (path: string) => (path === '/' ? plain(links, 'home', 'text/html') : undefined)
  const { crawl, world } = await stage([{ host: 'p.test', kind: 'x', entries: ['/'], find }], {
    addresses: 'public',
  })
  // With delays, this would take longer than a test may.
  const request = { allowPrivate: false, delay: '3s' } as const
  const ran = await crawl({ seeds: ['http://p.test/'], scope: { soft404: false }, request })
  expect(inside.map(url => ran.page(url).status)).toEqual(inside.map(() => 'excluded'))
  expect(world.strays).toEqual([])
})

it('lets in what the guard refused once that is allowed', async () => {
  const { world, crawl } = await stage([docs('d.test')])
  const refused = await crawl({ seeds: ['http://d.test/'], request: { allowPrivate: false } })
  expect(refused.page('http://d.test/')).toMatchObject({
    status: 'excluded',
    reason: expect.stringMatching(/not a public/),
  })
  expect(world.log).toEqual([])
  const allowed = await crawl({ seeds: ['http://d.test/'] })
  expect(allowed.stored).toEqual(truthOf(world, 'http://d.test/'))
})

it('keeps cookies between runs when they are persistent', async () => {
  const { world, crawl } = await stage([sessions('s.test')])
  const config = { seeds: ['http://s.test/'], request: { cookies: 'persistent' as const } }
  await crawl({ ...config, scope: { exclude: [{ suffix: '/login', on: 'url' as const }] } })
  world.clearLog()
  await crawl(config)
  expect(world.log.find(entry => entry.path === '/login')?.headers.cookie).toBe('seen=1')
})
