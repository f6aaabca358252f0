/** What a crawl by an inferred model does not ask for: addresses for programs, and more of a kind than it takes to judge it. */
import { expect, it } from 'vitest'
import { a, type Element, el, type Page, type Site } from '../world/index.ts'
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
