import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from './canonical.ts'
import { hostOf, originOf, shardOf, urlKey } from './identity.ts'

describe('identity of a Url', () => {
  it('cuts origin and host', () => {
    expect(originOf('https://example.org:8443/a:b')).toBe('https://example.org:8443')
    expect(hostOf('https://example.org:8443/a:b')).toBe('example.org')
    expect(hostOf('http://[::1]:80/')).toBe('[::1]')
    expect(hostOf('http://[::1]/')).toBe('[::1]')
    expect(originOf('file:///a/b')).toBe('file://')
    expect(hostOf('file:///a/b')).toBe('')
  })

  it('cuts what the parser cuts', () => {
    fc.assert(
      fc.property(fc.webUrl(), href => {
        const canonical = canonicalUrl(href)
        if (canonical === undefined) return
        expect(originOf(canonical)).toBe(new URL(canonical).origin)
        expect(hostOf(canonical)).toBe(new URL(canonical).hostname)
      }),
    )
  })

  it('makes keys of 16 bytes', () => {
    expect(urlKey('http://h/')).toHaveLength(16)
    expect(urlKey('http://h/').toString('hex')).toBe(urlKey('http://h/').toString('hex'))
    expect(urlKey('http://h/').equals(urlKey('http://h/a'))).toBe(false)
  })

  it('spreads origins evenly and always alike', () => {
    const counts = [0, 0, 0, 0]
    for (let site = 0; site < 4000; site++) counts[shardOf(`https://site${site}.example`, 4)]!++
    expect(Math.min(...counts)).toBeGreaterThan(850)
    expect(shardOf('https://example.org', 1000)).toBe(shardOf('https://example.org', 1000))
  })
})
