import { describe, expect, it } from 'vitest'
import { compileXPath, parseTree } from '../html/index.ts'
import {
  Assigner,
  compareModels,
  inferSite,
  readSpecification,
  specificationOf,
  toCypher,
  toDot,
  toGraphMl,
  toSvg,
  writeSpecification,
} from './index.ts'
import { MADE_AT, SHOP, ShopSource, shopPage } from './shop.fixture.ts'

const { model, classOf } = await inferSite(new ShopSource(), SHOP, { pages: 60, madeAt: MADE_AT })
const classAt = (path: string) => classOf.get(`${SHOP}${path}`)
const products = [...classOf].filter(([url]) => url.includes('/product/'))
const lists = [...classOf].filter(([url]) => url.includes('/list/'))

describe('inference on a shop of known templates', () => {
  it('keeps all products in one class, whatever optional blocks they have', () =>
    expect(new Set(products.map(([, own]) => own)).size).toBe(1))

  it('keeps all lists in another, and follows their pages', () => {
    expect(new Set(lists.map(([, own]) => own)).size).toBe(1)
    expect(lists.length).toBe(6)
  })

  it('keeps home, texts, lists and products apart', () => {
    const names = [classAt(''), classAt('about'), lists[0]![1], products[0]![1]]
    expect(new Set(names).size).toBe(4)
    expect(classAt('terms')).toBe(classAt('about'))
  })

  it('spends no more requests than allowed', async () => {
    const source = new ShopSource()
    const { model: small } = await inferSite(source, SHOP, { pages: 12, madeAt: MADE_AT })
    expect(source.asked.length).toBe(12)
    expect(small.requests).toBe(12)
  })

  it('is deterministic for a seed', async () => {
    const again = await inferSite(new ShopSource(), SHOP, { pages: 60, madeAt: MADE_AT })
    expect(again.model).toEqual(model)
  })

  it('finds the class links with their types', () => {
    const between = (from: string | undefined, to: string | undefined) =>
      model.links.filter(link => link.from === from && link.to === to)
    const list = lists[0]![1]
    const product = products[0]![1]
    expect(between(list, product).map(link => link.type)).toEqual(['list'])
    expect(between(list, list).some(link => link.pagination)).toBe(true)
    expect(between(product, classAt('about')).map(link => [link.type, link.fixed])).toEqual([['menu', true]])
  })

  it('writes XPaths that select the links', () => {
    const link = model.links.find(one => one.from === lists[0]![1] && one.to === products[0]![1])!
    const answer = compileXPath(link.xpath)
    expect(answer.ok && answer.xpath.select(parseTree(shopPage('/list/2')!).root).length).toBe(10)
  })

  it('finds the search form of every class', () =>
    expect(model.forms.map(form => form.kind)).toEqual(model.classes.map(() => 'search')))
})

describe('later pages', () => {
  const page = (path: string, html = shopPage(path)!) => ({
    url: `${SHOP}${path.slice(1)}`,
    html,
    status: 200,
  })
  const name = (own: number | undefined) => (own === undefined ? undefined : model.classes[own]!.name)

  it('get their class', () => {
    const assigner = new Assigner(model.profile)
    expect(name(assigner.assignPage(page('/product/item-33')).classIndex)).toBe(products[0]![1])
    expect(name(assigner.assignPage(page('/list/5')).classIndex)).toBe(lists[0]![1])
  })
})

describe('versions', () => {
  it('a model does not differ from itself', () => {
    const difference = compareModels(model, model)
    expect(Object.values(difference).flat()).toEqual([])
  })

  it('tells what came and went', () => {
    const product = products[0]![1]
    const without = {
      ...model,
      classes: model.classes.filter(one => one.name !== product),
      links: model.links.filter(link => link.from !== product && link.to !== product),
    }
    expect(compareModels(model, without).classesWent).toEqual([product])
    const back = compareModels(without, model)
    expect(back.classesCame).toEqual([product])
    expect(back.linksCame.every(link => link.from === product || link.to === product)).toBe(true)
  })

  it('tells links whose path changed', () => {
    const links = model.links.map(link => (link.pagination ? { ...link, xpath: '//nav/a' } : link))
    const { linksChanged } = compareModels(model, { ...model, links })
    expect(linksChanged.map(link => link.after)).toContainEqual(expect.arrayContaining(['//nav/a']))
  })
})

describe('a model for others', () => {
  it('can be written as a specification and read again', () => {
    const lines = specificationOf(model)
    expect(readSpecification(writeSpecification(lines))).toEqual({ lines, problems: [] })
  })

  it('has as many nodes and edges in every format', () => {
    const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
    const { classes, links } = model
    expect(count(toGraphMl(model), /<node /g)).toBe(classes.length)
    expect(count(toGraphMl(model), /<edge /g)).toBe(links.length)
    const items = links.filter(({ type }) => type === 'menu').length
    expect(count(toCypher(model), /CLASS_LINK/g)).toBe(links.length - items)
    expect(count(toCypher(model), /MENU_ITEM/g)).toBe(items)
    expect(items).toBeGreaterThan(0)
    expect(count(toDot(model), / -> /g)).toBe(links.length)
    expect(count(toSvg(model), /<rect x=/g)).toBe(classes.length)
  })
})
