import { expect, it } from 'vitest'
import { growModel } from './grow.ts'
import { Assigner, inferSite, type SourcePage, versionOf } from './index.ts'
import { MADE_AT, SHOP, ShopSource, shopPage } from './shop.fixture.ts'

const pageAt = (path: string): SourcePage => ({ url: SHOP + path, html: shopPage(`/${path}`)!, status: 200 })
const PRODUCTS = [2, 3, 4, 7, 8, 12, 15, 21].map(id => pageAt(`product/item-${id}`))

/** The shop, as if none of its products had been sampled. */
const source = new ShopSource()
const withoutProducts = {
  fetch: async (url: string) => (url.includes('/product/') ? null : source.fetch(url)),
}
const model = versionOf(await inferSite(withoutProducts, SHOP, { pages: 40, madeAt: MADE_AT }))
const members = model.members.flat().map(url => pageAt(url.slice(SHOP.length)))

it('starts a class with pages that fit none, and keeps those that there are', () => {
  const grown = growModel(model, { members, strangers: PRODUCTS, madeAt: MADE_AT })!
  const names = grown.classes.map(({ name }) => name)
  expect(names.slice(0, -1)).toEqual(model.classes.map(({ name }) => name))
  expect(names.at(-1)).toBe('product')
  expect(grown.members.at(-1)).toEqual(PRODUCTS.map(({ url }) => url))
  expect(grown.members.slice(0, -1)).toEqual(model.members)
  expect(grown.wrappers?.product?.fields.length).toBeGreaterThan(0)
  const { classIndex } = new Assigner(grown.profile).assignPage(pageAt('product/item-30'))
  expect(names[classIndex!]).toBe('product')
  const toProducts = grown.links.filter(({ to }) => to === 'product').map(({ from }) => from)
  expect(toProducts).toContain(names.find(name => name.startsWith('list')))
})

it('takes pages into a class that they belong to after all', () => {
  const strangers = members.filter(({ url }) => url.includes('/list/')).slice(-2)
  const [first, second] = strangers.map(({ url }) => url)
  const smaller = {
    ...model,
    members: model.members.map(urls => urls.filter(url => url !== first && url !== second)),
  }
  const known = members.filter(({ url }) => url !== first && url !== second)
  const grown = growModel(smaller, { members: known, strangers, madeAt: MADE_AT })!
  expect(grown.classes.map(({ name }) => name)).toEqual(model.classes.map(({ name }) => name))
  expect(grown.members.find(urls => urls.includes(first!))).toContain(second)
})

it('leaves a model as it is for pages that have nothing in common, or without pages to compare with', () => {
  expect(growModel(model, { members, strangers: PRODUCTS.slice(0, 1), madeAt: MADE_AT })).toBeNull()
  expect(growModel(model, { members: [], strangers: PRODUCTS, madeAt: MADE_AT })).toBeNull()
})
