import { describe, expect, it } from 'vitest'
import type { ClassLink, Model, PageClass } from '../../src/client/index.ts'
import { layoutOf } from './class-layout.ts'

const classOf = (name: string, examples: readonly string[] = []): PageClass => ({
  ...{ name, pages: 1, address: '/', examples, fields: [], lists: [] },
})

const link = (from: string, to: string, coverage = 1): ClassLink => ({
  ...{ from, to, coverage, xpath: '//a', type: 'list', fixed: false, links: 1, pagination: false },
})

const model = (classes: readonly PageClass[], links: readonly ClassLink[]): Model => ({
  ...{ start: 'http://a.test/', madeAt: '2026-11-16T00:00:00.000Z', pagesUsed: 9, forms: [], classes, links },
})

const columnsIn = (given: Model) => {
  const columns = new Map<number, string[]>()
  for (const { of, x } of layoutOf(given).boxes) columns.set(x, [...(columns.get(x) ?? []), of.name])
  return [...columns].sort(([a], [b]) => a - b).map(([, names]) => names)
}

describe('the layout of a model', () => {
  it('places classes in columns by their distance from the start page, unreachable ones last', () => {
    const classes = [classOf('item'), classOf('list'), classOf('home', ['http://a.test/']), classOf('lost')]
    const links = [link('home', 'list'), link('list', 'item'), link('item', 'home')]
    expect(columnsIn(model(classes, links))).toEqual([['home'], ['list'], ['item'], ['lost']])
  })

  it('keeps classes near those that lead to them', () => {
    const classes = ['home', 'a', 'b', 'of b', 'of a'].map(name => classOf(name))
    const links = [link('home', 'a'), link('home', 'b'), link('b', 'of b'), link('a', 'of a')]
    expect(columnsIn(model(classes, links)).at(-1)).toEqual(['of a', 'of b'])
  })

  it('draws the strongest of several links between two classes, and none to a class that is not there', () => {
    const links = [link('home', 'a', 0.2), link('home', 'a', 0.9), link('a', 'unknown')]
    const { edges } = layoutOf(model([classOf('home'), classOf('a')], links))
    expect(edges.map(({ to, coverage }) => [to, coverage])).toEqual([['a', 0.9]])
  })

  it('marks links to classes that the menu of a site leads to', () => {
    const names = ['home', 'a', 'b', 'c', 'd', 'e']
    const links = names.map(name => link(name, 'home')).concat(link('a', 'b'))
    const { edges } = layoutOf(
      model(
        names.map(name => classOf(name)),
        links,
      ),
    )
    expect(edges.filter(each => each.isCommon).map(each => each.to)).toEqual(names.map(() => 'home'))
  })

  it('has room for a model without classes', () =>
    expect(layoutOf(model([], []))).toMatchObject({ boxes: [], edges: [] }))
})
