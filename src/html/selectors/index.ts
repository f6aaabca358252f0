/**
 * CSS selectors and XPaths over our tree, by one function: what begins with a path (`/`, `./`, `../`), a bracket or a function is an XPath, everything
 * else a selector.
 *
 * Of Selectors 4 there is what makes sense for pages at rest: names, ids, classes, attributes, all combinators, places among siblings,
 * `:not()`, `:is()`, `:where()`, and `:has()` with one element. `::text` and `::attr(name)` behind a selector take the texts directly
 * inside the elements, or an attribute of them, as in Scrapy. Selectors match elements of the page as it was sent: unlike browsers, our
 * tree has no `tbody` that the page does not have.
 *
 * Invariants: an invalid selector yields a sentence and a position, never an exception; what is selected is in document order, each node
 * once; time is linear in the page for each part of a selector, whatever the page; a compiled selector holds no state.
 */
import type { TreeNode } from '../tree.ts'
import { compileXPath } from '../xpath/index.ts'
import { ElementMatcher } from './match-elements.ts'
import { parseSelector } from './parse-selector.ts'
import { type ChainWithTaken, type SelectorProblem, SelectorSyntaxError, type Taken } from './syntax.ts'

export type { SelectorProblem } from './syntax.ts'

/** A compiled CSS selector or XPath. */
export interface Selector {
  readonly source: string
  /** The nodes inside this one that it selects. */
  select(node: TreeNode): readonly TreeNode[]
  /** The text of each of them; the one value of an XPath that selects no nodes. */
  texts(node: TreeNode): string[]
}

export type SelectorAnswer =
  | { readonly ok: true; readonly selector: Selector }
  | { readonly ok: false; readonly problem: SelectorProblem }

const XPATH = /^\s*(?:[/(]|\.\.?\/|[\w-]+\()/

export function compileSelector(source: string): SelectorAnswer {
  if (!XPATH.test(source)) return compileCss(source)
  const answer = compileXPath(source)
  return answer.ok ? { ok: true, selector: answer.xpath } : answer
}

function compileCss(source: string): SelectorAnswer {
  try {
    const list = parseSelector(source)
    const select = (node: TreeNode) => selected(list, node)
    return { ok: true, selector: { source, select, texts: node => select(node).map(each => each.text()) } }
  } catch (error) {
    if (!(error instanceof SelectorSyntaxError)) throw error
    return { ok: false, problem: { position: error.position, message: error.message } }
  }
}

function selected(list: readonly ChainWithTaken[], { tree, order, last }: TreeNode): readonly TreeNode[] {
  const matcher = new ElementMatcher(tree)
  const found = new Set<TreeNode>()
  for (const { chain, taken } of list) {
    const set = matcher.chosen(chain)
    for (let at = order + 1; at <= last; at++)
      if (set[at] === 1) for (const node of takenOf(tree.nodes[at]!, taken)) found.add(node)
  }
  const nodes = [...found]
  return list.length === 1 ? nodes : nodes.sort((a, b) => a.order - b.order || a.rank - b.rank)
}

function takenOf(element: TreeNode, taken: Taken): readonly TreeNode[] {
  if (taken.kind === 'element') return [element]
  if (taken.kind === 'attribute') return element.attributeNodes().filter(({ name }) => name === taken.name)
  const texts: TreeNode[] = []
  for (let child = element.firstChild; child; child = child.nextSibling)
    if (child.kind === 'text') texts.push(child)
  return texts
}
