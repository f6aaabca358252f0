import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sniffType } from './index.ts'

const sniff = (body: string, header?: string, url = 'http://e.org/x') => {
  const { type, by } = sniffType(Buffer.from(body, 'latin1'), header, url)
  return `${type} by ${by}`
}

describe('sniffType', () => {
  it.each([
    ['%PDF-1.7', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['\x1f\x8b\x08\0', 'application/gzip'],
    [`PK\x03\x04${'.'.repeat(26)}mimetypeapplication/epub+zipPK`, 'application/epub+zip'],
    [
      `PK\x03\x04${'.'.repeat(26)}[Content_Types].xml word/document.xml`,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['PK\x03\x04 anything', 'application/zip'],
  ])('MIME Sniffing 6: signatures win over the header: %j', (body, type) => {
    expect(sniff(body, 'text/html')).toBe(`${type} by content`)
  })

  it('believes that a page is one though it holds zeros or stray controls, but not noise', () => {
    expect(sniff('plain words\0 and more words', 'text/html')).toBe('text/html by header')
    expect(
      sniff([...'words in UTF-16'].map(letter => `${letter}\0`).join(''), 'text/html; charset=utf-16le'),
    ).toBe('text/html by header')
    expect(sniff('\x01\x02\x03\x04\x05\x06'.repeat(20), 'text/html')).toBe(
      'application/octet-stream by content',
    )
    expect(sniff('plain words\0', 'text/plain')).toBe('application/octet-stream by content')
  })

  it('tells XML by its root', () => {
    expect(sniff('<?xml version="1.0"?><!-- c --><rss version="2.0">', 'text/html')).toBe(
      'application/rss+xml by content',
    )
    expect(sniff('<feed xmlns="http://www.w3.org/2005/Atom">', 'text/plain')).toBe(
      'application/atom+xml by content',
    )
    expect(sniff('<?xml version="1.0"?><urlset xmlns="x">', 'application/xml')).toBe(
      'application/sitemap+xml by content',
    )
    expect(sniff('\xef\xbb\xbf\n<sitemapindex>')).toBe('application/sitemap+xml by content')
    expect(sniff('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b"><svg xmlns="x">')).toBe(
      'image/svg+xml by content',
    )
    expect(sniff('<?xml version="1.0"?><other>')).toBe('application/xml by content')
    expect(sniff('<?xml version="1.0"?><html xmlns="x">', 'application/xhtml+xml')).toBe(
      'application/xhtml+xml by header',
    )
  })

  it('tells HTML where the header is silent or wrong, not where it says plain text', () => {
    expect(sniff(' <!DOCTYPE HTML><p>')).toBe('text/html by content')
    expect(sniff('<html><p>', 'image/png')).toBe('text/html by content')
    expect(sniff('<html><p>', 'text/plain')).toBe('text/plain by header')
    expect(sniff('words', 'Text/HTML; charset=x')).toBe('text/html by header')
  })

  it('tells JSON, text and binary', () => {
    expect(sniff('{"a": 1}')).toBe('application/json by content')
    expect(sniff('{"version": "https://jsonfeed.org/version/1.1"}', 'application/json')).toBe(
      'application/feed+json by content',
    )
    expect(sniff('words', undefined, 'http://e.org/a.css?x')).toBe('text/css by extension')
    expect(sniff('words', 'application/octet-stream')).toBe('text/plain by content')
    expect(sniff('\0\x01\x02\x03', 'text/html')).toBe('application/octet-stream by content')
    expect(sniff('\0\x01\x02\x03', 'application/x-own')).toBe('application/x-own by header')
  })

  it('always answers with a type', () => {
    const header = fc.option(fc.string(), { nil: undefined })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), header, fc.webUrl(), (body, declared, url) => {
        expect(sniffType(body, declared, url).type).toMatch(/^[\w.+-]+\/[\w.+-]+$/)
      }),
    )
  })
})
