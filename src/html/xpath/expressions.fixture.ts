/** Expressions for comparing XPath engines: handwritten ones for each feature, and a generator of more. */
import type { Random } from '../../env/index.ts'
import type { Tree } from '../tree.ts'

export const WRITTEN: readonly string[] = `
//a[@href]
/html/body//a
//ul/li[1]
//ul/li[last()]
//ul/li[position() mod 2 = 1]
(//li)[3]
(//a)[last()]
//a/@href
//@class
//*[@id]
//div//div
//div/descendant::div[2]
//p/ancestor::div
//p/ancestor::*[1]
//p/ancestor-or-self::*[last()]
//li/preceding-sibling::li[1]
//li/following-sibling::li[2]
//li/..
//li/.
//text()[normalize-space()]
//comment()
//node()
//a | //li
//a/@href | //img/@src | //a
count(//a)
count(//a) > 3
count(//a) * 2 + 1 - 4 div 2
7 mod -3
-7 mod 3
-(-3)
--3
5 div 0
-5 div 0
0 div 0
string(//title)
string(//a/@href)
normalize-space(//title)
concat(name(//*[1]), "-", 'x', 1, true())
starts-with(string(//title), "A")
contains(string(//body), "the")
substring("12345", 2, 3)
substring("12345", 1.5, 2.6)
substring("12345", 0 div 0, 3)
substring("12345", -42, 1 div 0)
substring("12345", -1 div 0, 1 div 0)
substring-before("1999/04/01", "/")
substring-after("1999/04/01", "/")
translate("bar", "abc", "AB")
translate("--aaa--", "abc-", "ABC")
string-length(string(//title))
string(1000000)
string(0.0000001)
string(-0.5)
string(123456789012345680000000)
number("12.5")
number(" -3 ")
number("1e3")
number("+1")
number("")
number(true())
boolean("false")
boolean(0)
boolean(//nothing)
not(//a)
sum(//li[1]/@value)
floor(-1.5)
ceiling(-1.5)
round(2.5)
round(-2.5)
round(-0.2)
//a[contains(@href, "html")]
//a[starts-with(@href, "/") or starts-with(@href, "#")]
//a[not(@class)]
//a[@class and @href]
//*[count(*) = 2]
//*[self::h1 or self::h2]
//div[.//a]
//div[a][2]
//div[2][a]
//li[a = "Home"]
//a[. = //title]
//a[@href != ""]
//a[string-length(.) > 20]
//*[name() = "li"]
//*[local-name() = "li"][1]
//li[position() < 3]
//li[position() = last() - 1]
//tr/td[1]
//table//tr[td][1]/td[last()]
//a[../@class]
//li[not(following-sibling::li)]
//li[count(preceding-sibling::li) = 1]
//a/parent::li/parent::ul
//a/ancestor::ul[1]/li[1]
//head/following-sibling::body
/
/*
/html/*
/html/head/title/text()
//body/*[last()]/descendant-or-self::*
//*[@*]
//a[@href = //a/@href]
//a/@href[contains(., "html")]
//a[1] = //a[2]
//li < //li
//li >= 2
"a" = "a"
1 = "1"
true() = "x"
//a = true()
//nothing = false()
//h1 | //h2 | //h3
child::html/child::body/child::*
//attribute::href/..
//div[@class][position() = 1]
(//div | //p)[2]
//*[self::a[@href]]
//p//text()[2]
//a[@href][@class]/text()
div and div
//a[true()]
//a[0]
//a["x"]
//li[2.0]
(//li)[position() > 2][1]
id("content")
//*[position() = 2]/*[1]
`
  .trim()
  .split('\n')

/**
 * The package gets the axes `following` and `preceding` wrong (it includes ancestors), so it evaluates their definitions instead. Our
 * expression comes first, then the one for the package.
 */
export const DEFINED: readonly (readonly [string, string])[] = ['a', 'li', '*', 'node()', 'text()'].flatMap(
  test =>
    ['a', 'li', 'p', 'body'].flatMap(from =>
      ['following', 'preceding'].map((axis): [string, string] => [
        `//${from}/${axis}::${test}`,
        `//${from}/ancestor-or-self::node()/${axis}-sibling::node()/descendant-or-self::${test}`,
      ]),
    ),
)

const AXES = `child descendant parent ancestor self descendant-or-self ancestor-or-self following-sibling
preceding-sibling`.split(/\s+/)

/** A path of one to four random steps with random predicates, from names that occur in the tree. */
export function makeExpression(random: Random, tree: Tree): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!
  const names = tree.nodes.filter(node => node.kind === 'element').map(node => node.name)
  const attributes = tree.nodes
    .flatMap(node => node.attributes.filter((_, i) => i % 2 === 0))
    .filter(name => /^[a-z]+$/.test(name))
  const test = () => pick([pick(names), pick(names), pick(names), '*', 'node()', 'text()'])
  const attribute = () => pick(attributes) ?? 'class'
  const predicate = (): string =>
    pick([
      () => `[${1 + Math.floor(random.next() * 4)}]`,
      () => '[last()]',
      () => `[@${attribute()}]`,
      () => `[${pick(names)}]`,
      () => `[position() ${pick(['<', '>', '=', '!='])} ${1 + Math.floor(random.next() * 3)}]`,
      () => `[not(@${attribute()}) and ${pick(AXES)}::${test()}]`,
      () => `[count(${pick(AXES)}::${test()}) ${pick(['<', '>=', '='])} 2]`,
      () => `[contains(@${attribute()}, "a") or ${pick(names)}]`,
      () => `[string-length() mod 3 = ${Math.floor(random.next() * 3)}]`,
    ])()
  const step = () => `${pick([`${pick(AXES)}::`, '', ''])}${test()}${random.next() < 0.5 ? predicate() : ''}`
  let path = `//${pick(names)}${random.next() < 0.3 ? predicate() : ''}`
  for (let more = Math.floor(random.next() * 3); more > 0; more--) path += pick(['/', '//']) + step()
  if (random.next() < 0.15) path = `(${path})${predicate()}`
  return random.next() < 0.1 ? `count(${path})` : path
}
