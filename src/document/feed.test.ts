import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDate, parseFeed } from './index.ts'

const URL_ = 'https://example.org/feeds/news.xml'
const parse = (text: string) => parseFeed(text, URL_)

describe('parseFeed', () => {
  it('reads RSS 2.0 with ttl and a hub', () => {
    expect(
      parse(`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News &amp;amp; more</title><link>/</link><ttl>60</ttl>
      <lastBuildDate>Thu, 05 Jan 2017 12:00:00 GMT</lastBuildDate><atom:link rel="hub" href="https://hub.example/"/>
      <item><title>One &lt;b&gt;bold&lt;/b&gt;</title><link>one.html</link><guid isPermaLink="false">g1</guid><pubDate>Thu, 05 Jan 2017 11:34:52 -0100</pubDate></item>
      <item><guid>https://example.org/two</guid></item></channel></rss>`),
    ).toEqual({
      format: 'rss',
      title: 'News & more',
      link: 'https://example.org/',
      ttl: 60,
      updated: Date.UTC(2017, 0, 5, 12),
      hub: 'https://hub.example/',
      entries: [
        {
          id: 'g1',
          link: 'https://example.org/feeds/one.html',
          title: 'One bold',
          published: Date.UTC(2017, 0, 5, 12, 34, 52),
        },
        { id: 'https://example.org/two', link: 'https://example.org/two', title: '' },
      ],
    })
  })

  it('RFC 4287: reads Atom with xml:base and the link that is a page', () => {
    const feed =
      parse(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><title>B</title><link rel="self" href="atom.xml"/><link href="./"/>
      <entry xml:base="2024/"><id>urn:1</id><title type="html">T</title><link rel="enclosure" href="a.mp3"/><link rel="alternate" type="text/html" href="post"/>
      <published>2024-01-01T00:00:00Z</published><updated>2024-01-02T00:00:00Z</updated></entry></feed>`)
    expect(feed?.link).toBe('https://example.org/blog/')
    expect(feed?.entries).toEqual([
      {
        id: 'urn:1',
        link: 'https://example.org/blog/2024/post',
        title: 'T',
        published: Date.UTC(2024, 0, 1),
        updated: Date.UTC(2024, 0, 2),
      },
    ])
  })

  it('reads RDF and JSON Feed', () => {
    const rdf =
      parse(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>R</title></channel><item rdf:about="http://e.org/1"><title>x</title><link>http://e.org/1</link><dc:date>2020-02-03</dc:date></item></rdf:RDF>`)
    expect(rdf?.entries[0]).toMatchObject({ link: 'http://e.org/1', published: Date.UTC(2020, 1, 3) })
    const json = parse(
      '{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","url":"/u","date_modified":"2020-01-01T00:00:00Z"}]}',
    )
    expect(json).toMatchObject({
      format: 'json',
      entries: [{ id: '1', link: 'https://example.org/u', updated: Date.UTC(2020, 0, 1) }],
    })
  })

  it('reads texts with signs of markup, few or many, in XML and in JSON', () => {
    const rss = (title: string) =>
      `<rss><channel><item><title>${title}</title><link>http://a.org/1</link></item></channel></rss>`
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1',
      title: 'x',
      items: [{ id: '1', url: 'http://a.org/1', content_html: '1 < 2 '.repeat(100) }],
    })
    const cdata = `<![CDATA[${'a < b '.repeat(100)}]]>`
    for (const text of [rss('1 &lt; 2'), rss(cdata), json])
      expect(parseFeed(text, 'http://a.org/')?.entries).toMatchObject([{ link: 'http://a.org/1' }])
    expect(parseFeed(rss('<2'.repeat(200_000)), 'http://a.org/')?.entries.length).toBe(1)
  })

  it('keeps what came before the damage', () => {
    const feed = parse(
      '<rss><channel><title>T</title><item><title>a</title><link>http://e.org/a?x=1&amp;y</link></item><item><title>b</title><link>http://e.org/b</link></rss',
    )
    expect(feed?.entries.map(({ link }) => link)).toEqual(['http://e.org/a?x=1&y', 'http://e.org/b'])
  })

  it('says no to what is no feed, and survives anything', () => {
    for (const text of ['', 'words', '<html><item>x</item></html>', '{}', '[1]'])
      expect(parse(text)).toBeUndefined()
    fc.assert(fc.property(fc.string({ maxLength: 200 }), text => void parse(`<rss><channel><item>${text}`)))
  })
})

it.each(['<a>', '<item>', '&a;', '<![CDATA[', '<item></item>'])(
  'parseFeed finishes a megabyte of %s',
  unit => {
    const text = `<rss><channel>${unit.repeat(1_000_000 / unit.length)}`
    expect(parse(text)?.entries.length ?? 0).toBeLessThanOrEqual(10_000)
    expect(parse(`${text}</channel></rss>`)?.entries.length ?? 0).toBeLessThanOrEqual(10_000)
  },
)

describe('parseDate', () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['1997', Date.UTC(1997, 0)],
    ['1997-07', Date.UTC(1997, 6)],
    ['1997-07-16', Date.UTC(1997, 6, 16)],
    ['1997-07-16T19:20+01:00', Date.UTC(1997, 6, 16, 18, 20)],
    ['1997-07-16T19:20:30.45+01:00', Date.UTC(1997, 6, 16, 18, 20, 30, 450)],
    ['2014-06-03T10:30:45-05:00', Date.UTC(2014, 5, 3, 15, 30, 45)],
    ['2014-06-03 10:30:45', Date.UTC(2014, 5, 3, 10, 30, 45)],
    ['Thu, 05 Jan 2017 13:34:51 +0100', Date.UTC(2017, 0, 5, 12, 34, 51)],
    ['05 Jan 17 12:34:53 GMT', Date.UTC(2017, 0, 5, 12, 34, 53)],
    ['5 Jan 2017 07:34:53 EST', Date.UTC(2017, 0, 5, 12, 34, 53)],
    ['Thu Jan  5 12:34:53 2017', Date.UTC(2017, 0, 5, 12, 34, 53)],
    ['January 5, 2017', Date.UTC(2017, 0, 5)],
    ['blah', undefined],
    ['2024-13-01', undefined],
    ['9999-01-01', undefined],
    ['', undefined],
  ]
  it.each(cases)('%s', (text, time) => {
    expect(parseDate(text)).toBe(time)
  })

  it('agrees with Date on what Date writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1901-01-01'), max: new Date('2199-01-01'), noInvalidDate: true }),
        date => {
          expect(parseDate(date.toISOString())).toBe(date.getTime())
          expect(parseDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000)
        },
      ),
    )
  })
})
