/** What selectors select on a page, for programs: texts, attributes and addresses, and more of the same inside. */
import type { TreeNode } from '../tree.ts'
import { parseTree } from '../tree-builder.ts'
import { compileSelector, type Selector } from './index.ts'

/** An element, an attribute, a text or a computed value that a selector selected. */
export interface Selected {
  /** The name of the element or attribute in lower case; '' for texts and computed values. */
  readonly name: string
  /** Its text, with white space joined to single spaces. */
  readonly text: string
  /** Where its `href` or `src` leads, absolute; null if it has none. Of an attribute: where its value leads. */
  readonly address: string | null
  /** The value of an attribute; null if it has none of this name. */
  attribute(name: string): string | null
  /** What a CSS selector or XPath selects inside, in document order. Throws an error with a sentence if the selector is not valid. */
  select(selector: string): readonly Selected[]
}

/** Selects on a page, which is read and parsed when something is asked of it for the first time. */
export function selecting(html: () => string, url: string): Selected['select'] {
  let page: PageNodes | null = null
  return selector => {
    page ??= new PageNodes(html(), url)
    return page.select(page.root, selector)
  }
}

/** Selectors are the same for all pages of a crawl. */
const compiled = new Map<string, Selector>()
const MAX_COMPILED = 1_000

class PageNodes {
  readonly root: TreeNode
  readonly #base: string

  constructor(html: string, url: string) {
    this.root = parseTree(html).root
    const [base] = selectorOf('base[href]::attr(href)').texts(this.root)
    this.#base = resolved(base ?? '', url) ?? url
  }

  select(node: TreeNode, source: string): readonly Selected[] {
    const selector = selectorOf(source)
    const nodes = selector.select(node)
    if (nodes.length > 0) return nodes.map(each => this.#selected(each))
    return selector.texts(node).map(text => computed(text, this.#base))
  }

  #selected(node: TreeNode): Selected {
    const isAttribute = node.kind === 'attribute'
    const target = isAttribute ? node.text() : (node.attribute('href') ?? node.attribute('src'))
    return {
      name: node.name,
      text: folded(node.text()),
      address: target === undefined ? null : resolved(target, this.#base),
      attribute: name => node.attribute(name.toLowerCase()) ?? null,
      select: selector => this.select(node, selector),
    }
  }
}

function selectorOf(source: string): Selector {
  const known = compiled.get(source)
  if (known) return known
  const answer = compileSelector(source)
  if (!answer.ok) {
    const { message, position } = answer.problem
    throw new Error(`${JSON.stringify(source)} is not a selector: ${message} (at character ${position + 1})`)
  }
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  compiled.set(source, answer.selector)
  return answer.selector
}

const computed = (text: string, base: string): Selected => ({
  name: '',
  text: folded(text),
  address: resolved(text, base),
  attribute: () => null,
  select: () => [],
})

const folded = (text: string) => text.replace(/\s+/g, ' ').trim()
const resolved = (target: string, base: string) => URL.parse(target.trim(), base)?.href ?? null
