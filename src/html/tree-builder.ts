/**
 * Builds the tree from the scanner's calls, in one pass, without recursion, and without ever throwing.
 *
 * Below MAX_DEPTH, a page that nests deeper continues flat, and a page with more nodes than a page of its length has ends there: a hostile
 * page costs no more than a large one.
 */

import type { Attributes } from './attributes.ts'
import { commentText } from './comment.ts'
import { VOID_ELEMENTS } from './element-kinds.ts'
import { OpenStack } from './open-stack.ts'
import { decodeText, type TextMode } from './references.ts'
import { type ScanHandler, scan } from './scan.ts'
import { type NodeKind, Tree, TreeNode } from './tree.ts'
import {
  ANYWHERE,
  BREAKS_OUT,
  CLOSES_P,
  FORMATTING,
  HEADING,
  HTML_INSIDE,
  IMPLIED_END,
  IN_BUTTON_SCOPE,
  IN_HEAD,
  IN_SCOPE,
  IN_SELECT,
  isSpecial,
  type Reach,
  reachOf,
  SPECIAL,
  TABLE_PARTS,
} from './tree-rules.ts'

const MAX_DEPTH = 500
/** A node takes some 90 bytes, and readers keep more than that for each. */
const MAX_NODES = 500_000
/** So many nodes are read however short the page is. */
const MIN_NODES = 200_000
/** Beyond these, a page has at least so many characters for each node: the densest large pages of manuals have eleven. */
const CHARS_OF_NODE = 8

/** `charset` is that of the bytes the characters were decoded from. */
export function parseTree(html: string, charset?: string): Tree {
  const builder = new TreeBuilder(html, charset)
  scan(html, builder)
  return builder.finish()
}

/** Shared, because pages are parsed one at a time. `html`, `head` and `body` are opened however deep other elements are. */
const stack = new OpenStack(MAX_DEPTH + 3)

/** The document and `html` are open from the first tag to the end. */
const BELOW_HTML = 2

class TreeBuilder implements ScanHandler {
  private readonly tree: Tree
  private readonly open: OpenStack
  private html: TreeNode | undefined
  private head: TreeNode | undefined
  private body: TreeNode | undefined
  /** The position of the outermost open `svg` or `math`, or 0. */
  private foreign = 0
  /** The combined attributes of all `html`, `head` and `body` tags. */
  private readonly frames = new Map<TreeNode, Map<string, string>>()
  private readonly maxNodes: number

  constructor(html: string, charset: string | undefined) {
    this.tree = new Tree(html, charset)
    this.maxNodes = Math.min(MAX_NODES, Math.max(MIN_NODES, html.length / CHARS_OF_NODE))
    this.open = stack.begin(this.tree.root)
  }

  /** Sets `last` of all nodes, back to front, because children come after their parents. */
  finish(): Tree {
    this.ensureBody()
    for (const [node, attributes] of this.frames) node.attributes = [...attributes].flat()
    const { nodes } = this.tree
    for (let i = nodes.length - 1; i > 0; i--) {
      const node = nodes[i]!
      const parent = node.parent!
      if (node.last > parent.last) parent.last = node.last
    }
    this.open.end()
    return this.tree
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    if (this.isFull) return
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
    const node = this.append('element', name, attributes)
    if (VOID_ELEMENTS.has(name)) return
    if ((name === 'svg' || name === 'math') && !selfClosing) this.foreign = this.open.length
    if (!(selfClosing && (name === 'svg' || name === 'math'))) this.push(node)
  }

  endTag(name: string): void {
    if (this.isFull || name === 'html' || name === 'body' || VOID_ELEMENTS.has(name)) return
    if (name === 'head') {
      this.closeHead()
      return
    }
    const at = this.open.find(name, this.foreign > 0 ? ANYWHERE : reachOf(name))
    if (at < 0) {
      if (name === 'p' && this.foreign === 0) this.emptyParagraph()
      return
    }
    if (this.foreign === 0 && this.open.barrier(SPECIAL) > at) {
      if (FORMATTING.has(name)) this.open.remove(at)
      else if (isSpecial(name)) this.cutTo(at)
      return
    }
    this.cutTo(at)
  }

  text(start: number, end: number, mode: TextMode): void {
    if (this.isFull) return
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
    this.tree.texts.set(nodes.length, start, end, mode)
    this.append('text', '')
  }

  comment(start: number, end: number): void {
    if (!this.isFull) this.append('comment', '').say(commentText(this.tree.html, start, end))
  }

  private get current(): TreeNode {
    return this.open.current
  }

  private get isFull(): boolean {
    return this.tree.nodes.length >= this.maxNodes
  }

  private append(kind: NodeKind, name: string, attributes?: Attributes): TreeNode {
    const { nodes } = this.tree
    const node = new TreeNode(this.tree, kind, name, this.current, nodes.length)
    if (attributes !== undefined && !attributes.empty) node.attributes = attributes.list()
    nodes.push(node)
    return node
  }

  private push(node: TreeNode): void {
    if (this.open.depth < MAX_DEPTH) this.open.push(node)
  }

  /** Closes elements at this position and above; foreign content ends with its outermost element. */
  private cutTo(length: number): void {
    this.open.cutTo(length)
    if (length <= this.foreign) this.foreign = 0
  }

  private breakOut(): void {
    if (this.open.barrier(HTML_INSIDE) >= this.foreign) return
    this.cutTo(this.foreign)
  }

  private startForeign(name: string, attributes: Attributes, selfClosing: boolean): void {
    const node = this.append('element', name, attributes)
    if (!selfClosing) this.push(node)
  }

  /** `html`, `head`, `body`: written or implied, each exists once; the attributes of a second one are added to the first. */
  private startFrame(name: string, attributes: Attributes): void {
    if (name === 'html') this.ensureHtml()
    else if (name === 'head' && this.body === undefined) this.ensureHead()
    else if (name === 'body') this.ensureBody()
    const node = name === 'html' ? this.html : name === 'head' ? this.head : this.body
    if (node === undefined || attributes.empty) return
    const said = this.frames.get(node) ?? new Map<string, string>()
    this.frames.set(node, said)
    for (const [key, value] of attributes.entries()) if (!said.has(key)) said.set(key, value)
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
    this.html = this.append('element', 'html')
    this.open.push(this.html)
  }

  private ensureHead(): void {
    this.ensureHtml()
    if (this.head !== undefined) return
    this.head = this.append('element', 'head')
    this.open.push(this.head)
  }

  private ensureBody(): void {
    if (this.body !== undefined) return
    this.ensureHead()
    this.cutTo(BELOW_HTML)
    this.body = this.append('element', 'body')
    this.open.push(this.body)
  }

  private closeHead(): void {
    if (this.body === undefined && this.head !== undefined) this.cutTo(BELOW_HTML)
  }

  /** Rows and cells get the `tbody` and `tr` that HTML implies; outside tables their tags are dropped. */
  private enterTable(name: string): boolean {
    if (!this.isOpen('table')) return false
    this.impliedEnds(name)
    const parent = this.current.name
    if ((name === 'tr' || name === 'td' || name === 'th') && parent === 'table') this.imply('tbody')
    if ((name === 'td' || name === 'th') && /^(tbody|thead|tfoot)$/.test(this.current.name)) this.imply('tr')
    if (name === 'col' && parent === 'table') this.imply('colgroup')
    return true
  }

  private imply(name: string): void {
    this.push(this.append('element', name))
  }

  private impliedEnds(name: string): void {
    if (CLOSES_P.has(name)) this.closeTo('p', IN_BUTTON_SCOPE)
    if (HEADING.has(name) && HEADING.has(this.current.name)) this.cutTo(this.open.length - 1)
    const implied = IMPLIED_END.get(name)
    if (implied === undefined) return
    const outermost = this.open.outermost(implied.closes, implied.within)
    if (outermost > 0) this.cutTo(outermost)
  }

  /** 13.2.6.4.16: a `select` holds options; a field inside closes it, other tags are dropped and their text stays. */
  private dropsInSelect(name: string): boolean {
    const at = this.open.find('select', IN_SCOPE)
    if (at < 0 || IN_SELECT.has(name)) return false
    if (name !== 'input' && name !== 'textarea' && name !== 'keygen') return true
    this.cutTo(at)
    return false
  }

  private closeTo(name: string, reach: Reach): void {
    const at = this.open.find(name, reach)
    if (at > 0) this.cutTo(at)
  }

  private isOpen(name: string): boolean {
    return this.open.find(name, ANYWHERE) > 0
  }

  private emptyParagraph(): void {
    this.ensureBody()
    this.append('element', 'p')
  }
}

function isBlank(html: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (html.charCodeAt(at) > 32) return false
  return true
}
