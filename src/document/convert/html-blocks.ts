/** The blocks of a web page, or of a part of one: headings, paragraphs, items, quotations, code and tables, in document order. */
import { INLINE_ELEMENTS, type TreeNode } from '../../html/index.ts'
import { UNSEEN_ELEMENTS } from '../content/content-blocks.ts'
import type { BlockStart, BlockWriter } from './block-writer.ts'
import { codeLanguage } from './code-language.ts'
import type { WritingStyle } from './page-document.ts'

/** A table that contains one of these is used for layout, not for data. */
const LAYOUT = new Set('table h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre form article section'.split(' '))
const MAX_LIST_DEPTH = 9
const HEADING = /^h([1-6])$/
const STYLES: ReadonlyMap<string, WritingStyle> = new Map([
  ...['code', 'kbd', 'samp', 'tt'].map(name => [name, 'code'] as const),
  ...['strong', 'b'].map(name => [name, 'strong'] as const),
  ...['em', 'i'].map(name => [name, 'emphasis'] as const),
])
/** The whole text of links to the place they stand at. */
const PERMALINK = /^[¶§#🔗\u200b\s]{0,3}$/u

/** Writes the blocks in `node`: all displayed text, or only the texts that `isKept` accepts. */
export function writeBlocks(
  node: TreeNode,
  writer: BlockWriter,
  isKept: (text: TreeNode) => boolean = () => true,
): void {
  const walk = new HtmlWalk(writer)
  const { nodes } = node.tree
  const open: TreeNode[] = []
  for (let at = node.order; at <= node.last && !writer.isFull; at++) {
    while (open.length > 0 && open.at(-1)!.last < at) walk.close(open.pop()!)
    const each = nodes[at]!
    if (each.kind === 'text') {
      if (isKept(each)) walk.text(each.text())
    } else if (each.kind === 'element') {
      if (UNSEEN_ELEMENTS.has(each.name) || isPermalink(each)) at = each.last
      else {
        walk.open(each)
        open.push(each)
      }
    }
  }
  while (open.length > 0) walk.close(open.pop()!)
  writer.end()
}

class HtmlWalk {
  readonly #writer: BlockWriter
  readonly #lists: ('ul' | 'ol')[] = []
  #quotes = 0
  #codes = 0
  #codeLanguage: string | undefined
  #heading = 0
  /** Whether an item has begun and has no text yet. */
  #isItemNew = false
  /** The table being read as a table. */
  #table: TreeNode | null = null

  constructor(writer: BlockWriter) {
    this.#writer = writer
  }

  open(node: TreeNode): void {
    const { name } = node
    if (this.#table !== null && LAYOUT.has(name)) this.#spill()
    if (name === 'a') {
      const href = node.attribute('href')
      // A heading that leads to itself.
      if (this.#heading === 0 || !href?.startsWith('#')) this.#writer.link(href)
      return
    }
    const style = this.#codes > 0 ? undefined : STYLES.get(name)
    if (style) this.#writer.style(style)
    if (name === 'br') {
      this.#codes > 0 ? this.#writer.text('\n') : this.#writer.line()
      return
    }
    if (name === 'img') {
      this.#writer.text(node.attribute('alt') ?? '')
      return
    }
    if (INLINE_ELEMENTS.has(name)) return
    if (this.#openTable(node)) return
    if (name === 'ul' || name === 'ol') this.#lists.push(name)
    else if (name === 'li') this.#isItemNew = true
    else if (name === 'blockquote') this.#quotes++
    else if (name === 'pre' && this.#codes++ === 0) this.#codeLanguage = codeLanguage(node)
    this.#heading = Number(HEADING.exec(name)?.[1] ?? this.#heading)
    this.#writer.begin(this.#start())
  }

  close(node: TreeNode): void {
    const { name } = node
    if (name === 'a') {
      this.#writer.unlink()
      return
    }
    const style = this.#codes > 0 ? undefined : STYLES.get(name)
    if (style) this.#writer.unstyle(style)
    if (INLINE_ELEMENTS.has(name) || name === 'br') return
    if (this.#closeTable(node)) return
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    else if (name === 'li') this.#isItemNew = false
    else if (name === 'blockquote') this.#quotes--
    else if (name === 'pre') {
      this.#codes--
      this.#writer.end()
    }
    if (HEADING.test(name)) this.#heading = 0
    this.#writer.begin(this.#start())
  }

  text(text: string): void {
    if (this.#isItemNew && text.trim() !== '') this.#isItemNew = false
    this.#writer.text(text)
  }

  #start(): BlockStart {
    if (this.#heading > 0) return { kind: 'heading', level: this.#heading }
    if (this.#codes > 0)
      return { kind: 'code', ...(this.#codeLanguage !== undefined && { language: this.#codeLanguage }) }
    if (this.#isItemNew) {
      const depth = Math.min(MAX_LIST_DEPTH, Math.max(1, this.#lists.length))
      return { kind: 'item', depth, isOrdered: this.#lists.at(-1) === 'ol' }
    }
    return { kind: this.#quotes > 0 ? 'quote' : 'paragraph' }
  }

  #openTable(node: TreeNode): boolean {
    const { name } = node
    if (name === 'table' && this.#table === null && !holdsLayout(node)) {
      this.#table = node
      this.#writer.beginTable()
      return true
    }
    if (this.#table === null) return false
    if (name === 'tr') this.#writer.beginRow()
    return name === 'tr' || name === 'td' || name === 'th'
  }

  #closeTable(node: TreeNode): boolean {
    if (this.#table === null) return false
    const { name } = node
    if (name === 'td' || name === 'th') this.#writer.endCell(Number(node.attribute('colspan')) || 1)
    if (node !== this.#table) return name === 'td' || name === 'th' || name === 'tr'
    this.#table = null
    this.#writer.endTable()
    return true
  }

  #spill(): void {
    this.#table = null
    this.#writer.spillTable()
  }
}

function isPermalink(node: TreeNode): boolean {
  if (node.name !== 'a' || !node.attribute('href')?.startsWith('#') || node.last - node.order > 2)
    return false
  return PERMALINK.test(node.text())
}

/** How many nodes of a table are checked for layout. */
const MAX_LOOK = 2_000

function holdsLayout(table: TreeNode): boolean {
  const { nodes } = table.tree
  for (let at = table.order + 1; at <= Math.min(table.last, table.order + MAX_LOOK); at++)
    if (nodes[at]!.kind === 'element' && LAYOUT.has(nodes[at]!.name)) return true
  return false
}
