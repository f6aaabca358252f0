import { expect, test } from 'vitest'
import { Newcomers } from './newcomers.ts'

const shop = (i: number, query = '') => `https://a.test/product/p${i}/${query}`

test('a query behind many paths is left once some of its pages are copies', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 20; i++) {
    newcomers.fetched(shop(i), i, true)
    newcomers.fetched(shop(i, '?currency=EUR'), i % 4 === 0 ? i : 1000 + i, true)
  }
  expect(newcomers.allows(shop(30, '?currency=EUR'), true)).toBe(false)
  expect(newcomers.allows(shop(30), true)).toBe(true)
})

test('a query that tells pages of one path apart is not, for a few copies', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 20; i++) newcomers.fetched(`https://a.test/show?id=${i}`, i % 5 === 0 ? 0 : i, true)
  expect(newcomers.allows('https://a.test/show?id=99', true)).toBe(true)
})

test('what came first with a query is the copy of the plain address', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 6; i++) {
    newcomers.fetched(`https://a.test/list?session=${i}`, i, true)
    newcomers.fetched(`https://a.test/list/${i}`, i, true)
  }
  expect(newcomers.allows('https://a.test/list?session=9', true)).toBe(false)
})
