import { describe, expect, it } from 'vitest'
import { parseTree } from '../tree-builder.ts'
import { compileXPath, withOneEffort } from './index.ts'

const PAGE = parseTree(`<html lang=en><head><title>T</title></head><body>
<div id=main class="list big"><ul><li>1</li><li>2</li><li class=x>3</li></ul><a href=/a>A</a><a href=/b>B</a></div>
<div><p>one</p><!--note--><p>two <b>bold</b></p></div></body></html>`)

function run(expression: string, variables = {}): unknown {
  const answer = compileXPath(expression, variables)
  if (!answer.ok) throw new Error(answer.problem.message)
  const value = answer.xpath.evaluate(PAGE.root)
  return typeof value === 'object' ? value.map(node => node.name || node.text()) : value
}

function problem(expression: string) {
  const answer = compileXPath(expression)
  return answer.ok ? undefined : answer.problem
}

describe('XPath 1.0', () => {
  it.each([
    ['2.5 abbreviations', '//div[@id="main"]/a/@href', ['href', 'href']],
    ['2.4 positions count on the axis', '//b/ancestor::*[1]', ['p']],
    ['2.4 predicates one after another', '//li[position() > 1][1]', ['li']],
    ['3.3 parentheses change the count', 'string((//li)[last()])', '3'],
    ['3.3 unions in document order', '//p | //ul | //a', ['ul', 'a', 'a', 'p', 'p']],
    ['2.2 following', 'count(//ul/following::*)', 6],
    ['2.2 preceding leaves ancestors out', '//p[1]/preceding::ul', ['ul']],
    ['2.2 following of an attribute is the content of its element', 'count(//div[@id]/@id/following::li)', 3],
    ['2.3 text()', '//p/text()', ['one', 'two ']],
    ['2.3 comment()', '//comment()', ['note']],
    ['2.3 names in any case', 'count(//DIV/@CLASS)', 1],
    ['3.4 node-sets compare by some node', '//li = 2', true],
    ['3.4 and so both = and != may hold', '//li != 2', true],
    ['3.5 mod keeps the sign of the dividend', '-7 mod 3', -1],
    ['3.7 * as operator and as test', 'count(//*) * 2 > 4', true],
    ['3.7 names that look like operators', 'count(//div[div or p])', 1],
    ['4.1 id()', 'name(id("main"))', 'div'],
    ['4.2 substring rounds', 'substring("12345", 1.5, 2.6)', '234'],
    ['4.2 characters, not code units', 'string-length("a😀b")', 3],
    ['4.2 translate drops', 'translate("bar-x", "r-", "R")', 'baRx'],
    ['4.2 numbers as text have no exponent', 'string(0.0000001)', '0.0000001'],
    ['4.3 lang()', 'boolean(//p[lang("EN")])', true],
    ['4.4 sum', 'sum(//li)', 6],
    ['contains a class', 'count(//*[contains(concat(" ", @class, " "), " big ")])', 1],
  ])('%s', (_, expression, wanted) => expect(run(expression)).toEqual(wanted))

  it('reads variables', () => expect(run('//li[. = $n]', { n: 2 })).toEqual(['li']))

  it.each([
    ['//a[', 4, 'a name, "*", "@", "." or a node test was expected, not the end'],
    ['//a[@href', 9, '"]" was expected, not the end'],
    ['//a[foo()]', 4, 'there is no function "foo()"'],
    ['sideways::a', 0, 'there is no axis "sideways"'],
    ['count(1)', 0, 'nodes were expected here, not a number'],
    ['contains("a")', 0, 'contains() takes 2 arguments, not 1'],
    ['"abc', 0, 'the string that begins with " has no end'],
    ['//a b', 4, 'an operator was expected before "b"'],
    ['$x', 0, 'the variable $x has no value'],
    ['//a#', 3, 'the character # has no meaning here'],
    [`${'('.repeat(300)}1`, 200, 'the expression is nested too deeply'],
  ])('says what is wrong with %s', (expression, position, message) =>
    expect(problem(expression)).toEqual({ position, message }),
  )
})

describe('a page that was made to cost much', () => {
  const long = parseTree(`<ul>${'<li><b>x</b></li>'.repeat(5_000)}</ul>`)
  it.each([
    ['//li/following-sibling::li[1]', 4_999],
    ['//li/preceding-sibling::li[1]', 4_999],
    ['//li/following-sibling::li', 4_999],
    ['//li/preceding-sibling::*', 4_999],
    ['//b/following::b', 4_999],
    ['//b/preceding::b', 4_999],
    ['//b/ancestor::*', 5_003],
  ])('%s costs what it finds', (expression, count) => {
    const answer = compileXPath(expression)
    expect(answer.ok && answer.xpath.select(long.root).length).toBe(count)
  })

  it.each([
    '//li[following-sibling::p]',
    '//*[descendant::p]/b',
    '//li[contains(../../., "zzz")]',
    '//li[count(preceding::b) = 3]',
  ])('%s ends', expression => {
    const answer = compileXPath(expression)
    expect(answer.ok && answer.xpath.select(long.root).length).toBeLessThanOrEqual(1)
  })

  it('shares one effort among evaluations that belong together', () => {
    const dear = compileXPath('//*[following::*[position() mod 2 = 1][last()]]')
    const cheap = compileXPath('//ul')
    const found = () => (cheap.ok ? cheap.xpath.select(long.root).length : -1)
    const shared = withOneEffort(() => {
      const before = found()
      if (dear.ok) dear.xpath.select(long.root)
      return [before, found()]
    })
    expect([shared, found()]).toEqual([[1, 0], 1])
  })

  it('ends, whatever is asked', () => {
    const answer = compileXPath('//*[following::*[position() mod 2 = 1][last()]]/preceding::*[last()]')
    expect(answer.ok && answer.xpath.select(long.root).length).toBeLessThan(10_000)
  })
})
