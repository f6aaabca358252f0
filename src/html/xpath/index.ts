/**
 * XPath 1.0 over our tree: all axes, functions and operators, compiled once to closures.
 *
 * The available libraries walk a syntax tree for each node and cost 40 to 1000 times as much as a plain walk; here `//a[@href]` is one loop
 * over an array (`node bench/suites/xpath.ts --pages DIR` measures it and compares every answer with the `xpath` package). Names are
 * matched ignoring case, as browsers do in HTML; there are no namespaces, so `svg:path` means an element with that name, the namespace axis
 * is empty, and processing instructions do not exist.
 *
 * Invariants: an invalid expression yields a sentence and a position, never an exception; node-sets are in document order, each node once;
 * the cost of a page is bounded, even if it was crafted to be expensive (effort.ts); a compiled expression holds no state and may be used
 * for any number of trees.
 */
import type { TreeNode } from '../tree.ts'
import { Compiler, type Variables } from './compile.ts'
import { beginEffort } from './effort.ts'
import { parse } from './parse-xpath.ts'
import { type XPathProblem, XPathSyntaxError } from './syntax.ts'
import { toText, type XPathValue } from './values.ts'

export { withOneEffort } from './effort.ts'
export type { XPathProblem } from './syntax.ts'
export { toText as xpathText, type XPathValue } from './values.ts'

export interface XPath {
  readonly source: string
  evaluate(node: TreeNode): XPathValue
  /** The nodes it selects; none when it yields a string, number or boolean. */
  select(node: TreeNode): readonly TreeNode[]
  /** The text of each node it selects, or its one value as text. */
  texts(node: TreeNode): string[]
}

export type XPathAnswer =
  | { readonly ok: true; readonly xpath: XPath }
  | { readonly ok: false; readonly problem: XPathProblem }

export function compileXPath(source: string, variables: Variables = {}): XPathAnswer {
  try {
    const { value } = new Compiler(variables).compile(parse(source))
    const evaluate = (node: TreeNode) => {
      beginEffort()
      return value({ node, position: 1, size: 1 })
    }
    return { ok: true, xpath: { source, evaluate, select: selector(evaluate), texts: reader(evaluate) } }
  } catch (error) {
    if (!(error instanceof XPathSyntaxError)) throw error
    return { ok: false, problem: { position: error.position, message: error.message } }
  }
}

function selector(evaluate: XPath['evaluate']): XPath['select'] {
  return node => {
    const value = evaluate(node)
    return typeof value === 'object' ? value : []
  }
}

function reader(evaluate: XPath['evaluate']): XPath['texts'] {
  return node => {
    const value = evaluate(node)
    return typeof value === 'object' ? value.map(one => one.text()) : [toText(value)]
  }
}
