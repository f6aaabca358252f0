import { expect, it } from 'vitest'
import { Canonicalizer } from '../../url/index.ts'
import { gainOf, isWorthIt } from '../render/render-gain.ts'
import { areAlike, hasScripts, sketchOf } from '../render/template-sketch.ts'
import { RenderMemory } from './render-memory.ts'

const DAY_MS = 86_400_000
const canonicalizer = new Canonicalizer({})
const article = (text: string, build = 'a1b2c3d4') =>
  `<div class="layout wide"><nav class=menu></nav><main class="article n${text.length}">${text}</main><script src="/main.${build}.js"></script></div>`
const shop = '<div class=shop><ul class=products><li class=product></ul><script src=/shop.js></script></div>'
const gain = { links: 10, newLinks: 0, chars: 500, newChars: 0 }

it('knows pages of one template, whatever they say and however they were built', () => {
  expect(areAlike(sketchOf(article('one')), sketchOf(article('another text', '99887766')))).toBe(true)
  expect(areAlike(sketchOf(article('one')), sketchOf(shop))).toBe(false)
  expect([hasScripts(shop), hasScripts('<p>The script</p>'), hasScripts('<b onclick=go()>')]).toEqual([
    true,
    false,
    true,
  ])
})

it('reads a page of nothing but tags in no time', () => {
  for (const unit of ['<a ', '<a class="', '<script src=', '<', '<x class=a'])
    expect(sketchOf(unit.repeat(2_000_000 / unit.length)).length).toBeLessThan(50)
})

it('counts what only the browser shows, in links of the host and in words', () => {
  const plain = '<a href=/a>one</a><p>The words that stand there.'
  const shown = `${plain}<a href=/b>two</a><a href=http://other.test/>three</a><p>The words`
  const links = [
    { href: 'http://a.test/c', text: '', kind: 'a' as const },
    { href: 'http://a.test/data', text: '', kind: 'meta' as const },
  ]
  const found = gainOf('http://a.test/', plain, { html: shown, links }, canonicalizer)
  expect(found).toMatchObject({ links: 3, newLinks: 2, newChars: 'twothreethewords'.length })
  expect(isWorthIt(found)).toBe(true)
  expect(isWorthIt({ ...gain, newChars: 60, newLinks: 1 })).toBe(false)
  expect(isWorthIt({ ...gain, newChars: 200 })).toBe(true)
  expect(isWorthIt({ ...gain, chars: 50_000, newChars: 200 })).toBe(false)
})

it('remembers a choice for a template and a class, for a month, and looks again at another template', () => {
  const memory = new RenderMemory()
  const look = { pageClass: null, sketch: sketchOf(shop), url: 'http://a.test/', at: 0 }
  expect(memory.learn({ ...look, gain: { ...gain, newLinks: 9 } }).isRendered).toBe(true)
  const later = new RenderMemory(JSON.parse(JSON.stringify(memory)))
  expect(later.find(null, sketchOf(shop), DAY_MS)?.isRendered).toBe(true)
  expect(later.find('product', sketchOf(shop), DAY_MS)).toBeUndefined()
  expect(later.find(null, sketchOf(article('x')), DAY_MS)).toBeUndefined()
  expect(later.find(null, sketchOf(shop), 31 * DAY_MS)).toBeUndefined()
  later.learn({ ...look, gain: null, at: 31 * DAY_MS })
  expect(later.toJSON()).toHaveLength(1)
  expect(later.find(null, sketchOf(shop), 32 * DAY_MS)?.isRendered).toBe(false)
})

it('holds no more than some kinds', () => {
  const memory = new RenderMemory()
  for (let n = 0; n < 100; n++) {
    const letters = String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))
    const sketch = sketchOf(`<i class=g${letters}><b class=h${letters}><u class=k${letters}>`)
    memory.learn({ pageClass: null, sketch, gain, url: '', at: 0 })
  }
  expect(memory.toJSON().length).toBeLessThanOrEqual(40)
})
