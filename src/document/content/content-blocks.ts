/** The text of a page as blocks: what is displayed together between two elements that start a new line. */
import { INLINE_ELEMENTS, type Tree, type TreeNode } from '../../html/index.ts'
import { type TextShape, textShape } from './text-shape.ts'

export interface ContentBlock {
  /** The element that contains it. */
  readonly element: TreeNode
  /** Order numbers of its first and last text nodes. */
  readonly first: number
  readonly last: number
  readonly text: string
  /** Characters, and how many of them are in links and in emphasis. */
  readonly chars: number
  readonly linkChars: number
  readonly emphasizedChars: number
  readonly words: number
  readonly shape: TextShape
}

/** Elements whose text is not displayed. */
export const UNSEEN_ELEMENTS: ReadonlySet<string> = new Set(
  'head script style noscript template iframe noframes noembed object svg datalist title'.split(' '),
)
/** Options of a form and formulas are displayed, but do not say what a page is about. */
const BESIDES = ['select', 'math']
const UNSEEN = new Set([...UNSEEN_ELEMENTS, ...BESIDES])
const UNSEEN_WITHOUT_SCRIPTS = new Set([...UNSEEN].filter(name => name !== 'noscript'))
/** More blocks add nothing to what is known about a page. */
const MAX_BLOCKS = 20_000
const EMPHASIS = new Set(['em', 'i', 'strong', 'b'])
/** Blanks that are not a single space: single spaces, which are most, need not be replaced. */
const BLANKS = /[^\S ]\s*| \s+/g

/**
 * `noscript` is for browsers without scripts: usually it is a sentence, but some programs put the whole page there and nothing elsewhere.
 * The longer of the two is taken as the page.
 */
export function contentBlocks(tree: Tree): readonly ContentBlock[] {
  const seen = blocksOf(tree, UNSEEN)
  let without = 0
  for (const node of tree.nodes)
    if (node.name === 'noscript' && node.kind === 'element') without += node.text().length
  if (without === 0) return seen
  const chars = seen.reduce((sum, block) => sum + block.chars, 0)
  return without > chars ? blocksOf(tree, UNSEEN_WITHOUT_SCRIPTS) : seen
}

function blocksOf(tree: Tree, unseen: ReadonlySet<string>): readonly ContentBlock[] {
  const walk = new BlockWalk()
  const { nodes } = tree
  const open: TreeNode[] = []
  for (let at = 0; at < nodes.length && walk.blocks.length < MAX_BLOCKS; at++) {
    while (open.length > 0 && open.at(-1)!.last < at) walk.close(open.pop()!)
    const node = nodes[at]!
    if (node.kind === 'text') walk.text(node)
    else if (node.kind !== 'element') continue
    else if (unseen.has(node.name)) at = node.last
    else {
      walk.open(node)
      open.push(node)
    }
  }
  walk.flush()
  return walk.blocks
}

class BlockWalk {
  readonly blocks: ContentBlock[] = []
  readonly #elements: TreeNode[] = []
  #parts: string[] = []
  #first = -1
  #last = -1
  #links = 0
  #linkChars = 0
  #emphases = 0
  #emphasizedChars = 0

  open(node: TreeNode): void {
    if (node.name === 'a') this.#links++
    else if (EMPHASIS.has(node.name)) this.#emphases++
    if (INLINE_ELEMENTS.has(node.name) && node.name !== 'button' && node.name !== 'label') return
    this.flush()
    this.#elements.push(node)
  }

  close(node: TreeNode): void {
    if (node.name === 'a') this.#links--
    else if (EMPHASIS.has(node.name)) this.#emphases--
    if (this.#elements.at(-1) !== node) return
    this.flush()
    this.#elements.pop()
  }

  text(node: TreeNode): void {
    if (this.#first < 0 && node.isSpace) return
    const text = node.text()
    if (this.#first < 0) {
      if (text.trim() === '') return
      this.#first = node.order
    }
    this.#last = node.order
    this.#parts.push(text)
    if (this.#links === 0 && this.#emphases === 0) return
    const chars = text.trim().replace(BLANKS, ' ').length
    if (this.#links > 0) this.#linkChars += chars
    if (this.#emphases > 0) this.#emphasizedChars += chars
  }

  flush(): void {
    if (this.#first < 0) return
    const said = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('')
    // Trimmed first: most texts have blanks only at their ends, and nothing is left to replace.
    const text = said.trim().replace(BLANKS, ' ')
    const element = this.#elements.at(-1)
    if (text !== '' && element) {
      const linkChars = Math.min(this.#linkChars, text.length)
      const emphasizedChars = Math.min(this.#emphasizedChars, text.length)
      const [first, last, chars, shape] = [this.#first, this.#last, text.length, textShape(text)]
      const { words } = shape
      this.blocks.push({ element, first, last, text, chars, linkChars, emphasizedChars, words, shape })
    }
    this.#parts = []
    this.#first = -1
    this.#linkChars = 0
    this.#emphasizedChars = 0
  }
}
