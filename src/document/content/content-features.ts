/**
 * What tells a block that readers came for from the rest of the page, as numbers: its text, its tags and their names, where it stands,
 * what stands around it, and how it relates to the page as a whole. No word of any language is looked at, but for the names of
 * tags, classes and ids, which are English whatever the page is written in.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import words from './content-names.json' with { type: 'json' }

/** Words in the names of classes, ids and roles that are looked for among the ancestors of a block. */
const NAMES: readonly string[] = words.names
const NAME_PATTERNS = NAMES.map(
  name => new RegExp(name.length > 4 ? name : `(?<![a-z])${name}(?![a-z])`, 'i'),
)
const TAGS = 'p li h1 h2 h3 h4 td th pre blockquote figcaption dt dd label button div span section a'.split(
  ' ',
)
const LANDMARKS = 'article main nav header footer aside form table ul ol dl figure section'.split(' ')
const MAX_ANCESTORS = 12

/** What pages say of themselves, in structured data (schema.org) or to social networks. */
const KINDS = [
  /Article|BlogPosting|Report/,
  /Product|Offer/,
  /ItemList|CollectionPage|OfferCatalog|SearchResultsPage/,
  /DiscussionForumPosting|QAPage|Question|Comment/,
  /Organization|LocalBusiness|Service|SoftwareApplication/,
  /FAQPage|HowTo|TechArticle|Course|Recipe/,
  /^og:article/,
  /^og:product/,
  /^og:website/,
]

/** One row a block. */
export interface FeatureTable {
  readonly width: number
  readonly rows: Float32Array
}

/** What is known of an element from all below it. */
interface Sums {
  chars: number
  linkChars: number
  blocks: number
  /** Characters of blocks that read like sentences. */
  prose: number
}

export function contentFeatures(tree: Tree, blocks: readonly ContentBlock[]): FeatureTable {
  const page = new PageFacts(tree, blocks)
  const own = blocks.map((block, i) => page.own(block, i))
  const near = [-3, -2, -1, 1, 2, 3]
  const rows = own.map((row, i) => [
    ...row,
    ...near.flatMap(step => {
      const other = own[i + step]
      return other ? other.slice(0, NEIGHBOR_FEATURES) : new Array<number>(NEIGHBOR_FEATURES).fill(-1)
    }),
  ])
  const width = rows[0]?.length ?? 0
  const table = new Float32Array(width * rows.length)
  for (const [i, row] of rows.entries()) table.set(row, i * width)
  return { width, rows: table }
}

/** The first of a block's own numbers are also told of its neighbors. */
const NEIGHBOR_FEATURES = 7
const SENTENCE = /[.!?。！？…]["'”’»)]?(?=\s|$)/g
const WORD = /[\p{L}\p{N}]+/gu
const MIN_PROSE_CHARS = 60

class PageFacts {
  readonly #sums = new Map<TreeNode, Sums>()
  readonly #names = new Map<TreeNode, readonly number[]>()
  readonly #namesBySpelling = new Map<string, readonly number[]>()
  readonly #repeats = new Map<string, number>()
  readonly #siblings = new Map<string, number>()
  readonly #total: Sums = { chars: 0, linkChars: 0, blocks: 0, prose: 0 }
  readonly #title: ReadonlySet<string>
  readonly #description: ReadonlySet<string>
  readonly #blocks: readonly ContentBlock[]
  readonly #dominant: TreeNode | null
  readonly #kinds: readonly number[]
  #before = 0

  constructor(tree: Tree, blocks: readonly ContentBlock[]) {
    this.#blocks = blocks
    for (const block of blocks) this.#add(block)
    const { title, description, kinds } = headOf(tree)
    this.#kinds = kinds
    this.#title = wordsIn(title)
    this.#description = wordsIn(description)
    this.#dominant = this.#findDominant()
  }

  own(block: ContentBlock, i: number): number[] {
    const { element, text, chars, linkChars } = block
    const count = countOf(text, WORD)
    const sentences = countOf(text, SENTENCE)
    const parent = element.parent ?? element
    const up = ancestorsOf(element)
    const row = [
      Math.log1p(chars),
      linkChars / chars,
      Math.log1p(count),
      sentences,
      tagCode(element.name),
      isProse(block) ? 1 : 0,
      this.#dominant && isInside(element, this.#dominant) ? 1 : 0,
      chars / Math.max(1, count),
      shareOf(text, /\p{Lu}/gu),
      shareOf(text, /\p{N}/gu),
      shareOf(text, /[,;:、，；]/g),
      shareOf(text, /[|/·•>»]/g),
      /[.!?。！？:;,]$/.test(text) ? 1 : 0,
      i / Math.max(1, this.#blocks.length),
      this.#before / Math.max(1, this.#total.chars),
      up.length,
      this.#repeats.get(text) ?? 1,
      Math.log1p(this.#siblings.get(siblingKey(element)) ?? 1),
      overlap(text, this.#title),
      overlap(text, this.#description),
      Math.log1p(this.#total.chars),
      this.#total.linkChars / Math.max(1, this.#total.chars),
      this.#total.prose / Math.max(1, this.#total.chars),
      Math.log1p(this.#blocks.length),
      ...this.#kinds,
      ...this.#around(element),
      ...this.#around(parent),
      ...this.#around(parent.parent ?? parent),
      ...this.#around(up[3] ?? up.at(-1) ?? element),
      ...this.#around(up[5] ?? up.at(-1) ?? element),
      ...LANDMARKS.map(name => distanceTo(up, name)),
      ...this.#named(up),
    ]
    this.#before += chars
    return row
  }

  #add(block: ContentBlock): void {
    const prose = isProse(block) ? block.chars : 0
    for (let node: TreeNode | null = block.element; node; node = node.parent) {
      const sums = this.#sums.get(node) ?? { chars: 0, linkChars: 0, blocks: 0, prose: 0 }
      sums.chars += block.chars
      sums.linkChars += block.linkChars
      sums.blocks++
      sums.prose += prose
      this.#sums.set(node, sums)
    }
    this.#total.chars += block.chars
    this.#total.linkChars += block.linkChars
    this.#total.blocks++
    this.#total.prose += prose
    this.#repeats.set(block.text, (this.#repeats.get(block.text) ?? 0) + 1)
    const key = siblingKey(block.element)
    this.#siblings.set(key, (this.#siblings.get(key) ?? 0) + 1)
  }

  /** The smallest element that holds most of the page's prose. */
  #findDominant(): TreeNode | null {
    let best: TreeNode | null = null
    for (const [node, { prose }] of this.#sums)
      if (
        prose > 0.6 * this.#total.prose &&
        (best === null || node.last - node.order < best.last - best.order)
      )
        best = node
    return best
  }

  /** What an element is made of. */
  #around(node: TreeNode): number[] {
    const sums = this.#sums.get(node)
    if (!sums) return [0, 0, 0, 0]
    return [
      Math.log1p(sums.chars),
      sums.linkChars / Math.max(1, sums.chars),
      sums.prose / Math.max(1, sums.chars),
      sums.chars / Math.max(1, this.#total.chars),
    ]
  }

  /** For each word, how far up it is found in the name of an ancestor: 0 for nowhere, 1 for the element itself or its parent. */
  #named(up: readonly TreeNode[]): number[] {
    const found = new Array<number>(NAMES.length).fill(0)
    for (const [i, node] of up.entries()) {
      for (const n of this.#namesOf(node)) if (found[n] === 0) found[n] = nearness(i)
    }
    return found
  }

  /** Numbers of the words in an element's names. Names repeat: those of all items of a list are the same. */
  #namesOf(node: TreeNode): readonly number[] {
    const known = this.#names.get(node)
    if (known) return known
    const said = NAMING.map(name => node.attribute(name) ?? '').join(' ')
    const names = this.#namesBySpelling.get(said) ?? wordsNamed(said)
    this.#namesBySpelling.set(said, names)
    this.#names.set(node, names)
    return names
  }
}

/** Attributes whose values are names. */
const NAMING = ['class', 'id', 'role', 'itemprop']

const wordsNamed = (said: string): readonly number[] =>
  said.trim() === '' ? [] : NAME_PATTERNS.flatMap((pattern, n) => (pattern.test(said) ? [n] : []))

const isProse = ({ chars, linkChars, text }: ContentBlock) =>
  chars >= MIN_PROSE_CHARS && linkChars < chars / 3 && countOf(text, SENTENCE) > 0

function ancestorsOf(element: TreeNode): TreeNode[] {
  const up: TreeNode[] = []
  for (let node: TreeNode | null = element; node && up.length < MAX_ANCESTORS; node = node.parent)
    if (node.kind === 'element') up.push(node)
  return up
}

/** How far up: the element itself or its parent, a little further, further. */
const nearness = (steps: number) => (steps < 2 ? 1 : steps < 5 ? 2 : 3)
const tagCode = (name: string) => TAGS.indexOf(name) + 1
const siblingKey = ({ name, parent, attributes }: TreeNode) => {
  const at = attributes.indexOf('class')
  return `${parent?.parent?.order ?? 0} ${name} ${at >= 0 ? attributes[at + 1] : ''}`
}

function distanceTo(up: readonly TreeNode[], name: string): number {
  const at = up.findIndex(node => node.name === name || node.attribute('role') === ROLES[name])
  return at < 0 ? 0 : nearness(at)
}

const ROLES: Readonly<Record<string, string>> = {
  main: 'main',
  nav: 'navigation',
  header: 'banner',
  footer: 'contentinfo',
  aside: 'complementary',
  article: 'article',
}

const isInside = (node: TreeNode, other: TreeNode) => node.order >= other.order && node.order <= other.last
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const shareOf = (text: string, pattern: RegExp) => countOf(text, pattern) / text.length
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(WORD) ?? []).filter(word => word.length > 2))

function overlap(text: string, known: ReadonlySet<string>): number {
  if (known.size === 0) return 0
  const all = wordsIn(text.slice(0, 600))
  let shared = 0
  for (const word of all) if (known.has(word)) shared++
  return all.size === 0 ? 0 : shared / Math.min(all.size, known.size)
}

const TYPE = /"@type"\s*:\s*(?:\[\s*)?"([\w:/. ]{1,60})"/g
const MAX_DATA_CHARS = 200_000

interface HeadFacts {
  readonly title: string
  readonly description: string
  /** For each of `KINDS` whether the page says so. */
  readonly kinds: readonly number[]
}

function headOf(tree: Tree): HeadFacts {
  let title = ''
  let description = ''
  const said: string[] = []
  for (const node of tree.nodes) {
    if (node.kind !== 'element') continue
    if (node.name === 'title') title ||= node.text()
    else if (node.name === 'meta') {
      const name = (node.attribute('name') ?? node.attribute('property') ?? '').toLowerCase()
      const content = node.attribute('content') ?? ''
      if (name === 'description' || name === 'og:description') description ||= content
      if (name === 'og:type') said.push(`og:${content.toLowerCase()}`)
    } else if (node.name === 'script' && /ld\+json/i.test(node.attribute('type') ?? ''))
      for (const [, type = ''] of node.text().slice(0, MAX_DATA_CHARS).matchAll(TYPE)) said.push(type)
  }
  return { title, description, kinds: KINDS.map(kind => (said.some(each => kind.test(each)) ? 1 : 0)) }
}
