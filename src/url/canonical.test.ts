import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Canonicalizer, canonicalUrl } from './canonical.ts'
import { cutBase, fastCanonical } from './fast-canonical.ts'
import { Parameters } from './parameters.ts'
import { canonicalByParsing } from './parse-url.ts'

describe('RFC 3986 section 6.2.2: case, escapes and dot segments', () => {
  it.each([
    ['HTTP://Example.ORG', 'http://example.org/'],
    ['http://h/%7Euser/%c3%a9%2f', 'http://h/~user/%C3%A9%2F'],
    ['http://h/a/./b/../c', 'http://h/a/c'],
    ['http://h/%2e%2E/x', 'http://h/x'],
    ['http://h/a%2Bb+c', 'http://h/a%2Bb+c'],
    ['http://h/100%', 'http://h/100%25'],
    ['http://h/%%34%31', 'http://h/%2541'],
    ['http://h/a|b?c^{d}', 'http://h/a%7Cb?c%5E%7Bd%7D'],
    ['http://bücher.example/ä', 'http://xn--bcher-kva.example/%C3%A4'],
  ])('%s → %s', (href, expected) => expect(canonicalUrl(href)).toBe(expected))
})

describe('RFC 3986 section 6.2.3: ports, empty path and empty query', () => {
  it.each([
    ['http://h:80/', 'http://h/'],
    ['https://h:443', 'https://h/'],
    ['http://h:443/', 'http://h:443/'],
    ['http://h:/', 'http://h/'],
    ['http://h?', 'http://h/'],
    ['http://user:secret@h/', 'http://h/'],
    ['http://h/#!/state', 'http://h/'],
    ['http://example.org./x', 'http://example.org/x'],
    ['http://example.org.:81/x', 'http://example.org:81/x'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
  ])('%s → %s', (href, expected) => expect(canonicalUrl(href)).toBe(expected))
})

describe('routes of single-page applications', () => {
  const kept = new Canonicalizer({ hashRoutes: true })

  it.each([
    ['http://h/app#/orders/7', 'http://h/app#/orders/7'],
    ['http://h/#!orders', 'http://h/#!orders'],
    ['http://h/#!/orders?page=2', 'http://h/#!/orders?page=2'],
    ['http://h/#/a b%41|', 'http://h/#/a%20bA%7C'],
    ['http://h/#/', 'http://h/'],
    ['http://h/#!', 'http://h/'],
    ['http://h/#!/', 'http://h/'],
    ['http://h/#top', 'http://h/'],
    ['http://h/x?y#//', 'http://h/x?y'],
    ['file:///a.html#/b', 'file:///a.html'],
  ])('%s → %s', (href, expected) => {
    expect(kept.canonical(href)).toBe(expected)
    expect(kept.canonical(expected)).toBe(expected)
    expect(canonicalUrl(href)).toBe(expected.replace(/#.*/, ''))
  })

  it.each([
    ['#/b', 'http://h/app#/b'],
    ['', 'http://h/app'],
    ['#top', 'http://h/app'],
    ['other', 'http://h/other'],
    ['/x#/y', 'http://h/x#/y'],
  ])('%j on a route', (href, expected) => expect(kept.canonical(href, 'http://h/app#/a')).toBe(expected))
})

describe('tracking parameters and sessions', () => {
  it.each([
    ['?utm_source=a&UTM_medium=b&id=1', '?id=1'],
    ['?a=1&gclid=x&b=2&fbclid=y', '?a=1&b=2'],
    ['?utm%5Fsource=a', ''],
    ['?a=1&&b=2&', '?a=1&b=2'],
    ['?sid=7', '?sid=7'],
    ['?sid=9f86d081884c7d659a2feaa0', ''],
    ['?sid=how-to-grow-tomatoes-2026', '?sid=how-to-grow-tomatoes-2026'],
    ['?PHPSESSID=1', ''],
    ['?ASPSESSIONIDQQABCDEF=1&x', '?x'],
    ['?CFID=1&CFTOKEN=2&x', '?x'],
    ['?CFID=1', '?CFID=1'],
    ['?s=shoes', '?s=shoes'],
    ['?s=0123456789abcdef0123456789ABCDEF', ''],
  ])('query %s → %s', (query, expected) =>
    expect(canonicalUrl(`http://h/${query}`)).toBe(`http://h/${expected}`),
  )

  it.each([
    ['/shop;jsessionid=A1.node2?x', '/shop?x'],
    ['/shop;v=1;JSESSIONID=A1;w=2/b', '/shop;v=1;w=2/b'],
    ['/..;jsessionid=A1', '/..;jsessionid=A1'],
    ['/(S(lit3py55t21z5v55vlm25s55))/page.aspx', '/page.aspx'],
    ['/(A(abcdefgh12)S(lit3py55t21z5v55vlm25s55))', '/'],
    ['/Foo_(S(film))', '/Foo_(S(film))'],
  ])('path %s → %s', (path, expected) => expect(canonicalUrl(`http://h${path}`)).toBe(`http://h${expected}`))

  it('obeys its options', () => {
    const own = new Canonicalizer({ sortQuery: true, dropParams: ['ref', 'x-*-id'], keepParams: ['utm_id'] })
    expect(own.canonical('http://h/?z=1&b=2&b=1&ref=q&x-a-id=3&utm_id=4&utm_term=5')).toBe(
      'http://h/?b=2&b=1&utm_id=4&z=1',
    )
    const raw = new Canonicalizer({ stripSessionIds: false, stripTracking: false })
    expect(raw.canonical('http://h/a;jsessionid=1?utm_id=1')).toBe('http://h/a;jsessionid=1?utm_id=1')
  })
})

describe('what is no page', () => {
  it.each([
    'mailto:a@b.c',
    'javascript:void(0)',
    'data:text/html,x',
    'ftp://h/',
    'about:blank',
    'http://',
    'http://[',
    'tel:1',
    'http://a b/',
    'x/y',
  ])('%s', href => expect(canonicalUrl(href)).toBeUndefined())
  it('keeps file URLs', () => expect(canonicalUrl('file:///a/../b%41%20c#x')).toBe('file:///bA%20c'))
})

/** Links made of the pieces that matter to the parser and to the rules. */
const piece = fc.constantFrom(
  ...[
    'a',
    'B',
    '0',
    '.',
    '..',
    '/',
    '//',
    '?',
    '&',
    '=',
    '#',
    '%',
    '%41',
    '%2E',
    '%2f',
    '%2F',
    '%C3%A9',
    'é',
    ' ',
    '\t',
    '\\',
  ],
  ...[
    ';',
    ':',
    '@',
    '(',
    ')',
    "'",
    '"',
    '|',
    '[',
    ']',
    '{',
    '+',
    '~',
    '_',
    '-',
    'xn--',
    '1',
    '0x1',
    '65536',
    '443',
    '80',
  ],
  ...[
    ';jsessionid=',
    'utm_source=x',
    'sid=',
    '9f86d081884c7d659a2f',
    '(S(abcdefghij))',
    'CFID=1',
    'CFTOKEN=2',
    's=',
  ],
)
/** Pieces that are odd for the form itself: hosts, escapes that reveal others, drives, and paths that climb. */
const oddity = fc.constantFrom(
  ...[
    '%%41',
    '%4%31',
    '%252e',
    '%2e%2E',
    '.%2e',
    '..;jsessionid=1',
    '.;JSESSIONID=2',
    '/(S(abcdefghij))/..',
    '%28S(abcdefghij))',
  ],
  ...[
    'C:',
    'C|',
    '%43:',
    '%7C',
    '/./',
    '/../',
    '\n',
    '\0',
    '\ud800',
    '😀',
    '\u00ad',
    '。',
    '％41',
    'ß',
    '[::1]',
    '0x7f.1',
    '1.',
    'a..',
  ],
  ...[
    'ut%6d_source=x',
    's%69d=9f86d081884c7d659a2f',
    '&&',
    '=&=',
    '%26',
    '%3D',
    '%3F',
    '%23',
    `${'x'.repeat(101)}=1`,
    'user:p@',
    ':00080',
  ],
)
const tail = fc.array(piece, { maxLength: 10 }).map(parts => parts.join(''))
const front = fc.constantFrom(
  '',
  '/',
  '//',
  './',
  '../',
  '../../',
  '?',
  '#',
  'http://',
  'https://h.org',
  'https://h.org:8443',
  'https:',
  'http://127.1',
  'file://',
  'file:///',
  'HTTP://',
  'https://x.y',
)
const link = fc.oneof(
  fc.tuple(front, tail).map(([head, rest]) => head + rest),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
)
const base = fc.constantFrom(
  'https://h.org/',
  'https://h.org:8443/a/b/c.html?q=1',
  'http://x.y/..;jsessionid=1/%2F/d',
  'http://127.0.0.1/a//b/',
  'file:///srv/docs/a.html',
)

describe('properties', () => {
  const rules = { parameters: new Parameters(), stripSessionIds: true }

  it('the fast path agrees with the parser', () => {
    fc.assert(
      fc.property(link, base, (href, page) => {
        const short = fastCanonical(href, cutBase(page), rules.parameters)
        if (short !== undefined) expect(short).toBe(canonicalByParsing(href, page, rules))
      }),
      { numRuns: 5000 },
    )
  })

  it('the fast path handles ordinary links', () => {
    const at = cutBase('https://h.org/a/b')
    for (const href of [
      '/x',
      'x.html#top',
      '../y?a=1&b=2',
      'https://o.org',
      '//o.org:81/p',
      '?q',
      '',
      '/K%C3%A5',
      './z',
      '/(x',
      'A_(b)',
    ]) {
      expect(fastCanonical(href, at, rules.parameters) !== undefined, href).toBe(href !== '/(x')
    }
  })

  it('is stable', () => {
    fc.assert(
      fc.property(link, base, (href, page) => {
        const once = canonicalUrl(href, page)
        if (once !== undefined) expect(canonicalUrl(once)).toBe(once)
      }),
      { numRuns: 5000 },
    )
  })

  it('is stable for odd addresses under any options and bases', () => {
    const odd = fc.array(fc.oneof(piece, oddity), { maxLength: 12 }).map(parts => parts.join(''))
    const own = fc.constantFrom(
      new Canonicalizer(),
      new Canonicalizer({ sortQuery: true }),
      new Canonicalizer({ stripSessionIds: false, dropParams: ['x*', '*y'], keepParams: ['sid'] }),
    )
    fc.assert(
      fc.property(front, odd, base, own, (head, rest, page, canonicalizer) => {
        const once = canonicalizer.canonical(head + rest, page)
        if (once === undefined) return
        expect(canonicalizer.canonical(once)).toBe(once)
        expect(canonicalizer.canonical(once, page)).toBe(once)
      }),
      { numRuns: 10_000 },
    )
  })

  it('the check of the first two letters misses nothing', () => {
    const name = fc.constantFrom('x', 'xy', 'utm_a', 'S', 'sid', 'q', 'qq', '', '=', 'Zz', 'z')
    const query = fc.array(name, { maxLength: 4 }).map(names => names.join('&'))
    const plain = new Parameters({ dropParams: ['x', 'z*', 'q*q'] })
    const sorted = new Parameters({ dropParams: ['x', 'z*', 'q*q'], sortQuery: true })
    const inOrder = (text: string) => text.split('&').sort().join('&')
    fc.assert(
      fc.property(query, text => {
        expect(inOrder(plain.clean(text))).toBe(inOrder(sorted.clean(text)))
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (href, page) => void canonicalUrl(href, page)),
    )
  })
})
