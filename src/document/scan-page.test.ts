import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Canonicalizer } from '../url/index.ts'
import { MAX_LINKS } from './links.ts'
import { type ScanPageOptions, scanPage } from './scan-page.ts'

const canonicalizer = new Canonicalizer()
const PAGE = 'https://example.org/dir/page.html'
const page = (html: string, options?: ScanPageOptions) => scanPage(html, PAGE, canonicalizer, options)
const hrefs = (html: string) =>
  page(html).links.map(({ kind, href }) => `${kind} ${href.replace('https://example.org', '')}`)

describe('scanPage: links', () => {
  it('resolves, folds anchor text and keeps document order', () => {
    expect(page('<a href=b>  two\n <b>wo</b>rds&nbsp;</a><a href="/c?x=1&amp;y=2">c</a>').links).toEqual([
      { href: 'https://example.org/dir/b', text: 'two words', kind: 'a', nofollow: false },
      { href: 'https://example.org/c?x=1&y=2', text: 'c', kind: 'a', nofollow: false },
    ])
  })

  it('lists an address once for each kind, with the first text there is', () => {
    const { links } = page('<a href=/x rel=nofollow></a><a href=/x>text</a><a href=/x>other</a><img src=/x>')
    expect(links.map(({ kind, text, nofollow }) => [kind, text, nofollow])).toEqual([
      ['a', 'text', false],
      ['image', '', false],
    ])
  })

  it('marks nofollow, ugc and sponsored', () => {
    const rels = ['nofollow', 'UGC noopener', 'sponsored', 'noopener']
    const { links } = page(rels.map((rel, i) => `<a href=/${i} rel="${rel}">x</a>`).join(''))
    expect(links.map(link => link.nofollow)).toEqual([true, true, true, false])
  })

  it('takes the alternative of an image as anchor text', () => {
    expect(page('<a href=/x><img src=i.png alt="Home page"></a>').links[0]!.text).toBe('Home page')
  })

  it('cuts anchor text at 200 characters', () => {
    expect(page(`<a href=/x>${'word '.repeat(100)}</a>`).links[0]!.text).toHaveLength(200)
  })

  it('passes by fragments, scripts, data and mail', () => {
    expect(
      hrefs(
        '<a href=#x>a</a><a href="javascript:void 0">b</a><a href=mailto:a@b.c>c</a><img src="data:,x"><a href="">d</a>',
      ),
    ).toEqual([])
  })

  it('HTML 4.2.3: the first base rules', () => {
    const scan = page('<base href=/other/><base href=/third/><a href=x>x</a><a href=#y>y</a>')
    expect(scan.base).toBe('https://example.org/other/')
    expect(scan.links.filter(({ kind }) => kind === 'a').map(({ href }) => href)).toEqual([
      'https://example.org/other/x',
      'https://example.org/other/',
    ])
  })

  it('knows the elements that embed or lead somewhere', () => {
    expect(
      hrefs(`<frame src=1><iframe src=2></iframe><area href=3><object data=4></object><embed src=5><video poster=6 src=7>
      <source srcset="8 1x, 9 2x"></video><input type=image src=10><body background=11><script src=12></script><form action=13></form>
      <form action=14 method=POST></form><link rel="stylesheet" href=15><link rel=icon href=16><link rel=next href=17><a ping="18 19"></a>`),
    ).toEqual([
      'frame /dir/1',
      'frame /dir/2',
      'area /dir/3',
      'object /dir/4',
      'object /dir/5',
      'image /dir/6',
      'object /dir/7',
      'image /dir/8',
      'image /dir/9',
      'image /dir/10',
      'image /dir/11',
      'script /dir/12',
      'form /dir/13',
      'meta /dir/14',
      'style /dir/15',
      'image /dir/16',
      'link /dir/17',
      'meta /dir/18',
      'meta /dir/19',
    ])
  })

  it('HTML 4.8.4.3.10: commas behind an address of a srcset are not part of it', () => {
    expect(hrefs('<img srcset="a,,, b.png,, c,d.png">')).toEqual(
      hrefs('<img src=a><img src=b.png><img src="c,d.png">'),
    )
  })

  it('HTML 4.8.4.3.10: srcset candidates with commas in address and descriptor', () => {
    expect(hrefs('<img srcset="a,b.png 1x, c.png 2x,d.png, e.png (x, y) 3x,f.png">')).toEqual(
      ['a,b.png', 'c.png', 'd.png', 'e.png', 'f.png'].map(name => `image /dir/${name}`),
    )
  })

  it('finds addresses in style sheets and style attributes', () => {
    expect(
      hrefs(
        '<style>@import "1.css"; @import url(2.css); a{background:URL( "3.png" )}</style><p style="background:url(&quot;4.png&quot;)">',
      ),
    ).toEqual(['style /dir/1.css', 'style /dir/2.css', 'image /dir/3.png', 'image /dir/4.png'])
  })

  it('does not look inside scripts, comments and text areas, but into noscript, srcdoc and conditional comments', () => {
    expect(
      hrefs(`<script>"<a href=no>"</script><!-- <a href=no> --><textarea><a href=no></textarea>
      <noscript><a href=1>x</a></noscript><iframe srcdoc="<a href=2>"></iframe><!--[if IE]><a href=3><![endif]-->`),
    ).toEqual(['a /dir/1', 'a /dir/2', 'a /dir/3'])
  })

  it('takes no address that is only written in the text', () => {
    expect(page('<p>see https://example.com/x?a=1&amp;b=2. Or (http://example.net/)</p>').links).toEqual([])
  })

  it('stops at 20,000 links', () => {
    const html = Array.from({ length: MAX_LINKS + 10 }, (_, i) => `<a href=/${i}>x</a>`).join('')
    expect(page(html).links).toHaveLength(MAX_LINKS)
    const again = page(`<a href=/0 rel=nofollow></a>${html}<a href=/0>first</a><img src=/1>`).links
    expect(again).toHaveLength(MAX_LINKS)
    expect(again[0]).toMatchObject({ text: 'x', nofollow: false })
  })
})

describe('scanPage: metadata', () => {
  it('takes the first title, not that of a picture', () => {
    expect(page('<svg><title>no</title></svg><title> A &amp;\n B </title><title>C</title>').title).toBe(
      'A & B',
    )
  })

  it('reads canonical, language, feeds and alternates', () => {
    const scan =
      page(`<html lang=no><link rel=canonical href=/c><link rel=alternate type="application/rss+xml" title="The News" href=/rss>
      <link rel=alternate hreflang=en-GB href=/en>`)
    expect(scan.canonical).toBe('https://example.org/c')
    expect(scan.lang).toBe('no')
    expect(scan.feeds).toEqual([
      { href: 'https://example.org/rss', type: 'application/rss+xml', title: 'The News' },
    ])
    expect(scan.hreflang).toEqual([{ lang: 'en-GB', href: 'https://example.org/en' }])
  })

  it('adds up robots directives for everybody and for us', () => {
    const html =
      '<meta name=ROBOTS content="noarchive"><meta name=Tidewatch content="NoFollow"><meta name=otherbot content=noindex>'
    expect(page(html, { agent: 'tidewatch' }).robots).toEqual({
      noindex: false,
      nofollow: true,
      noarchive: true,
    })
    expect(page('<meta name=robots content=none>').robots).toEqual({
      noindex: true,
      nofollow: true,
      noarchive: false,
    })
  })

  it('HTML 4.2.5.3: refresh', () => {
    const refresh = (content: string) => page(`<meta http-equiv=Refresh content="${content}">`).refresh
    expect(refresh("5; URL='/next'")).toEqual({ url: 'https://example.org/next', delaySeconds: 5 })
    expect(refresh('0,x')).toEqual({ url: 'https://example.org/dir/x', delaySeconds: 0 })
    expect(refresh('1.9 url = y')).toEqual({ url: 'https://example.org/dir/y', delaySeconds: 1 })
    expect(refresh('300')).toEqual({ url: PAGE, delaySeconds: 300 })
    expect(refresh('soon; url=/x')).toBeUndefined()
  })
})

describe('scanPage: text', () => {
  it('gives visible text: words by a space, blocks by a new line', () => {
    const html = `<title>T</title><h1>One</h1><p>two <b>th</b>ree&nbsp; &lt;four&gt;<br>five<script>no</script><style>no</style>
      <noscript>no</noscript><template>no<p>no</template><ul><li>six<li>seven</ul><pre>a
      b</pre>`
    expect(page(html, { text: true }).text).toBe('One\ntwo three <four>\nfive\nsix\nseven\na b')
    expect(page(html).text).toBeUndefined()
  })

  it('keeps characters of any width', () => {
    expect(page('<p>é</p><p>漢字 😀</p>', { text: true }).text).toBe('é\n漢字 😀')
  })

  it('survives any page, with every result absolute', () => {
    const piece = fc.constantFrom(
      '<a href="',
      '">',
      '<base href=',
      '<img srcset="',
      ',',
      ' 2x',
      '<meta http-equiv=refresh content="',
      '0;url=',
      '<style>',
      'url(',
      ')',
      '</style>',
      '<iframe srcdoc="',
      '&lt;',
      '<!--[if',
      ']>',
      '-->',
      '<template>',
      '</template>',
      'x',
      '//',
      'http:',
      '#',
      '<svg>',
      '<title>',
      '\0',
      'é',
      '&',
      '<link rel=canonical href=',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const scan = page(pieces.join(''), { text: true })
        for (const { href } of scan.links) expect(URL.canParse(href)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '<a href=x>',
    '<!--[if a]>',
    '<iframe srcdoc="<p>">',
    '<style>url(',
    '<p style="url(a)">',
    '<img srcset="a,',
    '<noscript>',
  ])('finishes 300 KB of %s', unit => {
    expect(page(unit.repeat(300_000 / unit.length), { text: true }).links.length).toBeLessThanOrEqual(
      MAX_LINKS,
    )
  })
})
