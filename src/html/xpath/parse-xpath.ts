/** Recursive descent over the grammar of XPath 1.0; one method per production. */
import { lex, type Token } from './lex.ts'
import {
  type Axis,
  type Expression,
  type NodeTest,
  type Operator,
  type Step,
  XPathSyntaxError,
} from './syntax.ts'

// biome-ignore format: a list
const AXES: ReadonlySet<string> = new Set<Axis>([
  'ancestor', 'ancestor-or-self', 'attribute', 'child', 'descendant', 'descendant-or-self', 'following',
  'following-sibling', 'namespace', 'parent', 'preceding', 'preceding-sibling', 'self',
])
const NODE_TYPES = new Set(['node', 'text', 'comment', 'processing-instruction'])
/** Binary operators, loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
]
const MAX_DEPTH = 200

const ANY_BELOW: Step = { axis: 'descendant-or-self', test: { type: 'node' }, predicates: [] }

export function parse(source: string): Expression {
  const parser = new Parser(lex(source))
  const expression = parser.expression()
  parser.expectEnd()
  return expression
}

class Parser {
  private readonly tokens: readonly Token[]
  private at = 0
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  expression(): Expression {
    if (++this.depth > MAX_DEPTH)
      throw new XPathSyntaxError(this.peek.at, 'the expression is nested too deeply')
    const expression = this.binary(0)
    this.depth--
    return expression
  }

  expectEnd(): void {
    if (this.peek.type !== 'end') this.fail('the end of the expression')
  }

  private get peek(): Token {
    return this.tokens[this.at]!
  }

  private is(text: string): boolean {
    const { type, text: own } = this.peek
    return own === text && (type === 'symbol' || type === 'operator')
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false
    this.at++
    return true
  }

  private expect(text: string): void {
    if (!this.take(text)) this.fail(`"${text}"`)
  }

  private fail(wanted: string): never {
    const { type, text, at } = this.peek
    throw new XPathSyntaxError(at, `${wanted} was expected, not ${type === 'end' ? 'the end' : `"${text}"`}`)
  }

  private binary(level: number): Expression {
    const operators = LEVELS[level]
    if (operators === undefined) return this.unary()
    let left = this.binary(level + 1)
    while (this.peek.type === 'operator' && operators.includes(this.peek.text)) {
      const operator = this.tokens[this.at++]!.text as Operator
      left = { type: 'binary', operator, left, right: this.binary(level + 1) }
    }
    return left
  }

  private unary(): Expression {
    let minuses = 0
    while (this.take('-')) minuses++
    const expression = this.union()
    if (minuses === 0) return expression
    const negated: Expression = { type: 'negate', of: expression }
    return minuses % 2 === 1 ? negated : { type: 'negate', of: negated }
  }

  private union(): Expression {
    let left = this.path()
    while (this.is('|')) {
      const { at } = this.tokens[this.at++]!
      left = { type: 'union', left, right: this.path(), at }
    }
    return left
  }

  private path(): Expression {
    const { at } = this.peek
    if (this.startsFilter()) return this.filterPath()
    if (this.take('//')) return { type: 'path', from: 'root', steps: [ANY_BELOW, ...this.steps()], at }
    if (!this.take('/')) return { type: 'path', from: 'context', steps: this.steps(), at }
    return { type: 'path', from: 'root', steps: this.startsStep() ? this.steps() : [], at }
  }

  /** A primary expression, its predicates, and the path that may follow it. */
  private filterPath(): Expression {
    const { at } = this.peek
    const primary = this.primary()
    const predicates = this.predicates()
    const from: Expression =
      predicates.length === 0 ? primary : { type: 'filter', of: primary, predicates, at }
    if (this.take('//')) return { type: 'path', from, steps: [ANY_BELOW, ...this.steps()], at }
    return this.take('/') ? { type: 'path', from, steps: this.steps(), at } : from
  }

  private startsFilter(): boolean {
    const { type, text } = this.peek
    if (type === 'literal' || type === 'number' || type === 'variable' || this.is('(')) return true
    return type === 'name' && this.opensBracket() && !NODE_TYPES.has(text)
  }

  private startsStep(): boolean {
    return this.peek.type === 'name' || ['.', '..', '@', '*'].some(text => this.is(text))
  }

  private opensBracket(): boolean {
    const after = this.tokens[this.at + 1]
    return after?.type === 'symbol' && after.text === '('
  }

  private primary(): Expression {
    const token = this.tokens[this.at++]!
    switch (token.type) {
      case 'literal':
        return { type: 'literal', value: token.text }
      case 'number':
        return { type: 'number', value: Number(token.text) }
      case 'variable':
        return { type: 'variable', name: token.text, at: token.at }
      case 'name':
        return { type: 'call', name: token.text, args: this.args(), at: token.at }
      default: {
        const inner = this.expression()
        this.expect(')')
        return inner
      }
    }
  }

  private args(): Expression[] {
    this.expect('(')
    const args: Expression[] = []
    if (this.take(')')) return args
    do args.push(this.expression())
    while (this.take(','))
    this.expect(')')
    return args
  }

  private steps(): Step[] {
    const steps = [this.step()]
    for (;;) {
      if (this.take('//')) steps.push(ANY_BELOW, this.step())
      else if (this.take('/')) steps.push(this.step())
      else return steps
    }
  }

  private step(): Step {
    if (this.take('.')) return { axis: 'self', test: { type: 'node' }, predicates: [] }
    if (this.take('..')) return { axis: 'parent', test: { type: 'node' }, predicates: [] }
    const axis = this.axis()
    return { axis, test: this.nodeTest(), predicates: this.predicates() }
  }

  private axis(): Axis {
    if (this.take('@')) return 'attribute'
    const after = this.tokens[this.at + 1]
    if (this.peek.type !== 'name' || after?.text !== '::' || after.type !== 'symbol') return 'child'
    const { text, at } = this.peek
    if (!AXES.has(text)) throw new XPathSyntaxError(at, `there is no axis "${text}"`)
    this.at += 2
    return text as Axis
  }

  private nodeTest(): NodeTest {
    if (this.take('*')) return { type: 'any' }
    if (this.peek.type !== 'name') this.fail('a name, "*", "@", "." or a node test')
    const { text } = this.peek
    if (this.opensBracket()) return this.typeTest(text)
    this.at++
    if (text.endsWith(':*')) return { type: 'prefix', prefix: text.slice(0, -1) }
    return { type: 'name', name: text }
  }

  private typeTest(name: string): NodeTest {
    if (!NODE_TYPES.has(name)) throw new XPathSyntaxError(this.peek.at, `there is no node test "${name}()"`)
    this.at += 2
    if (name === 'processing-instruction' && this.peek.type === 'literal') this.at++
    this.expect(')')
    return { type: name === 'processing-instruction' ? 'instruction' : (name as 'node' | 'text' | 'comment') }
  }

  private predicates(): Expression[] {
    const predicates: Expression[] = []
    while (this.take('[')) {
      predicates.push(this.expression())
      this.expect(']')
    }
    return predicates
  }
}
