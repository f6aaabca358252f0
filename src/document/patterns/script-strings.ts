/**
 * Evaluates strings that scripts assemble: literals and variables joined by `+`, `String.fromCharCode`, `atob`, `unescape`, arrays that
 * are joined or reversed. Nothing is run; anything less simple is ignored.
 */
import { fromBase64, fromPercent, reversed, unescaped } from './decode.ts'

const MAX_SCRIPT_CHARS = 200_000
const MAX_STRINGS = 2_000
const MAX_OPERANDS = 200
/** A few lines could double a string without end. */
const MAX_STRING_CHARS = 5_000
const STRING = `"(?:[^"\\\\\\n]|\\\\.){0,500}"|'(?:[^'\\\\\\n]|\\\\.){0,500}'|\`(?:[^\`\\\\]|\\\\.){0,500}\``
const CALL = '(?:String\\.fromCharCode|atob|unescape|decodeURI(?:Component)?)\\([^()]{0,620}\\)'
const BLANKS = '\\s{0,20}'
const ELEMENT = `(?:${STRING}|\\d{1,3})`
/** A comma between two elements is required: otherwise every long number could be divided in many ways, and a list of them in endlessly many. */
const LIST = `\\[${BLANKS}${ELEMENT}(?:${BLANKS},${BLANKS}${ELEMENT}){0,99}${BLANKS}(?:,${BLANKS})?\\]`
const ARRAY = `${LIST}(?:\\.reverse\\(\\))?\\.join\\(${BLANKS}(?:${STRING})?${BLANKS}\\)`
const OPERAND = `(?:${CALL}|${ARRAY}|${STRING}|[A-Za-z_$][\\w$]{0,60})(?:\\.(?:split\\((?:""|'')\\)\\.reverse\\(\\)\\.join\\((?:""|'')\\)|toLowerCase\\(\\)))?`
const EXPRESSION = new RegExp(`${OPERAND}(?:\\s{0,20}\\+\\s{0,20}\\(?${OPERAND}\\)?)*`, 'g')
const ASSIGNED = new RegExp(
  `(?:^|[^\\w$.])([A-Za-z_$][\\w$]{0,60})\\s{0,10}(\\+?=)(?!=)\\s{0,10}(${OPERAND}(?:\\s{0,20}\\+\\s{0,20}${OPERAND})*)`,
  'g',
)
const ONE = new RegExp(OPERAND, 'g')

/** The values of the strings in a script. */
export function scriptStrings(script: string): string[] {
  const text = script.slice(0, MAX_SCRIPT_CHARS)
  if (!/["'`]|fromCharCode/.test(text)) return []
  const variables = new Map<string, string>()
  for (const [, name = '', how = '', expression = ''] of text.matchAll(ASSIGNED)) {
    const value = stringOf(expression, variables)
    if (value === undefined || variables.size >= MAX_STRINGS) continue
    const all = ((how === '+=' ? variables.get(name) : '') ?? '') + value
    if (all.length <= MAX_STRING_CHARS) variables.set(name, all)
  }
  const strings = new Set(variables.values())
  for (const [expression] of text.matchAll(EXPRESSION)) {
    const value = stringOf(expression, variables)
    if (value !== undefined && value.length > 3) strings.add(value)
    if (strings.size >= MAX_STRINGS) break
  }
  return [...strings]
}

/** Undefined if a part of it is unknown. */
function stringOf(expression: string, variables: ReadonlyMap<string, string>): string | undefined {
  let value = ''
  let count = 0
  for (const [operand] of expression.matchAll(ONE)) {
    const part = operandValue(operand, variables)
    if (part === undefined || ++count > MAX_OPERANDS) return undefined
    value += part
    if (value.length > MAX_STRING_CHARS) return undefined
  }
  return value
}

function operandValue(operand: string, variables: ReadonlyMap<string, string>): string | undefined {
  const turned = /^([\s\S]*)\.split\((?:""|'')\)\.reverse\(\)\.join\((?:""|'')\)$/.exec(operand)
  if (turned !== null) {
    const value = operandValue(turned[1]!, variables)
    return value === undefined ? undefined : reversed(value)
  }
  if (/^["'`]/.test(operand)) return unescaped(operand.replace(/\.toLowerCase\(\)$/, '').slice(1, -1))
  if (operand.startsWith('[')) return joined(operand)
  const call = /^(String\.fromCharCode|atob|unescape|decodeURI(?:Component)?)\(\s*([\s\S]*?)\s*\)$/.exec(
    operand,
  )
  return call === null ? variables.get(operand) : called(call[1]!, call[2]!, variables)
}

function called(name: string, inside: string, variables: ReadonlyMap<string, string>): string | undefined {
  if (name === 'String.fromCharCode') {
    const codes = inside.split(',').map(code => Number(code.trim()))
    return codes.every(code => code > 0 && code < 0x10000) ? String.fromCharCode(...codes) : undefined
  }
  const value = operandValue(inside, variables)
  if (value === undefined) return undefined
  return name === 'atob' ? fromBase64(value) : fromPercent(value)
}

function joined(array: string): string | undefined {
  const parts = [...array.slice(0, array.lastIndexOf(']')).matchAll(new RegExp(STRING, 'g'))].map(
    ([literal]) => unescaped(literal.slice(1, -1)),
  )
  const between = /\.join\(\s*(?:(["'`])([\s\S]*)\1)?\s*\)$/.exec(array)
  const order = /\]\.reverse\(\)/.test(array) ? parts.toReversed() : parts
  return parts.length === 0
    ? undefined
    : order.join(between?.[1] === undefined ? ',' : unescaped(between[2] ?? ''))
}
