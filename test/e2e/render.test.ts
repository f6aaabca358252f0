/** Pages that are written by scripts, crawled with a real browser through the real engine. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRecords } from '../../src/archive/read/read-records.ts'
import type { ConfigInput } from '../../src/config/index.ts'
import { hostOf } from '../../src/library/listing.ts'
import { asUrl } from '../../src/url/index.ts'
import { rendered, scriptedSite } from './scripted-site.ts'
import { stage } from './stage.ts'

const SHELL = '<!doctype html><title>App</title><body><div id=app></div><script src=/app.js></script>'

it('reads what scripts write: links, text and title, and finds what changed in it', async () => {
  let price = 10
  const site = scriptedSite('app.test', {
    '/robots.txt': 'User-agent: *\nDisallow: /private/',
    '/': SHELL,
    '/app.js': `
      document.title = 'The shop'
      fetch('/data.json').then(r => r.json()).then(({ price }) => {
        app.innerHTML = '<h1>Chairs of oak</h1><p>One costs ' + price + ' crowns today.</p><a href=/by-script>more</a>'
        const host = app.appendChild(document.createElement('x-menu'))
        host.attachShadow({ mode: 'closed' }).innerHTML = '<a href=/in-shadow>menu</a>'
        app.insertAdjacentHTML('beforeend', '<iframe src=/frame></iframe><b onclick="location.href=\\'/by-click\\'">go</b>')
        history.pushState(null, '', '/by-history')
        window.open('/by-window')
        fetch('/private/data.json').catch(() => {})
        setTimeout(() => { location = '/by-location' }, 50)
      })`,
    '/data.json': () => JSON.stringify({ price }),
    '/private/data.json': '{}',
    '/frame': '<a href=/in-frame>frame</a>',
    ...Object.fromEntries(
      ['by-script', 'in-shadow', 'in-frame', 'by-click', 'by-history', 'by-window', 'by-location'].map(
        name => [`/${name}`, `<title>${name}</title>`],
      ),
    ),
  })
  const { world, folder, crawl, recrawl, read, body } = await stage([site])
  const config = {
    seeds: ['http://app.test/'],
    scope: { local: true },
    change: { level: 'text' },
    render: { ...rendered('always'), rules: [{ url: { regexp: '/(by|in)-' }, pages: 'never' }] },
  } satisfies ConfigInput
  const ran = await crawl(config)
  expect(ran.stored).toEqual(
    [
      '',
      'by-click',
      'by-history',
      'by-location',
      'by-script',
      'by-window',
      'frame',
      'in-frame',
      'in-shadow',
    ].map(path => `http://app.test/${path}`),
  )
  expect(ran.page('http://app.test/').title).toBe('The shop')
  expect((await body('http://app.test/')).toString()).toContain('One costs 10 crowns')
  const asked = world.log.map(({ path }) => path)
  expect(asked.filter(path => path === '/')).toHaveLength(1)
  expect(asked).not.toContain('/private/data.json')

  const types: string[] = []
  for (const file of (await readdir(join(folder, 'archive'))).filter(name => name.includes('.warc')))
    for await (const { type, headers } of readRecords(join(folder, 'archive', file)))
      if (/^(?:urn:dom:)?http:\/\/app\.test\/$/.test(headers.get('warc-target-uri') ?? '')) types.push(type)
  expect(types).toEqual(['resource', 'response', 'request', 'metadata'])

  const same = await recrawl(config)
  expect(same.visits.filter(({ commit }) => commit.revision !== null)).toEqual([])
  price = 11
  const later = await recrawl(config)
  expect(later.visits.filter(({ commit }) => commit.revision !== null).map(({ url }) => url)).toEqual([
    'http://app.test/',
  ])
  const revisions = await read(async ({ store }) => {
    const page = await store.page(asUrl('http://app.test/'))
    return store.revisions(page!)
  })
  expect(revisions).toMatchObject([{ rendered: true }, { rendered: true }])
})

it('finds out which kinds of pages need a browser, from one page of each, and remembers it', async () => {
  const words = (n: number) => `Page ${n} tells of ${'oaks and elms and birches '.repeat(8)}`
  const list = (kind: string) =>
    Array.from({ length: 6 }, (_, n) => `<li><a href="/${kind}/${n}">${kind} ${n}</a>`).join('')
  const layout = (body: string) =>
    `<!doctype html><title>t</title><div class=layout><nav class=menu><a href=/>home</a></nav><main class=article>${body}</main></div>`
  const numbered = (kind: string, page: (n: number) => string) =>
    Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`/${kind}/${n}`, page(n)]))
  const site = scriptedSite('mixed.test', {
    '/': layout(list('app') + list('clock') + list('plain')),
    '/app.js': `const n = location.pathname.slice(5)
      fetch('/data/' + n + '.json').then(r => r.json()).then(({ text }) => { document.body.innerHTML = '<h1>App</h1>' + text })`,
    '/clock.js': `document.querySelector('footer').textContent = 'It is ' + Date.now() + ' now.'`,
    ...numbered('app', () => SHELL),
    ...numbered('clock', n =>
      layout(`<p class=text>${words(n)}</p><footer class=foot></footer><script src=/clock.js></script>`),
    ),
    ...numbered('plain', n => layout(`<p class=text>${words(n)}`)),
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [`/data/${n}.json`, JSON.stringify({ text: words(n) })]),
    ),
  })
  const { world, crawl, recrawl, read } = await stage([site])
  const config = { seeds: ['http://mixed.test/'], render: rendered('auto') } satisfies ConfigInput
  const scripts = () => world.log.map(({ path }) => path).filter(path => path === '/clock.js')
  const isRendered = () =>
    read(async ({ store }) => {
      const found: string[] = []
      for await (const page of store.pages({ stored: true }))
        if ((await store.revisions(page)).at(-1)!.rendered) found.push(page.url)
      return found.sort()
    })
  await crawl(config)
  const apps = Array.from({ length: 6 }, (_, n) => `http://mixed.test/app/${n}`)
  expect(await isRendered()).toEqual(apps)
  expect(scripts()).toHaveLength(1)
  await recrawl(config)
  expect(await isRendered()).toEqual(apps)
  expect(scripts()).toHaveLength(1)
  const kinds = await read(async ({ store }) => {
    for await (const host of store.hosts()) return hostOf(host).renderedKinds
    return []
  })
  expect(kinds.toSorted((a, b) => Number(a.isRendered) - Number(b.isRendered))).toMatchObject([
    { isRendered: false, found: { newLinks: 0 } },
    { isRendered: true, found: { newLinks: 0, newChars: expect.any(Number) } },
  ])
})
