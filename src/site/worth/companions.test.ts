import { describe, expect, it } from 'vitest'
import { Companions, LinkingPage } from './companions.ts'

const ARTICLE = new LinkingPage('http://a.test/wiki/Garden_%C3%A9')

describe('addresses that bear the name of the page that links to them', () => {
  it.each([
    'http://a.test/wiki/Talk:Garden_é',
    'http://a.test/wiki/Talk:Garden_%C3%A9',
    'http://a.test/wiki/about/links/Garden_%C3%A9',
    'http://a.test/w/index.php?title=Garden_%C3%A9&action=info',
    'http://a.test/login?next=/wiki/Garden_%C3%A9',
  ])('%s', url => expect(ARTICLE.isNamedIn(url)).toBe(true))
  it.each([
    'http://a.test/wiki/Talk:Kitchen',
    'http://a.test/wiki/Garden_%C3%A9/Tools',
    'http://a.test/de/Garden_%C3%A9',
    'http://a.test/w/index.php?title=Kitchen',
    'http://a.test/wiki/Gardens',
  ])('not %s', url => expect(ARTICLE.isNamedIn(url)).toBe(false))

  it('are not recognized by short names or numbers', () => {
    expect(new LinkingPage('http://a.test/t/4711').isNamedIn('http://a.test/r/s/4711')).toBe(false)
    expect(new LinkingPage('http://a.test/t/faq').isNamedIn('http://a.test/r?of=faq')).toBe(false)
  })
})

it('knows a kind of companions until a link from elsewhere leads to one of them', () => {
  const companions = new Companions()
  const talk = (name: string) => `http://a.test/wiki/Talk:${name}`
  companions.found(talk('Harbor'), new LinkingPage('http://a.test/wiki/Harbor'))
  expect(companions.has(talk('Bridge'))).toBe(true)
  expect(companions.has('http://a.test/wiki/Bridge')).toBe(false)
  companions.found(talk('Bridge'), new LinkingPage('http://a.test/recent'))
  expect(companions.has(talk('Bridge'))).toBe(false)
})
