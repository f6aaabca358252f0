import { describe, expect, it } from 'vitest'
import { parseTree } from '../tree-builder.ts'
import { compileSelector } from './index.ts'

const PAGE = `<html lang=en-GB><body id=top>
<nav class="menu main"><a href=/a>A</a><a href=/b class=next rel="next nofollow">B</a></nav>
<main><h1>Title</h1><p>one</p><p class=price data-x="Ab c">two <b>bold</b> end</p><div><p>three</p></div><ul><li>1<li>2<li>3<li>4<li>5</ul>
<span></span><span><!-- c --></span><span> </span><div class="md:flex" id="1a">odd names</div></main></body></html>`

const tree = parseTree(PAGE)
const texts = (source: string): string[] => {
  const answer = compileSelector(source)
  if (!answer.ok) throw new Error(`${source}: ${answer.problem.message}`)
  return answer.selector.texts(tree.root).map(text => text.trim())
}

describe('selectors', () => {
  it.each([
    ['h1', ['Title']],
    ['H1', ['Title']],
    ['#top > main > p', ['one', 'two bold end']],
    ['main p', ['one', 'two bold end', 'three']],
    ['main *:is(h1, b)', ['Title', 'bold']],
    ['.menu.main a', ['A', 'B']],
    ['h1 + p', ['one']],
    ['h1 ~ p', ['one', 'two bold end']],
    ['[href]', ['A', 'B']],
    ['a[rel~=next]', ['B']],
    ['a[rel = "next nofollow"]', ['B']],
    ['[href^="/a"], b', ['A', 'bold']],
    ['b, [href$=a]', ['A', 'bold']],
    ['[data-x*="b c"]', ['two bold end']],
    ['[data-x="AB C"]', []],
    ['[data-x="AB C" i]', ['two bold end']],
    ['html[lang|=en] h1', ['Title']],
    ['li:first-child', ['1']],
    ['li:last-child', ['5']],
    ['li:nth-child(2)', ['2']],
    ['li:nth-child(odd)', ['1', '3', '5']],
    ['li:nth-child(2n)', ['2', '4']],
    ['li:nth-child( -n + 2 )', ['1', '2']],
    ['li:nth-child(n+4)', ['4', '5']],
    ['li:nth-last-child(2)', ['4']],
    ['main > p:nth-of-type(2)', ['two bold end']],
    ['main > p:last-of-type', ['two bold end']],
    ['main > div > p:only-child', ['three']],
    ['a:not(.next)', ['A']],
    ['li:not(:first-child, :nth-child(n+3))', ['2']],
    ['p:has(b)', ['two bold end']],
    ['div:has(> p)', ['three']],
    ['p:has(+ p)', ['one']],
    ['h1:has(~ div)', ['Title']],
    ['span:empty', ['', '']],
    [':root h1', ['Title']],
    ['.md\\:flex', ['odd names']],
    ['#\\31 a', ['odd names']],
    ['.price::text', ['two', 'end']],
    ['nav a::attr(href)', ['/a', '/b']],
    ['nav a:not([rel])::attr(href), h1', ['/a', 'Title']],
    ['//main/h1', ['Title']],
    ['(//li)[2]', ['2']],
    ['string(//h1)', ['Title']],
    ['.missing', []],
  ])('%s', (source, expected) => expect(texts(source)).toEqual(expected))

  it('looks inside a node, and matches what stands around it', () => {
    const answer = compileSelector('main > p')
    const [main] = texts('main') && tree.nodes.filter(({ name }) => name === 'main')
    expect(answer.ok && answer.selector.texts(main!).length).toBe(2)
    expect(answer.ok && answer.selector.select(tree.nodes.find(({ name }) => name === 'nav')!)).toEqual([])
  })

  it.each([
    ['', 'a selector is missing at the end', 0],
    ['div >', 'a selector is missing at the end', 5],
    ['a,,b', '"," is not expected here', 2],
    ['a[href', '] is missing', 6],
    ['a:hover', ':hover is not known; an XPath may say what you mean', 7],
    ['li:nth-child(x)', 'a place such as 3, odd or 2n+1 is missing', 13],
    ['p:has(a b)', ':has() takes one element such as :has(> a.next); for more, use an XPath', 8],
    ['a::before', '::before is not known; there are ::text and ::attr(name)', 9],
    ['a{', '"{" is not expected here', 1],
    ['//a[', 'a name, "*", "@", "." or a node test was expected, not the end', 4],
  ])('says what is wrong with %j', (source, message, position) =>
    expect(compileSelector(source)).toEqual({ ok: false, problem: { message, position } }),
  )

  it('takes time linear in the page, however deep and broad it is', () => {
    const deep = parseTree('<div class=a>'.repeat(3_000) + '<i>x</i>'.repeat(30_000))
    const answer = compileSelector('.a .a > .a .a > .a .a i:nth-last-child(2) ~ i:not(.a .a > b)')
    expect(answer.ok && answer.selector.select(deep.root).length).toBe(1)
  })
})
