import { expect, test } from 'vitest'
import type { PageSketch } from '../sketch/page-sketch.ts'
import { firstAlike } from './known-alike.ts'

const page = (url: string, fingerprint: number): PageSketch => ({
  url,
  fingerprint,
  links: [],
  forms: [],
  places: [],
  structure: [],
  labels: [],
  frame: [],
  urlTokens: [],
  textLength: 0,
})
const alike = (...urls: string[]) => firstAlike(urls.map((url, i) => page(`https://a.test${url}`, i)))

test('the pages of a list are alike, however they count', () => {
  expect(alike('/', '/tag/sea/', '/tag/sea/page/2/', '/tag/land/', '/tag/sea/page/3/')).toEqual([
    0, 1, 1, 3, 1,
  ])
  expect(alike('/', '/list?cat=3', '/list?page=2&cat=3', '/list?cat=4&page=2')).toEqual([0, 1, 1, 3])
  expect(alike('/', '/a/index.html', '/a/page/2/index.html')).toEqual([0, 1, 1])
})

test('the start page and numbered posts are not', () => {
  expect(alike('/', '/page/2/', '/page/3/')).toEqual([0, 1, 1])
  expect(alike('/x', '/?p=12', '/?p=13')).toEqual([0, 1, 2])
})

test('copies are alike, and what is like a copy is like its first', () => {
  const pages = [page('https://a.test/', 1), page('https://a.test/b/', 2), page('https://a.test/c/', 2)]
  expect(firstAlike([...pages, page('https://a.test/c/page/2/', 3)])).toEqual([0, 1, 1, 1])
})
