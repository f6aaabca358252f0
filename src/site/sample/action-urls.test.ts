import { describe, expect, it } from 'vitest'
import { isAction } from './action-urls.ts'

describe('addresses that act instead of showing', () => {
  it.each([
    'http://a.test/?add-to-cart=7',
    'http://a.test/?x=1&add_to_wishlist=7',
    'http://a.test/p/7?_wpnonce=ab12',
    'http://a.test/list?filter_color=red',
    'http://a.test/list?return_url=%2F',
    'http://a.test/forum/posting.php?mode=reply&t=5',
    'http://a.test/search?q=x',
    'http://a.test/wiki/Special:WhatLinksHere/Home',
    'http://a.test/index.php?title=Special%3ALog',
  ])('%s', url => expect(isAction(url)).toBe(true))
  it.each([
    'http://a.test/action',
    'http://a.test/search.html',
    'http://a.test/research?id=5',
    'http://a.test/?reaction=1',
    'http://a.test/wiki/Special:Logic',
    'http://a.test/wiki/Special:AllPages',
  ])('not %s', url => expect(isAction(url)).toBe(false))
})
