/**
 * Finds what a chain of compounds selects, for all elements of a page at once: one pass over the page for each compound, from left to
 * right, so that no page can make a selector slow. Sets of nodes are arrays of bytes, by the order of the nodes.
 */
import type { Tree, TreeNode } from '../tree.ts'
import { Siblings } from './sibling-places.ts'
import type { Chain, ChainLink, Combinator, ElementTest, ElementTests } from './syntax.ts'

type NodeSet = Uint8Array
type ElementCheck = (node: TreeNode) => boolean

export class ElementMatcher {
  readonly #tree: Tree
  readonly #siblings: Siblings

  constructor(tree: Tree) {
    this.#tree = tree
    this.#siblings = new Siblings(tree)
  }

  /** All elements that the chain selects. */
  chosen(chain: Chain): NodeSet {
    let set: NodeSet | null = null
    for (const { combinator, compound } of chain) {
      const fits = this.#check(compound)
      const reached: NodeSet | null = set && this.#reached(set, combinator)
      set = this.#elements(node => (reached === null || reached[node.order] === 1) && fits(node))
    }
    return set ?? this.#none()
  }

  #none(): NodeSet {
    return new Uint8Array(this.#tree.nodes.length)
  }

  #elements(fits: ElementCheck): NodeSet {
    const set = this.#none()
    for (const node of this.#tree.nodes) if (node.kind === 'element' && fits(node)) set[node.order] = 1
    return set
  }

  /** The nodes that stand in this relation to one of a set. */
  #reached(set: NodeSet, combinator: Combinator): NodeSet {
    const reached = this.#none()
    for (const { order, kind, parent } of this.#tree.nodes) {
      if (kind !== 'element' || parent === null) continue
      const before = this.#siblings.before(order)
      if (combinator === ' ') reached[order] = set[parent.order]! | reached[parent.order]!
      else if (combinator === '>') reached[order] = set[parent.order]!
      else if (combinator === '+') reached[order] = before === null ? 0 : set[before]!
      else reached[order] = before === null ? 0 : set[before]! | reached[before]!
    }
    return reached
  }

  /** The nodes to which one of a set stands in this relation. */
  #reaching(set: NodeSet, combinator: Combinator): NodeSet {
    const reaching = this.#none()
    const { nodes } = this.#tree
    for (let order = nodes.length - 1; order > 0; order--) {
      const { kind, parent } = nodes[order]!
      if (kind !== 'element' || parent === null) continue
      const before = this.#siblings.before(order)
      const has = set[order]!
      if (combinator === ' ') reaching[parent.order]! |= has | reaching[order]!
      else if (combinator === '>') reaching[parent.order]! |= has
      else if (before !== null) reaching[before]! |= combinator === '+' ? has : has | reaching[order]!
    }
    return reaching
  }

  #check(compound: ElementTests): ElementCheck {
    const checks = compound.map(test => this.#checkOf(test))
    return node => checks.every(check => check(node))
  }

  #checkOf(test: ElementTest): ElementCheck {
    switch (test.kind) {
      case 'name':
        return node => node.name === test.name
      case 'attribute':
        return node => isValueLike(node.attribute(test.name), test)
      case 'root':
        return node => node.parent?.kind === 'document'
      case 'empty':
        return isEmpty
      case 'nth':
        return ({ order }) => isAmong(this.#siblings.place(order, test), test)
      case 'any':
        return this.#any(
          test.of.map(chain => this.chosen(chain)),
          test.isNegated,
        )
      case 'has':
        return this.#any(
          test.of.map(link => this.#having(link)),
          false,
        )
    }
  }

  #having({ combinator, compound }: ChainLink): NodeSet {
    return this.#reaching(this.#elements(this.#check(compound)), combinator)
  }

  #any(sets: readonly NodeSet[], isNegated: boolean): ElementCheck {
    return ({ order }) => sets.some(set => set[order] === 1) !== isNegated
  }
}

function isAmong(
  place: number,
  { step, offset }: { readonly step: number; readonly offset: number },
): boolean {
  const steps = step === 0 ? 0 : (place - offset) / step
  return step === 0 ? place === offset : steps >= 0 && Number.isInteger(steps)
}

function isEmpty({ tree, order, last }: TreeNode): boolean {
  for (let i = order + 1; i <= last; i++) if (tree.nodes[i]!.kind !== 'comment') return false
  return true
}

function isValueLike(
  actual: string | undefined,
  { match, value, ignoresCase }: Extract<ElementTest, { kind: 'attribute' }>,
): boolean {
  if (actual === undefined) return false
  const [has, wanted] = ignoresCase ? [actual.toLowerCase(), value.toLowerCase()] : [actual, value]
  switch (match) {
    case 'present':
      return true
    case '=':
      return has === wanted
    case '|=':
      return has === wanted || has.startsWith(`${wanted}-`)
    case '~=':
      return wanted !== '' && has.split(/[ \t\n\r\f]+/).includes(wanted)
    case '^=':
      return wanted !== '' && has.startsWith(wanted)
    case '$=':
      return wanted !== '' && has.endsWith(wanted)
    case '*=':
      return wanted !== '' && has.includes(wanted)
  }
}
