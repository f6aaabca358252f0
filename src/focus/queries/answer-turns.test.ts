import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { formsOf } from '../../site/index.ts'
import { laterPage, leadsToAnswer } from './answer-turns.ts'

const at = (path: string) => `http://a.test${path}`
const page = (action: string, url: string, words: string) => {
  const html = `<form action=${action}><input name=q><button>Search</button></form>`
  const [found] = formsOf(parseTree(html).nodes, at('/'), { post: false })
  return { form: found!.query!, url: at(url), words }
}

describe('the next page of an answer', () => {
  it.each([
    ['/s', '/s?q=boats', '/s?q=boats&page=2', 'Next', 2],
    ['/s', '/s?q=boats&page=2', '/s?q=boats&page=3', '3', 3],
    ['/', '/?q=boats', '/page/2/?q=boats', 'Older posts', 2],
    ['/', '/page/2/?q=boats', '/page/3/?q=boats', '3', 3],
    ['/find', '/find?q=boats', '/find/seite-2?q=boats', '>', 2],
    ['/search', '/search/boats', '/search/boats/page/2', '2', 2],
    ['/search', '/search/boats/page/2', '/search/boats/page/3', 'next', 3],
    ['/search', '/search?q=red+boats', '/search/red-boats/page/2', '2', 2],
    ['/search', '/search?q=red+boats', '/search/red%20boats/2', '2', 2],
    ['/search', '/search/1994', '/search/1994/2', '2', 2],
    ['/search', '/search/boats', '/search/boats/p1', '2', 1],
  ])('of %s at %s is %s', (action, url, href, text, number) => {
    const words = url.includes('red') ? 'red boats' : url.includes('1994') ? '1994' : 'boats'
    const link = { href: at(href), text }
    expect(leadsToAnswer(page(action, url, words), link)).toBe(true)
    expect(laterPage(link, page(action, url, words))).toBe(number)
  })

  it.each([
    ['/search', '/search/boats/page/3', '/search/boats/page/2', '2'],
    ['/search', '/search/boats', '/search/boats/page/1', '1'],
    ['/search', '/search/boats', '/search/ships/page/2', '2'],
    ['/search', '/search/boats', '/search/boats/412', 'A red boat with two masts'],
    ['/search', '/search?q=boats', '/item/412', '412'],
    ['/', '/?q=boats', '/page/2/', '2'],
    ['/', '/?q=boats', '/page/2/?q=ships', '2'],
  ])('of %s at %s is not %s', (action, url, href, text) => {
    expect(laterPage({ href: at(href), text }, page(action, url, 'boats'))).toBeNull()
  })

  it('is not the first one, which is known as well', () => {
    const second = page('/search', '/search/boats/page/2', 'boats')
    const asked = page('/search', '/search?q=boats', 'boats')
    for (const each of [second, asked]) {
      const link = { href: at('/search/boats'), text: '1' }
      expect([leadsToAnswer(each, link), laterPage(link, each)]).toEqual([true, null])
    }
  })

  it('is told from records', () => {
    const answer = page('/search', '/search/boats', 'boats')
    const links = ['/search/boats/412', '/item/2', '/boats/page-turner']
    expect(links.filter(href => leadsToAnswer(answer, { href: at(href), text: 'A boat' }))).toEqual([])
  })
})
