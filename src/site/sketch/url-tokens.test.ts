import { expect, it } from 'vitest'
import { urlSignature, urlTokens } from './url-tokens.ts'

it('blanks what varies in an address', () => {
  expect(urlSignature('https://a.test/shop/12/blue.html?size=9&color=x')).toBe('shop/#/*.html?color&size')
  expect(urlSignature('https://a.test/2020/News/')).toBe('#year/*/?')
  expect(urlSignature('https://a.test/wiki/Talk:Garden')).toBe('wiki/first talk:bare?')
})

it.each([
  ['index.html?org/example/List.html', ['?*']],
  ['index.html?overview-summary.html', ['?*']],
  ['forum?4711', ['?*']],
  ['page?print', ['?print']],
  ['page?print&id=7', ['?print', '?id']],
  ['page?a=1&&b=', ['?a', '?b']],
  ['page?', []],
])('takes a value for a value, and a word for a name: %s', (address, names) => {
  expect(urlTokens(`https://a.test/${address}`).filter(token => token.startsWith('?'))).toEqual(names)
})
