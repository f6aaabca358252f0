import { expect, it } from 'vitest'
import { ByteCache } from './byte-cache.ts'

it('keeps what was used last and fits', () => {
  const cache = new ByteCache<string, number>(100)
  cache.set('a', 1, 40)
  cache.set('b', 2, 40)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3, 40)
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual([1, undefined, 3, 80])
})

it('counts an entry that is replaced once, and keeps none that is larger than everything', () => {
  const cache = new ByteCache<string, number>(100)
  cache.set('a', 1, 60)
  cache.set('a', 2, 70)
  expect([cache.get('a'), cache.bytes]).toEqual([2, 70])
  cache.set('b', 3, 101)
  expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual([2, undefined, 70])
  cache.set('a', 4, 101)
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0])
})
