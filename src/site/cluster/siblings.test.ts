import { expect, test } from 'vitest'
import { Interner } from '../sketch/interner.ts'
import { sketchPage } from '../sketch/page-sketch.ts'
import { siblingPairs } from './siblings.ts'

const SITE = 'http://a.test'

function pagesOf(list: string, others: readonly string[]) {
  const vocabulary = new Interner()
  const sketch = (path: string, html: string) =>
    sketchPage({ url: SITE + path, html, status: 200 }, vocabulary)
  return [sketch('/', list), ...others.map(path => sketch(path, path))]
}

test('siblings are behind one list, under addresses of one form; for addresses, the form of the file is enough', () => {
  const paths = ['/core/array.html', '/core/text.html', '/net/socket.html', '/net/index.php']
  const list = `<ul class=all>${paths.map(path => `<li><a href=${path}>x</a>`).join('')}</ul>`
  const pages = pagesOf(list, paths)
  expect(siblingPairs(pages, 'whole')).toEqual([[1, 2]])
  expect(siblingPairs(pages, 'file')).toEqual([
    [1, 2],
    [1, 3],
    [2, 3],
  ])
})
