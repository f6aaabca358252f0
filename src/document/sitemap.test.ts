import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSitemap } from './index.ts'

const URL_ = 'https://example.org/sitemap.xml'
const parse = (text: string, now?: number) => parseSitemap(Buffer.from(text), URL_, now)
const locs = (text: string) => parse(text).entries.map(({ loc }) => loc)

describe('parseSitemap', () => {
  it('leaves out an address that was cut off', () => {
    expect(locs('<urlset><url><loc>/a</loc></url><url><loc>http://exam')).toEqual(['https://example.org/a'])
  })

  it('reads every field of a urlset', () => {
    const sitemap =
      parse(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> /a?x=1&amp;y=2
      </loc><lastmod>2024-02-03T04:05:06+01:00</lastmod><changefreq>Daily</changefreq><priority>0.8</priority></url></urlset>`)
    expect(sitemap).toEqual({
      kind: 'urlset',
      entries: [
        {
          loc: 'https://example.org/a?x=1&y=2',
          lastmod: Date.UTC(2024, 1, 3, 3, 5, 6),
          changefreq: 'daily',
          priority: 0.8,
        },
      ],
      truncated: false,
    })
  })

  it('reads an index, CDATA and character references', () => {
    const sitemap = parse(
      '<sitemapindex><sitemap><loc>https://e.org/a<![CDATA[?x&y]]></loc><lastmod>2024&#45;01</lastmod></sitemap></sitemapindex>',
    )
    expect(sitemap.kind).toBe('index')
    expect(sitemap.entries).toEqual([{ loc: 'https://e.org/a?x&y', lastmod: Date.UTC(2024, 0, 1) }])
  })

  it('keeps extensions apart, and uses the date of news', () => {
    const sitemap =
      parse(`<s:urlset xmlns:s="x"><s:url><s:loc>http://e.org/a</s:loc><image:image><image:loc>http://e.org/i.png</image:loc></image:image>
      <news:news><news:publication_date>2023-05-06</news:publication_date></news:news></s:url></s:urlset>`)
    expect(sitemap.entries).toEqual([{ loc: 'http://e.org/a', lastmod: Date.UTC(2023, 4, 6) }])
  })

  it('takes what is meant from broken files', () => {
    expect(locs('<urlset><url><loc>http://e.org/a</lo')).toEqual(['http://e.org/a'])
    expect(locs('<urlset><url><loc>http://e.org/a</loc><loc>http://e.org/b</loc></url></urlset>')).toEqual([
      'http://e.org/a',
      'http://e.org/b',
    ])
    expect(locs('<urlset><url><loc><url>http://e.org/a</url></loc></url></urlset>')).toEqual([
      'http://e.org/a',
    ])
    expect(locs('<sitemapindex><sitemap>\nhttp://e.org/a\n</sitemap></sitemapindex>')).toEqual([
      'http://e.org/a',
    ])
    expect(
      locs('<urlset><url><loc>www.e.org/a</loc></url><url><loc></loc></url><url><loc>mailto:a@b</loc></url>'),
    ).toEqual(['http://www.e.org/a'])
    expect(locs('<urlset></url><url><loc>http://e.org/a</loc></url></url></urlset>')).toEqual([
      'http://e.org/a',
    ])
  })

  it('leaves a bare ampersand alone', () => {
    expect(locs('<urlset><url><loc>http://e.org/?a=1&copy=2&b</loc></url></urlset>')).toEqual([
      'http://e.org/?a=1&copy=2&b',
    ])
  })

  it('never opens an entity', () => {
    expect(
      locs(
        '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>http://e.org/&x;</loc></url></urlset>',
      )[0],
    ).not.toContain('root')
  })

  it('reads text with a mark and odd lines', () => {
    expect(parse('\uFEFFhttp://e.org/a\r\n\r\n e.org/b \nwords only\nhttps://e.org/c')).toEqual({
      kind: 'text',
      entries: ['http://e.org/a', 'http://e.org/b', 'https://e.org/c'].map(loc => ({ loc })),
      truncated: false,
    })
    expect(parse('this is a bogus sitemap').entries).toEqual([])
    expect(parse('<html><a href=x>no sitemap</a></html>').entries).toEqual([])
  })

  it('reads feeds', () => {
    expect(
      parse(
        '<rss><channel><item><link>/a</link><pubDate>Thu, 05 Jan 17 12:34:50 GMT</pubDate></item></channel></rss>',
      ),
    ).toEqual({
      kind: 'feed',
      entries: [{ loc: 'https://example.org/a', lastmod: Date.UTC(2017, 0, 5, 12, 34, 50) }],
      truncated: false,
    })
  })

  it('reads so many entries and no more', () => {
    const { entries, truncated } = parse('http://e.org/abcd\n'.repeat(50_001))
    expect([entries.length, truncated]).toEqual([50_000, true])
  })

  it('stops at 50,000 entries', () => {
    const sitemap = parse(`<urlset>${'<url><loc>http://e.org/a</loc></url>'.repeat(50_001)}</urlset>`)
    expect([sitemap.entries.length, sitemap.truncated]).toEqual([50_000, true])
  })

  it('drops modification times from the future', () => {
    const [entry] = parse(
      '<urlset><url><loc>http://e.org/a</loc><lastmod>2030-01-01</lastmod></url></urlset>',
      Date.UTC(2025, 0, 1),
    ).entries
    expect(entry).toEqual({ loc: 'http://e.org/a' })
  })

  it.each(['<a>', '<loc>x', '</b>', '<url>', '<![CDATA['])('finishes a megabyte of %s', unit => {
    expect(parse(`<urlset>${unit.repeat(1_000_000 / unit.length)}`).entries.length).toBeLessThanOrEqual(
      50_000,
    )
  })

  it('survives anything', () => {
    const piece = fc.constantFrom(
      '<urlset>',
      '<url>',
      '<loc>',
      'http://e.org/',
      '</loc>',
      '</url>',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '<lastmod>',
      '2024',
      '<rss>',
      '<item>',
      '<link>',
      '\0',
      '<?',
      '<!--',
    )
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), pieces => void parse(pieces.join(''))))
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), bytes => void parseSitemap(bytes, URL_)))
  })
})
