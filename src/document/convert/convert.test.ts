/** Files made by pandoc and LibreOffice (test/fixtures): each must give the same document, as far as its format allows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sniffType } from '../type.ts'
import { convertDocument, type PageDocument } from './index.ts'
import { documentHtml, documentMarkdown, documentText } from './render.ts'

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures')

async function read(name: string): Promise<PageDocument> {
  const bytes = readFileSync(join(FIXTURES, name))
  const document = await convertDocument(bytes, { type: sniffType(bytes, undefined, `file:///${name}`).type })
  if (document.kind === 'unreadable') throw new Error(document.reason)
  return document
}

async function readText(text: string, type: string): Promise<PageDocument> {
  const document = await convertDocument(Buffer.from(text), { type })
  if (document.kind === 'unreadable') throw new Error(document.reason)
  return document
}

const LISTS_AND_TABLE = `- one ship
- two ships
    - a small one
    - another
1. first
1. second

| Name | Tons |
| --- | --- |
| Ada | 1200 |
| Bea | 950 |

> Nobody knows the sea.

\`\`\`
let x = 1
  let y = 2
\`\`\``

describe.each(['harbour.docx', 'harbour-office.docx', 'harbour.odt', 'harbour.epub'])('%s', name => {
  it('has title, author and language', async () => {
    const { title, authors, language, publishedAt } = await read(name)
    expect({ title, authors, language }).toEqual({
      title: 'The harbour report',
      authors: ['Anna Kvist'],
      language: 'en-GB',
    })
    expect(publishedAt).toBeGreaterThan(Date.UTC(2020, 0))
  })

  it('has headings, lists, tables, quotations, code and notes', async () => {
    const markdown = documentMarkdown(await read(name))
    expect(markdown).toContain('# The harbour report\n')
    expect(markdown).toContain('## Numbers\n')
    expect(markdown).toContain(LISTS_AND_TABLE)
    expect(markdown).toMatch(/Last words, (?:æøå|\*æøå\*) and “quotes”\./)
    expect(markdown).toContain('A note at the foot.')
  })

  it('has links with their texts', async () => {
    const { links, blocks } = await read(name)
    expect(links[0]).toEqual({ href: 'https://example.org/list', text: 'the list' })
    const block = blocks.find(each => each.kind === 'paragraph' && each.links !== undefined)
    if (block?.kind !== 'paragraph') throw new Error('no paragraph has a link')
    const [mark] = block.links!
    expect(block.text.slice(mark!.start, mark!.end)).toBe('the list')
  })
})

it.each(['harbour.rtf', 'harbour-office.rtf'])('%s: paragraphs, headings, links and tables', async name => {
  const document = await read(name)
  const markdown = documentMarkdown(document)
  expect(markdown).toContain('# The harbour\n')
  expect(markdown).toContain('| Ada | 1200 |')
  expect(markdown).toContain('[the list](https://example.org/list)')
  expect(markdown).toContain('- one ship\n- two ships')
  expect(markdown).toContain('Last words, æøå and “quotes”.')
  expect(markdown).toContain('A note at the foot.')
})

it('RTF: code pages, Unicode with replacements, hidden text, binary data', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}\f1 \'cc\'e8\'f0 \f0 caf\'e9 \uc1\u8364? {\v secret}\bin3 }{}\{x\}\par two\line three}`
  expect(documentText(await readText(rtf, 'application/rtf'))).toBe('Мир café € {x}\ntwo\nthree')
})

it('PDF: paragraphs put together from lines, headings by their size, links, metadata', async () => {
  const document = await read('harbour.pdf')
  expect(document).toMatchObject({
    title: 'The harbour report',
    language: 'en-GB',
    authors: ['Anna Kvist'],
    links: [{ href: 'http://h.test/list.html', text: 'the list' }],
    metadata: { pages: '1', producer: 'LibreOffice 7.4' },
    isPartial: false,
  })
  expect(document.blocks.slice(0, 4)).toEqual([
    { kind: 'heading', level: 1, text: 'The harbour report' },
    { kind: 'paragraph', text: 'Anna Kvist' },
    { kind: 'heading', level: 2, text: 'The harbour' },
    {
      kind: 'paragraph',
      text: 'Ships came in every day, see the list, and nobody in the small town had ever counted them before the winter of that remarkable year, which was unbelievable.',
    },
  ])
})

it.each(['ships.xlsx', 'ships.ods'])(
  '%s: a heading and a table for each sheet, cells as they are shown',
  async name => {
    expect((await read(name)).blocks).toEqual([
      { kind: 'heading', level: 2, text: 't' },
      {
        kind: 'table',
        rows: [
          ['Name', 'Built', 'Share', 'Price', 'Seen'],
          ['Ada', '2019-05-01', '12.5%', '1200.5', 'TRUE'],
          ['Bea, the small', '1987-11-30', '3%', '950', 'FALSE'],
        ],
      },
    ])
  },
)

it.each(['slides.pptx', 'slides.odp'])('%s: titles are headings, the rest items', async name => {
  const document = await read(name)
  expect(document).toMatchObject({ title: 'The harbour report', authors: ['Anna Kvist'] })
  expect(document.links).toEqual([{ href: 'https://example.org/list', text: 'the list' }])
  expect(documentMarkdown(document)).toContain(`## The harbour

- Ships came in every day, see [the list](https://example.org/list)
    - a small one

## Numbers

| Name | Tons |
| --- | --- |
| Ada | 1200 |
`)
})

describe('HTML', () => {
  it('tables of data are tables, tables for layout are not', async () => {
    const page = await readText(
      '<table><tr><td><h2>Menu</h2><td><p>Words<table><tr><th>a<th>b<tr><td>1<td colspan=2>2 <b>x</b></table></table>',
      'text/html',
    )
    expect(page.blocks).toEqual([
      { kind: 'heading', level: 2, text: 'Menu' },
      { kind: 'paragraph', text: 'Words' },
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['1', '2 x'],
        ],
      },
    ])
  })

  it('shows what readers see, with what the head says', async () => {
    const page = await readText(
      `<html lang=nb><title> A  title </title><meta name=author content="Kari"><meta property="article:published_time" content="2024-05-01T10:00:00Z">
       <base href="/x/"><style>p{}</style><p>One<br>two <script>no()</script>three<noscript>no</noscript><pre>a
  b</pre><blockquote><p>Said</blockquote><ul><li><p>item<p>more</ul>`,
      'text/html',
    )
    expect(page).toMatchObject({
      title: 'A title',
      language: 'nb',
      authors: ['Kari'],
      publishedAt: Date.UTC(2024, 4, 1, 10),
      base: '/x/',
    })
    expect(page.blocks).toEqual([
      { kind: 'paragraph', text: 'One\ntwo three' },
      { kind: 'code', text: 'a\n  b' },
      { kind: 'quote', text: 'Said' },
      { kind: 'item', depth: 1, isOrdered: false, text: 'item' },
      { kind: 'paragraph', text: 'more' },
    ])
  })

  it('code and stress are kept, also across blocks and inside links', async () => {
    const page = await readText(
      `<h2>The <b>bold</b> <code>Rc&lt;T></code><a class=headerlink href="#rc">¶</a></h2>
       <p>Use <code>a\`b</code>, <a href="/x"><code>x()</code></a> and <strong>never <em>ever</em> </strong>y.
       <section><b>One <div>two</div></b> three</section><p>un<b>"quoted"</b>word <i>.</i>
       <ul><li><kbd>Ctrl</kbd></ul>
       <div class="highlight-python3 notranslate"><div class=highlight><pre>f(<b>1</b>)</pre></div></div>
       <pre><code class="language-c++ hljs">int i;</code></pre><pre class=language-none>plain</pre>`,
      'text/html',
    )
    expect(documentMarkdown(page)).toBe(`## The bold \`Rc<T>\`

Use \`\`a\`b\`\`, [\`x()\`](/x) and **never *ever*** y.

**One**

**two**

three

un"quoted"word *.*

- \`Ctrl\`

\`\`\`python3
f(1)
\`\`\`

\`\`\`c++
int i;
\`\`\`

\`\`\`
plain
\`\`\`
`)
    expect(documentHtml(page)).toContain(
      '<p>Use <code>a`b</code>, <a href="/x"><code>x()</code></a> and <strong>never <em>ever</em></strong> y.</p>',
    )
  })

  it('what is written as HTML or Markdown stays text: nothing in it becomes markup', async () => {
    const page = await readText(
      '<p>&lt;script&gt; *not* a [link] <a href="javascript:alert(1)">run</a> <a href="/a?b&quot;c">go</a><p># no heading<p>1. no list',
      'text/html',
    )
    expect(documentHtml(page)).toContain(
      '<p>&lt;script&gt; *not* a [link] run <a href="/a?b&quot;c">go</a></p>',
    )
    expect(documentMarkdown(page)).toBe(
      '\\<script> \\*not\\* a \\[link\\] run [go](/a?b"c)\n\n\\# no heading\n\n1\\. no list\n',
    )
  })
})

it('plain text has paragraphs, CSV a table, JSON is code, XML its texts', async () => {
  expect((await readText('One\ntwo\n\nthree\r\n', 'text/plain')).blocks).toEqual([
    { kind: 'paragraph', text: 'One\ntwo' },
    { kind: 'paragraph', text: 'three' },
  ])
  expect((await readText('a,"b ""c"", d"\n1,2\n', 'text/csv')).blocks).toEqual([
    {
      kind: 'table',
      rows: [
        ['a', 'b "c", d'],
        ['1', '2'],
      ],
    },
  ])
  expect((await readText('{"a": 1}', 'application/json')).blocks).toEqual([
    { kind: 'code', text: '{"a": 1}' },
  ])
  const xml =
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x><title>T</title><y>one &amp; &e; two</y></x>'
  expect(await readText(xml, 'application/xml')).toMatchObject({
    title: 'T',
    blocks: [
      { kind: 'paragraph', text: 'T' },
      { kind: 'paragraph', text: 'one & &e; two' },
    ],
  })
})
