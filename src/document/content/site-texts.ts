/**
 * What other pages of a site say, and where. Text that they share is not what readers of one page came for, whatever its tags and names
 * are; a place where each of them says something different holds content. A single page cannot show this.
 */
import { parseTree, type TreeNode } from '../../html/index.ts'
import { type ContentBlock, contentBlocks } from './content-blocks.ts'

/** The texts of one page: 32-bit hashes, a few kilobytes for each page. */
export interface SitePage {
  readonly url: string
  readonly texts: ReadonlySet<number>
  readonly places: ReadonlySet<number>
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
}

export interface PlacedBlock {
  readonly text: number
  readonly place: number
}

export const textsOfPage = (url: string, html: string): SitePage =>
  textsOf(url, placedBlocks(contentBlocks(parseTree(html))))

export function textsOf(url: string, blocks: readonly PlacedBlock[]): SitePage {
  return {
    url,
    texts: new Set(blocks.map(({ text }) => text)),
    places: new Set(blocks.map(({ place }) => place)),
    placed: new Set(blocks.map(({ text, place }) => mix(text, place))),
  }
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
  }
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
  const places = placesOf(blocks)
  return blocks.map(({ text }, i) => ({ text: hashOf(text), place: places[i]! }))
}

export function placesOf(blocks: readonly ContentBlock[]): readonly number[] {
  const places = new PlaceHashes(blocks[0]?.element.tree.nodes.length ?? 0)
  return blocks.map(({ element }) => places.of(element))
}

const MAX_STEPS = 8
const DIGITS = /\d+/g

/** Hashes of the tags and classes above a text; digits in them number the page or the item. */
class PlaceHashes {
  /** By element order, 0 for unknown. */
  readonly #own: Uint32Array
  readonly #named = new Map<string, number>()

  constructor(nodes: number) {
    this.#own = new Uint32Array(nodes)
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
    if (hash === undefined) this.#named.set(name, (hash = hashOf(name.replace(DIGITS, '#').trim())))
    return hash
  }
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

function hashOf(text: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

const mix = (a: number, b: number): number => Math.imul(a ^ ((b >>> 15) | (b << 17)), 0x85ebca6b) >>> 0
