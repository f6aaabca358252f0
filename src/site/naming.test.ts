import { expect, it } from 'vitest'
import { nameClasses } from './naming.ts'

const at = (...paths: readonly string[]) => paths.map(path => `https://h.test${path}`)

it('classes are named by what their addresses have in common', () =>
  expect(nameClasses([at('/'), at('/product/1', '/product/2'), at('/1', '/2')], 'https://h.test/')).toEqual([
    'home',
    'product',
    'page',
  ]))

it('a start that is one of many pages is no home page', () => {
  const lamps = at('/shop/lamp/1', '/shop/lamp/2', '/shop/lamp/3')
  const others = at('/shop/rug/1', '/shop/rug/2')
  expect(nameClasses([lamps, others], lamps[0]!)).toEqual(['lamp', 'rug'])
  expect(nameClasses([[lamps[0]!], others], lamps[0]!)).toEqual(['home', 'rug'])
})
