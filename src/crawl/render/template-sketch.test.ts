import { expect, it } from 'vitest'
import { areAlike, hasScripts, sketchOf } from './template-sketch.ts'

it.each([
  ['<p>a<script src=/app.js></script>', true],
  ['<body onload="go()">', true],
  ['<a href=/x\n  onclick=go()>go</a>', true],
  ['<iframe src=/frame></iframe>', true],
  ['<title>Use onerror="…" with care</title><p>set onclick = no', false],
  ['<p class=on data-on="x">plain</p>', false],
])('%s: scripts %s', (html, has) => {
  expect(hasScripts(html)).toBe(has)
})

it('takes a second for what was written to take longer', () => {
  expect(hasScripts(`<a ${' on'.repeat(300_000)}`)).toBe(false)
})

it('tells pages of one template from those of another', () => {
  const page = (title: string, ...classes: string[]) =>
    sketchOf(`<title>${title}</title>${classes.map(name => `<div class=${name}>${title}</div>`).join('')}`)
  const shop = ['head', 'menu', 'price', 'cart', 'foot']
  expect(areAlike(page('one', ...shop), page('two', ...shop, 'sale'))).toBe(true)
  expect(areAlike(page('one', ...shop), page('three', 'post', 'comments', 'author', 'date'))).toBe(false)
})
