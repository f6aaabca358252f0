/** One site over several hosts of a domain: one model, whose classes and links know no hosts, and a crawl by it. */
import { describe, expect, it } from 'vitest'
import { newestModel } from '../../src/crawl/models/model-versions.ts'
import { Collection } from '../../src/index.ts'
import { UNPLACED_CLASS } from '../../src/site/index.ts'
import { a, type Element, el, type Page, type Site } from '../world/index.ts'
import { stage } from './stage.ts'

const HOSTS = ['www', 'docs', 'blog'].map(name => `${name}.corp.test`)
const [WWW, DOCS, BLOG] = HOSTS.map(host => `http://${host}`) as [string, string, string]
const ITEMS = 60

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

/** The head and the menu are the same on all hosts. */
function page(template: string, title: string, ...body: Element[]): Page {
  const menu = el(
    'ul',
    { class: 'menu' },
    ...[WWW, DOCS, BLOG].map(host => el('li', {}, a(`${host}/`, host))),
  )
  return {
    template,
    draw: () =>
      el(
        'html',
        {},
        el('head', {}, el('title', {}, title), el('link', { rel: 'shortlink', href: `/?s=${title.length}` })),
        el('body', { class: template }, menu, ...body),
      ),
  }
}

const listed = (links: readonly Element[]) =>
  el('ul', { class: 'all' }, ...links.map(link => el('li', {}, link)))
const said = (what: string, n: number) =>
  el(
    'p',
    { class: 'text' },
    `${what} ${n} was written by author ${n * 13} about matter ${n * 29} and thing ${n * 31}`,
  )

/** Products on `www` come in two lists; half of them are linked by manuals alone. */
function www(path: string): Page | undefined {
  const n = Number(/^\/product\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
  if (path === '/') {
    const shown = numbers(ITEMS / 2)
    return page('index', 'Corp', listed(shown.map(i => a(`/product/${i}`, `Product ${i}`))))
  }
  if (!(n < ITEMS)) return undefined
  const facts = el('dl', { class: 'facts' }, el('dt', {}, 'Weight'), el('dd', {}, `${n + 500} g`))
  const manual = el('p', { class: 'manual' }, a(`${DOCS}/manual/${n}`, 'Manual'))
  return page('product', `Product ${n}`, el('h1', {}, `Product ${n}`), facts, said('Product', n), manual)
}

function docs(path: string): Page | undefined {
  const n = Number(/^\/manual\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
  if (path === '/')
    return page('index', 'Manuals', listed(numbers(ITEMS).map(i => a(`/manual/${i}`, `Manual ${i}`))))
  if (!(n < ITEMS)) return undefined
  const steps = el(
    'ol',
    { class: 'steps' },
    ...numbers(3).map(i => el('li', {}, said(`Step ${i} of`, n + 1000 * i))),
  )
  const about = el('div', { class: 'about' }, a(`${WWW}/product/${n}`, 'The product'))
  return page('manual', `Manual ${n}`, el('h2', { class: 'title' }, `How to use ${n}`), steps, about)
}

function blog(path: string): Page | undefined {
  const n = Number(/^\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
  if (path === '/') return page('index', 'News', listed(numbers(ITEMS).map(i => a(`/${i}`, `News ${i}`))))
  if (!(n < ITEMS)) return undefined
  const day = el('time', { class: 'day' }, `2025-03-${10 + (n % 18)}`)
  const more = el('p', { class: 'more' }, a(`${DOCS}/manual/${n}`, 'Read its manual'))
  return page(
    'post',
    `News ${n}`,
    el('article', { class: 'post' }, el('h1', {}, `News ${n}`), day, said('News', n)),
    more,
  )
}

const SITES: readonly Site[] = [www, docs, blog].map((find, i) => ({
  ...{ host: HOSTS[i]!, kind: 'part', entries: ['/'] },
  find,
}))

const crawlOf = (seed: string) => ({
  seeds: [seed],
  scope: { local: 'domain' as const },
  request: { delay: 0 as const, allowPrivate: true },
  extract: { model: 'auto', sample: 60 },
})

describe('a site over several hosts', () => {
  it('has one model, and a crawl by it finds every page of every host, each with its class', async () => {
    const { crawl, read, world } = await stage([...SITES])
    const ran = await crawl(crawlOf(`${WWW}/`))
    const on = (origin: string) => ran.stored.filter(url => url.startsWith(origin)).length
    expect([on(WWW), on(DOCS), on(BLOG)]).toEqual([ITEMS + 1, ITEMS + 1, ITEMS + 1])
    expect(world.log.filter(({ path }) => path.includes('?s='))).toEqual([])
    const classes = new Map<string, Set<string>>()
    await read(async ({ store }) => {
      expect(await store.modeledOrigins(10)).toEqual([WWW])
      const model = await newestModel(store, WWW)
      expect(model).toMatchObject({ domain: 'corp.test' })
      for await (const { url, pageClass } of store.pages({ stored: true })) {
        const template = world.truth.of(url)!.template
        classes.set(template, (classes.get(template) ?? new Set()).add(pageClass ?? UNPLACED_CLASS))
      }
      const only = (template: string) => [...classes.get(template)!][0]!
      const links = model!.links.map(({ from, to }) => `${from} ${to}`)
      expect(links).toContain(`${only('product')} ${only('manual')}`)
      expect(links).toContain(`${only('manual')} ${only('product')}`)
      expect(links).toContain(`${only('post')} ${only('manual')}`)
    })
    // One template is one class, on however many hosts it is used.
    expect([...classes].map(([template, names]) => [template, names.size]).sort()).toEqual([
      ...[
        ['index', 1],
        ['manual', 1],
        ['post', 1],
        ['product', 1],
      ],
    ])
    expect([...classes.values()].flatMap(names => [...names])).not.toContain(UNPLACED_CLASS)
  })

  it('keeps its model for a seed on another of its hosts', async () => {
    const { crawl, folder, world } = await stage([...SITES])
    await crawl(crawlOf(`${WWW}/`))
    const before = world.log.length
    await crawl(crawlOf(`${DOCS}/`))
    expect(world.log.slice(before).filter(({ path }) => path !== '/robots.txt')).toEqual([])
    await using collection = await Collection.open(folder)
    expect((await collection.models()).length).toBe(1)
  })
})
