import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getSurt } from 'warcio/utils'
import { surt } from './surt.ts'

describe('index keys', () => {
  // The keys that version 0.3.1 of the Python library `surt` makes, to the byte.
  it.each([
    ['https://www.example.org', 'org,example)/'],
    ['http://www2.Example.org/Path/', 'org,example)/path'],
    ['http://example.org/?b&a=2&a=1', 'org,example)/?a=1&a=2&b'],
    ['http://user:secret@example.org:8080/a//', 'org,example:8080)/a'],
    ['http://example.org:80?x', 'org,example)/?x'],
    ['http://127.0.0.1:8703/', '1,0,0,127:8703)/'],
    ['http://[2001:db8::1]:81/a', '2001:db8::1:81)/a'],
    ['http://example.org//a///b//', 'org,example)/a/b'],
    ['http://example.org/a/../b/./C.html', 'org,example)/b/c.html'],
    ['http://example.org/.well-known/x', 'org,example)/.well-known/x'],
    ['http://example.org:99999/A/', 'http://example.org:99999/a/'],
    ['http://example.org/wiki/Wikipedia%3AX', 'org,example)/wiki/wikipedia:x'],
    ['http://example.org/?url=http%3A%2F%2Fa.example%2F', 'org,example)/?url=http://a.example/'],
    ['http://example.org/a%2Fb/%2e%2e/c', 'org,example)/a/c'],
    ['http://example.org/%252541', 'org,example)/a'],
    ['http://example.org/%C3%89%20%25', 'org,example)/%c3%89%20%25'],
    ['http://example.org/%ff?%FF', 'org,example)/%ff?%ff'],
    ['http://example.org/?a-b=1&a=2&a', 'org,example)/?a&a=2&a-b=1'],
    ['http://example.org/?a=%26b', 'org,example)/?a=&b'],
    ['http://example.org/?', 'org,example)/'],
    ['http://example.org/?x=1&PHPSESSID=0123456789abcdef0123456789abcdef&y=2', 'org,example)/?x=1&y=2'],
    ['http://example.org/(S(0123456789abcdefghijklmn))/A.aspx', 'org,example)/a.aspx'],
    ['http://example.org./', 'org,example)/'],
    ['file:///srv/Pages/a.html', 'file:/srv/pages/a.html'],
    ['urn:uuid:A B', 'urn:uuid:a%20b'],
  ])('%s', (url, key) => expect(surt(url)).toBe(key))

  it('are those of warcio where it agrees with the library: no escapes, no empty segments', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_~-]{1,8}$/)
    const host = fc.oneof(
      fc.ipV4(),
      fc
        .array(fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), { minLength: 1, maxLength: 4 })
        .map(names => names.join('.')),
    )
    const port = fc.constantFrom('', ':80', ':443', ':8080')
    const query = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), word), { maxLength: 4 })
    const address = fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.boolean(),
        host,
        port,
        fc.array(word, { maxLength: 4 }),
        query,
      )
      .map(([scheme, isWww, name, at, path, pairs]) => {
        const search = pairs.map(([key, value]) => `${key}=${value}`).join('&')
        return `${scheme}://${isWww && /^[a-z]/.test(name) ? 'www.' : ''}${name}${at}/${path.join('/')}${search === '' ? '' : `?${search}`}`
      })
    fc.assert(
      fc.property(address, url => {
        expect(surt(url)).toBe(getSurt(url))
      }),
    )
  })

  it('take time linear in their length, however deep the escapes are', () => {
    expect(surt(`http://example.org/%${'25'.repeat(200_000)}41`)).toBe('org,example)/a')
  })
})
