/**
 * Compiles syntax to closures. Types are known at compile time (only variables could hide one, and they are bound here), so each closure
 * returns exactly the type its caller needs, and an attribute that is only tested never becomes a node.
 */
import type { TreeNode } from '../tree.ts'
import { type Context, FUNCTIONS, type ValueType, type XPathFunction } from './functions.ts'
import { compileFilter, compilePath } from './path.ts'
import { type Expression, type Operator, XPathSyntaxError } from './syntax.ts'
import { type ComparisonOperator, compare, inOrder, toBoolean, toNumber, type XPathValue } from './values.ts'

export type Variables = Readonly<Record<string, string | number | boolean>>

export interface Compiled {
  readonly type: ValueType
  /** Whether the value depends on `position()` or `last()` of its own context. */
  readonly positional: boolean
  readonly value: (context: Context) => XPathValue
  /** The position that a numeric predicate selects. */
  readonly place?: number
  /** Whether a node-set has any node, if there is a cheaper way to tell. */
  readonly exists?: (context: Context) => boolean
}

export class Compiler {
  private readonly variables: Variables

  constructor(variables: Variables) {
    this.variables = variables
  }

  compile(expression: Expression): Compiled {
    switch (expression.type) {
      case 'literal':
      case 'number':
        return constant(expression.value)
      case 'variable':
        return this.variable(expression.name, expression.at)
      case 'negate':
        return this.negate(expression.of)
      case 'binary':
        return this.binary(expression.operator, expression.left, expression.right)
      case 'union':
        return this.union(
          this.nodes(expression.left, expression.at),
          this.nodes(expression.right, expression.at),
        )
      case 'call':
        return this.call(expression.name, expression.args, expression.at)
      case 'filter':
        return compileFilter(this.nodes(expression.of, expression.at), this.predicates(expression.predicates))
      case 'path':
        return this.path(expression)
    }
  }

  predicates(expressions: readonly Expression[]): Compiled[] {
    return expressions.map(expression => this.predicate(expression))
  }

  /** 2.4: a number is compared with the position, everything else is converted to a boolean. */
  private predicate(expression: Expression): Compiled {
    const name = attributeName(expression)
    if (name !== undefined) return truth(context => context.node.attribute(name) !== undefined, false)
    const { type, value, positional, exists } = this.compile(expression)
    if (exists !== undefined) return truth(exists, positional)
    if (type === 'boolean') return { type, value, positional }
    if (type === 'number') {
      const asked = truth(context => value(context) === context.position, true)
      return expression.type === 'number' ? { ...asked, place: expression.value } : asked
    }
    return truth(context => toBoolean(value(context)), positional)
  }

  private path(expression: Extract<Expression, { type: 'path' }>): Compiled {
    const { from, steps, at } = expression
    const start = typeof from === 'string' ? from : this.nodes(from, at)
    const compiled = steps.map(({ axis, test, predicates }) => ({
      axis,
      test,
      predicates: this.predicates(predicates),
    }))
    return compilePath(start, compiled)
  }

  private nodes(expression: Expression, at: number): Compiled {
    const compiled = this.compile(expression)
    if (compiled.type === 'nodes') return compiled
    throw new XPathSyntaxError(at, `nodes were expected here, not a ${compiled.type}`)
  }

  private variable(name: string, at: number): Compiled {
    const value = this.variables[name]
    if (value === undefined) throw new XPathSyntaxError(at, `the variable $${name} has no value`)
    return constant(value)
  }

  private negate(of: Expression): Compiled {
    const { value, positional } = this.compile(of)
    return { type: 'number', positional, value: context => -toNumber(value(context)) }
  }

  private union(left: Compiled, right: Compiled): Compiled {
    const value = (context: Context) =>
      inOrder([...(left.value(context) as TreeNode[]), ...(right.value(context) as TreeNode[])])
    return { type: 'nodes', positional: left.positional || right.positional, value }
  }

  private binary(operator: Operator, leftSide: Expression, rightSide: Expression): Compiled {
    const quick = operator === '=' ? attributeEquals(leftSide, rightSide) : undefined
    if (quick !== undefined) return quick
    const left = this.compile(leftSide)
    const right = this.compile(rightSide)
    const positional = left.positional || right.positional
    const a = left.value
    const b = right.value
    switch (operator) {
      case 'or':
        return truth(context => toBoolean(a(context)) || toBoolean(b(context)), positional)
      case 'and':
        return truth(context => toBoolean(a(context)) && toBoolean(b(context)), positional)
      case '+':
        return number(context => toNumber(a(context)) + toNumber(b(context)), positional)
      case '-':
        return number(context => toNumber(a(context)) - toNumber(b(context)), positional)
      case '*':
        return number(context => toNumber(a(context)) * toNumber(b(context)), positional)
      case 'div':
        return number(context => toNumber(a(context)) / toNumber(b(context)), positional)
      case 'mod':
        return number(context => toNumber(a(context)) % toNumber(b(context)), positional)
      default:
        return truth(context => compare(operator as ComparisonOperator, a(context), b(context)), positional)
    }
  }

  private call(name: string, expressions: readonly Expression[], at: number): Compiled {
    const known = FUNCTIONS.get(name)
    if (known === undefined) throw new XPathSyntaxError(at, `there is no function "${name}()"`)
    checkCount(name, known, expressions.length, at)
    const args = expressions.map((expression, i) =>
      this.argument(expression, known.nodes?.includes(i) === true, at),
    )
    const positional = name === 'position' || name === 'last' || args.some(arg => arg.positional)
    const [first, second] = args
    return { type: known.gives, positional, value: runner(known, args.length, first, second, args) }
  }

  /** An attribute that is passed to a string function is read in place. */
  private argument(expression: Expression, wantsNodes: boolean, at: number): Compiled {
    if (wantsNodes) return this.nodes(expression, at)
    return this.compile(expression)
  }
}

function runner(
  known: XPathFunction,
  count: number,
  first: Compiled | undefined,
  second: Compiled | undefined,
  args: readonly Compiled[],
): Compiled['value'] {
  if (count === 0) return context => known.run(context, NONE)
  if (count === 1) return context => known.run(context, [first!.value(context)])
  if (count === 2) return context => known.run(context, [first!.value(context), second!.value(context)])
  return context =>
    known.run(
      context,
      args.map(arg => arg.value(context)),
    )
}

const NONE: readonly XPathValue[] = []

function checkCount(name: string, { least, most }: XPathFunction, count: number, at: number): void {
  if (count >= least && count <= most) return
  const wanted =
    least === most
      ? `${least}`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`
  throw new XPathSyntaxError(
    at,
    `${name}() takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${count}`,
  )
}

function constant(value: string | number | boolean): Compiled {
  return { type: typeof value as ValueType, positional: false, value: () => value }
}

function truth(value: (context: Context) => boolean, positional: boolean): Compiled {
  return { type: 'boolean', positional, value }
}

function number(value: (context: Context) => number, positional: boolean): Compiled {
  return { type: 'number', positional, value }
}

/** The name in `@name`, if the expression is just that. */
function attributeName(expression: Expression): string | undefined {
  if (expression.type !== 'path' || expression.from !== 'context' || expression.steps.length !== 1)
    return undefined
  const { axis, test, predicates } = expression.steps[0]!
  return axis === 'attribute' && test.type === 'name' && predicates.length === 0
    ? test.name.toLowerCase()
    : undefined
}

function attributeEquals(left: Expression, right: Expression): Compiled | undefined {
  const name = attributeName(left)
  if (name === undefined || right.type !== 'literal') return undefined
  const { value } = right
  return truth(context => context.node.attribute(name) === value, false)
}
