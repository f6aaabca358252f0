/** Whether the page's own style sheets show or hide an element. */
import type { Tree, TreeNode } from '../../html/index.ts'
import { type Compound, type HidingRule, hidingRules } from './hiding-rules.ts'

/** The winning values of all rules for an element. */
export interface Styled {
  readonly display: HidingRule['display']
  readonly visibility: HidingRule['visibility']
  /** Whether the winning rule is important, which overrides the element's own style. */
  readonly isImportant: boolean
}

/** Rules tried for one element: a page has only a few for each class. */
const MAX_TRIED = 40
const MAX_CLASSES = 30
const MAX_LEVELS = 40
const TRIES_A_NODE = 8
const TRIES_A_PAGE = 20_000

export class PageStyles {
  /** By identifier, class or tag of the element itself. */
  readonly #rules = new Map<string, HidingRule[]>()
  /** A page made to cost is treated as if it had no more rules. */
  #triesLeft: number

  constructor(tree: Tree) {
    this.#triesLeft = TRIES_A_PAGE + TRIES_A_NODE * tree.nodes.length
    for (const node of tree.elementsNamed('style'))
      if (isForAllScreens(node)) for (const rule of hidingRules(node.text())) this.#add(rule)
  }

  #add(rule: HidingRule): void {
    const { id, classes, tag } = rule.compounds[0]!
    const key = id !== '' ? `#${id}` : classes.length > 0 ? `.${classes.at(-1)}` : tag
    const known = this.#rules.get(key)
    if (known === undefined) this.#rules.set(key, [rule])
    else if (known.length < MAX_TRIED) known.push(rule)
  }

  /** Null if no rule applies to the element. */
  of(node: TreeNode): Styled | null {
    if (this.#rules.size === 0) return null
    let display: HidingRule | null = null
    let visibility: HidingRule | null = null
    for (const rule of this.#candidates(node)) {
      if (this.#triesLeft <= 0) return null
      if (!this.#isFor(rule, node)) continue
      if (rule.display !== null && rule.strength > (display?.strength ?? -1)) display = rule
      if (rule.visibility !== null && rule.strength > (visibility?.strength ?? -1)) visibility = rule
    }
    if (display === null && visibility === null) return null
    return {
      display: display?.display ?? null,
      visibility: visibility?.visibility ?? null,
      isImportant: display?.isImportant ?? visibility?.isImportant ?? false,
    }
  }

  #isFor({ compounds, isParent }: HidingRule, node: TreeNode): boolean {
    if (!this.#fits(compounds[0]!, node)) return false
    let at: TreeNode | null = node.parent
    for (let n = 1; n < compounds.length; n++) {
      let level = 0
      while (at !== null && !this.#fits(compounds[n]!, at)) {
        if (isParent[n - 1] || ++level > MAX_LEVELS) return false
        at = at.parent
      }
      if (at === null) return false
      at = at.parent
    }
    return true
  }

  #fits(compound: Compound, node: TreeNode): boolean {
    return --this.#triesLeft >= 0 && fits(compound, node)
  }

  *#candidates(node: TreeNode): Generator<HidingRule> {
    yield* this.#rules.get(node.name) ?? []
    if (node.attributes.length === 0) return
    const id = node.attribute('id')
    if (id !== undefined) yield* this.#rules.get(`#${id}`) ?? []
    for (const name of classesOf(node)) yield* this.#rules.get(`.${name}`) ?? []
  }
}

function isForAllScreens(style: TreeNode): boolean {
  return /^\s*(?:all|screen)?\s*$/i.test(style.attribute('media') ?? '')
}

function classesOf(node: TreeNode): readonly string[] {
  const written = node.attribute('class')
  return written === undefined ? [] : written.split(/\s+/, MAX_CLASSES)
}

function fits({ tag, id, classes }: Compound, node: TreeNode): boolean {
  if (node.kind !== 'element' || (tag !== '' && tag !== node.name)) return false
  if (id !== '' && node.attribute('id') !== id) return false
  if (classes.length === 0) return true
  const own = classesOf(node)
  return classes.every(name => own.includes(name))
}
