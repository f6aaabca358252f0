import { describe, expect, it } from 'vitest'
import { linksFromHeader, refreshFromHeader, robotsFromHeader } from './header.ts'

const BASE = 'https://example.org/a/b'

describe('headers', () => {
  it('RFC 8288 3: several links, quoted and bare parameters, the first of a repeated one', () => {
    const value =
      '<next>; rel="next Prefetch"; title="a, \\"b\\"", </c>;rel=canonical;rel=no;type=text/html , <//x.example/>'
    expect(linksFromHeader(value, BASE)).toEqual([
      { href: 'https://example.org/a/next', rel: ['next', 'prefetch'], title: 'a, "b"' },
      { href: 'https://example.org/c', rel: ['canonical'], type: 'text/html' },
      { href: 'https://x.example/', rel: [] },
    ])
  })

  it('RFC 8288 3.2: leaves out what is said of another document', () => {
    const value =
      '</a>; rel=next; anchor="/elsewhere", </b>; rel=next; anchor="#part", </c>; rel=preload; as=font'
    expect(linksFromHeader(value, BASE)).toEqual([
      { href: 'https://example.org/b', rel: ['next'] },
      { href: 'https://example.org/c', rel: ['preload'], as: 'font' },
    ])
  })

  it('takes nothing from rubbish', () => {
    expect(linksFromHeader('', BASE)).toEqual([])
    expect(linksFromHeader('<x', BASE)).toEqual([])
    expect(linksFromHeader('<http://[>; rel=x', BASE)).toEqual([])
    expect(linksFromHeader(`<x>${';a="'.repeat(5000)}`, BASE)).toHaveLength(1)
  })

  it('reads Refresh as the meta element does', () => {
    expect(refreshFromHeader('5; url=/x', BASE)).toEqual({ url: 'https://example.org/x', delaySeconds: 5 })
    expect(refreshFromHeader('7', BASE)).toEqual({ url: BASE, delaySeconds: 7 })
    expect(refreshFromHeader('x', BASE)).toBeUndefined()
  })

  it('reads X-Robots-Tag for all and for one agent', () => {
    const values = [
      'noarchive',
      'otherbot: noindex',
      'Tidewatch: nofollow',
      'unavailable_after: 25 Jun 2010 15:00:00 PST',
    ]
    expect(robotsFromHeader(values, 'tidewatch')).toEqual({ noindex: false, nofollow: true, noarchive: true })
  })
})
