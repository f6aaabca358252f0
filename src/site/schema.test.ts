/** The worked examples of the thesis of 2017 that the model follows. */
import { describe, expect, it } from 'vitest'
import { compileXPath, parseTree } from '../html/index.ts'
import { type EncodedClass, Encoding } from './encoding.ts'
import { lattice, stepsTo, versionXPath } from './path.ts'
import { candidates, classSchema, collectionsOf, pageSchema, schemaDistance } from './schema.ts'

const page = (body: string) => parseTree(`<html><body>${body}</body></html>`)
const cell = (url: string) => `<tr><td><a href=${url}>x</a>`
const TABLE = '/html/body/table/tbody/tr/td/a'
const LIST = '/html/body/ul/li/a'
const BOLD = '/html/body/b/a'

const p1 = collectionsOf(
  page(`<table>${cell('B1')}${cell('B2')}</table><ul><li><a href=C1></a><li><a href=C4></a></ul>`),
)
const p2 = collectionsOf(
  page(
    `<table>${cell('B3')}${cell('B4')}${cell('B2')}</table><b><a href=B1></a></b><ul><li><a href=C2></a></ul>`,
  ),
)
const book = (price: string, title: string) =>
  collectionsOf(page(`<div><span>Price</span><span>Title</span></div><ul><li>${price}<li>${title}</ul>`))
const p3 = book('19.99', 'A Game of Thrones')
const p4 = book('7.99', 'The Lord of the Rings')

describe('collections and schemas', () => {
  it('p1 has two link collections', () =>
    expect(p1.links).toEqual([
      { path: TABLE, items: ['B1', 'B2'] },
      { path: LIST, items: ['C1', 'C4'] },
    ]))

  it('p2 has three', () =>
    expect(p2.links.map(({ path, items }) => [path, items.length])).toEqual([
      [TABLE, 3],
      [BOLD, 1],
      [LIST, 1],
    ]))

  it('p3 and p4 have one schema of two text paths', () => {
    expect(pageSchema(p3)).toEqual(new Set(['/html/body/div/span', '/html/body/ul/li']))
    expect(pageSchema(p4)).toEqual(pageSchema(p3))
  })

  it('the class of p1 and p2 has the union of their link paths', () => {
    const withoutTexts = [p1, p2].map(({ links }) => ({ links, texts: [] }))
    expect(classSchema(withoutTexts)).toEqual(new Set([TABLE, LIST, BOLD]))
  })

  it('the class of p3 and p4 keeps only the path whose texts are equal', () =>
    expect(classSchema([p3, p4])).toEqual(new Set(['/html/body/div/span'])))

  it('distance is 0 for equal and 1 for disjoint schemas', () => {
    expect(schemaDistance(new Set(['a', 'b']), new Set(['b', 'a']))).toBe(0)
    expect(schemaDistance(new Set(['a']), new Set(['b']))).toBe(1)
    expect(schemaDistance(new Set(['a', 'b']), new Set(['b', 'c']))).toBeCloseTo(2 / 3)
  })

  it('candidates: equal schemas first, then near ones', () => {
    const long = (n: number) => new Set(Array.from({ length: n }, (_, i) => `p${i}`))
    expect(candidates([long(10), long(3), long(10), long(9)])).toEqual([[0, 2, 3], [1]])
  })
})

describe('the lattice', () => {
  const tree = page(`<div class=List1><ul class=List1><li><a href=1></a><li><a href=2></a></ul></div>
    <div class=List2><ul class=List2><li><a href=3></a><li><a href=4></a></ul></div>
    <div><ul><li><a href=5></a><li><a href=6></a><li><a href=7></a></ul></div>`)
  const first = tree.nodes.find(node => node.name === 'a')!
  const levels = lattice(stepsTo(first)).map(versionXPath)

  it('has five levels, from tags only to every value', () =>
    expect(levels).toEqual([
      '/html/body/div/ul/li/a',
      '/html/body/div[@class]/ul/li/a',
      '/html/body/div[@class]/ul[@class]/li/a',
      '/html/body/div[@class="List1"]/ul[@class]/li/a',
      '/html/body/div[@class="List1"]/ul[@class="List1"]/li/a',
    ]))

  it('each level selects the URLs of the example', () => {
    const counts = levels.map(level => {
      const answer = compileXPath(level)
      return answer.ok
        ? answer.xpath
            .select(tree.root)
            .map(node => node.attribute('href'))
            .join('')
        : ''
    })
    expect(counts).toEqual(['1234567', '1234', '1234', '12', '12'])
  })
})

describe('description length', () => {
  const p = { paths: new Set(['cp1', 'cp3']), urls: 5 }
  const a: EncodedClass = { schema: new Set(['cp1', 'cp2', 'cp3']), pages: [p] }
  const b: EncodedClass = {
    schema: new Set(['cp4']),
    pages: [
      { paths: new Set(['cp4']), urls: 1 },
      { paths: new Set(['cp4']), urls: 2 },
    ],
  }
  const encoding = new Encoding([a, b])

  it('a path weighs 1 / (tf·idf + 1)', () =>
    expect(encoding.weight('cp1', a)).toBeCloseTo(1 / (Math.log(3) + 1)))

  it('a page with two of three paths and five URLs', () => {
    const weights = ['cp1', 'cp2', 'cp3'].map(path => encoding.weight(path, a))
    expect(encoding.ofPage(p, a)).toBeCloseTo(5 + 0.8 * weights[0]! + 0.8 * weights[2]! + weights[1]!)
  })

  it('the model costs its four paths', () =>
    expect(encoding.ofClass(a) + encoding.ofClass(b)).toBeCloseTo(
      ['cp1', 'cp2', 'cp3'].reduce((sum, path) => sum + encoding.weight(path, a), 0) +
        encoding.weight('cp4', b),
    ))
})
