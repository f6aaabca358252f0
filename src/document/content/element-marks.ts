/**
 * Landmarks and names around a text: whether an element or one of its ancestors is an article, a menu, hidden, or called "comment" or
 * "related" in its class, id or role, and how far up. What an element itself is, is one bit for each mark.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import words from './content-names.json' with { type: 'json' }

const LANDMARKS = 'article main nav header footer aside form table ul ol dl figure section'.split(' ')
const LANDMARK_OF_TAG: ReadonlyMap<string, number> = new Map(LANDMARKS.map((name, i) => [name, i]))
const LANDMARK_OF_ROLE: ReadonlyMap<string, number> = new Map(
  [
    ['main', 'main'],
    ['navigation', 'nav'],
    ['banner', 'header'],
    ['contentinfo', 'footer'],
    ['complementary', 'aside'],
    ['article', 'article'],
  ].map(([role = '', tag = '']) => [role, LANDMARKS.indexOf(tag)]),
)
/** Attributes whose values are names. */
const NAMING: ReadonlySet<string> = new Set(['class', 'id', 'role', 'itemprop'])
const HIDDEN = LANDMARKS.length
const FIRST_NAME = HIDDEN + 1
/** Number of marks: landmarks, whether it is hidden, and names. */
export const MARKS = FIRST_NAME + words.names.length
/** The mark of what readers said of a page. */
export const COMMENT = FIRST_NAME + words.names.findIndex(name => name.includes('comment'))
/** Marks of one element are bits of this many integers. */
const INTEGERS = Math.ceil(MARKS / 32)
/** Words of a few letters are part of many others. */
const MAX_SHORT = 4
/** How many steps up an element is near, and not far. */
const NEAR_STEPS = 1
const MIDDLE_STEPS = 4
/** What is further up says nothing about a block. */
const MAX_STEPS = 11

const markOfName = new Map(
  words.names.flatMap((name, i) => name.split('|').map(each => [each, FIRST_NAME + i])),
)
const NAMES = new RegExp(
  [...markOfName.keys()]
    .sort((a, b) => b.length - a.length)
    .map(name => (name.length > MAX_SHORT ? name : `(?<![a-z])${name}(?![a-z])`))
    .join('|'),
  'g',
)

export class ElementMarks {
  /** By node order: the marks of each element, and those of the element and all around it. */
  readonly #bits: Int32Array
  readonly #around: Int32Array
  /** By node order, 0 for an element that was not read yet: how many elements it is in, and itself. */
  readonly #depths: Uint32Array
  readonly #named = new Map<string, readonly number[]>()
  readonly #unread: TreeNode[] = []

  constructor({ nodes }: Tree) {
    this.#bits = new Int32Array(nodes.length * INTEGERS)
    this.#around = new Int32Array(nodes.length * INTEGERS)
    this.#depths = new Uint32Array(nodes.length)
  }

  /**
   * For each mark, how far up it is: 0 for nowhere, 1 for the element itself or its parent, 2 and 3 for further up. Returns whether it is
   * among what readers said of the page.
   */
  write(element: TreeNode, row: Float32Array, from: number): boolean {
    if (this.#depths[element.order] === 0) this.#readAll(element)
    const isDeep = this.#depths[element.order]! > MAX_STEPS + 1
    for (let i = 0; i < INTEGERS; i++) {
      let [near, middle] = [0, 0]
      let node: TreeNode | null = element
      let step = 0
      for (; node && step <= MIDDLE_STEPS; step++, node = node.parent) {
        middle |= this.#bits[node.order * INTEGERS + i]!
        if (step === NEAR_STEPS) near = middle
      }
      let far = isDeep ? middle : this.#around[element.order * INTEGERS + i]!
      if (isDeep)
        for (; node && step <= MAX_STEPS; step++, node = node.parent)
          far |= this.#bits[node.order * INTEGERS + i]!
      put(near, 1, row, from + 32 * i)
      put(middle & ~near, 2, row, from + 32 * i)
      put(far & ~middle, 3, row, from + 32 * i)
    }
    return row[from + COMMENT]! > 0
  }

  #readAll(element: TreeNode): void {
    const unread = this.#unread
    for (let node: TreeNode | null = element; node && this.#depths[node.order] === 0; node = node.parent)
      unread.push(node)
    for (let node = unread.pop(); node; node = unread.pop()) {
      this.#depths[node.order] = 1 + (node.parent ? this.#depths[node.parent.order]! : 0)
      if (node.kind === 'element') this.#read(node)
      const [own, up] = [node.order * INTEGERS, (node.parent?.order ?? 0) * INTEGERS]
      for (let i = 0; i < INTEGERS; i++) this.#around[own + i] = this.#bits[own + i]! | this.#around[up + i]!
    }
  }

  #read(element: TreeNode): void {
    const set = (mark: number) => {
      this.#bits[element.order * INTEGERS + (mark >> 5)]! |= 1 << (mark & 31)
    }
    const landmark = LANDMARK_OF_TAG.get(element.name)
    if (landmark !== undefined) set(landmark)
    // The names of the whole page are not those of its parts.
    if (element.attributes.length === 0 || element.name === 'body' || element.name === 'html') return
    const { attributes } = element
    for (let i = 0; i < attributes.length; i += 2) {
      const [name, value] = [attributes[i]!, attributes[i + 1]!]
      if (NAMING.has(name)) for (const mark of this.#marksOf(value)) set(mark)
      else if (hides(name, value)) set(HIDDEN)
      const role = name === 'role' ? LANDMARK_OF_ROLE.get(value) : undefined
      if (role !== undefined) set(role)
    }
  }

  /** Cached, because names repeat: all items of a list have the same. */
  #marksOf(said: string): readonly number[] {
    let marks = this.#named.get(said)
    if (marks === undefined) {
      marks = (said.toLowerCase().match(NAMES) ?? []).map(name => markOfName.get(name)!)
      this.#named.set(said, marks)
    }
    return marks
  }
}

/** Writes how far up the marks are whose bits are given. */
function put(bits: number, nearness: number, row: Float32Array, from: number): void {
  for (let left = bits; left !== 0; left &= left - 1) row[from + 31 - Math.clz32(left & -left)] = nearness
}

const UNDISPLAYED = /display\s*:\s*none|visibility\s*:\s*hidden/i

const hides = (name: string, value: string): boolean =>
  name === 'hidden' ||
  (name === 'aria-hidden' && value === 'true') ||
  (name === 'style' && UNDISPLAYED.test(value))
