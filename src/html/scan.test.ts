import fc from 'fast-check'
import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { describe, expect, it } from 'vitest'
import { commentText, decodeText, parseDoctype, type ScanOptions, scan } from './index.ts'

type Seen = unknown[]

function tokens(html: string, options: ScanOptions = {}): Seen[] {
  const seen: Seen[] = []
  scan(
    html,
    {
      startTag: (name, attributes, closed) => void seen.push(['<', name, attributes.entries(), closed]),
      endTag: name => void seen.push(['>', name]),
      text: (start, end, mode) => characters(seen, decodeText(html, start, end, mode)),
      comment: (start, end) => void seen.push(['!', commentText(html, start, end)]),
      doctype: (start, end) => void seen.push(['D', parseDoctype(html, start, end)]),
    },
    options,
  )
  return seen
}

function characters(seen: Seen[], text: string): void {
  const last = seen.at(-1)
  if (last?.[0] === '"') last[1] += text
  else if (text !== '') seen.push(['"', text])
}

const MODES: Record<string, number> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
}

/** The same events from parse5's tokenizer; with `switches`, the state changes as its tree builder would change it. */
function oracle(html: string, switches: boolean): Seen[] {
  const seen: Seen[] = []
  const text = (token: Token.CharacterToken) => characters(seen, token.chars)
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag(token: Token.TagToken) {
        seen.push([
          '<',
          token.tagName,
          token.attrs.map(({ name, value }) => [name, value]),
          token.selfClosing,
        ])
        if (switches && MODES[token.tagName] !== undefined)
          tokenizer.state = MODES[token.tagName] as typeof tokenizer.state
      },
      onEndTag: (token: Token.TagToken) => void seen.push(['>', token.tagName]),
      onComment: (token: Token.CommentToken) => void seen.push(['!', token.data]),
      onDoctype: ({ name, publicId, systemId, forceQuirks }: Token.DoctypeToken) =>
        void seen.push(['D', { name, publicId, systemId, quirks: forceQuirks }]),
      onCharacter: text,
      onNullCharacter: text,
      onWhitespaceCharacter: text,
      onEof() {},
    },
  )
  tokenizer.write(html, true)
  return seen
}

const piece = fc.constantFrom(
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '--!>',
  '-',
  '!',
  '<!doctype html>',
  '<!DOCTYPE a PUBLIC "x" \'y\'>',
  '<![CDATA[',
  ']]>',
  '<?x',
  '<a href="x">',
  "<a b='c' B=d>",
  '<a x=1/>',
  '<p',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\0',
  '=',
  '"',
  "'",
  '&amp;',
  '&amp',
  '&ampx',
  '&#x80;',
  '&#0;',
  '&notit;',
  '<script>',
  '</script>',
  '<script',
  '</script ',
  '<style>',
  '</style>',
  '<title>',
  '</title',
  '<textarea>',
  '</TEXTAREA >',
  '<plaintext>',
  '<xmp>',
  '</xmp/>',
  'text',
  'é',
  '\u212A',
  '😀',
  '<div class=a\tid = "b">',
  '<Ünknown>',
  '<k\u212Ay>',
)
const soup = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''))

describe('scan', () => {
  it('reports tags, attributes and text in order', () => {
    expect(tokens('<P id=a CLASS="b c">x &lt; y</p>')).toEqual([
      [
        '<',
        'p',
        [
          ['id', 'a'],
          ['class', 'b c'],
        ],
        false,
      ],
      ['"', 'x < y'],
      ['>', 'p'],
    ])
  })

  it('13.2.5.33: the first of a repeated attribute wins', () => {
    expect(tokens('<a href=1 HREF=2>')).toEqual([['<', 'a', [['href', '1']], false]])
  })

  it('13.2.5.36–38: quotes, no quotes, no value', () => {
    expect(tokens(`<a b='"' c="'" d=e/f g h=>`)[0]![2]).toEqual([
      ['b', '"'],
      ['c', "'"],
      ['d', 'e/f'],
      ['g', ''],
      ['h', ''],
    ])
  })

  it('13.2.5.73: a reference in an attribute needs its semicolon before = or a letter', () => {
    expect(tokens('<a b="?x=1&copy=2&copy;&copy 3">')[0]![2]).toEqual([['b', '?x=1&copy=2©© 3']])
  })

  it('13.2.5.80: numeric references below 160 are windows-1252', () => {
    expect(tokens('&#x80;&#150;&#0;&#xD800;')).toEqual([['"', '€–\uFFFD\uFFFD']])
  })

  it('13.2.5.2: title and textarea hold text with references, no tags', () => {
    expect(tokens('<title>a<b>&amp;</title><p>')).toEqual([
      ['<', 'title', [], false],
      ['"', 'a<b>&'],
      ['>', 'title'],
      ['<', 'p', [], false],
    ])
  })

  it('13.2.5.3: style holds raw text and ends only at its own end tag', () => {
    expect(tokens('<style>a</b>&amp;</stylex></style >')).toEqual([
      ['<', 'style', [], false],
      ['"', 'a</b>&amp;</stylex>'],
      ['>', 'style'],
    ])
  })

  it('13.2.5.26–31: a script inside a comment inside a script hides one end tag', () => {
    const inside = '<!--<script></script>'
    expect(tokens(`<script>${inside}</script>x`)).toEqual([
      ['<', 'script', [], false],
      ['"', inside],
      ['>', 'script'],
      ['"', 'x'],
    ])
  })

  it('13.2.6.5: in SVG, style and title hold markup and CDATA is text', () => {
    const seen = tokens('<svg><style><a></style><![CDATA[<b>]]></svg><![CDATA[c]]>')
    expect(seen.map(([kind, name]) => `${kind}${name}`)).toEqual([
      '<svg',
      '<style',
      '<a',
      '>style',
      '"<b>',
      '>svg',
      '![CDATA[c]]',
    ])
  })

  it('13.2.6.5: an HTML element closes SVG that was left open', () => {
    expect(tokens('<svg><p><style><a></style>').map(([kind, name]) => `${kind}${name}`)).toEqual([
      '<svg',
      '<p',
      '<style',
      '"<a>',
      '>style',
    ])
  })

  it('13.2.5.44–51: comments that end oddly', () => {
    const contents = (html: string) => tokens(html).map(token => token.slice(0, 2).join(''))
    expect(contents('<!-->a')).toEqual(['!', '"a'])
    expect(contents('<!--->a')).toEqual(['!', '"a'])
    expect(contents('<!--b--!>a')).toEqual(['!b', '"a'])
    expect(contents('<!--b--')).toEqual(['!b'])
    expect(contents('</ x>a')).toEqual(['! x', '"a'])
  })

  it('a page that ends inside a tag loses that tag', () => {
    for (const html of ['x<a', 'x<a b', 'x<a b=', 'x<a b="c', 'x<a b="c"/', 'x</a '])
      expect(tokens(html)).toEqual([['"', 'x']])
  })

  it('agrees with parse5 on tokens alone', () => {
    fc.assert(
      fc.property(soup, html => void expect(tokens(html, { tokensOnly: true })).toEqual(oracle(html, false))),
      { numRuns: 3000 },
    )
  })

  it('agrees with parse5 where start tags switch the state', () => {
    fc.assert(
      fc.property(soup, html => void expect(tokens(html)).toEqual(oracle(html, true))),
      { numRuns: 3000 },
    )
  })

  it('survives any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), html => void tokens(html)),
      { numRuns: 1000 },
    )
  })

  it.each([
    '<',
    '<!--',
    '<script><!--<script>',
    '</',
    '<a b="',
    '<a ',
    '<title></titl',
    '&',
    '<![CDATA[',
    '<svg>',
    '--',
    "<a b='>",
  ])('takes linear time on a megabyte of %s', unit => {
    const html = unit.repeat(1_000_000 / unit.length)
    let calls = 0
    const count = () => void calls++
    scan(html, { startTag: count, endTag: count, text: count, comment: count })
    expect(calls).toBeLessThanOrEqual(html.length)
  })
})
