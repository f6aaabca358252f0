/** Pages that are written by scripts, crawled with a real browser through the real engine. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readRecords } from '../../src/archive/read/read-records.ts'
import type { ConfigInput } from '../../src/config/index.ts'
import { realEnv } from '../../src/env/index.ts'
import { openCollection } from '../../src/index.ts'
import { examine } from '../../src/library/doctor/examine.ts'
import { hostsOf } from '../../src/library/listing.ts'
import { asUrl } from '../../src/url/index.ts'
import { gapsMs, type Page, plain, type Site } from '../world/index.ts'
import { startedBy } from './processes.ts'
import { BROWSER, rendered, scriptedSite } from './scripted-site.ts'
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
    archive: { complete: true },
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

  const ofPage = (await recordsOf(folder)).filter(({ address }) =>
    /^(?:urn:dom:)?http:\/\/app\.test\/$/.test(address),
  )
  expect(ofPage.map(({ type }) => type)).toEqual(['resource', 'response', 'request', 'metadata'])

  const kept = (await recordsOf(folder))
    .filter(({ type }) => type === 'response')
    .map(({ address }) => address)
  for (const part of ['app.js', 'data.json', 'frame']) expect(kept).toContain(`http://app.test/${part}`)

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
  const problems: string[] = []
  for await (const { level, message } of examine(folder, null, { repair: false, full: true }, realEnv))
    if (level === 'problem') problems.push(message)
  expect(problems).toEqual([])
})

it('tells noise from changes on what a browser shows, from the second visit on', async () => {
  let price = 10
  let asked = 0
  const site = scriptedSite('app.test', {
    '/': SHELL,
    '/app.js': `fetch('/data.json').then(answer => answer.json()).then(({ price, seen }) => {
      app.innerHTML = '<main><h1>Lamp</h1><p>It costs <b class=price>' + price + ' crowns</b>.</p><p>' + seen + ' views</p></main>'
    })`,
    '/data.json': () => JSON.stringify({ price, seen: 1000 + 7 * asked++ }),
  })
  const { crawl, recrawl } = await stage([site])
  const config = { seeds: ['http://app.test/'], render: rendered('always') } satisfies ConfigInput
  await crawl(config)
  const noise = await recrawl(config)
  expect(noise.page('http://app.test/').revision).toBe(1)
  expect(noise.visits.filter(({ commit }) => commit.note !== null)).toHaveLength(1)
  price = 9
  const later = await recrawl(config)
  const [{ note } = { note: null }] = later.visits
    .map(({ commit }) => commit)
    .filter(({ revision }) => revision !== null)
  expect(JSON.parse(note!)).toMatchObject({ level: 'content', summary: expect.stringContaining('9 crowns') })
})

it('takes the routes of an application for pages of their own, and asks its server for none of them', async () => {
  const site = scriptedSite('routes.test', {
    '/': SHELL,
    '/app.js': `
      const names = ['walnut', 'cherry', 'hornbeam']
      const name = names.find(each => location.hash === '#/wood/' + each)
      document.title = name ?? 'Woods'
      app.innerHTML = '<h1>' + document.title + '</h1><p>' + ('All about ' + name + ' and what ' + name + ' is good for. ').repeat(5) + '</p>'
        + names.map(each => '<a href="#/wood/' + each + '">' + each + '</a>').join(' ')
        + '<a href="#!">menu</a> <a href="#/">home</a> <a href="#top">top</a> <a href="#/end">end</a> <p id="/end">the end</p>'`,
  })
  const moved: Page = { ...plain('', 'moved'), status: 301, headers: { location: '/' }, location: '/' }
  const find: Site['find'] = (path, at) => (path === '/old' ? moved : site.find(path, at))
  const { world, folder, crawl, read } = await stage([{ ...site, find }])
  const config = {
    seeds: ['http://routes.test/', 'http://routes.test/old#/wood/cherry'],
    scope: { local: true },
    render: rendered('auto'),
  } satisfies ConfigInput
  const ran = await crawl(config)
  const routes = ['cherry', 'hornbeam', 'walnut'].map(name => `http://routes.test/#/wood/${name}`)
  expect(ran.stored).toEqual(['http://routes.test/', ...routes])
  expect(routes.map(url => ran.page(url).title)).toEqual(['cherry', 'hornbeam', 'walnut'])
  expect(ran.page('http://routes.test/old#/wood/cherry')).toMatchObject({ movedTo: routes[0] })
  expect(world.log.filter(({ path }) => path.includes('#'))).toEqual([])
  const sent = (await recordsOf(folder)).filter(({ type }) => type !== 'resource')
  expect(sent.filter(({ address }) => address.includes('#'))).toEqual([])
  const collection = await openCollection(folder)
  onTestFinished(() => collection.close())
  expect(await (await collection.page(routes[2]!))!.text()).toContain('All about walnut')
  expect((await collection.page('http://routes.test/#/'))!.url).toBe('http://routes.test/')
  expect(await read(({ store }) => store.counts())).toMatchObject({ completed: 5, excluded: 0, waiting: 0 })
  const problems: string[] = []
  for await (const { level, message } of examine(folder, null, { repair: false, full: true }, realEnv))
    if (level === 'problem') problems.push(message)
  expect(problems).toEqual([])

  const other = await stage([site])
  const dropped = await other.crawl({ ...config, seeds: [routes[0]!], url: { hashRoutes: 'drop' } })
  expect(dropped.stored).toEqual(['http://routes.test/'])
})

it('sends what pages ask for in the turns of their server, and never what is forbidden or inside', async () => {
  const parts = ['a', 'b', 'c', 'd'].map(name => `/${name}.js`)
  const site = scriptedSite('polite.test', {
    '/robots.txt': 'User-agent: *\nDisallow: /d.js',
    '/': `<!doctype html><title>p</title><p id=said>only</p>${parts.map(path => `<script src=${path}></script>`).join('')}
      <script src=http://inside.test/e.js></script>`,
    ...Object.fromEntries(parts.map(path => [path, `said.textContent += ' ${path}'`])),
  })
  const inside = {
    ...scriptedSite('inside.test', { '/e.js': `said.textContent += ' inside'` }),
    address: '10.1.2.3',
  }
  const { world, crawl, body } = await stage([site, inside], { addresses: 'public' })
  const request = { delay: '300ms', allowPrivate: false } as const
  await crawl({ seeds: ['http://polite.test/'], request, render: rendered('always') })
  expect((await body('http://polite.test/')).toString()).toContain('only /a.js /b.js /c.js</p>')
  expect(world.log.map(({ host, path }) => host + path)).not.toEqual(
    expect.arrayContaining(['polite.test/d.js']),
  )
  expect(world.log.filter(({ host }) => host === 'inside.test')).toEqual([])
  expect(Math.min(...gapsMs(world.log))).toBeGreaterThanOrEqual(300)
  expect(world.log.every(({ concurrency }) => concurrency === 1)).toBe(true)
})

it('shows pages again whose browser is killed under them', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `page${'abcdefgh'[n]}`)
  const site = scriptedSite('app.test', {
    '/': names.map(name => `<a href=/${name}>${name}</a>`).join(' '),
    '/app.js': `app.textContent = 'written by a script on ' + location.pathname`,
    ...Object.fromEntries(names.map(name => [`/${name}`, SHELL])),
  })
  const { crawl, body } = await stage([site])
  let kills = 0
  const kill = () => {
    const browser = startedBy(process.pid).find(
      ({ name, parent }) => parent === process.pid && /^chrom/.test(name),
    )
    if (browser && kills++ < 2) process.kill(browser.pid, 'SIGKILL')
  }
  await crawl({ seeds: ['http://app.test/'], render: rendered('always') }, { onVisit: kill })
  expect(kills).toBeGreaterThanOrEqual(2)
  for (const name of names)
    expect((await body(`http://app.test/${name}`)).toString()).toContain(`on /${name}`)
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
    for await (const host of hostsOf(store, {})) return host.renderedKinds
    return []
  })
  expect(kinds.toSorted((a, b) => Number(a.isRendered) - Number(b.isRendered))).toMatchObject([
    { isRendered: false, found: { newLinks: 0 } },
    { isRendered: true, found: { newLinks: 0, newChars: expect.any(Number) } },
  ])
})

it('waits, scrolls, refuses consent, presses without sending, and takes a picture', async () => {
  const site = scriptedSite('reader.test', {
    '/': `<!doctype html><title>Reading</title><body style="height: 3000px">
      <div id=cookie-banner>We value your privacy <button onclick="this.parentNode.remove()">Reject all</button></div>
      <p id=late></p><ul id=list></ul><b id=pay>order</b><button type=button onclick="location.href = '/pre' + 'ssed'">press me</button>
      <x-menu></x-menu><form id=seek><input name=q required></form>
      <form id=tell method=post><input name=words></form>
      <script>
        const menu = document.querySelector('x-menu').attachShadow({ mode: 'closed' })
        menu.innerHTML = '<button>in the shadow</button>'
        menu.addEventListener('click', () => history.pushState(null, '', '/shaded'))
        seek.onsubmit = event => { event.preventDefault(); history.pushState(null, '', '/asked/' + seek.q.value.length) }
        tell.onsubmit = event => { event.preventDefault(); history.pushState(null, '', '/told') }
        setTimeout(() => { late.textContent = 'what comes after four seconds' }, 4000)
        setTimeout(() => { late.insertAdjacentHTML('afterend', '<p class=ready>what the rule waits for</p>') }, 9000)
        pay.addEventListener('click', () => fetch('/order', { method: 'POST', body: 'one' }))
        let [pages, isFilled] = [0, false]
        setTimeout(() => { late.insertAdjacentHTML('afterend', '<p>what only its scripts know</p>'); isFilled = true }, 13000)
        addEventListener('scroll', () => { if (pages < 3) list.innerHTML += '<li><a href=/item' + ++pages + '>item</a>' })
      </script>`,
    '/pressed': 'reached by a press',
    '/shaded': 'reached by a press in a shadow tree',
    '/asked/7': 'reached by a question',
    '/told': 'never reached',
    '/order': 'sent',
    ...Object.fromEntries([1, 2, 3].map(n => [`/item${n}`, `item ${n}`])),
  })
  const { world, folder, crawl, body } = await stage([site])
  const rule = {
    url: { exact: 'http://reader.test/' },
    pages: 'always',
    until: '.ready',
    when: '() => isFilled',
    scroll: 10,
  } as const
  const ran = await crawl({
    seeds: ['http://reader.test/'],
    render: { ...BROWSER, rules: [rule], press: true, pictures: 'view' },
  })
  const html = (await body('http://reader.test/')).toString()
  expect(html).toContain('what comes after four seconds')
  expect(html).toContain('what the rule waits for')
  expect(html).toContain('what only its scripts know')
  expect(html).not.toContain('We value your privacy')
  expect(ran.stored).toEqual(
    ['', 'asked/7', 'item1', 'item2', 'item3', 'pressed', 'shaded'].map(path => `http://reader.test/${path}`),
  )
  expect(world.log.filter(({ path }) => path === '/order')).toEqual([])
  const records = await recordsOf(folder)
  expect(records.filter(({ address }) => /^urn:(?:view|thumbnail):/.test(address))).toEqual([
    { type: 'resource', address: 'urn:view:http://reader.test/' },
    { type: 'resource', address: 'urn:thumbnail:http://reader.test/' },
  ])
  const collection = await openCollection(folder)
  const revision = await (await collection.page('http://reader.test/'))!.at()
  const [picture, thumbnail] = [await revision!.picture(), await revision!.thumbnail()]
  expect([sizeOf(picture!), sizeOf(thumbnail!)]).toEqual(['1280 × 800', '320 × 200'])
  await collection.close()
})

/** Of a JPEG, by the head of its frame. */
function sizeOf(picture: Uint8Array): string {
  const bytes = Buffer.from(picture)
  const frame = [0xc0, 0xc2].map(marker => bytes.indexOf(Buffer.from([0xff, marker]))).find(at => at >= 0)!
  return `${bytes.readUInt16BE(frame + 7)} × ${bytes.readUInt16BE(frame + 5)}`
}

/** What the archive holds, in the order it was written. */
async function recordsOf(folder: string): Promise<{ readonly type: string; readonly address: string }[]> {
  const found: { type: string; address: string }[] = []
  for (const file of (await readdir(join(folder, 'archive'))).filter(name => name.includes('.warc')))
    for await (const { type, headers } of readRecords(join(folder, 'archive', file)))
      found.push({ type, address: headers.get('warc-target-uri') ?? '' })
  return found
}
