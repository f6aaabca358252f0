/**
 * Hostile shapes: inputs that once cost a reader more than they should, and their relatives. Each is a generator, so that growth can
 * be seen at doubling sizes. Whoever finds a new one adds a line here; `readers.test.ts` and `bench/fuzz.ts` use all of them.
 */
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'

/** Which readers a shape is meant for; see `readers.ts`. */
export type InputKind =
  | 'page'
  | 'text'
  | 'sitemap'
  | 'feed'
  | 'style'
  | 'headers'
  | 'address'
  | 'robots'
  | 'bytes'
  | 'packed'
  | 'archive'

export interface HostileShape {
  readonly name: string
  readonly kind: InputKind
  /** About `size` bytes. */
  readonly make: (size: number) => Buffer
}

/** `unit` until `size` is reached, between a beginning and an end. */
const repeated = (unit: string, before = '', after = '') => {
  const length = Buffer.byteLength(unit)
  return (size: number) =>
    Buffer.from(
      before +
        unit.repeat(
          Math.max(1, Math.floor((size - Buffer.byteLength(before) - Buffer.byteLength(after)) / length)),
        ) +
        after,
    )
}

/** Like `repeated`, with units that are all different. */
const numbered =
  (unit: (n: number) => string, before = '', after = '') =>
  (size: number) => {
    const parts = [before]
    for (let n = 0, length = before.length + after.length; length < size; n++) {
      const part = unit(n)
      parts.push(part)
      length += part.length
    }
    return Buffer.from(parts.join('') + after)
  }

/** One half opens elements, the other half is what stands inside of all of them. */
const nested = (open: string, inside = 'word ') => {
  return (size: number) =>
    Buffer.concat([repeated(open)(Math.floor(size / 2)), repeated(inside)(Math.ceil(size / 2))])
}

/** So many open elements, and then the rest: readers that look along the elements around pay for each. */
const below = (open: string, depth: number, unit: string) => repeated(unit, open.repeat(depth))

const jsonLd = (unit: string, before = '', after = '') =>
  repeated(unit, `<script type="application/ld+json">${before}`, `${after}</script>`)

const pages: Readonly<Record<string, (size: number) => Buffer>> = {
  'commas in a srcset': repeated(',', '<img srcset="a', 'b">'),
  'candidates in a srcset': numbered(n => `${n}.png ${n}x,`, '<img srcset="', '">'),
  'brackets in a srcset': repeated('(', '<img srcset="a ', '">'),
  'empty forms': repeated('<form></form>'),
  'forms with a field': numbered(n => `<form action=/f${n}><input name=a${n}></form>`),
  'fields of a form elsewhere': numbered(n => `<form id=f${n}></form><input form=f${n} name=a>`),
  'fields of one form in one label': repeated('<input form=f name=a>', '<form id=f></form><label>'),
  'a form of fields': numbered(n => `<input name=a${n}>`, '<form>'),
  'options of a choice': numbered(n => `<option value=${n}>o`, '<form><select name=a>'),
  'choices of a form': repeated('<select name=a><option>x</select>', '<form>'),
  'zeros of a refresh': repeated('0', '<meta http-equiv=refresh content="', '">'),
  'spaces of a refresh': repeated(' ', '<meta http-equiv=refresh content="0', 'x">'),
  refreshes: numbered(n => `<meta http-equiv=refresh content="0;url=/${n}">`),
  'nested div': nested('<div>'),
  'nested div with classes': nested('<div class="a b1 c">', '<a href=/x>word</a> '),
  'nested long classes': repeated(`<div class=${'c'.repeat(4000)}>`),
  'nested spans': nested('<span>'),
  'nested microdata': nested('<div itemscope itemprop=a itemtype=T>', '<b itemprop=b>x</b>'),
  'nested properties of microdata': nested('<div itemprop=a>'),
  'properties of microdata': numbered(n => `<b itemprop=p${n}>x</b>`, '<div itemscope>'),
  'references of microdata': numbered(
    n => `<div id=a${n} itemscope itemref="a${n + 1} a${n + 2} a${n + 3}" itemprop=x></div>`,
  ),
  'one long reference list': numbered(
    n => `a${n} `,
    '<div itemscope itemref="',
    '"></div><b id=a1 itemprop=x>',
  ),
  'nested RDFa': nested('<div typeof=T property=a vocab="http://x/">', '<b property=b>x</b>'),
  'nested properties of RDFa': nested('<div property=x:a>'),
  'prefixes of RDFa': numbered(n => `<div xmlns:a${n}=x>`),
  'prefixes of RDFa in attributes': numbered(n => `<div prefix="a${n}: http://x/">`),
  'prefixes of RDFa on one element': numbered(n => ` xmlns:a${n}=x`, '<div', '><b property=a1:x>y</b>'),
  'relations of RDFa': repeated('<a rel="og:x" href=/y>z</a>'),
  'nested microformats': nested('<div class="h-entry p-name">', '<b class=p-a>x</b>'),
  'properties of microformats': numbered(n => `<b class=p-a${n}>x</b>`, '<div class=h-entry>'),
  'meta properties': numbered(n => `<meta property=og:p${n} content=x>`),
  'bold in a table': repeated('x<b>', '<table>'),
  'bold in a row': repeated('<td>x<b>', '<table><tr>'),
  'words and seams': repeated('word <b>word</b> '),
  'figures and seams': repeated('<i>1</i>, '),
  'commas of JSON-LD': jsonLd(',', '{"a":1'),
  'commas and spaces of JSON-LD': jsonLd(', ', '[1'),
  'spaces of JSON-LD': jsonLd(' ', '{"a":1,', 'x'),
  'semicolon and spaces of JSON-LD': jsonLd(' ', '{"a":1};', 'x'),
  'quotes of JSON-LD': jsonLd('"', '{'),
  'line ends in a string of JSON-LD': jsonLd('\n', '{"a":"', '"}'),
  'comments of JSON-LD': jsonLd('/*', '{'),
  'line comments of JSON-LD': jsonLd('//x ', '{'),
  'marks of comments of JSON-LD': jsonLd('<!--', '{'),
  'brackets of JSON-LD': jsonLd('[', ''),
  'objects of JSON-LD': jsonLd('{"a":', ''),
  'closed brackets of JSON-LD': jsonLd('],', '{'),
  'lists of JSON-LD': jsonLd('[{"@type":"T","a":[1,2]}],', '[', '1]'),
  'types of JSON-LD': jsonLd('"T",', '{"a":"b","@type":[', '"T"]}'),
  'graph of JSON-LD': jsonLd('{"@type":["T","U"],"a":{"b":"c"}},', '{"@graph":[', '{}]}'),
  'scripts of JSON-LD': repeated('<script type="application/ld+json">{"a":1}</script>'),
  'JSON-LD outside of a script': numbered(
    n => `{"@type":"T","n":${n},"at":"2026-01-02T10:11:12Z","said":"3 hours ago"},`,
    '<scrip type="application/ld+json">[',
  ),
  'empty objects of JSON-LD': jsonLd('{"a":{}},', '[', '1]'),
  'a long name in JSON-LD': size =>
    Buffer.concat([
      repeated('n', '<script type="application/ld+json">{"', '":{')(size / 2),
      numbered(n => `"${n}":1,`, '', '"x":1}}</script>')(size / 2),
    ]),
  'a long vocabulary of RDFa': size =>
    Buffer.concat([repeated('v', '<div vocab="', '">')(size / 2), repeated('<b property=x>y</b>')(size / 2)]),
  'a long type': repeated('t', '<div itemscope itemtype="', '/"><b itemprop=x>y'),
  'a long prefix list': repeated('a: b ', '<div prefix="', '"><b property=a:x>y'),
  'comments before the page': repeated('<!--x-->'),
  'words of one label': repeated('word ', '<form id=f></form><label><input form=f name=a>'),
  'labels of a form': numbered(n => `<label for=a${n}>Name ${n}</label><input id=a${n}>`, '<form>'),
  'buttons of a form': repeated('<button name=a value=b>Send</button>', '<form>'),
  'fields of nothing': repeated('<input form=g name=a>'),
  'images with data': repeated('<img src="data:image/svg+xml,<a href=x>">'),
  'long alternative texts': repeated('word ', '<a href=/x><img alt="', '"></a>'),
  'objects in anchors': repeated('<a href=/x><object>'),
  'lists in lists': repeated('<ul><li>x'),
  rubies: repeated('<ruby><rt>x'),
  math: repeated('<math><mi>x'),
  templates: repeated('<template><p>x'),
  'frames of frames': repeated('<frameset><frame src=x>'),
  'attributes of body': numbered(n => `<body a${n}=x>`),
  'attributes of html': numbered(n => `<html a${n}=x>`),
  'attributes of an element': numbered(n => ` a${n}=x`, '<div', '>'),
  'attributes of many elements': repeated(`<b${' a=1 b=2 c=3 d=4 e=5'.repeat(10)}>`),
  'end tags of nothing below many': below('<i>', 600, '</q>'),
  'end tags of an inline element below blocks': below('<span><div>', 1, '<i></span>'),
  'stray ends of a span': repeated('</span>', `<span><div>${'<i>'.repeat(600)}`),
  'cells outside of tables': below('<i>', 600, '<td>'),
  'anchors below many': repeated('<a>', `<a><object>${'<i>'.repeat(600)}`),
  'items below many': repeated('<li>', `<li><ul>${'<i>'.repeat(600)}`),
  'elements inside a choice': repeated('<b>x', '<select>'),
  'breaking out of SVG': repeated('<b>', `<svg><title>${'<q>'.repeat(600)}`),
  'paragraphs below many': below('<div>', 600, '<p>x'),
  'headings below many': below('<b>', 600, '<h1>x'),
  'text and stray ends': repeated('x</b>'),
  'formatting across blocks': repeated('<b><div></b>'),
  'tables in tables': repeated('<table><tr><td>'),
  'open tags': repeated('<'),
  'open tags with a name': repeated('<a '),
  'open quotes': repeated('<a b="'),
  'open comments': repeated('<!--'),
  'open comments with ends': repeated('<!-->'),
  dashes: repeated('-', '<!--'),
  'open declarations': repeated('<!a'),
  'open CDATA': repeated('<![CDATA[', '<svg>'),
  'conditional comments': repeated('<!--[if x]><a href=y><![endif]-->'),
  'one conditional comment': repeated('[', '<!--[if '),
  'document types': repeated('<!doctype html public "'),
  'open scripts': repeated('<script>'),
  'scripts in comments of scripts': repeated('<!--<script>', '<script>'),
  'ends of other raw text': repeated('</titl', '<title>'),
  ampersands: repeated('&'),
  'long references': repeated('a', '&', ';'),
  'numeric references': repeated('&#1;'),
  'references without end': repeated('&#1'),
  'references in an attribute': repeated('&amp', '<a href="', '">'),
  'a page of NUL': repeated('\0'),
  'a page of CR': repeated('\r'),
  anchors: numbered(n => `<a href=/${n}>x</a>`),
  'the same anchor': repeated('<a href="?sid=1&x=2">y</a>'),
  'anchors of many kinds': repeated('<a href=/x rel="a b c" ping="/p /q">y</a>'),
  'colliding anchors': numbered(n => `<a href="${n}${'x'.repeat(20)}">y</a>`),
  'long addresses': repeated(`<a href="/${'a/../'.repeat(1000)}">x</a>`),
  'dots in an address': repeated(`<a href="${'../'.repeat(2000)}">x</a>`),
  'semicolons in an address': repeated(`<a href="/${';a'.repeat(2000)}">x</a>`),
  'parameters in an address': repeated(`<a href="?${'cfid=1&'.repeat(1000)}">x</a>`),
  'sessions in an address': repeated(`<a href="${'/(A(12345678)'.repeat(300)}">x</a>`),
  'ports in an address': repeated('<a href="http://a:1:2">x</a>'),
  'words of rel': repeated('a ', '<a href=/x rel="', '">'),
  'words of ping': repeated('a ', '<a href=/x ping="', '">'),
  'words of class': numbered(n => `a${n} `, '<div class="', '">'),
  'spaces of class': repeated(' ', '<div class="a1', 'b">x'),
  'style sheet in the page': repeated('url(', '<style>', '</style>'),
  'style attributes': repeated('<b style="url(x">'),
  'spaces in a style attribute': repeated(' ', '<b style="display', 'x">'),
  policies: repeated(' ', '<meta http-equiv=content-security-policy content=";', '">'),
  'types of feeds': repeated(' ', '<link rel=alternate href=x type="application/json ', '">'),
  'feed links': numbered(n => `<link rel=alternate type=application/rss+xml href=/${n}>`),
  'robots directives': repeated('noindex,', '<meta name=robots content="', '">'),
  'robots spaces': repeated(' ', '<meta name=robots content="', '">'),
  'frames with documents': repeated('<iframe srcdoc="<a href=x>">'),
  bases: numbered(n => `<base href=/${n}><a href=x>y</a>`),
  'a long title': repeated('word ', '<title>', '</title>'),
  titles: repeated('<title>x</title>'),
  items: repeated('<li>x'),
  'rows of a table': numbered(
    n => `<tr><td>Name ${n}<td><a href=/i/${n}>Item</a><td>${n}.99`,
    '<table class=l>',
  ),
  cards: numbered(n => `<li class=card><h3><a class=title href=/product/item-${n}>Item ${n}</a></h3></li>`),
  labels: numbered(n => `<dt>Label ${n}<dd>Value ${n}`, '<dl>'),
  paragraphs: numbered(n => `<p>Paragraph ${n} says nothing new.</p>`),
  'one line of words': repeated('word '),
  'one word': repeated('a'),
  spaces: repeated(' '),
  'spaces between letters': repeated('a          '),
  numbers: repeated('1.2.3:4-5/6 '),
  digits: repeated('1'),
  'digits and commas': repeated('1,'),
  'digits and dots': repeated('1.'),
  'dates without end': repeated('2024-05-03T'),
  months: repeated('May May 3 '),
  'phrases begun': repeated('an hour vor il y a 3 '),
  'full stops': repeated('. A'),
  'only dots': repeated('.'),
  ideographs: repeated('字'),
  emoji: repeated('😀'),
  'combining marks': repeated('\u0301', 'a'),
  'private signs': repeated('\uE000\uE001'),
  'tokens of letters and digits': repeated('a1'),
  hexadecimal: repeated('deadbeef01'),
  currency: repeated('$1 €2 '),
  'prices of a value': repeated('<b>1.5 kr</b>'),
  'time elements': repeated('<time datetime=2024-05-03>3 May</time>'),
}

const texts: Readonly<Record<string, (size: number) => Buffer>> = {
  'JSON in one line': repeated('{"a":[1,2]},', '['),
  lines: numbered(n => `line ${n}\n`),
  'empty lines': repeated('\n'),
  'carriage returns': repeated('\r'),
  brackets: repeated('['),
}

const sitemaps: Readonly<Record<string, (size: number) => Buffer>> = {
  addresses: numbered(n => `<url><loc>http://a.test/${n}</loc></url>`, '<urlset>'),
  'open addresses': repeated('<loc>', '<urlset>'),
  'open entries': repeated('<url>', '<urlset>'),
  'space in an address': repeated(' ', '<urlset><url><loc>http://a.test/', '</loc></url>'),
  indexes: numbered(n => `<sitemap><loc>http://a.test/${n}.xml</loc></sitemap>`, '<sitemapindex>'),
  'lines of text': numbered(n => `http://a.test/${n}\n`),
  'one line of text': repeated('a', 'http://a.test/'),
  entities: repeated('&amp;', '<urlset><url><loc>http://a.test/?', '</loc></url>'),
  'comments in sitemaps': repeated('<!--', '<urlset>'),
  declarations: repeated('<?xml ', ''),
  'entity declarations': numbered(
    n => `<!ENTITY a${n} "&a${n - 1};&a${n - 1};">`,
    '<!DOCTYPE urlset [',
    ']><urlset>',
  ),
  'names of elements': repeated('a:', '<', 'urlset>'),
  'compressed zeros': size => gzipSync(Buffer.alloc(size * 20)),
}

const feeds: Readonly<Record<string, (size: number) => Buffer>> = {
  'entries of RSS': numbered(
    n => `<item><title>t${n}</title><link>http://a.test/${n}</link></item>`,
    '<rss><channel>',
  ),
  'open entries of RSS': repeated('<item>', '<rss><channel>'),
  'open entries of Atom': repeated('<entry>', '<feed xmlns="http://www.w3.org/2005/Atom">'),
  'nested in a feed': repeated('<a>', '<rss><channel><item>'),
  'open titles': repeated('<title>', '<rss><channel><item>'),
  'CDATA in a feed': repeated('<![CDATA[', '<rss><channel><item><title>'),
  'closed CDATA in a feed': repeated(
    '<![CDATA[x]]>',
    '<rss><channel><item><title>',
    '</title></item></channel></rss>',
  ),
  'attributes in a feed': numbered(n => ` a${n}="x"`, '<rss><channel><item', '></item></channel></rss>'),
  'prefixes of a feed': numbered(
    n => ` xmlns:a${n}="x"`,
    '<rss',
    '><channel><item><a1:b>x</a1:b></item></channel></rss>',
  ),
  'ampersands in a feed': repeated('&', '<rss><channel><item><title>'),
  'comments in a feed': repeated('<!--', '<rss><channel>'),
  'spaces in a feed': repeated(' ', '<rss', '><channel>'),
  'entries of JSON': numbered(
    n => `{"id":"${n}","url":"http://a.test/${n}"},`,
    '{"version":"https://jsonfeed.org/version/1","title":"x","items":[',
    '{"id":"x"}]}',
  ),
  'brackets of JSON': repeated('[', '{"version":"https://jsonfeed.org/version/1","items":'),
  'dates in a feed': repeated(
    '<item><pubDate>Fri, 03 May 2024 14:05:33 GMT</pubDate><link>/a</link></item>',
    '<rss><channel>',
  ),
}

const styles: Readonly<Record<string, (size: number) => Buffer>> = {
  'open addresses of a style sheet': repeated('url('),
  'open quotes of a style sheet': repeated('url("'),
  imports: repeated('@import '),
  'spaces behind imports': repeated(' ', '@import'),
  'spaces in an address of a style sheet': repeated(' ', 'url('),
}

const headers: Readonly<Record<string, (size: number) => Buffer>> = {
  'links of a header': repeated('</a>;rel=next,'),
  'open links of a header': repeated('<'),
  'parameters of a header': repeated(';a=b', '</a>'),
  'quotes of a header': repeated('"', '</a>;a='),
  'escapes of a header': repeated('\\"', '</a>;a="'),
  'spaces of a header': repeated(' ', '</a>;a', 'x'),
  'spaces behind a semicolon': repeated(' ', '</a>;', ','),
  'semicolons of a header': repeated(';'),
  'attributes of a cookie': repeated(';a=b', 'a=b'),
  'spaces of a cookie': repeated(' ', 'a=b', 'c'),
  'dates of a cookie': repeated('1:1:1 ', 'a=b;expires='),
  'zeros of a header': repeated('0'),
  'a long directive': repeated('a', '', ':noindex'),
  'spaces of a directive': repeated(' ', 'a', 'b'),
}

const addresses: Readonly<Record<string, (size: number) => Buffer>> = {
  'dots of a path': repeated('../', 'http://a.test/'),
  'dots behind a path': repeated('a/../', 'http://a.test/'),
  'percent signs': repeated('%', 'http://a.test/'),
  'escaped dots': repeated('%2e%2e/', 'http://a.test/'),
  slashes: repeated('/', 'http://a.test/'),
  backslashes: repeated('\\', 'http://a.test/'),
  tabs: repeated('\t', 'http://a.test/'),
  'ampersands of a query': repeated('&', 'http://a.test/?'),
  'pairs of ColdFusion': repeated('cfid=1&', 'http://a.test/?'),
  'tokens of a query': repeated('sid=0123456789abcdef0&', 'http://a.test/?'),
  'semicolons of a path': repeated(';jsessionid=1', 'http://a.test/a'),
  'sessions of ASP': repeated('/(S(12345678', 'http://a.test', '))/'),
  'closed sessions of ASP': repeated('/(S(12345678))', 'http://a.test'),
  'nested sessions of ASP': repeated('A(12345678)', 'http://a.test/(', ')/'),
  'labels of a host': repeated('a.', 'http://', 'test/'),
  'a host of ideographs': repeated('字', 'http://', '.test/'),
  colons: repeated(':', 'http://a.test'),
  'at signs': repeated('@', 'http://'),
  'brackets of a host': repeated('[', 'http://'),
  'letters of a scheme': repeated('a', '', '://x'),
  hashes: repeated('#', 'http://a.test/'),
}

const robots: Readonly<Record<string, (size: number) => Buffer>> = {
  'rules of robots': numbered(n => `disallow: /${n}\n`, 'user-agent: *\n'),
  'stars of a rule': repeated('*a', 'user-agent: *\ndisallow: /'),
  'rules of stars': repeated(`disallow: /${'*a'.repeat(50)}$\n`, 'user-agent: *\n'),
  'agents of robots': repeated('user-agent: *\n'),
  'comments of robots': repeated('#\n'),
}

const bytes: Readonly<Record<string, (size: number) => Buffer>> = {
  'high bytes': size => Buffer.alloc(size, 0xe9),
  'escapes of Japanese': repeated('\x1b$B'),
  'pairs of Shift JIS': size => Buffer.alloc(size, Buffer.from([0x82, 0xa0])),
  zeros: size => Buffer.alloc(size),
  'every other zero': size => Buffer.alloc(size, Buffer.from([0x61, 0])),
  'charset declarations': repeated('<meta charset='),
  'charset words': repeated('charset ', '<meta content="'),
  'spaces of a declaration': repeated(' ', '<?xml version="1.0" encoding'),
  'all bytes': size => Buffer.alloc(size, Buffer.from(Array.from({ length: 256 }, (_, n) => n))),
  'pairs of GB 18030': size => Buffer.alloc(size, Buffer.from([0x81, 0x30, 0x81, 0x30])),
}

const packed: Readonly<Record<string, (size: number) => Buffer>> = {
  'gzip of zeros': size => gzipSync(Buffer.alloc(size * 20)),
  'many members of gzip': size => {
    const member = gzipSync(Buffer.alloc(0))
    return Buffer.concat(Array.from({ length: Math.ceil(size / member.length) }, () => member))
  },
  'zstd of zeros': size => zstdCompressSync(Buffer.alloc(size * 20)),
  'deflate of zeros': size => deflateRawSync(Buffer.alloc(size * 20)),
  'gzip cut short': size => {
    const whole = gzipSync(Buffer.alloc(size * 20))
    return whole.subarray(0, whole.length - 9)
  },
  'head of gzip without end': size =>
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(size, 1)]),
}

/** A record whose header has one long field. */
const longField = (field: string, unit: string, after: string) => (size: number) =>
  repeated(
    unit,
    `WARC/1.1\r\nWARC-Type: resource\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: 0\r\n${field}`,
    `${after}\r\n\r\n`,
  )(Math.min(size, 1_000_000))

const archives: Readonly<Record<string, (size: number) => Buffer>> = {
  'empty records': repeated('WARC/1.1\r\n\r\n'),
  'empty records with line feeds': repeated('WARC/1.0\n\n'),
  'a head without end': repeated('a: b\r\n', 'WARC/1.1\r\n'),
  'a head of one line': repeated('a', 'WARC/1.1\r\n'),
  'folded lines of a head': repeated(' a\r\n', 'WARC/1.1\r\nb: c\r\n', '\r\n'),
  'slashes in the address of a record': longField('WARC-Target-URI: http://a.test/', '/', 'x'),
  'padding of a digest': longField('WARC-Block-Digest: sha1:', '=', 'x'),
  'line ends': repeated('\r\n'),
  'carriage returns of an archive': repeated('\r', 'WARC/1.1\r\n'),
  'empty members of gzip': size => {
    const member = gzipSync(Buffer.alloc(0))
    return Buffer.concat(Array.from({ length: Math.ceil(size / member.length) }, () => member))
  },
  'records in one member of gzip': size => gzipSync(repeated('WARC/1.1\r\n\r\n')(size * 4)),
  'one member of gzip with line ends': size => gzipSync(repeated('\r\n')(size * 20)),
  // A frame costs as much as a small record, whatever it holds: there are fewer of them.
  'empty frames of zstd': size => {
    const frame = zstdCompressSync(Buffer.alloc(0))
    return Buffer.concat(Array.from({ length: Math.ceil(size / 4 / frame.length) }, () => frame))
  },
  'skippable frames of zstd': size => Buffer.alloc(size, Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])),
  'chunks of a payload': size => {
    const body = repeated('1\r\na\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')(size)
    const head = `WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: ${body.length}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), body])
  },
}

const table: Readonly<Record<InputKind, Readonly<Record<string, (size: number) => Buffer>>>> = {
  page: pages,
  text: texts,
  sitemap: sitemaps,
  feed: feeds,
  style: styles,
  headers,
  address: addresses,
  robots,
  bytes,
  packed,
  archive: archives,
}

export const HOSTILE_SHAPES: readonly HostileShape[] = Object.entries(table).flatMap(([kind, shapes]) =>
  Object.entries(shapes).map(([name, make]) => ({ name, kind: kind as InputKind, make })),
)
