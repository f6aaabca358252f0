import { expect, it } from 'vitest'
import { DoubleFetch } from './double-fetch.ts'

it('asks for three pages of a directory and fifteen of a host', () => {
  const double = new DoubleFetch()
  const asked = [1, 2, 3, 4, 5].filter(page => double.wants(`https://a.example/news/${page}`))
  expect(asked).toEqual([1, 2, 3])
  const others = Array.from({ length: 30 }, (_, i) => double.wants(`https://a.example/shop/${i}/`))
  expect(others.filter(wanted => wanted).length).toBe(12)
})
