/** Parses the part of Selectors 4 that makes sense for pages at rest, with `::text` and `::attr()` as Scrapy has them. */
import { SelectorScanner } from './selector-scanner.ts'
import type {
  AttributeMatch,
  Chain,
  ChainLink,
  ChainWithTaken,
  Combinator,
  ElementTest,
  ElementTests,
  Taken,
} from './syntax.ts'

const COMBINATORS = ['>', '+', '~'] as const
const MATCHES: readonly AttributeMatch[] = ['=', '~=', '|=', '^=', '$=', '*=']
const NTH = /(?:even|odd|[+-]?\d*n(?:\s*[+-]\s*\d+)?|[+-]?\d+)(?=\s*\))/iy
const MAX_DEPTH = 8

const FIRST = { step: 0, offset: 1 }
const place = (from: { fromEnd: boolean; ofType: boolean }): ElementTest => ({
  kind: 'nth',
  ...FIRST,
  ...from,
})
const FIRST_CHILD = place({ fromEnd: false, ofType: false })
const LAST_CHILD = place({ fromEnd: true, ofType: false })
const FIRST_OF_TYPE = place({ fromEnd: false, ofType: true })
const LAST_OF_TYPE = place({ fromEnd: true, ofType: true })

const PLAIN: ReadonlyMap<string, ElementTests> = new Map<string, ElementTests>([
  ['first-child', [FIRST_CHILD]],
  ['last-child', [LAST_CHILD]],
  ['only-child', [FIRST_CHILD, LAST_CHILD]],
  ['first-of-type', [FIRST_OF_TYPE]],
  ['last-of-type', [LAST_OF_TYPE]],
  ['only-of-type', [FIRST_OF_TYPE, LAST_OF_TYPE]],
  ['root', [{ kind: 'root' }]],
  ['empty', [{ kind: 'empty' }]],
])

const COUNTING: ReadonlyMap<string, { readonly fromEnd: boolean; readonly ofType: boolean }> = new Map([
  ['nth-child', { fromEnd: false, ofType: false }],
  ['nth-last-child', { fromEnd: true, ofType: false }],
  ['nth-of-type', { fromEnd: false, ofType: true }],
  ['nth-last-of-type', { fromEnd: true, ofType: true }],
])

/** Throws a `SelectorSyntaxError`. */
export function parseSelector(text: string): readonly ChainWithTaken[] {
  return new SelectorParser(text).whole()
}

class SelectorParser {
  readonly #scanner: SelectorScanner
  #depth = 0

  constructor(text: string) {
    this.#scanner = new SelectorScanner(text)
  }

  whole(): readonly ChainWithTaken[] {
    const scanner = this.#scanner
    const list: ChainWithTaken[] = []
    do {
      scanner.space()
      list.push({ chain: this.#chain(), taken: this.#taken() })
      scanner.space()
    } while (scanner.take(','))
    if (!scanner.isAtEnd) scanner.fail(`"${scanner.next}" is not expected here`)
    return list
  }

  #taken(): Taken {
    const scanner = this.#scanner
    if (!scanner.take('::')) return { kind: 'element' }
    const name = scanner.name('text or attr(…)')
    if (name === 'text') return { kind: 'text' }
    if (name !== 'attr') scanner.fail(`::${name} is not known; there are ::text and ::attr(name)`)
    scanner.expect('(')
    const attribute = scanner.name('the name of an attribute').toLowerCase()
    scanner.expect(')')
    return { kind: 'attribute', name: attribute }
  }

  #chain(): Chain {
    const links: ChainLink[] = [{ combinator: ' ', compound: this.#compound() }]
    for (;;) {
      const combinator = this.#combinator()
      if (combinator === null) return links
      links.push({ combinator, compound: this.#compound() })
    }
  }

  /** Null if the chain ends here. */
  #combinator(): Combinator | null {
    const scanner = this.#scanner
    const isApart = scanner.space()
    const sign = COMBINATORS.find(each => scanner.take(each))
    if (sign) scanner.space()
    if (sign || !isApart) return sign ?? null
    return scanner.isAtEnd || scanner.next === ',' || scanner.next === ')' ? null : ' '
  }

  #compound(): ElementTests {
    const scanner = this.#scanner
    const start = scanner.position
    const tests: ElementTest[] = []
    const name = scanner.take('*') ? null : scanner.nameIfAny()
    if (name !== null) tests.push({ kind: 'name', name: name.toLowerCase() })
    for (let more = this.#tests(); more !== null; more = this.#tests()) tests.push(...more)
    if (scanner.position === start)
      scanner.fail(
        scanner.isAtEnd ? 'a selector is missing at the end' : `"${scanner.next}" is not expected here`,
      )
    return tests
  }

  #tests(): ElementTests | null {
    const scanner = this.#scanner
    if (scanner.take('#')) return [attribute('id', '=', scanner.name('an id'))]
    if (scanner.take('.')) return [attribute('class', '~=', scanner.name('a class'))]
    if (scanner.take('[')) return [this.#attribute()]
    const start = scanner.position
    if (!scanner.take(':')) return null
    if (scanner.next !== ':') return this.#pseudoClass()
    scanner.position = start
    return null
  }

  #attribute(): ElementTest {
    const scanner = this.#scanner
    scanner.space()
    const name = scanner.name('the name of an attribute').toLowerCase()
    scanner.space()
    const match = MATCHES.find(each => scanner.take(each)) ?? 'present'
    if (match === 'present') {
      scanner.expect(']')
      return attribute(name, match, '')
    }
    scanner.space()
    const value = scanner.value()
    scanner.space()
    const flag = (scanner.nameIfAny() ?? 's').toLowerCase()
    if (flag !== 'i' && flag !== 's') scanner.fail('only i and s may stand behind the value of an attribute')
    scanner.space()
    scanner.expect(']')
    return attribute(name, match, value, flag === 'i')
  }

  #pseudoClass(): ElementTests {
    const scanner = this.#scanner
    const name = scanner.name('the name of a pseudo-class').toLowerCase()
    const plain = PLAIN.get(name)
    if (plain) return plain
    const counting = COUNTING.get(name)
    if (counting) return [this.#within(() => ({ kind: 'nth', ...this.#places(), ...counting }))]
    if (name === 'not' || name === 'is' || name === 'where')
      return [
        this.#within(() => ({ kind: 'any', of: this.#list(() => this.#chain()), isNegated: name === 'not' })),
      ]
    if (name === 'has') return [this.#within(() => ({ kind: 'has', of: this.#list(() => this.#relation()) }))]
    return scanner.fail(`:${name} is not known; an XPath may say what you mean`)
  }

  #within(read: () => ElementTest): ElementTest {
    const scanner = this.#scanner
    if (++this.#depth > MAX_DEPTH) scanner.fail('too many brackets inside each other')
    scanner.expect('(')
    scanner.space()
    const test = read()
    scanner.space()
    scanner.expect(')')
    this.#depth--
    return test
  }

  #list<T>(read: () => T): T[] {
    const scanner = this.#scanner
    const list: T[] = []
    do {
      scanner.space()
      list.push(read())
      scanner.space()
    } while (scanner.take(','))
    return list
  }

  /** `:has()` looks at one element in one relation; for more, there are XPaths. */
  #relation(): ChainLink {
    const scanner = this.#scanner
    const combinator = COMBINATORS.find(each => scanner.take(each)) ?? ' '
    scanner.space()
    const compound = this.#compound()
    scanner.space()
    if (scanner.next !== ',' && scanner.next !== ')')
      scanner.fail(':has() takes one element such as :has(> a.next); for more, use an XPath')
    return { combinator, compound }
  }

  #places(): { readonly step: number; readonly offset: number } {
    const scanner = this.#scanner
    const text = scanner.pattern(NTH).toLowerCase().replace(/\s+/g, '')
    if (text === '') scanner.fail('a place such as 3, odd or 2n+1 is missing')
    if (text === 'even') return { step: 2, offset: 0 }
    if (text === 'odd') return { step: 2, offset: 1 }
    const [step, offset] = text.includes('n') ? text.split('n') : ['0', text]
    return { step: /\d/.test(step!) ? Number(step) : Number(`${step}1`), offset: Number(offset) }
  }
}

const attribute = (name: string, match: AttributeMatch, value: string, ignoresCase = false): ElementTest => ({
  kind: 'attribute',
  name,
  match,
  value,
  ignoresCase,
})
