/**
 * Which kinds of addresses are worth following, learned while a crawl goes by an inferred model. Two hundred pages do not show
 * everything: links that the model cannot place are tried, and their kind (the form of the address) is followed on while what it brings
 * fits a class of the model. A kind that brings copies of pages that are known already (wish lists, other currencies) is left,
 * whoever promised it. Filled by `fetched` for each page, asked by `allows` before each request. Bounded: the kinds and pages least
 * lately seen are forgotten.
 */
import { urlSignature } from '../sketch/url-tokens.ts'

interface Kind {
  pages: number
  copies: number
  /** Pages that fit no class. */
  unfit: number
  /** Different paths among its first pages. */
  readonly paths: Set<string>
}

const MAX_KINDS = 20_000
const MAX_OUTLINES = 200_000
/** So many pages of a kind are looked at before it is judged. */
const MIN_PAGES = 4
const MAX_COPIES = 0.6
const MAX_UNFIT = 0.5
/**
 * A query that stands behind one path after another (a currency, a language) changes pages that have an address already, and a
 * few copies are enough to tell that it changes little: what else differs on them may be advertisement.
 */
const MODIFIED_PATHS = 8
const FIRST_PAGES = 32
const MAX_MODIFIED_COPIES = 0.1

export class Newcomers {
  readonly #kinds = new Map<string, Kind>()
  /** Which page first had an outline. */
  readonly #outlines = new Map<number, string>()

  allows(url: string, isPlaced: boolean): boolean {
    const query = this.#kinds.get(queryOf(url))
    if (query && isVariant(query)) return false
    const kind = this.#kinds.get(kindOf(url))
    return isPlaced || !kind || kind.pages < MIN_PAGES || kind.unfit <= MAX_UNFIT * kind.pages
  }

  /** `outline` is equal for pages that may be copies of one another. */
  fetched(url: string, outline: number, fits: boolean): void {
    const first = this.#outlines.get(outline)
    const isPlainer = first?.includes('?') === true && !url.includes('?')
    if (first === undefined || isPlainer) this.#remember(outline, url)
    if (isPlainer) this.#wasCopy(queryOf(first))
    const isCopy = first !== undefined && first !== url && !isPlainer
    this.#count(kindOf(url), isCopy, fits)
    if (!url.includes('?')) return
    const kind = this.#count(queryOf(url), isCopy, fits)
    if (kind.pages <= FIRST_PAGES && kind.paths.size < MODIFIED_PATHS)
      kind.paths.add(url.slice(0, url.indexOf('?')))
  }

  #count(key: string, isCopy: boolean, fits: boolean): Kind {
    const kind = this.#kinds.get(key) ?? { pages: 0, copies: 0, unfit: 0, paths: new Set<string>() }
    this.#kinds.delete(key)
    this.#kinds.set(key, kind)
    if (this.#kinds.size > MAX_KINDS) this.#kinds.delete(this.#kinds.keys().next().value!)
    kind.pages++
    if (isCopy) kind.copies++
    if (!fits) kind.unfit++
    return kind
  }

  /** What came first with a query is the copy, once the plain address says the same. */
  #wasCopy(key: string): void {
    const kind = this.#kinds.get(key)
    if (kind !== undefined) kind.copies++
  }

  #remember(outline: number, url: string): void {
    this.#outlines.set(outline, url)
    if (this.#outlines.size > MAX_OUTLINES) this.#outlines.delete(this.#outlines.keys().next().value!)
  }
}

function isVariant({ pages, copies, paths }: Kind): boolean {
  if (pages < MIN_PAGES) return false
  return copies > (paths.size >= MODIFIED_PATHS ? MAX_MODIFIED_COPIES : MAX_COPIES) * pages
}

const kindOf = (url: string) => urlSignature(url)
/** A copy under another path may be the page that everybody links to; one that differs by the names in its query is not. */
const queryOf = (url: string) => urlSignature(url).replace(/^[^?]*/, '')
