/** What a block of a page is told by, apart from names: its text, its place, the elements around it, its section, and the page. */
import type { Tree, TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import { ElementFacts, placeIn } from './element-facts.ts'
import { type Section, sectionsOf, titleBlock } from './page-sections.ts'
import { HEAD_FACTS, type KnownShares, knownShares, MANUAL_FACTS, pageWords } from './page-words.ts'
import { ProseDistances } from './prose-distances.ts'
import { RepeatedPhrases } from './repeated-phrases.ts'

const TAGS = 'p li h1 h2 h3 h4 td th pre blockquote figcaption dt dd label button div span section a'.split(
  ' ',
)
const MIN_PROSE_CHARS = 60
const OWN_FEATURES = 35
const AROUND_FEATURES = 4
const AROUND = 5
const ALIKE_FEATURES = 5
const SECTION_FEATURES = 7
const MAX_DEPTH = 12
const WHOLE_FEATURES = 8
/** Where the features of the page as a whole are in the row of a block, which are the same for all. */
export const WHOLE_PAGE = { from: OWN_FEATURES, to: OWN_FEATURES + WHOLE_FEATURES + HEAD_FACTS } as const
const HEAD_FROM = OWN_FEATURES + WHOLE_FEATURES
/** Of these, the features that only tell manuals. */
export const TELLS_MANUALS = { from: HEAD_FROM + MANUAL_FACTS.from, to: HEAD_FROM + MANUAL_FACTS.to } as const
/** Places of single features that are looked at again. */
export const LINK_SHARE = 1
export const SAID_EARLIER = 20
/** Number of features that are written for a block. */
export const PAGE_WIDTH =
  OWN_FEATURES + WHOLE_FEATURES + HEAD_FACTS + AROUND * AROUND_FEATURES + ALIKE_FEATURES + SECTION_FEATURES

export class BlockFacts {
  readonly #blocks: readonly ContentBlock[]
  readonly #elements: ElementFacts
  readonly #isProse: readonly boolean[]
  readonly #known: readonly KnownShares[]
  readonly #phrases: RepeatedPhrases
  readonly #distances: ProseDistances
  readonly #sections: readonly Section[]
  readonly #title: number
  readonly #repeats = new Map<string, number>()
  readonly #siblings = new Map<number, number>()
  readonly #dominant: TreeNode | null
  readonly #fullest: TreeNode
  readonly #total: { readonly chars: number; readonly linkChars: number; readonly prose: number }
  readonly #facts: readonly number[]
  #rows: Float32Array = new Float32Array(0)
  #at = 0

  constructor(tree: Tree, blocks: readonly ContentBlock[], isComment: readonly boolean[]) {
    this.#blocks = blocks
    this.#isProse = blocks.map(
      ({ chars, linkChars, shape }) =>
        chars >= MIN_PROSE_CHARS && linkChars < chars / 3 && shape.sentences > 0,
    )
    this.#elements = new ElementFacts(tree, blocks, this.#isProse)
    const words = pageWords(tree)
    this.#known = blocks.map(({ shape }) => knownShares(shape, words))
    this.#phrases = new RepeatedPhrases(blocks)
    this.#distances = new ProseDistances(blocks, this.#isProse)
    const inTitle = this.#known.map(({ title }) => title)
    this.#sections = sectionsOf(blocks, this.#isProse, inTitle)
    this.#title = titleBlock(this.#sections)
    const { chars, linkChars, prose } = this.#elements
    this.#total = { chars: Math.max(1, chars[0]!), linkChars: linkChars[0]!, prose: prose[0]! }
    this.#dominant = this.#elements.dominant()
    this.#fullest = this.#elements.fullest()
    for (const block of blocks) this.#count(block)
    this.#facts = [...this.#pageFacts(isComment), ...words.facts]
  }

  write(i: number, rows: Float32Array, from: number): void {
    this.#rows = rows
    this.#at = from
    const { element } = this.#blocks[i]!
    const parent = element.parent ?? element
    const grand = parent.parent ?? parent
    this.#writeText(i)
    this.#writePlace(i, parent, grand)
    rows.set(this.#facts, this.#at)
    this.#at += this.#facts.length
    for (const node of [element, parent, grand, above(grand, 1), above(grand, 3)]) this.#writeAround(node)
    this.#writeAlike(element)
    this.#writeSection(i)
  }

  #put(value: number): void {
    this.#rows[this.#at++] = value
  }

  #writeText(i: number): void {
    const { element, text, chars, linkChars, emphasizedChars, shape } = this.#blocks[i]!
    const known = this.#known[i]!
    this.#put(Math.log1p(chars))
    this.#put(linkChars / chars)
    this.#put(Math.log1p(shape.words))
    this.#put(shape.sentences)
    this.#put(TAGS.indexOf(element.name) + 1)
    this.#put(this.#isProse[i] ? 1 : 0)
    this.#put(placeIn(this.#dominant, element))
    this.#put(emphasizedChars / chars)
    this.#put(chars / Math.max(1, shape.words))
    this.#put(shape.capitals)
    this.#put(shape.digits)
    this.#put(shape.commas)
    this.#put(shape.bars)
    this.#put(shape.isClosed ? 1 : 0)
    this.#put(shape.prices)
    this.#put(this.#repeats.get(text) ?? 1)
    this.#put(known.title)
    this.#put(known.description)
    this.#put(known.phrases)
    this.#put(known.body)
    this.#put(this.#phrases.earlier[i]!)
    this.#put(this.#phrases.later[i]!)
  }

  #writePlace(i: number, parent: TreeNode, grand: TreeNode): void {
    const { element } = this.#blocks[i]!
    const { ownProse } = this.#elements
    const prose = Math.max(1, this.#total.prose)
    const { charsBefore, proseBefore, sinceProse, untilProse } = this.#distances
    this.#put(i / this.#blocks.length)
    this.#put(charsBefore[i]! / this.#total.chars)
    this.#put(proseBefore[i]! / prose)
    this.#put(Math.log1p(sinceProse[i]!))
    this.#put(Math.log1p(untilProse[i]!))
    this.#put(depthOf(element))
    this.#put(Math.log1p(this.#siblings.get(this.#siblingKey(element)) ?? 1))
    this.#put(ownProse[parent.order]! / prose)
    this.#put(ownProse[grand.order]! / prose)
    this.#put(placeIn(this.#fullest, element))
    this.#put(this.#title < 0 ? 0 : Math.sign(i - this.#title) * Math.log1p(Math.abs(i - this.#title)))
    const fromTitle = this.#title < 0 ? 0 : charsBefore[i]! - charsBefore[this.#title]!
    this.#put(Math.sign(fromTitle) * Math.log1p(Math.abs(fromTitle)))
    this.#put(this.#title < 0 ? -1 : proseBefore[this.#title]! / prose)
  }

  #pageFacts(isComment: readonly boolean[]): readonly number[] {
    const { chars, linkChars, prose } = this.#total
    let prices = 0
    let said = 0
    for (const [i, { shape, chars: length }] of this.#blocks.entries()) {
      prices += shape.prices
      if (isComment[i] && this.#isProse[i]) said += length
    }
    return [
      Math.log1p(chars),
      linkChars / chars,
      prose / chars,
      Math.log1p(this.#blocks.length),
      Math.log1p(prices),
      said / Math.max(1, prose),
      Math.log1p(prose - said),
      this.#elements.ownProse[this.#fullest.order]! / Math.max(1, prose),
    ]
  }

  #count({ text, element }: ContentBlock): void {
    this.#repeats.set(text, (this.#repeats.get(text) ?? 0) + 1)
    const key = this.#siblingKey(element)
    this.#siblings.set(key, (this.#siblings.get(key) ?? 0) + 1)
  }

  #siblingKey(element: TreeNode): number {
    return this.#elements.keyOf(element, element.parent?.parent?.order ?? 0)
  }

  /** The composition of an element. */
  #writeAround({ order }: TreeNode): void {
    const { chars, linkChars, prose } = this.#elements
    const all = Math.max(1, chars[order]!)
    this.#put(Math.log1p(chars[order]!))
    this.#put(linkChars[order]! / all)
    this.#put(prose[order]! / all)
    this.#put(chars[order]! / this.#total.chars)
  }

  #writeAlike(element: TreeNode): void {
    const found = this.#elements.alike(element)
    this.#rows.fill(0, this.#at, this.#at + ALIKE_FEATURES)
    this.#rows[this.#at] = found?.steps ?? -1
    if (found) {
      const { count, chars, linkChars } = found.group
      this.#rows[this.#at + 1] = Math.log1p(count)
      this.#rows[this.#at + 2] = Math.log1p(chars / count)
      this.#rows[this.#at + 3] = linkChars / Math.max(1, chars)
      this.#rows[this.#at + 4] = chars / this.#total.chars
    }
    this.#at += ALIKE_FEATURES
  }

  #writeSection(i: number): void {
    const { level, start, headingInTitle, blocks, chars, linkChars, prose } = this.#sections[i]!
    const all = Math.max(1, chars)
    this.#put(level)
    this.#put(i - start)
    this.#put(headingInTitle)
    this.#put(Math.log1p(blocks))
    this.#put(Math.log1p(chars))
    this.#put(linkChars / all)
    this.#put(prose / all)
  }
}

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
