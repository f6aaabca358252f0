/**
 * The tree of a page, light enough to be built for every page that is looked at twice.
 *
 * All nodes are in one array in document order, and each knows the position of its last descendant. So there are no lists of children: the
 * descendants of a node are a slice of the array, its first child is the next entry, its next sibling the entry after its last descendant,
 * and document order is a comparison of two numbers.
 *
 * Invariants: `nodes[i].order === i`; a parent comes before its children; `last` of a node without children is its own order. Attributes
 * are not entries of the array: they become nodes only when needed (`attributeNodes`).
 */
import { TextPlaces } from './text-places.ts'

export type NodeKind = 'document' | 'element' | 'text' | 'comment' | 'attribute'

const NONE: readonly string[] = []

export class TreeNode {
  readonly kind: NodeKind
  /** Lower-case tag or attribute name, '' for the others. */
  readonly name: string
  readonly parent: TreeNode | null
  readonly tree: Tree
  readonly order: number
  /** The order of the last descendant. */
  last: number
  /** Name, value, name, value … of an element. */
  attributes: readonly string[] = NONE
  /** The content of a text, comment or attribute; undefined for text that was not decoded yet. */
  private own: string | undefined

  constructor(tree: Tree, kind: NodeKind, name: string, parent: TreeNode | null, order: number) {
    this.tree = tree
    this.kind = kind
    this.name = name
    this.parent = parent
    this.order = order
    this.last = order
  }

  /** For an attribute, its position among those of its element, counted from 1; otherwise 0. */
  get rank(): number {
    return 0
  }

  /** The value of the attribute with this name (lower case). */
  attribute(name: string): string | undefined {
    const { attributes } = this
    for (let i = 0; i < attributes.length; i += 2) if (attributes[i] === name) return attributes[i + 1]
    return undefined
  }

  attributeNodes(): readonly TreeNode[] {
    return this.attributes.length === 0 ? NO_NODES : this.tree.attributeNodesOf(this)
  }

  /** The string value of XPath (5): the text inside an element or document, otherwise the node's own text. */
  text(): string {
    if (this.kind !== 'element' && this.kind !== 'document') return this.ownText()
    const slice = this.tree.sliceOfText(this.order, this.last)
    if (slice !== undefined) return slice
    const { nodes } = this.tree
    let text = ''
    for (let i = this.order + 1; i <= this.last; i++) {
      const node = nodes[i]!
      if (node.kind === 'text') text += node.ownText()
    }
    return text
  }

  get firstChild(): TreeNode | undefined {
    return this.last > this.order && this.rank === 0 ? this.tree.nodes[this.order + 1] : undefined
  }

  get nextSibling(): TreeNode | undefined {
    if (this.rank > 0) return undefined
    const next = this.tree.nodes[this.last + 1]
    return next !== undefined && next.parent === this.parent ? next : undefined
  }

  /** Length in raw characters of the page: cheap, for a check before decoding. */
  get rawLength(): number {
    return this.own?.length ?? this.tree.texts.lengthOf(this.order)
  }

  /** Whether it is a text of nothing but the white space of HTML, which most texts between tags are: found without decoding it. */
  get isSpace(): boolean {
    return (
      this.kind === 'text' && this.own === undefined && this.tree.texts.isSpace(this.tree.html, this.order)
    )
  }

  /** Sets the content of a comment, or of a text that continues the one before. */
  say(text: string): void {
    this.own = text
  }

  private ownText(): string {
    this.own ??= this.tree.texts.decode(this.tree.html, this.order)
    return this.own
  }
}

class AttributeNode extends TreeNode {
  readonly #rank: number

  constructor(of: TreeNode, rank: number) {
    super(of.tree, 'attribute', of.attributes[2 * rank - 2]!, of, of.order)
    this.#rank = rank
    this.say(of.attributes[2 * rank - 1]!)
  }

  override get rank(): number {
    return this.#rank
  }
}

const NO_NODES: readonly TreeNode[] = []

export class Tree {
  readonly html: string
  /** The charset of the page, if known: its forms and links are sent in the same charset. */
  readonly charset: string | undefined
  /** In document order; the first is the document. */
  readonly nodes: TreeNode[] = []
  /** Where the texts of nodes are in the page. */
  readonly texts = new TextPlaces()
  private attributes: Map<TreeNode, readonly TreeNode[]> | undefined
  private whole: WholeText | undefined
  private named: Map<string, TreeNode[]> | undefined
  /** How many nodes' texts have been concatenated so far. */
  private asked = 0

  constructor(html: string, charset?: string) {
    this.html = html
    this.charset = charset
    this.nodes.push(new TreeNode(this, 'document', '', null, 0))
  }

  get root(): TreeNode {
    return this.nodes[0]!
  }

  /** Made once for each element, so that an attribute is the same node whenever it is looked at. */
  attributeNodesOf(element: TreeNode): readonly TreeNode[] {
    this.attributes ??= new Map()
    const known = this.attributes.get(element)
    if (known !== undefined) return known
    const nodes: TreeNode[] = []
    for (let rank = 1; 2 * rank <= element.attributes.length; rank++)
      nodes.push(new AttributeNode(element, rank))
    this.attributes.set(element, nodes)
    return nodes
  }

  /** The elements of this name, in document order. */
  elementsNamed(name: string): readonly TreeNode[] {
    this.named ??= listsByName(this.nodes)
    return this.named.get(name) ?? NO_NODES
  }

  /**
   * The text of a range of nodes as a slice of the text of the page, so that nested elements do not cost a copy each. Undefined until more
   * nodes were requested than the page has, because until then concatenating is cheaper.
   */
  sliceOfText(first: number, last: number): string | undefined {
    this.asked += last - first
    if (this.asked <= this.nodes.length) return undefined
    this.whole ??= wholeText(this.nodes)
    const { text, starts } = this.whole
    return text.slice(starts[first], starts[last + 1])
  }
}

function listsByName(nodes: readonly TreeNode[]): Map<string, TreeNode[]> {
  const lists = new Map<string, TreeNode[]>()
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    const list = lists.get(node.name)
    if (list) list.push(node)
    else lists.set(node.name, [node])
  }
  return lists
}

/** The whole text of a page, and where the text of each node starts in it. */
interface WholeText {
  readonly text: string
  readonly starts: Uint32Array
}

function wholeText(nodes: readonly TreeNode[]): WholeText {
  const starts = new Uint32Array(nodes.length + 1)
  const texts: string[] = []
  let length = 0
  for (let i = 0; i < nodes.length; i++) {
    starts[i] = length
    if (nodes[i]!.kind !== 'text') continue
    const text = nodes[i]!.text()
    texts.push(text)
    length += text.length
  }
  starts[nodes.length] = length
  return { text: texts.join(''), starts }
}

/** Which of two nodes of one tree comes first: negative, zero or positive. */
export function compareOrder(a: TreeNode, b: TreeNode): number {
  return a.order - b.order || a.rank - b.rank
}
