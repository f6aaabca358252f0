/**
 * Decides which link to follow next, so that few pages show all classes.
 *
 * Known links are in bins: by the class of the page they are on, their path, and what distinguishes them inside it (a text that
 * is on several pages, like "Next" or "Use", else the form of the address). The bin sampled least comes first; pagination
 * before others; links that may lead to a class of few pages before others; links that resemble a class of many pages later than those that
 * resemble none; links that act, that failed or that brought copies of known pages last. Among equals, the bin with more
 * links comes first in dense navigation, the one with fewer in sparse navigation. Inside a bin the choice is spread by a seeded hash, so
 * that it does not take neighboring links.
 *
 * Filled by `add` for each fetched page, drained by `take`; `regroup` is called whenever the classes are computed anew. The
 * number of waiting links is bounded by MAX_WAITING.
 */

import { hostOf } from '../../url/index.ts'
import type { PageSketch } from '../sketch/page-sketch.ts'
import { kindWord, urlSignature } from '../sketch/url-tokens.ts'
import { isAction } from './action-urls.ts'
import { isPagination } from './pagination.ts'

export type Navigation = 'dense' | 'sparse'

export interface Waiting {
  readonly url: string
  readonly from: number
  readonly path: number
  readonly text: string
  readonly signature: string
  readonly pagination: boolean
}

interface Bin {
  readonly path: string
  readonly links: Waiting[]
  /** The familiarity of its first link. */
  readonly familiarity: number
  /** Whether its links may show only what other addresses show. */
  readonly isDoubtful: boolean
  /** Whether its kind was found to bring nothing new. */
  isLeft: boolean
}

/** Judges which addresses are worth a request (worth/newcomers.ts). */
export interface AddressWorth {
  allows(url: string, isPlaced: boolean): boolean
  isDoubtful(url: string): boolean
  /** Whether further pages like this one would add nothing to a sample. */
  isHopeless(url: string): boolean
}

const MAX_WAITING = 100_000
/** A text names a link if it is on this many pages. */
const NAMING = 3
/** The first word of file names tells their kind if this many addresses have it. */
const NAMING_WORD = 15
const MAX_NAME_CHARS = 24
const FAMILIAR = 1
/** More pages are wanted of a class with fewer pages than this, and by how much its links are preferred. */
const ENOUGH_PAGES = 6
const SCARCE = -2
/** Extra cost of kinds that act, that may show nothing new, and that were found to show nothing new. */
const ACTS = 6
const DOUBTFUL = 2
const LEFT = 20

export class SampleFrontier {
  private readonly waiting = new Map<string, Waiting>()
  private readonly seen = new Set<string>()
  private bins = new Map<string, Bin>()
  private classes: readonly number[] = []
  private familiarity: (url: string) => number = () => 0
  /** On how many pages a short link text occurs. */
  private readonly textPages = new Map<string, number>()
  /** How many known addresses begin their file name with a word. */
  private readonly wordUrls = new Map<string, number>()
  private readonly taken: Waiting[] = []
  /** The page that a taken link brought. */
  private readonly brought = new Map<Waiting, number>()
  /** Bins and address forms that led to classes of few pages. */
  private scarce = new Set<string>()
  private takenBy = new Map<string, number>()
  /** Extra cost of an address form because of failures and copies. */
  private readonly burden = new Map<string, number>()
  private readonly seed: number
  private readonly navigation: Navigation
  private readonly worth: AddressWorth

  constructor(seed: number, navigation: Navigation, worth: AddressWorth) {
    this.worth = worth
    this.seed = seed
    this.navigation = navigation
  }

  /** Notes an address that needs no visit any more. */
  know(url: string): void {
    this.seen.add(url)
    this.waiting.delete(url)
  }

  add(page: PageSketch, from: number): void {
    const texts = new Set<string>()
    for (const { url, path, text, rel } of page.links) {
      if (text !== '' && text.length <= MAX_NAME_CHARS) texts.add(text)
      if (this.seen.has(url) || this.waiting.size >= MAX_WAITING) continue
      this.seen.add(url)
      const word = kindWord(url)
      if (word !== undefined) this.wordUrls.set(word, (this.wordUrls.get(word) ?? 0) + 1)
      const pagination = isPagination({ url, text, rel }, page.url)
      const signature = signatureFrom(page.url, url)
      this.waiting.set(url, { url, from, path, text, signature, pagination })
    }
    for (const text of texts) this.textPages.set(text, (this.textPages.get(text) ?? 0) + 1)
  }

  regroup(classes: readonly number[], familiarity: (url: string) => number): void {
    this.classes = classes
    this.familiarity = familiarity
    this.bins = new Map()
    for (const link of this.waiting.values()) this.place(link)
    this.takenBy = new Map()
    for (const link of this.taken) this.count(link)
    this.scarce = this.findScarce()
  }

  /** Places links that came since the last grouping; a page without a class yet counts as a class by itself. */
  placeNew(from: number): void {
    for (const link of this.waiting.values()) if (link.from === from) this.place(link)
  }

  take(): Waiting | undefined {
    const bin = this.bestBin()
    if (bin === undefined) return undefined
    const link = this.pick(bin.links)
    this.waiting.delete(link.url)
    this.taken.push(link)
    this.count(link)
    return link
  }

  /** The bin with the least cost. Kinds that brought nothing new are recognized as they come up, and put last. */
  private bestBin(): Bin | undefined {
    const priced: { key: string; bin: Bin; cost: number }[] = []
    for (const [key, bin] of this.bins)
      if (bin.links.length > 0) priced.push({ key, bin, cost: this.cost(key, bin) })
    priced.sort((a, b) => a.cost - b.cost)
    let left: { bin: Bin; cost: number } | undefined
    for (const { key, bin, cost } of priced) {
      if (left !== undefined && left.cost <= cost) return left.bin
      const { url } = bin.links.at(-1)!
      if (this.worth.isHopeless(url)) {
        this.bins.delete(key)
        continue
      }
      if (bin.isLeft || this.worth.allows(url, false)) return bin
      bin.isLeft = true
      left ??= { bin, cost: cost + LEFT }
    }
    return left?.bin
  }

  /** Notes that a taken link brought a new page. */
  bring(link: Waiting, page: number): void {
    this.brought.set(link, page)
  }

  /** Notes that a taken link failed or brought a copy, which makes its kind less welcome. */
  blame(link: Waiting, burden: number): void {
    this.burden.set(link.signature, (this.burden.get(link.signature) ?? 0) + burden)
  }

  private findScarce(): Set<string> {
    const sizes = new Map<number, number>()
    for (const classIndex of this.classes) sizes.set(classIndex, (sizes.get(classIndex) ?? 0) + 1)
    const scarce = new Set<string>()
    for (const [link, page] of this.brought) {
      if ((sizes.get(this.classOf(page)) ?? 0) >= ENOUGH_PAGES) continue
      scarce.add(this.binKey(link))
      scarce.add(link.signature)
    }
    return scarce
  }

  private classOf(page: number): number {
    return this.classes[page] ?? 1_000_000 + page
  }

  private pathKey(link: Waiting): string {
    return `${this.classOf(link.from)} ${link.path}`
  }

  private binKey(link: Waiting): string {
    const named = link.text.length <= MAX_NAME_CHARS && (this.textPages.get(link.text) ?? 0) >= NAMING
    return `${this.pathKey(link)} ${named ? `"${link.text}` : link.signature}`
  }

  private place(link: Waiting): void {
    const key = this.binKey(link)
    const bin = this.bins.get(key)
    if (bin === undefined)
      this.bins.set(key, {
        path: this.pathKey(link),
        links: [link],
        isLeft: false,
        familiarity: this.familiarity(link.url),
        isDoubtful: this.worth.isDoubtful(link.url),
      })
    else bin.links.push(link)
  }

  private count(link: Waiting): void {
    for (const key of [this.pathKey(link), this.binKey(link), `word ${kindWord(link.url)}`])
      this.takenBy.set(key, (this.takenBy.get(key) ?? 0) + 1)
  }

  private cost(key: string, bin: Bin): number {
    const link = bin.links[bin.links.length - 1]!
    const taken = (of: string) => this.takenBy.get(of) ?? 0
    const dense = Math.log(1 + bin.links.length) * (this.navigation === 'dense' ? -0.1 : 0.1)
    const last = (bin.isLeft ? LEFT : 0) + (isAction(link.url) ? ACTS : bin.isDoubtful ? DOUBTFUL : 0)
    const first = link.pagination ? -1.5 : 0
    const burden = this.burden.get(link.signature) ?? 0
    const word = kindWord(link.url)
    const names = word !== undefined && (this.wordUrls.get(word) ?? 0) >= NAMING_WORD
    const byWord = !names ? Number.POSITIVE_INFINITY : Math.log(1 + taken(`word ${word}`))
    const known = Math.min(bin.familiarity, byWord)
    const wanted = this.scarce.has(key) || this.scarce.has(link.signature) ? SCARCE : 0
    return (
      wanted +
      taken(key) +
      0.15 * Math.min(6, taken(bin.path)) +
      FAMILIAR * known +
      dense +
      last +
      first +
      burden
    )
  }

  /** Takes the link of the bin with the smallest hash: the same for the same seed, and unrelated to the one taken before. */
  private pick(links: Waiting[]): Waiting {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < links.length; i++) {
      const hash = hashOf(links[i]!.url, this.seed)
      if (hash < least) {
        least = hash
        best = i
      }
    }
    const [link] = links.splice(best, 1)
    return link!
  }
}

/** Each host of a site is a separate part, whatever its paths look like. */
function signatureFrom(page: string, url: string): string {
  const host = hostOf(url)
  return host === hostOf(page) ? urlSignature(url) : `${host} ${urlSignature(url)}`
}

function hashOf(text: string, seed: number): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}
