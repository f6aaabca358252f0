/** Documents that are no pages, and what comes beside a body. */
import { gzipSync } from 'node:zlib'
import { numbered, repeated, type Shapes } from './parts.ts'

export const TEXT_SHAPES: Shapes = {
  'JSON in one line': repeated('{"a":[1,2]},', '['),
  lines: numbered(n => `line ${n}\n`),
  'empty lines': repeated('\n'),
  'carriage returns': repeated('\r'),
  brackets: repeated('['),
  'signs of addresses': repeated('a@'),
  'spaces between signs of addresses': repeated('a @ b . '),
  'words for signs of addresses': repeated('a at b dot '),
  'labels of one domain': repeated('a.', 'a@'),
  'hyphens of one domain': repeated('-dot-a', 'a-at-b'),
  'brackets around signs': repeated(' ( at ) ( dot ) '),
  'tabs of a text': repeated('a\t'),
  'dots before a sign of addresses': repeated('a.', '', 'a@b.com'),
  'lines of a log': numbered(n => `2026-01-02 10:11:${10 + (n % 50)} INFO request ${n} took ${n % 77} ms\n`),
  'digits of a number': repeated('1 2-3.'),
  numbers: repeated('+47 22 22 55 55 '),
}

export const SITEMAP_SHAPES: Shapes = {
  addresses: numbered(n => `<url><loc>http://a.test/${n}</loc></url>`, '<urlset>'),
  'addresses of ideographs': numbered(n => `<url><loc>http://a.test/中${n}</loc></url>`, '<urlset>'),
  'open entries with addresses': repeated('<url><loc>x', '<urlset>'),
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

export const FEED_SHAPES: Shapes = {
  'entries of RSS': numbered(
    n => `<item><title>t${n}</title><link>http://a.test/${n}</link></item>`,
    '<rss><channel>',
  ),
  'tags without end in a feed': repeated('<2', '<rss><channel><item><title>'),
  'open attributes in a feed': repeated('<a b="', '<rss><channel><item><title>'),
  'declarations without end in a feed': repeated(
    '<!a',
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>',
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
  'names of elements in a feed': numbered(
    n => `<a${n}>x</a${n}>`,
    '<rss><channel><item>',
    '</item></channel></rss>',
  ),
  'namespaces in a feed': numbered(
    n => `<x:a${n} xmlns:x="u${n}">x</x:a${n}>`,
    '<rss><channel><item>',
    '</item></channel></rss>',
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

export const STYLE_SHAPES: Shapes = {
  'open addresses of a style sheet': repeated('url('),
  'open comments of a style sheet': repeated('/*'),
  'imports of nothing': repeated('@import '),
  'spaces behind an import': repeated(' ', '@import'),
  'escapes in a style sheet': repeated('\\', 'url("'),
  'open quotes of a style sheet': repeated('url("'),
  imports: repeated('@import '),
  'spaces behind imports': repeated(' ', '@import'),
  'spaces in an address of a style sheet': repeated(' ', 'url('),
}

export const HEADER_SHAPES: Shapes = {
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

export const ADDRESS_SHAPES: Shapes = {
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

export const ROBOTS_SHAPES: Shapes = {
  'rules of robots': numbered(n => `disallow: /${n}\n`, 'user-agent: *\n'),
  'stars of a rule': repeated('*a', 'user-agent: *\ndisallow: /'),
  'rules of stars': repeated(`disallow: /${'*a'.repeat(50)}$\n`, 'user-agent: *\n'),
  'agents of robots': repeated('user-agent: *\n'),
  'comments of robots': repeated('#\n'),
}
