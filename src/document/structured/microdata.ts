/**
 * Microdata (HTML standard, section 5): items, their types, and what their properties say.
 *
 * Beyond the standard, as schema.org's own examples need it: a `content` attribute counts on every element, and text is separated where a
 * block begins or ends; inputs of actions are written as schema.org's shorthand (`required name=q`); an item in `itemref` contributes its
 * properties even if it is not a property itself. An element belongs to the nearest item around it, or to items that refer to it with
 * `itemref`.
 *
 * Cost: each element is looked at once; what `itemref` adds is bounded.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import { BlockTexts } from './text.ts'

export interface Item {
  readonly types: readonly string[]
  readonly id?: string
  readonly properties: Readonly<Record<string, readonly (string | Item)[]>>
  /** The text of an item without properties. */
  readonly text?: string
}

const MAX_STEPS = 500_000
/** Most references followed: items that refer to one another multiply. */
const MAX_REFERENCES = 10_000
const MAX_DEPTH = 30
/** No element has more types, properties or references. */
const MAX_WORDS = 1_000
const ADDRESSES: Readonly<Record<string, string>> = {
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  a: 'href',
  area: 'href',
  link: 'href',
  object: 'data',
}

/** Items that are not the property of another, in document order; addresses are absolute if a base is given. */
export function microdataOf(tree: Tree, base = ''): Item[] {
  return new Reader(tree, base).items()
}

class Reader {
  private readonly tree: Tree
  private readonly ids = new Map<string, TreeNode>()
  private readonly nested = new Set<TreeNode>()
  private readonly base: string
  private readonly texts = new BlockTexts()
  private steps = 0
  private references = 0

  constructor(tree: Tree, base: string) {
    this.tree = tree
    this.base = base
  }

  items(): Item[] {
    const scopes: TreeNode[] = []
    for (const node of this.tree.nodes) {
      if (node.attributes.length === 0) continue
      const id = node.attribute('id')
      if (id !== undefined && !this.ids.has(id)) this.ids.set(id, node)
      if (node.attribute('itemscope') !== undefined) scopes.push(node)
    }
    const items: Item[] = []
    for (const scope of scopes) if (!this.nested.has(scope)) items.push(this.item(scope, []))
    return items
  }

  private item(scope: TreeNode, above: readonly TreeNode[]): Item {
    const within = [...above, scope]
    const properties: Record<string, (string | Item)[]> = Object.create(null)
    const note = (node: TreeNode) => {
      const names = words(node.attribute('itemprop'))
      if (names.length === 0) return
      const value = this.value(node, within)
      if (value !== undefined) for (const name of names) (properties[name] ??= []).push(value)
    }
    this.walk(scope.order + 1, scope.last, note)
    for (const reference of words(scope.attribute('itemref'))) {
      const node = this.ids.get(reference)
      if (node === undefined || within.includes(node) || ++this.references > MAX_REFERENCES) continue
      const inside = node.attribute('itemscope') !== undefined && node.attribute('itemprop') === undefined
      this.walk(inside ? node.order + 1 : node.order, node.last, note)
    }
    const id = scope.attribute('itemid')?.trim()
    const empty = Object.keys(properties).length === 0
    const types = words(scope.attribute('itemtype'))
    return { types, ...(id && { id }), properties, ...(empty && { text: this.text(scope) }) }
  }

  /** Calls `note` for each element in the range with a property, and skips the content of nested items. */
  private walk(from: number, to: number, note: (node: TreeNode) => void): void {
    for (let i = from; i <= to && this.steps < MAX_STEPS; i++, this.steps++) {
      const node = this.tree.nodes[i]!
      if (node.attributes.length === 0) continue
      if (node.attribute('itemprop') !== undefined) note(node)
      if (node.attribute('itemscope') !== undefined) i = node.last
    }
  }

  private value(node: TreeNode, within: readonly TreeNode[]): string | Item | undefined {
    if (node.attribute('itemscope') !== undefined) {
      this.nested.add(node)
      return within.includes(node) || within.length > MAX_DEPTH ? undefined : this.item(node, within)
    }
    return this.text(node)
  }

  private text(node: TreeNode): string {
    const { base } = this
    const attribute = ADDRESSES[node.name]
    if (attribute === undefined) return saidBy(node) ?? this.texts.of(node)
    const address = (node.attribute(attribute) ?? node.attribute('content') ?? '').trim()
    return base !== '' && URL.canParse(address, base) ? new URL(address, base).href : address
  }
}

/** The value of a property given by attributes; undefined if it is given by its text. */
function saidBy(node: TreeNode): string | undefined {
  if (node.name === 'meta') return node.attribute('content') ?? ''
  if (node.name === 'data' || node.name === 'meter') return node.attribute('value') ?? ''
  if (node.name === 'time' && node.attribute('datetime') !== undefined) return node.attribute('datetime')!
  if (/-(?:input|output)$/.test(node.attribute('itemprop')?.trim() ?? '')) return actionInput(node)
  return node.attribute('content') || undefined
}

function actionInput(node: TreeNode): string {
  const name = node.attribute('name')
  return [node.attribute('required') === undefined ? '' : 'required', name ? `name=${name}` : '']
    .join(' ')
    .trim()
}

export function words(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(/[\t\n\f\r ]+/, MAX_WORDS).filter(word => word !== '')
}
