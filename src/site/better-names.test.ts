import { describe, expect, it } from 'vitest'
import { withBetterNames } from './better-names.ts'
import type { ModelVersion } from './version.ts'

const NOTHING = { words: [], weights: [], variances: [], shares: [] }

function modelOf(
  classes: readonly (readonly [name: string, address: string, ...pages: string[]])[],
): ModelVersion {
  const names = classes.map(([name]) => name)
  return {
    format: 1,
    start: 'http://site.test/',
    madeAt: '',
    pagesUsed: 0,
    requests: 0,
    classes: classes.map(([name, address, ...pages]) => ({
      name,
      address,
      pages: pages.length,
      examples: [],
      schema: [],
    })),
    links: names.map(from => ({
      from,
      to: names[0]!,
      xpath: '//a',
      type: 'list',
      fixed: false,
      coverage: 1,
      links: 1,
      pagination: false,
    })),
    forms: [],
    profile: { sizes: [], kinds: { structure: NOTHING, address: NOTHING, frame: NOTHING } },
    members: classes.map(([, , ...pages]) => pages),
  }
}

const namesOf = (model: ModelVersion) => model.classes.map(one => one.name)

describe('names of classes', () => {
  it('come from a segment of the addresses that no other class has', () => {
    const model = modelOf([
      ['home', '/'],
      ['page', '/item/*/*'],
      ['page-2', '/shop/*.html'],
      ['page-3', '/shop/terms.html'],
    ])
    const better = withBetterNames(model, new Map())
    expect(namesOf(better)).toEqual(['home', 'item', 'page-2', 'terms'])
    expect(better.links.map(link => link.from)).toEqual(['home', 'item', 'page-2', 'terms'])
  })

  it('come from words of the titles otherwise, and stay different', () => {
    const model = modelOf([
      ['recipe', '/recipe/*', 'r'],
      ['page', '/*', 'a', 'b'],
      ['page-2', '/*/*', 'c'],
    ])
    const titles = new Map([
      ['r', 'Cake – Kitchen'],
      ['a', 'Recipe of bread – Kitchen'],
      ['b', 'Recipe of soup – Kitchen'],
    ])
    expect(namesOf(withBetterNames(model, titles))).toEqual(['recipe', 'recipe-2', 'page-2'])
  })

  it('that say something stay as they are', () => {
    const model = modelOf([
      ['product', '/item/*'],
      ['home', '/'],
    ])
    expect(withBetterNames(model, new Map())).toEqual(model)
  })
})
