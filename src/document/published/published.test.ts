import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { authorsOf } from './page-authors.ts'
import { datesOf } from './page-dates.ts'
import { daysIn } from './text-dates.ts'

const FETCHED = Date.UTC(2024, 0, 1)
const dates = (html: string, url: string | null = null, language: string | null = 'en') =>
  datesOf(parseTree(html), { url, language, before: FETCHED })
const published = (html: string, url?: string) => dates(html, url).published

describe('days as people write them', () => {
  const hints = { language: 'en', host: 'a.com' }
  it.each([
    ['March 12, 2020', '2020-03-12'],
    ['12th of March 2020', '2020-03-12'],
    ['12. März 2020', '2020-03-12'],
    ['1er janvier 2020', '2020-01-01'],
    ['12 de marzo de 2020', '2020-03-12'],
    ['12 марта 2020 г.', '2020-03-12'],
    ['14 Şubat 2020', '2020-02-14'],
    ['2020年3月12日', '2020-03-12'],
    ['2020-03-12T10:00', '2020-03-12'],
    ['31.12.2019', '2019-12-31'],
    ['3/12/2020', '2020-03-12'],
    ['25/12/2020', '2020-12-25'],
    ['১৬ ফেব্রুয়ারি ২০২০', '2020-02-16'],
    ['٢٤ أبريل ٢٠٢٠', '2020-04-24'],
    ['24 نيسان / أبريل 2020', '2020-04-24'],
  ])('%s', (text, day) => expect(daysIn(`on ${text}, they`, hints)[0]?.day).toBe(day))

  it('reads 3/12/2020 as the place does', () => {
    const day = (language: string, host: string) => daysIn('3/12/2020', { language, host })[0]?.day
    expect([day('fr', 'a.fr'), day('en', 'a.co.uk'), day('en-GB', 'a.com')]).toEqual(
      Array(3).fill('2020-12-03'),
    )
  })

  it('knows what is no day', () => {
    for (const text of ['31.2.2020', '1.2.3.2020', 'version 10.12.2020.5', 'marching 12 2020', '2020-13-01'])
      expect([text, daysIn(text, hints)]).toEqual([text, []])
  })
})

describe('when a page was published', () => {
  it('is told by its address first, where it names a day', () => {
    const meta = '<meta property="article:published_time" content="2020-03-13T01:00:00Z">'
    expect(published(meta, 'http://a.com/2020/03/12/story')).toMatchObject({
      day: '2020-03-12',
      from: 'address',
    })
    expect(published(meta, 'http://a.com/story-20200312.html')).toMatchObject({ day: '2020-03-12' })
    expect(published(meta, 'http://a.com/2020/03/story')).toMatchObject({ day: '2020-03-13', from: 'meta' })
    expect(published(meta, 'http://a.com/2020/03/3-questions')).toMatchObject({ from: 'meta' })
    expect(published(meta, 'http://a.com/news/29-02-2020')).toMatchObject({
      day: '2020-02-29',
      from: 'address',
    })
    // It is unknown whether the day or the month comes first.
    expect(published(meta, 'http://a.com/news/03-02-2020')).toMatchObject({ from: 'meta' })
  })

  it('is not told by what readers said of it', () => {
    const comment = '<ol class=comment-list><li><time datetime=2021-05-05>May 5</time></ol>'
    const page = `<body class=comments-open><h1>News</h1><p>${'long '.repeat(40)}<p>12 March 2020${comment}`
    expect(published(page)).toMatchObject({ day: '2020-03-12', from: 'text' })
    expect(published(`<h1>News</h1>${comment.replace('comment-list', 'comments-off')}`)).toMatchObject({
      day: '2021-05-05',
    })
  })

  it('is told by a marked time rather than by a meta element that may mean its last change', () => {
    const page = `<meta name=date content=2020-04-30><h1>News</h1><p>${'long '.repeat(40)}<time>29.04.2020</time>`
    expect(published(page)).toMatchObject({ day: '2020-04-29', from: 'element' })
  })

  it('has day and month in the order in which the page shows them', () => {
    const page = '<meta name=date content="11/01/2023 12:43:42"><p>Erstellt am: 01.11.2023</p>'
    expect(dates(page, 'http://a.ch/', 'de').published).toMatchObject({ day: '2023-11-01', from: 'meta' })
  })

  it('is told by its description if by nothing else', () => {
    const page = '<meta name=description content="Notizia del 14 Gennaio 2020"><p>Sono almeno 9.'
    expect(published(page)).toMatchObject({ day: '2020-01-14', from: 'meta' })
  })

  it('is told by structured data, even broken', () => {
    const json =
      '{"@type":"NewsArticle","datePublished":"2020-03-12T23:30:00+02:00","dateModified":"2020-04-01"}'
    const { published: first, modified } = dates(`<script type="application/ld+json">${json}</script>`)
    expect(first).toEqual({ day: '2020-03-12', at: Date.UTC(2020, 2, 12, 21, 30), from: 'json-ld' })
    expect(modified?.day).toBe('2020-04-01')
    expect(published(`<script type="application/ld+json">${json.slice(0, -1)}</script>`)?.day).toBe(
      '2020-03-12',
    )
    expect(published('<span itemprop="datePublished" content="2020-03-12"></span>')?.day).toBe('2020-03-12')
  })

  it('is told by marked times, of which those called published come first', () => {
    const html =
      '<time datetime="2021-05-05">x</time><time class="entry-date published" datetime="2020-03-12">y</time>'
    expect(published(html)).toMatchObject({ day: '2020-03-12', from: 'element' })
  })

  it('is told by the text near the title', () => {
    const html = `<p>Since 1 May 1999.</p>${'<p>Menu</p>'.repeat(400)}<h1>Story</h1><p>12 March 2020</p><p>In 2 June 2001 …</p>`
    expect(published(html)).toMatchObject({ day: '2020-03-12', from: 'text' })
  })

  it('is told by the date beside the title rather than by a meta element that may be of a change', () => {
    const meta = (name: string) => `<meta name="${name}" content="2020-04-01">`
    const html = '<h1>Story</h1><p>12 March 2020</p><p>Words.</p>'
    expect(published(meta('date') + html)).toMatchObject({ day: '2020-03-12', from: 'text' })
    expect(published(meta('pubdate') + html)).toMatchObject({ day: '2020-04-01', from: 'meta' })
    expect(published(`${html}<time datetime="2020-05-05">5 May</time>`)).toMatchObject({ day: '2020-03-12' })
    // Two dates give the time of something else.
    const event = '<h1>Festival</h1><p>12 March 2020 to 14 March 2020</p>'
    expect(published(meta('date') + event)).toMatchObject({ day: '2020-04-01' })
  })

  it('is the day that the page shows, where machines are told a time in UTC', () => {
    const meta = (time: string) => `<meta property="article:published_time" content="${time}">`
    const html = '<h1>Night</h1><p>March 11, 2020, 10:30 PM PST</p>'
    expect(published(meta('2020-03-12T06:30:00Z') + html)).toEqual({
      ...{ day: '2020-03-11', at: Date.UTC(2020, 2, 12, 6, 30), from: 'meta' },
    })
    // Nowhere was it still the day before, and a time with a zone means the day in that zone.
    for (const time of ['2020-03-12T13:30:00Z', '2020-03-12T06:30:00+02:00'])
      expect(published(meta(time) + html)?.day).toBe('2020-03-12')
  })

  it('is told by what its scripts are told, if nothing else does', () => {
    const script =
      '<script>window.state = {"item":{"id":7,"published_at":"2020-03-12T10:00:00+01:00"}}</script>'
    expect(published(`${script}<p>Nothing.</p>`)).toMatchObject({ day: '2020-03-12', from: 'script' })
    expect(published(`${script}<time datetime="2020-03-13">x</time>`)).toMatchObject({ from: 'element' })
  })

  it('is never after it was fetched, nor before there was a web', () => {
    expect(published('<time datetime="2031-01-01"></time><p>Born 12 March 1991</p>')).toBeNull()
    expect(published('<p>No day at all in 2020.</p>')).toBeNull()
  })
})

describe('who wrote a page', () => {
  const authors = (html: string) => authorsOf(parseTree(html))
  it.each([
    [
      'JSON-LD',
      '<script type="application/ld+json">{"@type":"Article","author":[{"name":"Ann Lee"},"Bo Ek"]}</script>',
    ],
    ['meta', '<meta name="author" content="Ann Lee, Bo Ek">'],
    ['rel author', '<a rel="author" href="/a">Ann Lee</a> <a rel="author" href="/b">Bo Ek</a>'],
    [
      'a line under the title',
      '<h1>Story</h1><p class="byline">By Ann Lee and Bo Ek</p><p class="byline">By C</p>',
    ],
  ])('is told by %s', (_source, html) => expect(authors(html)).toEqual(['Ann Lee', 'Bo Ek']))

  it('is not told by addresses, times and long texts', () => {
    const html = '<meta name="author" content="https://a.com/ann"><p class="author">11:07am</p>'
    expect(authors(html)).toEqual([])
  })
})

it('reads hostile pages in linear time', () => {
  const began = process.cpuUsage().user
  for (const html of ['1'.repeat(500_000), '12 '.repeat(200_000), '<p class=date>1. </p>'.repeat(30_000)])
    dates(html)
  expect(process.cpuUsage().user - began).toBeLessThan(10_000_000)
})
