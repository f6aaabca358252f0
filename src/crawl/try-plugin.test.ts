import { expect, it } from 'vitest'
import { definePlugin } from './plugin.ts'
import { tryPlugin } from './try-plugin.ts'

const PAGE = '<title>Lamp</title><b class=price>€ 7</b><a href=/chair rel=nofollow>Chair</a>'
const plugin = definePlugin({
  name: 'shop',
  request(request, { veto }) {
    request.headers.set('x-key', 'sesame')
    if (request.url.pathname === '/cart') veto('a cart')
  },
  async response(visit, { reject }) {
    if (visit.text?.includes('Sold out')) return reject('sold out')
    const document = await visit.document()
    Object.assign(visit.fields, {
      price: visit.select('.price')[0]?.text,
      links: visit.links.map(({ href, nofollow }) => `${href} ${nofollow}`),
      seen: [
        visit.title,
        visit.status,
        visit.headers.get('x-is'),
        document?.kind,
        await visit.previous?.text(),
      ],
    })
    visit.changed = false
  },
  queue({ url, visit }, { exclude, add, setPriority, visitAt }) {
    if (url.searchParams.has('print')) return exclude('print view')
    if (!visit) return setPriority(5)
    add('/next?page=2')
    visitAt(new Date(1_000))
  },
})

it('calls the stages on a page, and tells what they did', async () => {
  const page = {
    url: 'https://a.test/lamp',
    body: PAGE,
    headers: { 'X-Is': 'there' },
    previous: '<p>Earlier',
  }
  const tried = await tryPlugin(plugin, page)
  expect(tried).toMatchObject({
    ...{ vetoed: null, rejected: null, excluded: null, changed: false, priority: null, visitAt: 1_000 },
    fields: {
      price: '€ 7',
      links: ['https://a.test/chair true'],
      seen: ['Lamp', 200, 'there', 'document', 'Earlier'],
    },
    added: ['https://a.test/next?page=2'],
  })
  expect(tried.request?.headers.get('x-key')).toBe('sesame')
})

it('goes no further than a crawl does', async () => {
  expect(await tryPlugin(plugin, { url: 'https://a.test/cart', body: PAGE })).toMatchObject({
    ...{ vetoed: 'a cart', fields: {}, added: [] },
  })
  expect(await tryPlugin(plugin, { url: 'https://a.test/rug', body: '<p>Sold out' })).toMatchObject({
    ...{ rejected: 'sold out', added: [] },
  })
  expect(await tryPlugin(plugin, { url: 'https://a.test/lamp' })).toMatchObject({
    request: null,
    priority: 5,
    added: [],
  })
  expect(await tryPlugin(plugin, { url: 'https://a.test/lamp?print' })).toMatchObject({
    excluded: 'print view',
  })
})

it('throws what would be reported in a crawl', async () => {
  const wrong = definePlugin({ name: 'wrong', queue: (_, { setPriority }) => setPriority(Number.NaN) })
  await expect(tryPlugin(wrong, { url: 'https://a.test/' })).rejects.toThrow(
    'a priority must be a number, not NaN',
  )
  const big = definePlugin({ name: 'big', response: ({ fields }) => void (fields.n = 10n) })
  await expect(tryPlugin(big, { url: 'https://a.test/', body: '' })).rejects.toThrow('written as JSON')
})
