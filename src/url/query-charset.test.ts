import { describe, expect, it } from 'vitest'
import { canonicalUrl, formCharset, formEncoded, queryCharset, withQueryIn } from './index.ts'

describe('queries in the charset of their page', () => {
  it.each([
    ['windows-1251', '/путь?q=тест', '/путь?q=%F2%E5%F1%F2'],
    ['windows-1251', '?q=日#тест', '?q=%26%2326085%3B#тест'],
    ['windows-1252', '/a?b=\té\n ', '/a?b=%E9'],
    ['koi8-u', '/a#?тест', '/a#?тест'],
    ['gbk', '/a?q=中文 "x"', '/a?q=%D6%D0%CE%C4%20%22x%22'],
    ['gb18030', '?😀', '?%949%FC6'],
    ['big5', '?中', '?%A4%A4'],
    ['euc-kr', '?한', '?%C7%D1'],
    ['euc-jp', '?日', '?%C6%FC'],
    ['shift_jis', '?本', '?%96{'],
    ['windows-1251', '/a?q=%d1%82+x', '/a?q=%d1%82+x'],
  ])('%s: %j becomes %j', (charset, href, expected) => {
    expect(withQueryIn(charset, href)).toBe(expected)
    const once = canonicalUrl(expected, 'http://a.test/')!
    expect(canonicalUrl(once)).toBe(once)
  })

  it('Encoding 4.3: leaves UTF-8, UTF-16 and what cannot be written alone', () => {
    for (const charset of ['utf-8', 'utf-16le', 'utf-16be', 'replacement', null, undefined])
      expect(queryCharset(charset)).toBeUndefined()
    expect(queryCharset('koi8-r')).toBe('koi8-r')
  })

  it('URL 5.2: writes forms as URLSearchParams does, but in any charset', () => {
    const entries = [
      ['a b', "1+2=3&4 !'()~*-._"],
      ['é', '"<>[]{}|\\^`%'],
    ] as [string, string][]
    expect(formEncoded(entries)).toBe(new URLSearchParams(entries).toString())
    expect(formEncoded([['q', 'тест 日']], 'windows-1251')).toBe('q=%F2%E5%F1%F2+%26%2326085%3B')
  })

  it('HTML 4.10.21.5: lets a form choose', () => {
    expect(formCharset(undefined, 'koi8-r')).toBe('koi8-r')
    expect(formCharset('nonsense CP1251 utf-8', 'koi8-r')).toBe('windows-1251')
    expect(formCharset('utf-8', 'koi8-r')).toBeUndefined()
  })
})
