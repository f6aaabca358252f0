import { describe, expect, it } from 'vitest'
import { Interner } from './interner.ts'
import { sketchPage } from './page-sketch.ts'

const HOME = 'http://a.test/home'

function sketch(html: string) {
  const vocabulary = new Interner()
  const page = sketchPage({ url: HOME, html, status: 200 }, vocabulary)
  return { ...page, paths: page.structure.map(id => vocabulary.word(id)) }
}

describe('the sketch of a page', () => {
  it.each([
    ['0;url=/next', 'http://a.test/next'],
    ["3; URL = '/next'", 'http://a.test/next'],
    ['.5,/next', 'http://a.test/next'],
    ['6;url=/next', undefined],
    ['0', undefined],
    ['0;url=/home', undefined],
  ])('knows where %j sends its reader', (content, moved) =>
    expect(sketch(`<meta http-equiv=Refresh content="${content}">`).moved).toBe(moved),
  )

  it('has paths that end at the last step with a class or an id', () => {
    const { paths } = sketch('<div class="box b7"><p><i>x</i></p></div><ul id=menu><li>y</ul><p>z')
    expect(paths).toEqual(['/div.box', '/ul.#menu', '/p'])
  })

  it('has no paths that are as long as a page is deep', () => {
    const { paths } = sketch(`${`<div class=${'c'.repeat(500)}>`.repeat(400)}x`)
    expect(paths.length).toBe(1)
    expect(paths[0]!.length).toBeLessThan(3_000)
  })
})
