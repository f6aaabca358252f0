/** What a crawl by an inferred model does not ask for: addresses for programs, and more of a kind than it takes to judge it. */
import { expect, it } from 'vitest'
import { a, type Element, el, type Page, pdf, type Site } from '../world/index.ts'
import { stage } from './stage.ts'

const PRODUCTS = 120
const PER_LIST = 30

/** A shop that tells programs a second and a third address of each page, people a way to buy it, and its lists' next pages to neither in the text. */
function talkativeShop(host: string): Site {
  const page = (template: string, path: string, head: Element[], body: Element[]): Page => ({
    template,
    draw: () =>
      el(
        'html',
        {},
        el(
          'head',
          {},
          el('title', {}, `${template} ${path}`),
          el('link', { rel: 'shortlink', href: `/?short=${path.replaceAll(/\W/g, '')}` }),
          el('link', { rel: 'alternate', type: 'application/json+oembed', href: `/oembed?of=${path}` }),
          el('link', { rel: 'https://api.test/', href: `/api${path}` }),
          ...head,
        ),
        el('body', { class: template }, a('/', 'home'), ...body),
      ),
  })
  const list = (number: number): Page => {
    const ids = Array.from({ length: PER_LIST }, (_, i) => number * PER_LIST + i)
    const isLast = (number + 1) * PER_LIST >= PRODUCTS
    const next = isLast ? [] : [el('link', { rel: 'next', href: `/list/${number + 1}` })]
    const items = ids.map(id => el('li', {}, a(`/product/${id}`, `Lamp ${id}`)))
    return page('list', `/list/${number}`, next, [el('ul', { class: 'all' }, ...items)])
  }
  const product = (id: number): Page =>
    page(
      'product',
      `/product/${id}`,
      [],
      [
        el('h1', {}, `Lamp ${id} of brass`),
        el(
          'p',
          { class: 'text' },
          `Made in house ${id * 7} by smith ${id * 11}, it weighs ${id + 300} grams`,
        ),
        // Only where no sample of the first list comes.
        ...(id < PER_LIST ? [] : [a(`/basket?add=${id}`, 'buy')]),
      ],
    )
  const find = (path: string): Page | undefined => {
    const [, kind, id] = /^\/(list|product)\/(\d+)$/.exec(path) ?? []
    if (kind === 'list' && Number(id) * PER_LIST < PRODUCTS) return list(Number(id))
    if (kind === 'product' && Number(id) < PRODUCTS) return product(Number(id))
    if (path.startsWith('/basket?')) return page('basket', '/basket', [], [el('p', {}, 'Your basket')])
    return /^\/(?:\?.*)?$/.test(path) ? list(0) : undefined
  }
  return { host, kind: 'talkative', entries: ['/'], find }
}

it('leaves what only programs are told of, follows what turns pages, and tries few of a kind that brings nothing', async () => {
  const { crawl, world } = await stage([talkativeShop('shop.test')])
  const ran = await crawl({
    ...{ seeds: ['http://shop.test/'], scope: { local: true }, request: { delay: 0, allowPrivate: true } },
    extract: { model: 'auto', sample: 20 },
  })
  expect(ran.stored.filter(url => url.includes('/product/'))).toHaveLength(PRODUCTS)
  const asked = (part: string) => world.log.filter(({ path }) => path.includes(part)).map(({ path }) => path)
  expect([...asked('short='), ...asked('oembed'), ...asked('/api')]).toEqual([])
  // As many as it takes to judge a kind, however fast the server is.
  expect(asked('/basket').length).toBeLessThanOrEqual(16)
})

const ARTICLES = 60
/** Releases that the pages link to and that are not there. */
const RELEASES = 30

/** A wiki with an empty discussion for each of its articles, and links to a part of it that was moved away. */
function movedWiki(host: string): Site {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
  const article = (n: number) => `/wiki/Garden_${n}`
  const drawn = (template: string, heading: string, ...body: Element[]): Page => ({
    template,
    draw: () => {
      const head = el('head', {}, el('title', {}, heading))
      return el('html', {}, head, el('body', { class: template }, el('h1', {}, heading), ...body))
    },
  })
  const list = (name: string, links: readonly Element[]) =>
    el('ul', { class: name }, ...links.map(link => el('li', {}, link)))
  const text = (n: number) =>
    `Plant ${n * 7} of bed ${n * 11} grows beside ${n + 300} others and costs ${n + 700}`
  const find = (path: string): Page | undefined => {
    const [, talk, number] = /^\/wiki\/(Talk:)?Garden_(\d+)$/.exec(path) ?? []
    const n = Number(number ?? ARTICLES)
    if (path === '/') {
      const links = numbers(ARTICLES).map(i => a(article(i), `Garden ${i}`))
      return drawn('home', 'Wiki', list('all', links))
    }
    if (n >= ARTICLES) return undefined
    if (talk !== undefined)
      return drawn('talk', `Talk: Garden ${n}`, el('p', {}, `Nobody said anything about Garden ${n} so far.`))
    const release = a(`/releases/${n % 2 ? 'beta' : 'final'}/notes/${n % RELEASES}.html`, 'Its release')
    const discussion = a(`/wiki/Talk:Garden_${n}`, 'Discussion')
    const main = [el('p', { class: 'text' }, text(n)), el('p', { class: 'links' }, release, discussion)]
    return drawn('article', `Garden ${n}`, ...main)
  }
  return { host, kind: 'moved', entries: ['/'], find }
}

it('tries a few empty companions of pages, and a few addresses of a folder where nothing works', async () => {
  const { crawl, world } = await stage([movedWiki('wiki.test')])
  const ran = await crawl({
    ...{ seeds: ['http://wiki.test/'], scope: { local: true }, request: { delay: 0, allowPrivate: true } },
    extract: { model: 'auto', sample: 40 },
  })
  expect(ran.stored.filter(url => /\/wiki\/Garden_/.test(url))).toHaveLength(ARTICLES)
  const asked = (part: string) => world.log.filter(({ path }) => path.includes(part)).length
  expect(asked('/Talk:')).toBeGreaterThan(0)
  expect(asked('/Talk:')).toBeLessThanOrEqual(8)
  // What was missing while the model was made counts in the crawl that follows.
  expect(asked('/releases/')).toBeGreaterThan(0)
  expect(asked('/releases/')).toBeLessThanOrEqual(6)
})

const REPORTS = 48

/** Pages that each lead to a report in a folder of its year, and to a form that is the same file under many names. */
function reportingOffice(host: string): Site {
  const find = (path: string): Page | undefined => {
    const [, kind, number] =
      /^\/(item|files\/2\d+|forms)\/(?:report-|form-)?(\d+)(?:\.pdf)?$/.exec(path) ?? []
    const n = Number(number ?? REPORTS)
    const drawn = (template: string, ...body: Element[]): Page => ({
      template,
      draw: () =>
        el('html', {}, el('head', {}, el('title', {}, path)), el('body', { class: template }, ...body)),
    })
    const items = Array.from({ length: REPORTS }, (_, i) => el('li', {}, a(`/item/${i}`, `Item ${i}`)))
    if (path === '/') return drawn('home', el('ul', { class: 'all' }, ...items))
    if (n >= REPORTS) return undefined
    if (kind !== 'item') {
      const line = kind === 'forms' ? 'Apply here' : `Report ${n}`
      return { template: 'file', headers: { 'content-type': 'application/pdf' }, bytes: () => pdf(line) }
    }
    const text = el('p', { class: 'text' }, `Item ${n * 7} was found at place ${n * 11} by person ${n + 300}`)
    const report = a(`/files/${2000 + (n % 3)}/report-${n}.pdf`, 'Report')
    return drawn('item', el('h1', {}, `Item ${n}`), text, report, a(`/forms/form-${n}.pdf`, 'Apply'))
  }
  return { host, kind: 'office', entries: ['/'], find }
}

it('takes documents for pages of their own, unless their bytes are known', async () => {
  const { crawl, world } = await stage([reportingOffice('office.test')])
  const ran = await crawl({
    ...{ seeds: ['http://office.test/'], scope: { local: true }, request: { delay: 0, allowPrivate: true } },
    extract: { model: 'auto', sample: 20 },
  })
  expect(ran.stored.filter(url => url.includes('/files/'))).toHaveLength(REPORTS)
  const asked = world.log.filter(({ path }) => path.startsWith('/forms/')).length
  expect(asked).toBeLessThanOrEqual(24)
})
