import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { contentBlocks } from './content-blocks.ts'
import { Forest } from './forest.ts'
import { mainContent } from './main-content.ts'

const PARAGRAPHS = [
  'The harbor was quiet when the last ferry came in, and nobody on the pier had seen the lights go out one after the other.',
  'The keeper swore the next morning that all of them had burned until dawn, as they did every night of the year, storm or not.',
  'Still, the company that runs the lighthouse has promised to look into the matter, and a report is expected by the end of the month.',
]
const PAGE = `<html><head><title>The lights went out - Harbor News</title></head><body>
<header class="site-header"><a href="/">Harbor News</a></header>
<nav class="menu"><ul><li><a href="/a">Politics</a></li><li><a href="/b">Sports</a></li><li><a href="/c">Weather</a></li></ul></nav>
<main><article class="post"><h1>The lights went out</h1>${PARAGRAPHS.map(text => `<p>${text}</p>`).join('')}</article></main>
<aside class="sidebar related"><h3>Related</h3><ul><li><a href="/d">Seven kinds of bread</a></li><li><a href="/e">A new bridge</a></li></ul></aside>
<footer class="footer"><p>Copyright 2026 Harbor News. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></footer>
</body></html>`

describe('the content of a page', () => {
  it('is what readers came for, without what stands around it', () => {
    const texts = mainContent(parseTree(PAGE)).map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(PARAGRAPHS))
    expect(texts.join(' ')).not.toMatch(/Politics|Related|Seven kinds|Copyright|Imprint/)
  })

  it('is found in noscript where a program has put the whole page there', () => {
    const page = `<body><div id="app">Loading</div><noscript>${PAGE}</noscript></body>`
    expect(mainContent(parseTree(page)).map(({ text }) => text)).toEqual(expect.arrayContaining(PARAGRAPHS))
    expect(contentBlocks(parseTree('<p>Some text here</p><noscript>Enable scripts</noscript>'))).toHaveLength(
      1,
    )
  })

  it('is looked for in bounded time in what was made to take long', () => {
    const data = (text: string) =>
      `<script type="application/ld+json">{"text":"${text}"}</script><p>Some text`
    const shapes = [data('<'.repeat(150_000)), data('\\\\'.repeat(75_000)), '<div>a'.repeat(100_000)]
    for (const shape of shapes) {
      const before = process.cpuUsage()
      mainContent(parseTree(shape))
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
    }
  })

  it('is nothing where nothing is written', () => {
    for (const page of ['', '<html></html>', '<body><img src="a.png"></body>', '<p> </p>'])
      expect(mainContent(parseTree(page))).toEqual([])
  })
})

it('blocks end where a line would, not where an emphasis does', () => {
  const blocks = contentBlocks(parseTree('<div>One <b>two</b> <a href="/">three</a><p>Four</p> five</div>'))
  expect(blocks.map(({ text, linkChars }) => [text, linkChars])).toEqual([
    ['One two three', 5],
    ['Four', 0],
    ['five', 0],
  ])
})

it('a forest adds up the leaves of its trees', () => {
  const tree = { features: [0, 1, 1], thresholds: [0.5, 0, 10], leaves: [-2, -2, 0, 3] }
  const forest = new Forest({ depth: 2, trees: [tree, tree] })
  const judge = (...row: number[]) => forest.judge({ rows: Float32Array.from(row), width: row.length })[0]
  expect(judge(0.4, 99)).toBeCloseTo(1 / (1 + Math.exp(4)))
  expect(judge(0.5, 9)).toBe(0.5)
  expect(judge(1, 10)).toBeCloseTo(1 / (1 + Math.exp(-6)))
})
