/**
 * Builds the tree from the scanner's calls. One pass, no recursion, nothing ever thrown.
 *
 * A page that nests deeper than DEEPEST goes on flat below that depth, and one with more than MOST_NODES ends there: a
 * hostile page costs no more than a large one.
 */
import type { Attributes } from './attributes.ts'
import { commentText } from './comment.ts'
import { decodeText, type TextMode } from './references.ts'
import { type ScanHandler, scan } from './scan.ts'
import { type NodeKind, Tree, TreeNode } from './tree.ts'
import {
  BREAKS_OUT,
  BUTTON_SCOPE,
  CLOSES_P,
  FORMATTING,
  HEADING,
  HTML_AGAIN,
  IMPLIED_END,
  IN_HEAD,
  IN_SELECT,
  reachOf,
  SCOPE,
  SPECIAL,
  TABLE_PARTS,
  VOID,
} from './tree-rules.ts'

const DEEPEST = 500
const MOST_NODES = 2_000_000

export function parseTree(html: string): Tree {
  const builder = new TreeBuilder(html)
  scan(html, builder)
  return builder.finish()
}

class TreeBuilder implements ScanHandler {
  private readonly tree: Tree
  private readonly open: TreeNode[]
  private html: TreeNode | undefined
  private head: TreeNode | undefined
  private body: TreeNode | undefined
  private foreign = 0

  constructor(html: string) {
    this.tree = new Tree(html)
    this.open = [this.tree.root]
  }

  /** `last` of all nodes, from the back: children stand behind their parents. */
  finish(): Tree {
    this.ensureBody()
    const { nodes } = this.tree
    for (let i = nodes.length - 1; i > 0; i--) {
      const node = nodes[i]!
      const parent = node.parent!
      if (node.last > parent.last) parent.last = node.last
    }
    return this.tree
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    if (this.foreign > 0 && BREAKS_OUT.has(name)) this.breakOut()
    if (this.foreign > 0) this.startForeign(name, attributes, selfClosing)
    else if (name === 'html' || name === 'head' || name === 'body') this.startFrame(name, attributes)
    else this.startElement(name, attributes, selfClosing)
  }

  private startElement(name: string, attributes: Attributes, selfClosing: boolean): void {
    this.enterSection(name)
    if (TABLE_PARTS.has(name) && !this.enterTable(name)) return
    this.impliedEnds(name)
    if ((name === 'form' && this.isOpen('form')) || this.dropsInSelect(name)) return
    this.append('element', name, attributes)
    if (VOID.has(name)) return
    const node = this.tree.nodes[this.tree.nodes.length - 1]!
    if ((name === 'svg' || name === 'math') && !selfClosing) this.foreign = this.open.length
    if (!(selfClosing && (name === 'svg' || name === 'math'))) this.push(node)
  }

  endTag(name: string): void {
    if (name === 'html' || name === 'body' || VOID.has(name)) return
    if (name === 'head') {
      this.closeHead()
      return
    }
    const at = this.find(name, this.foreign > 0 ? NO_LIMIT : reachOf(name))
    if (at < 0) {
      if (name === 'p' && this.foreign === 0) this.emptyParagraph()
      return
    }
    if (this.foreign === 0 && this.liesBetween(at)) {
      if (FORMATTING.has(name)) this.open.splice(at, 1)
      else if (SPECIAL.has(name)) this.open.length = at
      return
    }
    this.open.length = at
    if (at <= this.foreign) this.foreign = 0
  }

  text(start: number, end: number, mode: TextMode): void {
    const blank = this.body === undefined && isBlank(this.tree.html, start, end)
    if (blank && (this.html === undefined || this.current === this.html)) return
    if (this.body === undefined && !blank && this.current === (this.head ?? this.html ?? this.tree.root))
      this.ensureBody()
    const { nodes } = this.tree
    const before = nodes[nodes.length - 1]!
    if (before.kind === 'text' && before.parent === this.current) {
      before.say(before.text() + decodeText(this.tree.html, start, end, mode))
      return
    }
    this.append('text', '')
    if (nodes[nodes.length - 1] !== before) nodes[nodes.length - 1]!.place(start, end, mode)
  }

  comment(start: number, end: number): void {
    const { nodes } = this.tree
    const before = nodes.length
    this.append('comment', '')
    if (nodes.length > before) nodes[before]!.say(commentText(this.tree.html, start, end))
  }

  private get current(): TreeNode {
    return this.open[this.open.length - 1]!
  }

  private append(kind: NodeKind, name: string, attributes?: Attributes): void {
    const { nodes } = this.tree
    if (nodes.length >= MOST_NODES) return
    const node = new TreeNode(this.tree, kind, name, this.current, nodes.length)
    if (attributes !== undefined && !attributes.empty) node.attributes = attributes.entries().flat()
    nodes.push(node)
  }

  private push(node: TreeNode): void {
    if (this.open.length < DEEPEST && node.kind === 'element') this.open.push(node)
  }

  private breakOut(): void {
    const inside = this.open.slice(this.foreign)
    if (inside.some(node => HTML_AGAIN.has(node.name))) return
    this.open.length = this.foreign
    this.foreign = 0
  }

  private startForeign(name: string, attributes: Attributes, selfClosing: boolean): void {
    this.append('element', name, attributes)
    if (!selfClosing) this.push(this.tree.nodes[this.tree.nodes.length - 1]!)
  }

  /** `html`, `head`, `body`: written or implied, each exists once; what a second one says is added to the first. */
  private startFrame(name: string, attributes: Attributes): void {
    const known = name === 'html' ? this.html : name === 'head' ? this.head : this.body
    if (name === 'html') this.ensureHtml()
    else if (name === 'head' && this.body === undefined) this.ensureHead()
    else if (name === 'body') this.ensureBody()
    const node = known ?? (name === 'html' ? this.html : name === 'head' ? this.head : this.body)
    if (node === undefined || attributes.empty) return
    const added = attributes.entries().filter(([key]) => node.attribute(key) === undefined)
    node.attributes = [...node.attributes, ...added.flat()]
  }

  private enterSection(name: string): void {
    if (this.body !== undefined) return
    if (IN_HEAD.has(name)) {
      if (this.head === undefined) this.ensureHead()
      else if (this.current === this.html) this.open.push(this.head)
    } else if (!this.isOpen('noscript') && !this.isOpen('template')) this.ensureBody()
  }

  private ensureHtml(): void {
    if (this.html !== undefined) return
    this.append('element', 'html')
    this.html = this.tree.nodes[this.tree.nodes.length - 1]!
    this.open.push(this.html)
  }

  private ensureHead(): void {
    this.ensureHtml()
    if (this.head !== undefined) return
    this.append('element', 'head')
    this.head = this.tree.nodes[this.tree.nodes.length - 1]!
    this.open.push(this.head)
  }

  private ensureBody(): void {
    if (this.body !== undefined) return
    this.ensureHead()
    this.open.length = this.open.indexOf(this.html!) + 1
    this.append('element', 'body')
    this.body = this.tree.nodes[this.tree.nodes.length - 1]!
    this.open.push(this.body)
  }

  private closeHead(): void {
    if (this.body === undefined && this.head !== undefined)
      this.open.length = this.open.indexOf(this.html!) + 1
  }

  /** Rows and cells get the body and row that HTML implies; outside tables their tags are dropped. */
  private enterTable(name: string): boolean {
    if (this.find('table', NO_LIMIT) < 0) return false
    this.impliedEnds(name)
    const parent = this.current.name
    if ((name === 'tr' || name === 'td' || name === 'th') && parent === 'table') this.imply('tbody')
    if ((name === 'td' || name === 'th') && /^(tbody|thead|tfoot)$/.test(this.current.name)) this.imply('tr')
    if (name === 'col' && parent === 'table') this.imply('colgroup')
    return true
  }

  private imply(name: string): void {
    this.append('element', name)
    this.push(this.tree.nodes[this.tree.nodes.length - 1]!)
  }

  private impliedEnds(name: string): void {
    if (CLOSES_P.has(name)) this.closeTo('p', BUTTON_SCOPE)
    if (HEADING.has(name) && HEADING.has(this.current.name)) this.open.pop()
    const implied = IMPLIED_END.get(name)
    if (implied === undefined) return
    const { open } = this
    let outermost = -1
    for (let at = open.length - 1; at > 0 && !implied.within.has(open[at]!.name); at--) {
      if (implied.closes.has(open[at]!.name)) outermost = at
    }
    if (outermost > 0) open.length = outermost
  }

  /** 13.2.6.4.16: a `select` holds options; a field inside ends it, other tags are dropped and their text stays. */
  private dropsInSelect(name: string): boolean {
    const at = this.find('select', SCOPE)
    if (at < 0 || IN_SELECT.has(name)) return false
    if (name !== 'input' && name !== 'textarea' && name !== 'keygen') return true
    this.open.length = at
    return false
  }

  private closeTo(name: string, within: ReadonlySet<string>): void {
    const at = this.find(name, within)
    if (at > 0) this.open.length = at
  }

  /** Where the innermost open `name` stands, unless something of `within` is met before; −1 if nowhere. */
  private find(name: string, within: ReadonlySet<string>): number {
    const { open } = this
    for (let at = open.length - 1; at > 0; at--) {
      if (open[at]!.name === name) return at
      if (within.has(open[at]!.name)) return -1
    }
    return -1
  }

  private isOpen(name: string): boolean {
    return this.find(name, NO_LIMIT) > 0
  }

  private liesBetween(at: number): boolean {
    const { open } = this
    for (let above = open.length - 1; above > at; above--) if (SPECIAL.has(open[above]!.name)) return true
    return false
  }

  private emptyParagraph(): void {
    this.ensureBody()
    this.append('element', 'p')
  }
}

const NO_LIMIT: ReadonlySet<string> = new Set()

function isBlank(html: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (html.charCodeAt(at) > 32) return false
  return true
}
