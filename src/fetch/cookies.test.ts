import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cookieDate } from './cookie-date.ts'
import { CookieJar } from './cookies.ts'

const NOW = Date.UTC(2026, 10, 15)
const DAY = 24 * 3600 * 1000

/** What is sent to `to` after `from` answered with `headers`. */
function sent(
  headers: string[],
  to = 'https://www.example.org/a/b',
  from = 'https://www.example.org/a/b',
  laterMs = 0,
) {
  const jar = new CookieJar()
  jar.setFrom(from, headers, NOW)
  return jar.header(to, NOW + laterMs)
}

describe('RFC 6265bis section 5.6: parsing', () => {
  it.each([
    ['a=b', 'a=b'],
    ['  a  =  b c  ; x', 'a=b c'],
    ['a=b=c', 'a=b=c'],
    ['a="b;c"', 'a="b'],
    ['a=', 'a='],
    ['=b', 'b'],
    ['b', 'b'],
    ['=', undefined],
    ['', undefined],
    ['a=b\r\nX: y', undefined],
    ['a=\0', undefined],
    ['a=\tb', 'a=b'],
    [`a=${'x'.repeat(4096)}`, undefined],
    [`a=${'x'.repeat(4095)}`, `a=${'x'.repeat(4095)}`],
  ])('%j sends %j', (header, expected) => expect(sent([header])).toBe(expected))
})

describe('RFC 6265bis section 5.6.1 and 5.6.2: expiry', () => {
  it.each([
    ['a=b; Max-Age=10', 9_000, 'a=b'],
    ['a=b; Max-Age=10', 10_000, undefined],
    ['a=b; Max-Age=0', 0, undefined],
    ['a=b; Max-Age=-5', 0, undefined],
    ['a=b; Max-Age=10; Expires=Fri, 07 Aug 2037 08:04:19 GMT', 11_000, undefined],
    ['a=b; Expires=Mon, 16 Nov 2026 00:00:00 GMT', DAY - 1, 'a=b'],
    ['a=b; Expires=Mon, 16 Nov 2026 00:00:00 GMT', DAY, undefined],
    ['a=b; Expires=nonsense', 900 * DAY, 'a=b'],
    ['a=b; Max-Age=99999999999', 399 * DAY, 'a=b'],
    ['a=b; Max-Age=99999999999', 401 * DAY, undefined],
  ])('%s after %d ms sends %s', (header, laterMs, expected) => {
    expect(sent([header], undefined, undefined, laterMs)).toBe(expected)
  })

  it('deletes what is set again with a past date', () => {
    expect(sent(['a=1', 'b=2', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])).toBe('b=2')
  })
})

describe('RFC 6265 section 5.1.1: dates', () => {
  it.each([
    ['Mon, 10-Dec-2007 17:02:24 GMT', '2007-12-10T17:02:24.000Z'],
    ['Thursday, 01-Jan-70 00:00:00 GMT', '1970-01-01T00:00:00.000Z'],
    ['Mon Dec 10 16:32:30 69', '2069-12-10T16:32:30.000Z'],
    ['10 december 2007 1:2:3x', '2007-12-10T01:02:03.000Z'],
  ])('%s', (text, expected) => expect(new Date(cookieDate(text)!).toISOString()).toBe(expected))

  it.each([
    '',
    'Mon, 10 Dec 2007',
    '30 Feb 2007 00:00:00',
    '10 Dec 1600 00:00:00',
    '10 Dec 2007 24:00:00',
    '0 Dec 2007 1:1:1',
  ])('%s is none', text => expect(cookieDate(text)).toBeUndefined())
})

describe('RFC 6265 section 5.1.3: domains', () => {
  it.each([
    ['a=b', 'https://www.example.org/a/', 'a=b'],
    ['a=b', 'https://sub.www.example.org/a/', undefined],
    ['a=b; Domain=.Example.ORG', 'https://other.example.org/a/', 'a=b'],
    ['a=b; Domain=example.org', 'https://badexample.org/a/', undefined],
    ['a=b; Domain=other.example.org', 'https://other.example.org/a/', undefined],
    ['a=b; Domain=org', 'https://www.example.org/a/', undefined],
    ['a=b; Domain=', 'https://www.example.org/a/', 'a=b'],
    ['a=b', 'https://www.example.org:8443/a/', 'a=b'],
  ])('%s to %s sends %s', (header, to, expected) => expect(sent([header], to)).toBe(expected))

  it('refuses public suffixes, but lets a suffix keep its own', () => {
    expect(sent(['a=b; Domain=github.io'], 'https://me.github.io/', 'https://me.github.io/')).toBeUndefined()
    expect(sent(['a=b; Domain=github.io'], 'https://github.io/', 'https://github.io/')).toBe('a=b')
    expect(sent(['a=b; Domain=github.io'], 'https://me.github.io/', 'https://github.io/')).toBeUndefined()
    expect(sent(['a=b; Domain=co.uk'], 'https://x.co.uk/', 'https://y.co.uk/')).toBeUndefined()
  })

  it('knows no subdomains of addresses', () => {
    expect(sent(['a=b; Domain=0.0.1'], 'http://127.0.0.1/', 'http://127.0.0.1/')).toBeUndefined()
    expect(sent(['a=b; Domain=127.0.0.1'], 'http://127.0.0.1/', 'http://127.0.0.1/')).toBe('a=b')
    expect(sent(['a=b'], 'http://[::1]:80/', 'http://[::1]/')).toBe('a=b')
    expect(sent(['a=b'], 'http://localhost:81/', 'http://localhost:80/')).toBe('a=b')
  })
})

describe('RFC 6265 section 5.1.4: paths', () => {
  it.each([
    ['a=b', '/a/x?y', 'a=b'],
    ['a=b', '/a', 'a=b'],
    ['a=b', '/ab', undefined],
    ['a=b; Path=/', '/', 'a=b'],
    ['a=b; Path=x', '/a', 'a=b'],
    ['a=b; Path=/c/', '/c/d', 'a=b'],
    ['a=b; Path=/c/', '/c', undefined],
    ['a=b; Path=/c; Path=/d', '/d', 'a=b'],
  ])('%s to %s sends %s', (header, path, expected) => {
    expect(sent([header], `https://www.example.org${path}`)).toBe(expected)
  })

  it('sends longer paths first, then older cookies', () => {
    expect(sent(['a=1; Path=/', 'b=2; Path=/a', 'c=3; Path=/', 'a=4; Path=/'])).toBe('b=2; a=4; c=3')
  })
})

describe('RFC 6265bis section 5.7: secure cookies and prefixes', () => {
  const plain = 'http://www.example.org/a/b'
  it('keeps secure cookies on https', () => {
    expect(sent(['a=b; Secure'], plain)).toBeUndefined()
    expect(sent(['a=b; Secure'], undefined, plain)).toBeUndefined()
  })
  it('does not let http hide them', () => {
    const jar = new CookieJar()
    jar.setFrom('https://www.example.org/', ['a=1; Secure'], NOW)
    jar.setFrom(plain, ['a=2', 'a=3; Domain=example.org; Path=/', 'b=4; Path=/'], NOW)
    expect(jar.header('https://www.example.org/', NOW)).toBe('a=1; b=4')
  })
  it.each([
    ['__Host-a=b; Secure; Path=/', '__Host-a=b'],
    ['__Host-a=b; Secure', undefined],
    ['__host-a=b; Secure; Path=/; Domain=example.org', undefined],
    ['__Secure-a=b; Secure', '__Secure-a=b'],
    ['__Secure-a=b', undefined],
    ['=__Host-a=b; Secure; Path=/', undefined],
  ])('%s sends %s', (header, expected) => expect(sent([header])).toBe(expected))
})

describe('limits and persistence', () => {
  it('keeps the 50 most recently used of a domain', () => {
    const jar = new CookieJar()
    jar.setFrom('https://h.org/', ['first=1; Path=/x'], NOW)
    jar.setFrom(
      'https://h.org/',
      Array.from({ length: 49 }, (_, at) => `c${at}=1; Path=/y`),
      NOW,
    )
    expect(jar.header('https://h.org/x', NOW)).toBe('first=1')
    jar.setFrom('https://h.org/', ['last=1; Path=/x'], NOW)
    expect(jar.toJSON()).toHaveLength(50)
    expect(jar.header('https://h.org/x', NOW)).toBe('first=1; last=1')
    expect(jar.header('https://h.org/y', NOW)).not.toContain('c0=')
  })

  it('keeps 3,000 in all', () => {
    const jar = new CookieJar()
    for (let site = 0; site < 3100; site++) jar.setFrom(`https://site${site}.org/`, ['a=1'], NOW)
    expect(jar.toJSON()).toHaveLength(3000)
    expect(jar.header('https://site0.org/', NOW)).toBeUndefined()
    expect(jar.header('https://site3099.org/', NOW)).toBe('a=1')
  })

  it('survives being saved', () => {
    const jar = new CookieJar()
    jar.setFrom('https://www.example.org/', ['a=1; Max-Age=5', 'b=2; Domain=example.org'], NOW)
    const restored = CookieJar.fromJSON(JSON.parse(JSON.stringify(jar)))
    expect(restored.header('https://www.example.org/', NOW)).toBe('a=1; b=2')
    restored.setFrom('https://www.example.org/', ['c=3'], NOW)
    expect(restored.header('https://www.example.org/', NOW + 6000)).toBe('b=2; c=3')
  })

  it('has nothing to do with files, and never throws', () => {
    expect(sent(['a=b'], 'file:///a', 'file:///a')).toBeUndefined()
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), headers => {
        sent(headers)
      }),
    )
  })
})

describe('RFC 6265 section 6.1: limits', () => {
  it('keep the cookies of a domain within 32 KiB, the longest unused going first', () => {
    const jar = new CookieJar()
    const url = 'https://www.example.org/'
    for (let n = 0; n < 50; n++) jar.setFrom(url, [`c${n}=${'x'.repeat(4_000)}`], NOW)
    expect(jar.sizeBytes).toBeLessThan(40 * 1024)
    const names = (jar.header(url, NOW) ?? '').split('; ').map(pair => pair.split('=', 1)[0])
    expect(names).toEqual(['c42', 'c43', 'c44', 'c45', 'c46', 'c47', 'c48', 'c49'])
  })
})
