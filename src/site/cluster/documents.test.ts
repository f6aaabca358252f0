import { expect, test } from 'vitest'
import { documentsOf } from './documents.ts'

const documents = (...paths: string[]) => documentsOf(paths.map(path => ({ url: `https://a.test${path}` })))

test('translations are one document, with or without an index', () => {
  expect(documents('/', '/de/tuning.html', '/fr/tuning.html', '/de/misc/', '/fr/misc/index.html')).toEqual([
    0, 1, 1, 3, 3,
  ])
})

test('so are versions deeper down', () => {
  expect(documents('/docs/1.0/a', '/docs/2.0/a', '/docs/2.0/b')).toEqual([0, 0, 2])
})

test('pages of one folder are not, nor is a site where it happens once', () => {
  expect(documents('/tag/sea/index.html', '/tag/land/index.html', '/tag/sky/')).toEqual([0, 1, 2])
  const many = Array.from({ length: 20 }, (_, i) => `/a/${i}`)
  expect(documents('/b/0', ...many)).toEqual(Array.from({ length: 21 }, (_, i) => i))
})
