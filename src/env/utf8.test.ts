import { expect, it } from 'vitest'
import { utf8Text } from './utf8.ts'

it('reads text in UTF-8, with and without a byte order mark', () => {
  expect(utf8Text(Buffer.from('\ufeffcafé 商品\r\n'), 'a.csv')).toBe('café 商品\r\n')
  expect(utf8Text(Buffer.alloc(0), 'a.csv')).toBe('')
})

it.each([
  ['windows-1252', Buffer.from('a\nb\ncaf\xe9\nd', 'latin1'), 3],
  ['UTF-16', Buffer.from('\ufeffseeds', 'utf16le'), 1],
  ['a letter that is cut off', Buffer.from('ä\nä').subarray(0, 4), 2],
])('says where %s is not', (_, bytes, line) => {
  expect(() => utf8Text(bytes, 'a.csv')).toThrow(
    `a.csv:${line}: is not written in UTF-8: save the file in that encoding`,
  )
})
