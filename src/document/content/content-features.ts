/**
 * Features that distinguish content from the rest of a page, as numbers: a block's text, its tags and their names, its position, its
 * surroundings, and how it relates to the page as a whole. No words of any language are used, except in the names of tags, classes, ids
 * and addresses, which are English whatever the language of the page.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import { ElementFacts, MARKS } from './element-facts.ts'
import { type KnownShares, knownShares, type PageWords, pageWords } from './page-words.ts'
import { type TextShape, textShape } from './text-shape.ts'

/** One row for each block. */
export interface FeatureTable {
  readonly width: number
  readonly rows: Float32Array
}

const TAGS = 'p li h1 h2 h3 h4 td th pre blockquote figcaption dt dd label button div span section a'.split(
  ' ',
)
/** The first features of a block are also given to its neighbors. */
const NEIGHBOR_FEATURES = 8
const NEAR = [-3, -2, -1, 1, 2, 3]
const MIN_PROSE_CHARS = 60
const BLOCK_FEATURES = 24
const AROUND_FEATURES = 4
const ALIKE_FEATURES = 5
const SECTION_FEATURES = 7
const HEADING = /^h[1-6]$/

export function contentFeatures(tree: Tree, blocks: readonly ContentBlock[]): FeatureTable {
  if (blocks.length === 0) return { width: 0, rows: new Float32Array(0) }
  const page = new PageFacts(tree, blocks)
  const ownWidth = page.width + MARKS
  const width = ownWidth + NEAR.length * NEIGHBOR_FEATURES
  const rows = new Float32Array(width * blocks.length)
  for (let i = 0; i < blocks.length; i++) {
    page.write(i, rows, i * width)
    page.elements.writeMarks(blocks[i]!.element, rows, i * width + page.width)
  }
  for (let i = 0; i < blocks.length; i++)
    for (let n = 0; n < NEAR.length; n++) {
      const to = i * width + ownWidth + n * NEIGHBOR_FEATURES
      const other = i + NEAR[n]!
      if (other < 0 || other >= blocks.length) rows.fill(-1, to, to + NEIGHBOR_FEATURES)
      else rows.copyWithin(to, other * width, other * width + NEIGHBOR_FEATURES)
    }
  return { width, rows }
}

/** The blocks under one heading. */
interface Section {
  readonly level: number
  readonly start: number
  readonly headingInTitle: number
  blocks: number
  chars: number
  linkChars: number
  prose: number
}

class PageFacts {
  readonly elements: ElementFacts
  readonly #blocks: readonly ContentBlock[]
  readonly #shapes: readonly TextShape[]
  readonly #isProse: readonly boolean[]
  readonly #known: readonly KnownShares[]
  readonly #repeats = new Map<string, number>()
  readonly #siblings = new Map<string, number>()
  readonly #sections: Section[] = []
  readonly #dominant: TreeNode | null
  readonly #total: { readonly chars: number; readonly linkChars: number; readonly prose: number }
  readonly #facts: readonly number[]
  #before = 0
  #proseBefore = 0

  constructor(tree: Tree, blocks: readonly ContentBlock[]) {
    this.#blocks = blocks
    this.#shapes = blocks.map(({ text }) => textShape(text))
    this.#isProse = blocks.map(
      ({ chars, linkChars }, i) =>
        chars >= MIN_PROSE_CHARS && linkChars < chars / 3 && this.#shapes[i]!.sentences > 0,
    )
    this.elements = new ElementFacts(tree, blocks, this.#isProse)
    const words: PageWords = pageWords(tree)
    this.#known = blocks.map(({ text }) => knownShares(text, words))
    const { chars, linkChars, prose } = this.elements
    this.#total = { chars: Math.max(1, chars[0]!), linkChars: linkChars[0]!, prose: prose[0]! }
    this.#dominant = this.elements.dominant()
    for (const block of blocks) this.#count(block)
    this.#divide()
    const prices = this.#shapes.reduce((sum, shape) => sum + shape.prices, 0)
    this.#facts = [
      Math.log1p(this.#total.chars),
      this.#total.linkChars / this.#total.chars,
      this.#total.prose / this.#total.chars,
      Math.log1p(blocks.length),
      Math.log1p(prices),
      ...words.facts,
    ]
  }

  /** Number of features that `write` writes. */
  get width(): number {
    return BLOCK_FEATURES + this.#facts.length + 5 * AROUND_FEATURES + ALIKE_FEATURES + SECTION_FEATURES
  }

  /** Must be called in the order of blocks. */
  write(i: number, rows: Float32Array, from: number): void {
    const { element, chars } = this.#blocks[i]!
    const parent = element.parent ?? element
    const grand = parent.parent ?? parent
    rows.set(this.#block(i), from)
    let at = from + BLOCK_FEATURES
    rows.set(this.#facts, at)
    at += this.#facts.length
    for (const node of [element, parent, grand, above(grand, 1), above(grand, 3)]) {
      this.#around(node, rows, at)
      at += AROUND_FEATURES
    }
    this.#alike(element, rows, at)
    this.#section(i, rows, at + ALIKE_FEATURES)
    this.#before += chars
    if (this.#isProse[i]) this.#proseBefore += chars
  }

  #block(i: number): number[] {
    const { element, text, chars, linkChars, emphasizedChars } = this.#blocks[i]!
    const shape = this.#shapes[i]!
    const known = this.#known[i]!
    return [
      Math.log1p(chars),
      linkChars / chars,
      Math.log1p(shape.words),
      shape.sentences,
      TAGS.indexOf(element.name) + 1,
      this.#isProse[i] ? 1 : 0,
      this.#inDominant(element),
      emphasizedChars / chars,
      chars / Math.max(1, shape.words),
      shape.capitals,
      shape.digits,
      shape.commas,
      shape.bars,
      shape.isClosed ? 1 : 0,
      shape.prices,
      i / this.#blocks.length,
      this.#before / this.#total.chars,
      this.#proseBefore / Math.max(1, this.#total.prose),
      depthOf(element),
      this.#repeats.get(text) ?? 1,
      Math.log1p(this.#siblings.get(siblingKey(element)) ?? 1),
      known.title,
      known.description,
      known.phrases,
    ]
  }

  #count({ text, element }: ContentBlock): void {
    this.#repeats.set(text, (this.#repeats.get(text) ?? 0) + 1)
    const key = siblingKey(element)
    this.#siblings.set(key, (this.#siblings.get(key) ?? 0) + 1)
  }

  #divide(): void {
    let section: Section | undefined
    for (const [i, { element, chars, linkChars }] of this.#blocks.entries()) {
      if (section === undefined || HEADING.test(element.name)) {
        const level = HEADING.test(element.name) ? Number(element.name[1]) : 0
        const headingInTitle = level === 0 ? 0 : this.#known[i]!.title
        section = { level, start: i, headingInTitle, blocks: 0, chars: 0, linkChars: 0, prose: 0 }
      }
      section.blocks++
      section.chars += chars
      section.linkChars += linkChars
      if (this.#isProse[i]) section.prose += chars
      this.#sections.push(section)
    }
  }

  /** Position relative to the element that holds most of the prose: −1 before it, 2 after it. */
  #inDominant({ order }: TreeNode): number {
    const dominant = this.#dominant
    if (!dominant || order < dominant.order) return -1
    return order > dominant.last ? 2 : (order - dominant.order) / Math.max(1, dominant.last - dominant.order)
  }

  /** The composition of an element. */
  #around({ order }: TreeNode, rows: Float32Array, at: number): void {
    const { chars, linkChars, prose } = this.elements
    const all = Math.max(1, chars[order]!)
    rows[at] = Math.log1p(chars[order]!)
    rows[at + 1] = linkChars[order]! / all
    rows[at + 2] = prose[order]! / all
    rows[at + 3] = chars[order]! / this.#total.chars
  }

  #alike(element: TreeNode, rows: Float32Array, at: number): void {
    const found = this.elements.alike(element)
    if (!found) {
      rows[at] = -1
      return
    }
    const { steps, group } = found
    rows[at] = steps
    rows[at + 1] = Math.log1p(group.count)
    rows[at + 2] = Math.log1p(group.chars / group.count)
    rows[at + 3] = group.linkChars / Math.max(1, group.chars)
    rows[at + 4] = group.chars / this.#total.chars
  }

  #section(i: number, rows: Float32Array, at: number): void {
    const { level, start, headingInTitle, blocks, chars, linkChars, prose } = this.#sections[i]!
    const all = Math.max(1, chars)
    rows[at] = level
    rows[at + 1] = i - start
    rows[at + 2] = headingInTitle
    rows[at + 3] = Math.log1p(blocks)
    rows[at + 4] = Math.log1p(chars)
    rows[at + 5] = linkChars / all
    rows[at + 6] = prose / all
  }
}

const MAX_DEPTH = 12

function depthOf(element: TreeNode): number {
  let depth = 0
  for (let node: TreeNode | null = element; node && depth < MAX_DEPTH; node = node.parent) depth++
  return depth
}

function above(element: TreeNode, steps: number): TreeNode {
  let node = element
  for (let step = 0; step < steps && node.parent; step++) node = node.parent
  return node
}

const siblingKey = ({ name, parent, attributes }: TreeNode) => {
  const at = attributes.indexOf('class')
  return `${parent?.parent?.order ?? 0} ${name} ${at >= 0 ? attributes[at + 1] : ''}`
}
