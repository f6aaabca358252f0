/**
 * What other pages of a site say, and where. Text that they share is not what readers of one page came for, whatever its tags and names
 * are; a place where each of them says something different holds content. A single page cannot show this.
 */
import type { TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import { groupedBy, meanIn, wordWeights } from './judged-groups.ts'

/** The texts of one page: 32-bit hashes, a few kilobytes for each page. */
export interface SitePage {
  readonly url: string
  readonly texts: ReadonlySet<number>
  /** For each place how likely it is that its text is content, by the first judgment, and the same for the places of parents. */
  readonly places: ReadonlyMap<number, number>
  readonly parents: ReadonlyMap<number, number>
  /** Hashes of texts together with their places. */
  readonly placed: ReadonlySet<number>
}

/** For each block of a page, on how many of the other pages it was found. */
export interface SiteCounts {
  /** Number of pages it was compared with. */
  readonly pages: number
  readonly texts: Float32Array
  readonly places: Float32Array
  readonly placed: Float32Array
  /** How likely the text in its place and in its parent's place is content on the other pages; −1 if none has the place. */
  readonly likely: Float32Array
  readonly likelyParent: Float32Array
}

export interface PlacedBlock {
  readonly text: number
  readonly place: number
  readonly parent: number
}

/** `likely` is the first judgment of each block. */
export function textsOf(url: string, blocks: readonly ContentBlock[], likely: Float64Array): SitePage {
  const placed = placedBlocks(blocks)
  const weights = wordWeights(blocks)
  return {
    url,
    texts: new Set(placed.map(({ text }) => text)),
    places: meanBy(
      placed.map(({ place }) => place),
      likely,
      weights,
    ),
    parents: meanBy(
      placed.map(({ parent }) => parent),
      likely,
      weights,
    ),
    placed: new Set(placed.map(({ text, place }) => mix(text, place))),
  }
}

function meanBy(keys: readonly number[], values: Float64Array, weights: Float64Array): Map<number, number> {
  const groups = groupedBy(keys)
  const { mean } = meanIn(groups, values, weights)
  return new Map(keys.map((key, i) => [key, mean[groups.of[i]!]!]))
}

/** A page that shares more than this of the likely content is a copy, and says nothing about what the site shares. */
const MAX_SHARED = 0.8

export function siteCounts(
  blocks: readonly ContentBlock[],
  placed: readonly PlacedBlock[],
  seeming: Float64Array,
  site: readonly SitePage[],
): SiteCounts {
  const others = site.filter(page => sharedBy(page, blocks, placed, seeming) <= MAX_SHARED)
  const count = (isThere: (page: SitePage, block: PlacedBlock) => boolean) =>
    Float32Array.from(placed, block => others.reduce((sum, page) => sum + (isThere(page, block) ? 1 : 0), 0))
  return {
    pages: others.length,
    texts: count(({ texts }, { text }) => texts.has(text)),
    places: count(({ places }, { place }) => places.has(place)),
    placed: count((page, { text, place }) => page.placed.has(mix(text, place))),
    likely: Float32Array.from(placed, ({ place }) => meanOn(others, page => page.places.get(place))),
    likelyParent: Float32Array.from(placed, ({ parent }) => meanOn(others, page => page.parents.get(parent))),
  }
}

/** The mean over the pages that have it, −1 if none has. */
function meanOn(pages: readonly SitePage[], numberOf: (page: SitePage) => number | undefined): number {
  let [sum, count] = [0, 0]
  for (const page of pages) {
    const number = numberOf(page)
    if (number === undefined) continue
    sum += number
    count++
  }
  return count === 0 ? -1 : sum / count
}

/** The share of the likely content that another page has too. */
function sharedBy(
  { texts }: SitePage,
  blocks: readonly ContentBlock[],
  placed: readonly PlacedBlock[],
  seeming: Float64Array,
): number {
  let all = 0
  let shared = 0
  for (const [i, { words }] of blocks.entries()) {
    const weight = words * seeming[i]!
    all += weight
    if (texts.has(placed[i]!.text)) shared += weight
  }
  return all === 0 ? 0 : shared / all
}

export function placedBlocks(blocks: readonly ContentBlock[]): readonly PlacedBlock[] {
  const places = new PlaceHashes(blocks[0]?.element.tree.nodes.length ?? 0)
  return blocks.map(({ text, element }) => ({
    text: hashOf(text),
    place: places.of(element),
    parent: places.of(element.parent ?? element),
  }))
}

export function placesOf(blocks: readonly ContentBlock[]): readonly number[] {
  const places = new PlaceHashes(blocks[0]?.element.tree.nodes.length ?? 0)
  return blocks.map(({ element }) => places.of(element))
}

const MAX_STEPS = 8

/** Hashes of the tags and classes above a text; digits in them number the page or the item. */
class PlaceHashes {
  /** By element order, 0 for unknown. */
  readonly #own: Int32Array
  readonly #named = new Map<string, number>()

  constructor(nodes: number) {
    this.#own = new Int32Array(nodes)
  }

  of(element: TreeNode): number {
    let hash = 0
    let node: TreeNode | null = element
    for (let step = 0; node && step < MAX_STEPS; step++, node = node.parent)
      hash = mix(hash, this.#own[node.order] || this.#ownOf(node))
    return hash
  }

  #ownOf(node: TreeNode): number {
    const names = node.attribute('class')
    const hash = mix(this.#hashOf(node.name), names === undefined ? 0 : this.#hashOf(names))
    this.#own[node.order] = hash
    return hash
  }

  #hashOf(name: string): number {
    let hash = this.#named.get(name)
    if (hash === undefined) this.#named.set(name, (hash = hashOfName(name)))
    return hash
  }
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

// Hashes are signed: engines keep such integers in place, larger ones apart.
function hashOf(text: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash
}

const [SPACE, NUMBER, ZERO, NINE] = [0x20, 0x23, 0x30, 0x39]

/** Blanks do not count, except between words, and one number is like another. */
function hashOfName(name: string): number {
  let hash = FNV_OFFSET
  let [last, isApart] = [SPACE, false]
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    if (code <= SPACE) {
      isApart = last !== SPACE
      continue
    }
    const kind = code >= ZERO && code <= NINE ? NUMBER : code
    if (isApart) hash = Math.imul(hash ^ SPACE, FNV_PRIME)
    if (isApart || kind !== NUMBER || last !== NUMBER) hash = Math.imul(hash ^ kind, FNV_PRIME)
    isApart = false
    last = kind
  }
  return hash
}

const mix = (a: number, b: number): number => Math.imul(a ^ ((b >>> 15) | (b << 17)), 0x85ebca6b)
