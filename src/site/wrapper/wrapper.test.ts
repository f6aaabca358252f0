import { describe, expect, it } from 'vitest'
import { SHOP, shopPage } from '../shop.fixture.ts'
import { readSpecification, writeSpecification } from '../specification/specification.ts'
import { extract, wrapperLines, wrapperOf } from './extract.ts'
import { induceWrapper } from './induce.ts'
import { repairWrapper } from './repair-wrapper.ts'
import { typeOf } from './types.ts'

const page = (id: number, html = shopPage(`/product/item-${id}`)!) => ({
  url: `${SHOP}product/item-${id}`,
  html,
  status: 200,
})
const sample = [1, 2, 5, 7, 10, 11].map(id => page(id))
const wrapper = induceWrapper(sample)
const redesigned = (id: number) => shopPage(`/product/item-${id}`)!.replace('class="price"', 'class="amount"')

describe('wrappers', () => {
  it('find what varies, and leave the template out', () => {
    const names = wrapper.fields.map(field => field.name)
    expect(names).toContain('title')
    expect(names).toContain('price')
    expect(names).not.toContain('label')
    expect(names).not.toContain('foot')
  })

  it('type and extract fields of pages they never saw', () => {
    expect(wrapper.fields.find(field => field.name === 'price')!.type).toBe('number')
    expect(extract(wrapper, page(33).html)).toMatchObject({ title: ['Item 33'], price: ['33.99'] })
  })

  it('name cells of tables by their label', () => {
    const row = (beds: number) =>
      page(
        1,
        `<table><tr><th>Bedrooms</th><td>${beds}</td></tr><tr><th>Area</th><td>A${beds * 3}</td></tr></table>`,
      )
    const houses = induceWrapper([1, 2, 3].map(row))
    expect(extract(houses, row(9).html)).toEqual({ bedrooms: ['9'], area: ['A27'] })
  })

  it('lean on what pages declare', () => {
    const shop = (n: number) =>
      page(
        n,
        `<script type="application/ld+json">{"@type":"Product","name":"Item ${n}","offers":{"price":${n}.5,"priceCurrency":"EUR"}}</script>
<meta property="og:title" content="Item ${n}"><h1>Item ${n}</h1><p class="stock">${n % 2 ? 'in stock' : 'sold out'}</p>`,
      )
    const declared = induceWrapper([1, 2, 3, 4, 5].map(shop))
    expect(declared.fields.map(field => field.xpath).filter(xpath => !xpath.startsWith('/'))).toEqual([
      'json-ld(Product)/name',
      'json-ld(Product)/offers/price',
      'json-ld(Product)/offers/priceCurrency',
    ])
    expect(extract(declared, shop(8).html)).toEqual({
      name: ['Item 8'],
      price: ['8.5'],
      'price-currency': ['EUR'],
      stock: ['sold out'],
    })
    const lines = wrapperLines('product', declared)
    const read = readSpecification(writeSpecification(lines))
    expect(read.problems).toEqual([])
    expect(extract(wrapperOf(read.lines, 'product'), shop(9).html)).toMatchObject({ price: ['9.5'] })
  })

  it('put a value that is said twice behind all others', () => {
    const item = (n: number) =>
      page(
        n,
        `<h1>Item ${n}</h1><table><tr><th>Name</th><td>Item ${n}</td></tr><tr><th>Weight</th><td>${n * 7} kg</td></tr><tr><th>Colour</th><td>${n % 2 ? 'red' : 'blue'}</td></tr></table>`,
      )
    const twice = induceWrapper([1, 2, 3, 4, 5].map(item))
    const said = twice.fields.map(({ name }) => extract(twice, item(8).html)[name]![0])
    expect(said.slice(0, 3).sort()).toEqual(['56 kg', 'Item 8', 'blue'])
    expect(said.slice(3)).toEqual(['Item 8'])
  })

  it('follow labels, not positions, where rows come and go', () => {
    const row = (name: string, value: string) => `<tr><td>${name}</td><td>${value}</td></tr>`
    const player = (n: number) =>
      page(
        n,
        `<table>${n % 2 ? row('Born', `19${70 + n}`) : ''}${row('Height', `${n} ft`)}${row('Weight', `${100 + n} lb`)}</table>`,
      )
    const players = induceWrapper([1, 2, 3, 4, 5, 6].map(player))
    expect(extract(players, player(8).html)).toMatchObject({ height: ['8 ft'], weight: ['108 lb'] })
    expect(extract(players, player(9).html)).toMatchObject({
      born: ['1979'],
      height: ['9 ft'],
      weight: ['109 lb'],
    })
  })

  it('are made and used in bounded time on hostile pages', () => {
    const pages = [1, 2, 3].map(n =>
      page(n, `<div>${`<b>Height</b><i>${n}</i>`.repeat(3_000)}${'<p>'.repeat(3_000)}`),
    )
    const hostile = induceWrapper(pages)
    for (const one of pages) expect(Object.keys(extract(hostile, one.html)).length).toBeLessThan(200)
    expect(induceWrapper([])).toEqual({ fields: [], lists: [] })
    expect(induceWrapper([page(1, '')]).fields).toEqual([])
  })

  it('can be written into the specification', () => {
    const lines = wrapperLines('product', wrapper)
    expect(readSpecification(writeSpecification(lines))).toEqual({ lines, problems: [] })
  })

  it.each([
    ['£1,395,000', 'number'],
    ['12 May 2020', 'date'],
    ['2020-05-12', 'date'],
    ['https://a.test/x', 'url'],
    ['12 monkeys', 'string'],
  ])('%s is a %s', (text, type) => expect(typeOf(text)).toBe(type))
})

describe('a changed template', () => {
  const pages = [1, 2, 5, 7].map(id => ({
    ...page(id, redesigned(id)),
    record: extract(wrapper, page(id).html),
  }))

  it('is none where everything says what it said before', () => {
    const known = sample.map(page => ({ ...page, record: extract(wrapper, page.html) }))
    expect(repairWrapper(wrapper, known)).toEqual({ wrapper, repaired: [], lost: [] })
  })

  it('is noticed where another field stands in its place', () => {
    const swapped = (n: number) => `<p>${n} EUR</p><p>Name ${n}</p>`
    const straight = (n: number) => page(n, `<p>Name ${n}</p><p>${n} EUR</p>`)
    const before = induceWrapper([1, 2, 3, 4].map(straight))
    const known = [1, 2, 3, 4].map(n => ({
      ...page(n, swapped(n)),
      record: extract(before, straight(n).html),
    }))
    const { wrapper: after, repaired } = repairWrapper(before, known)
    expect(repaired).toHaveLength(2)
    expect(extract(after, swapped(7))).toEqual(extract(before, straight(7).html))
  })

  it('is repaired by the known values', () => {
    const { wrapper: repaired, repaired: changes, lost } = repairWrapper(wrapper, pages)
    expect(changes.map(change => change.field)).toEqual(['price'])
    expect(lost).toEqual([])
    expect(extract(repaired, redesigned(33)).price).toEqual(['33.99'])
  })
})
