import { expect, it } from 'vitest'
import { Canonicalizer } from '../../url/index.ts'
import { besideBody } from './beside-body.ts'

const read = (...headers: string[]) =>
  besideBody(headers, 'http://a.test/page', new Canonicalizer({})).links.map(({ href, kind }) => [href, kind])

it('lists what headers link to, and what they only mention', () => {
  expect(read('link', '</next>; rel="next"', 'refresh', '9; url=/later')).toEqual([
    ['http://a.test/next', 'link'],
    ['http://a.test/later', 'refresh'],
  ])
  // RFC 9110 section 8.7: the address of this very representation.
  expect(read('content-location', '/page.en.html')).toEqual([['http://a.test/page.en.html', 'meta']])
  expect(read('content-location', '/page')).toEqual([])
})
