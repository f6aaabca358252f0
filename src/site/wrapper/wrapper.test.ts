import { describe, expect, it } from 'vitest'
import { SHOP, shopPage } from '../shop.fixture.ts'
import { readSpecification, writeSpecification } from '../specification.ts'
import { extract, wrapperLines } from './extract.ts'
import { induceWrapper } from './induce.ts'
import { lostFields, repairWrapper } from './repair.ts'
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

  it('is noticed', () => {
    expect(lostFields(wrapper, sample)).toEqual([])
    expect(lostFields(wrapper, pages)).toEqual(['price'])
  })

  it('is repaired by the known values', () => {
    const { wrapper: repaired, repaired: changes, lost } = repairWrapper(wrapper, pages)
    expect(changes.map(change => change.field)).toEqual(['price'])
    expect(lost).toEqual([])
    expect(extract(repaired, redesigned(33)).price).toEqual(['33.99'])
  })
})
