/** Tokens of an expression (XPath 1.0, 3.7), with the rule that tells `*`, `and`, `or`, `mod`, `div` from names. */
import { XPathSyntaxError } from './syntax.ts'

export interface Token {
  readonly type: 'name' | 'operator' | 'symbol' | 'literal' | 'number' | 'variable' | 'end'
  readonly text: string
  readonly at: number
}

const SPACE = /[ \t\r\n]+/y
const NUMBER = /\d+(?:\.\d*)?|\.\d+/y
const LITERAL = /"[^"]*"|'[^']*'/y
const SYMBOL = /\/\/|::|\.\.|!=|<=|>=|[()[\].@,/|+\-=<>*]/y
const NCNAME = '[\\p{L}_][\\p{L}\\p{N}\\p{M}._\\u00b7-]*'
const NAME = new RegExp(`${NCNAME}(?::(?!:)(?:${NCNAME}|\\*))?`, 'uy')
const VARIABLE = new RegExp(`\\$${NCNAME}(?::${NCNAME})?`, 'uy')

const OPERATOR_SYMBOLS = new Set(['/', '//', '|', '+', '-', '=', '!=', '<', '<=', '>', '>='])
const OPERATOR_NAMES = new Set(['and', 'or', 'mod', 'div'])

export function lex(source: string): Token[] {
  const tokens: Token[] = []
  for (let at = skip(source, 0); at < source.length; at = skip(source, at)) {
    const token = next(source, at, operandEnded(tokens))
    tokens.push(token)
    at +=
      token.type === 'literal'
        ? token.text.length + 2
        : token.text.length + (token.type === 'variable' ? 1 : 0)
  }
  tokens.push({ type: 'end', text: '', at: source.length })
  return tokens
}

/** A name or `*` after an operand is an operator; at the start, or after `@ :: ( [ ,` or an operator, it is not. */
function operandEnded(tokens: readonly Token[]): boolean {
  const last = tokens[tokens.length - 1]
  if (last === undefined || last.type === 'operator') return false
  return (
    last.type !== 'symbol' ||
    last.text === ')' ||
    last.text === ']' ||
    last.text === '.' ||
    last.text === '..'
  )
}

function next(source: string, at: number, operand: boolean): Token {
  const number = match(NUMBER, source, at)
  if (number !== undefined) return { type: 'number', text: number, at }
  const symbol = match(SYMBOL, source, at)
  if (symbol !== undefined)
    return { type: isOperator(symbol, operand) ? 'operator' : 'symbol', text: symbol, at }
  const literal = match(LITERAL, source, at)
  if (literal !== undefined) return { type: 'literal', text: literal.slice(1, -1), at }
  const variable = match(VARIABLE, source, at)
  if (variable !== undefined) return { type: 'variable', text: variable.slice(1), at }
  return nameToken(source, at, operand)
}

function isOperator(symbol: string, operand: boolean): boolean {
  return symbol === '*' ? operand : OPERATOR_SYMBOLS.has(symbol)
}

function nameToken(source: string, at: number, operand: boolean): Token {
  const name = match(NAME, source, at)
  if (name === undefined) throw new XPathSyntaxError(at, unexpected(source, at))
  if (!operand) return { type: 'name', text: name, at }
  if (OPERATOR_NAMES.has(name)) return { type: 'operator', text: name, at }
  throw new XPathSyntaxError(at, `an operator was expected before "${name}"`)
}

function unexpected(source: string, at: number): string {
  const character = String.fromCodePoint(source.codePointAt(at)!)
  if (character === '"' || character === "'") return `the string that begins with ${character} has no end`
  if (character === '$') return 'a variable needs a name behind $'
  return character === '!' ? 'only "!=" may begin with "!"' : `the character ${character} has no meaning here`
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

function skip(source: string, at: number): number {
  return at + (match(SPACE, source, at)?.length ?? 0)
}
