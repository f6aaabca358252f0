/**
 * Learns which kinds of addresses of a site are worth following, during a crawl that follows an inferred model. Two hundred pages do not show
 * everything: links that the model cannot place are tried, and their kind (the form of the address) is followed for as long as it brings pages
 * of their own. A kind that only repeats what is known (replies, printed and sorted views, what the software offers about each page) is given
 * up. So is one that brings copies (wish lists, other currencies), whatever promised it.
 *
 * A page is *of its own* if it says something that no page said before, if it leads to pages that are, or if several pages link to a
 * list that no other page equals. Addresses that look as if they did something (`action=`, `sort=`), that add to the query of a known
 * address, or that accompany another page (companions.ts) are *doubtful*: a few of them are tried in their turn, and the others come last until
 * their kind has proved itself.
 *
 * Filled by `fetched` for each page, asked by `allows` before each request and by `isLate` when a link is queued. Bounded: the kinds and
 * pages seen least recently are forgotten.
 */

import { UNPLACED_CLASS } from '../guide/unplaced.ts'
import { isAction } from '../sample/action-urls.ts'
import { isCounted } from '../sample/pagination.ts'
import {
  AddressKinds,
  type Brought,
  classKey,
  folderKinds,
  isBarren,
  isDead,
  type KindStanding,
  kindsOf,
  pagesToJudge,
  roleOf,
  type Wanted,
  WELL_KNOWN,
} from './address-kinds.ts'
import { Companions, LinkingPage } from './companions.ts'
import { DeadEnds } from './dead-ends.ts'
import { FreshPhrases } from './fresh-phrases.ts'
import { hashOfText } from './own-phrases.ts'
import { Queries } from './queries.ts'
import { Sightings } from './sightings.ts'

export interface SightedPage {
  readonly url: string
  /** Equal for pages that may be copies of one another. */
  readonly outline: number
  /** What it says outside of its links. */
  readonly phrases: Uint32Array
  /** Addresses it links to, each once. */
  readonly links: readonly string[]
  /** Whether the address leads nowhere. */
  readonly isMissing?: boolean
  /** The address that it redirects to. */
  readonly movedTo?: string
  /** The class that it has by its structure. */
  readonly pageClass?: string | null
}

/** The sight of an address that shows nothing. */
export const NOTHING_SEEN = { outline: 0, phrases: new Uint32Array(0), links: [] } as const

const MAX_OUTLINES = 200_000
/** Phrases and addresses remembered for a site, at five bytes each: while it is crawled, and while it is sampled. */
const PLACES = {
  pages: { phrases: 2 ** 20, links: 2 ** 19, bare: 2 ** 18 },
  kinds: { phrases: 2 ** 18, links: 2 ** 18, bare: 2 ** 17 },
} as const
/** A list that this many pages link to is useful to readers, even if everything it lists is known. */
const MIN_LINKING_PAGES = 3
/** Number of addresses of a doubtful kind that are queued in their turn. */
const TRIALS = 6

export class Newcomers {
  readonly #kinds: AddressKinds
  /** The page that first had an outline. */
  readonly #outlines = new Map<number, string>()
  readonly #phrases: FreshPhrases
  /** On how many pages each address is linked; one more for those that were fetched. */
  readonly #linked: Sightings
  readonly #queries: Queries
  readonly #companions = new Companions()
  readonly #deadEnds = new DeadEnds()

  constructor(wants: Wanted = 'pages') {
    this.#kinds = new AddressKinds(wants)
    this.#phrases = new FreshPhrases(PLACES[wants].phrases)
    this.#linked = new Sightings(PLACES[wants].links)
    this.#queries = new Queries(this.#kinds, PLACES[wants].bare)
  }

  allows(url: string, isPlaced: boolean): boolean {
    if (this.#queries.onlyVaries(url)) return false
    if (this.#leadsNowhere(url)) return false
    return (
      !this.#isBarren(url, isPlaced) ||
      (isPlaced && this.#hasFruitfulRole(url)) ||
      this.#isOfFruitfulClass(url)
    )
  }

  #isBarren(url: string, isPlaced: boolean): boolean {
    const standing = this.#standing(url, isPlaced)
    return kindsOf(url).some(({ key, grain }) => {
      const kind = this.#kinds.of(key)
      return kind !== undefined && isBarren(kind, grain, standing, this.#kinds)
    })
  }

  /** The kinds of an address that are not judged yet, and how many more pages each takes. */
  onTrial(url: string, isPlaced: boolean): ReadonlyMap<string, number> {
    const standing = this.#standing(url, isPlaced)
    const left = kindsOf(url).map(
      ({ key, grain }) => [key, pagesToJudge(this.#kinds.of(key), grain, standing)] as const,
    )
    return new Map(left.filter(([, pages]) => pages > 0))
  }

  /**
   * Whether a sample needs no more addresses like this one: its kind brought nothing new, and it acts, varies other addresses, or was seen often
   * enough to know its class; or all addresses of its kind lead nowhere.
   */
  isHopeless(url: string): boolean {
    if (this.#leadsNowhere(url)) return true
    const kind = this.#kinds.of(kindsOf(url)[0]!.key)
    if (kind !== undefined && isDead(kind)) return true
    const mayVary = url.includes('?') || this.isDoubtful(url) || (kind?.pages ?? 0) >= WELL_KNOWN
    return mayVary && !this.allows(url, false)
  }

  /** Whether other addresses should come first. */
  isLate(url: string): boolean {
    if (!this.isDoubtful(url)) return false
    if (folderKinds(url).some(folder => this.#kinds.isQuiet(folder))) return true
    const kind = this.#kinds.at(kindsOf(url)[0]!.key)
    return !this.#kinds.isProven(kind) && ++kind.tried > TRIALS
  }

  /** Returns whether the page said or led to anything new. */
  fetched(page: SightedPage): boolean {
    this.#deadEnds.fetched(page)
    const saysMore = this.#phrases.add(page.phrases)
    // Titles and links of two pages may be alike although their texts are not: members, items of a list without names.
    const isCopy =
      page.movedTo === undefined ? this.#hasKnownOutline(page) && !saysMore : this.#isKnown(page.movedTo)
    const linking = this.#linked.of(hashOfText(page.url))
    const isHub = !isCopy && linking >= MIN_LINKING_PAGES && !this.isDoubtful(page.url)
    const leads = this.#newKinds(page)
    this.#linked.add(hashOfText(page.url))
    this.#queries.know(page.url)
    const brought = { isCopy, isMissing: page.isMissing ?? false, isOwn: saysMore || isHub, leads }
    for (const { key } of kindsOf(page.url)) this.#kinds.count(key, brought)
    for (const folder of folderKinds(page.url)) this.#kinds.count(folder, brought)
    this.#countClass(page, brought)
    const path = page.url.split('?', 1)[0]!
    this.#kinds.count(roleOf(page.url), brought).addPath(path.slice(0, path.lastIndexOf('/')))
    this.#queries.fetched(page.url, brought)
    return brought.isOwn || leads.size > 0
  }

  /**
   * Whether an address does something, is a known one with something added to its query, or is of a kind that accompanies other pages. Pages of
   * a list are none of these.
   */
  isDoubtful(url: string): boolean {
    if (isAction(url)) return true
    if (isCounted(url)) return false
    if (this.#companions.has(url)) return true
    const mark = url.indexOf('?')
    if (mark < 0) return false
    const [path, values] = [url.slice(0, mark), url.slice(mark + 1).split('&')]
    if (values.length > MAX_VALUES) return true
    return values.some((_, i) => {
      const rest = values.toSpliced(i, 1).join('&')
      return this.#linked.of(hashOfText(rest === '' ? path : `${path}?${rest}`)) > 0
    })
  }

  #leadsNowhere(url: string): boolean {
    return this.#deadEnds.holds(url, other => this.#isKnown(other))
  }

  /** In one of many folders a kind may bring little by chance, so what the model promises is judged by all of them. */
  #hasFruitfulRole(url: string): boolean {
    return !url.includes('?') && !isAction(url) && this.#kinds.isFruitful(roleOf(url))
  }

  #countClass({ url, pageClass = null }: SightedPage, brought: Brought): void {
    if (pageClass === null || pageClass === UNPLACED_CLASS) return
    this.#kinds.count(classKey(pageClass), brought)
    this.#kinds.at(kindsOf(url)[0]!.key).classKey = classKey(pageClass)
  }

  /**
   * Terse pages (the members of a reference) may say too little to tell them from their neighbors, and still be what the site consists of. So what
   * is neither doubtful nor asked by a query is judged by its class, too.
   */
  #isOfFruitfulClass(url: string): boolean {
    if (url.includes('?') || this.isDoubtful(url)) return false
    const form = this.#kinds.of(kindsOf(url)[0]!.key)
    const ofClass = form?.classKey == null ? undefined : this.#kinds.of(form.classKey)
    return ofClass !== undefined && ofClass.pages >= WELL_KNOWN && this.#kinds.isWorthwhile(ofClass)
  }

  #standing(url: string, isPlaced: boolean): KindStanding {
    if (isAction(url)) return 'acting'
    if (this.isDoubtful(url)) return 'doubtful'
    return isPlaced && !this.#noneWorked(url) ? 'promised' : 'unknown'
  }

  #isKnown(url: string): boolean {
    return this.#linked.of(hashOfText(url)) > 0
  }

  /** Whether all addresses of a form with a query led nowhere. Those without one are left folder by folder. */
  #noneWorked(url: string): boolean {
    const form = url.includes('?') ? this.#kinds.of(kindsOf(url)[0]!.key) : undefined
    return form !== undefined && isDead(form)
  }

  #hasKnownOutline({ url, outline, isMissing = false }: SightedPage): boolean {
    if (isMissing) return false
    const first = this.#outlines.get(outline)
    const isPlainer = first?.includes('?') === true && !url.includes('?')
    if (first === undefined || isPlainer) this.#remember(outline, url)
    // Once the plain address says the same, the address with a query that came first counts as the copy.
    if (isPlainer) this.#queries.wasCopy(first)
    return first !== undefined && first !== url && !isPlainer
  }

  /** The kinds of the addresses that are linked for the first time. */
  #newKinds({ url, links }: SightedPage): Set<string> {
    const kinds = new Set<string>()
    const page = new LinkingPage(url)
    for (const link of links) {
      const hash = hashOfText(link)
      const isNew = this.#linked.of(hash) === 0
      if (isNew) this.#companions.found(link, page)
      if (isNew && !this.isDoubtful(link)) kinds.add(kindsOf(link)[0]!.key)
      if (isNew) this.#queries.know(link)
      this.#linked.add(hash)
    }
    return kinds
  }

  #remember(outline: number, url: string): void {
    this.#outlines.set(outline, url)
    if (this.#outlines.size > MAX_OUTLINES) this.#outlines.delete(this.#outlines.keys().next().value!)
  }
}

/** Longer queries are searches and filters. */
const MAX_VALUES = 8
