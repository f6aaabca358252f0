/** Writes a part of a page as a page: what was chosen, with the elements around it but without their texts. */
import { INLINE_ELEMENTS, type Tree, type TreeNode, VOID_ELEMENTS } from '../../html/index.ts'
import { type Spans, withoutSpans } from './spans.ts'

export interface ChosenPart {
  /** Null: everything. */
  readonly chosen: readonly TreeNode[] | null
  /** Texts that stand in no place of the page. */
  readonly values: readonly string[]
  readonly leftOut: readonly TreeNode[]
  /** Finds what is to be cut from the text of a block. */
  readonly ignored: (text: string) => Spans
}

/** Whether a node is left out, only stands around something chosen, or is chosen. */
const [OUT, AROUND, IN] = [0, 1, 2] as const

const UNREAD = new Set(['script', 'style'])

export function partOfTree(tree: Tree, { chosen, values, leftOut, ignored }: ChosenPart): string {
  if (chosen?.length === 0 && values.length === 0) return ''
  const marks = marksOf(tree, chosen, leftOut)
  const writer = new PartWriter(ignored)
  const open: TreeNode[] = []
  const attributes = chosen?.filter(({ kind }) => kind === 'attribute') ?? []
  const beginnings = new Set(chosen)
  const texts = Map.groupBy(attributes, ({ order }) => order)
  for (const node of tree.nodes) {
    while (open.length > 0 && open.at(-1)!.last < node.order) writer.close(open.pop()!)
    const mark = marks[node.order]!
    if (beginnings.has(node)) writer.gap()
    if (mark === OUT && node.kind === 'text' && marks[node.parent!.order] !== OUT) writer.gap()
    if (mark === OUT || UNREAD.has(node.name) || UNREAD.has(node.parent?.name ?? '')) continue
    if (node.kind === 'text' && mark === IN) writer.text(node.text())
    if (node.kind !== 'element') continue
    writer.open(node)
    for (const attribute of texts.get(node.order) ?? []) writer.line(attribute.text())
    if (!VOID_ELEMENTS.has(node.name)) open.push(node)
  }
  while (open.length > 0) writer.close(open.pop()!)
  for (const value of values) writer.line(value)
  return writer.html()
}

function marksOf(tree: Tree, chosen: ChosenPart['chosen'], leftOut: readonly TreeNode[]): Uint8Array {
  const marks = new Uint8Array(tree.nodes.length).fill(chosen === null ? IN : OUT)
  for (const node of chosen ?? []) {
    if (node.rank > 0) marks[node.order] = Math.max(marks[node.order]!, AROUND)
    // What is inside of something chosen was marked with it.
    else if (marks[node.order] !== IN) marks.fill(IN, node.order, node.last + 1)
    for (let above = node.parent; above && marks[above.order] === OUT; above = above.parent)
      marks[above.order] = AROUND
  }
  for (const node of leftOut) if (node.rank === 0) marks.fill(OUT, node.order, node.last + 1)
  return marks
}

class PartWriter {
  readonly #ignored: ChosenPart['ignored']
  readonly #parts: string[] = []
  /** The texts of the block that is open, by their places in `parts`. */
  #block: { readonly at: number; readonly text: string }[] = []

  constructor(ignored: ChosenPart['ignored']) {
    this.#ignored = ignored
  }

  open({ name, attributes }: TreeNode): void {
    if (!INLINE_ELEMENTS.has(name)) this.#endBlock()
    let tag = `<${name}`
    for (let i = 0; i < attributes.length; i += 2) tag += ` ${attributes[i]!}="${quoted(attributes[i + 1]!)}"`
    this.#parts.push(`${tag}>`)
  }

  close({ name }: TreeNode): void {
    if (!INLINE_ELEMENTS.has(name)) this.#endBlock()
    this.#parts.push(`</${name}>`)
  }

  text(text: string): void {
    const folded = text.replace(/\s+/g, ' ')
    this.#block.push({ at: this.#parts.length, text: folded })
    this.#parts.push(folded)
  }

  /** Stands for a text that is left out, so that what is around it is not joined. */
  gap(): void {
    if (this.#parts.at(-1) !== ' ') this.#parts.push(' ')
  }

  /** A text of its own. */
  line(text: string): void {
    this.#endBlock()
    this.#parts.push('<p>')
    this.text(text)
    this.#endBlock()
    this.#parts.push('</p>')
  }

  html(): string {
    this.#endBlock()
    return this.#parts.join('')
  }

  /** Expressions are looked for in the text of a whole block: `Seen <b>12</b> times` is one. */
  #endBlock(): void {
    const spans = this.#block.length === 0 ? [] : this.#ignored(this.#block.map(({ text }) => text).join(''))
    let from = 0
    for (const { at, text } of this.#block) {
      this.#parts[at] = escaped(withoutSpans(text, spans, from))
      from += text.length
    }
    this.#block = []
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
