/**
 * A stored page in a form that people can point at: its texts and pictures in their order and in the shape of the page, each piece of data numbered.
 *
 * Only text that the page wrote gets through: elements are written anew from a short list, and of attributes only direction, language
 * and the size of table cells. There are no addresses, styles, scripts, forms or ids. So the page cannot act, contact anyone, cover what is
 * below it, or look like anything but a page of text. Linear in the page, and bounded.
 */
import { INLINE_ELEMENTS, parseTree, type TreeNode } from '../../html/index.ts'
import { folded, type Unit, unitsOf } from '../wrapper/page-units.ts'

const MAX_NODES = 40_000
const MAX_PICTURE_CHARS = 60

const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p div section article header footer nav main aside ul ol li dl dt dd table caption thead tbody tfoot tr td th ' +
    'blockquote pre code b strong i em u s small sub sup span br hr figure figcaption time address label'
  ).split(' '),
)
const LEFT_OUT = new Set(
  'head script style noscript template button textarea select option iframe frame frameset svg math object embed applet audio video canvas'.split(
    ' ',
  ),
)
const EMPTY = new Set(['br', 'hr'])

/** The inside of a `body`; the number of a piece of data is in its attribute `data-unit`. */
export function pickablePage(html: string): string {
  const tree = parseTree(html)
  const { units } = unitsOf(tree, 0, { words: new Set(), ids: new Set() })
  return new Writer(new Map(units.map(unit => [unit.order, unit]))).write(tree.nodes)
}

class Writer {
  readonly #units: ReadonlyMap<number, Unit>
  readonly #open: { readonly tag: string; readonly last: number }[] = []
  #html = ''

  constructor(units: ReadonlyMap<number, Unit>) {
    this.#units = units
  }

  write(nodes: readonly TreeNode[]): string {
    for (let i = 1; i < Math.min(nodes.length, MAX_NODES); i++) {
      const node = nodes[i]!
      this.#closeBefore(node.order)
      if (node.kind === 'text') this.#text(node)
      else if (node.kind === 'element' && !this.#element(node)) i = node.last
    }
    this.#closeBefore(Number.POSITIVE_INFINITY)
    return this.#html
  }

  #closeBefore(order: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.last < order)
      this.#html += `</${this.#open.pop()!.tag}>`
  }

  #text(node: TreeNode): void {
    const text = escaped(node.text())
    this.#html += this.#units.has(node.order) ? `<span data-unit="${node.order}">${text}</span>` : text
  }

  /** Returns false if nothing inside is shown. */
  #element(node: TreeNode): boolean {
    const { name, order, last } = node
    if (LEFT_OUT.has(name)) return false
    if (name === 'html' || name === 'body') return true
    const unit = this.#units.get(order)
    if (name === 'img' || name === 'input') {
      if (unit) this.#html += `<span class="${name}"${numbered(unit)}>${escaped(saidBy(node, unit))}</span>`
      return false
    }
    const tag = tagFor(name)
    this.#html += `<${tag}${name === 'a' ? ' class="a"' : ''}${attributesOf(node)}${unit ? numbered(unit) : ''}>`
    if (!EMPTY.has(tag)) this.#open.push({ tag, last })
    return true
  }
}

const tagFor = (name: string) => (KEPT.has(name) ? name : INLINE_ELEMENTS.has(name) ? 'span' : 'div')

const numbered = ({ order }: Unit) => ` data-unit="${order}"`

/** The alternative text of a picture, or else its file name. */
function saidBy(node: TreeNode, { text }: Unit): string {
  if (node.name !== 'img') return text
  return folded(node.attribute('alt') ?? '').slice(0, MAX_PICTURE_CHARS) || fileIn(text)
}

const fileIn = (address: string) =>
  /([^/?#]*)(?:[?#].*)?$/
    .exec(address.startsWith('data:') ? 'picture' : address)![1]!
    .slice(-MAX_PICTURE_CHARS) || 'picture'

function attributesOf(node: TreeNode): string {
  const dir = /^(?:ltr|rtl|auto)$/i.exec(node.attribute('dir') ?? '')?.[0]
  const lang = /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,3}$/i.exec(node.attribute('lang') ?? '')?.[0]
  const spans = ['colspan', 'rowspan'].map(name => {
    const size = /^\d{1,3}$/.exec(node.attribute(name) ?? '')?.[0]
    return size === undefined ? '' : ` ${name}="${size}"`
  })
  return `${dir ? ` dir="${dir}"` : ''}${lang ? ` lang="${lang}"` : ''}${spans.join('')}`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
