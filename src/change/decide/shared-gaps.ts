/**
 * Which gaps of one comparison hold nothing but what the pages of the host share.
 *
 * A text is known in its place. The same list may stand in another place too, as where a page lacks an end tag or the front page
 * wraps it differently; then its items are known by what they say, if a link among them leads where it leads on the other pages. Two things
 * are held back: an item without its link, as the title is on the page that it is the title of; and a list that is most of its page, as
 * the list of all articles.
 */
import { charactersOf } from '../signature/regions.ts'
import { between, type ComparedTexts, type TextSide } from './compared-texts.ts'
import type { Gap } from './gap.ts'
import type { SharedPlaces } from './shared-places.ts'
import { isShared, mayCome, mayGo, pagesAlong, type SharedText, type Sighting } from './shared-text.ts'

/** Shared texts that have to stand in a place, and their share of all in it, for it to hold the list of the others. */
const MIN_LISTED = 2
const LISTED_SHARE = 0.6
/** A card of a list has its link, a title, a few lines and a date. */
const NEAR_PIECES = 4
const MOST_OF_IT = 0.5

/** What is known of the host. */
export interface KnownTexts {
  readonly places: SharedPlaces
  /** Whether the page has the texts of a place with another one. */
  readonly hasPair: (place: number) => boolean
  readonly texts: ReadonlyMap<number, SharedText>
}

export class SharedGaps {
  private readonly known: KnownTexts
  private readonly compared: ComparedTexts
  private readonly sighting: Sighting
  /** Paths with a text that came or went with other pages. */
  private readonly paths: ReadonlySet<number>
  /** Places that hold mostly shared texts, places that a pair of pages has alike, and shared texts by what they say; made when somebody asks. */
  private lists: ReadonlySet<number> | undefined
  private paired: ReadonlySet<number> | undefined
  private elsewhere: ReadonlyMap<number, readonly SharedText[]> | undefined

  constructor(known: KnownTexts, compared: ComparedTexts, sighting: Sighting) {
    this.known = known
    this.compared = compared
    this.sighting = sighting
    this.paths = this.sharedPaths()
  }

  /** On how many other pages at least, 0 if only the place is known; undefined if some of it is the page's own. */
  pagesWith(gap: Gap): number | undefined {
    const { before, after } = this.compared
    const [removed, added] = [this.compared.removedIn(gap), this.compared.addedIn(gap)]
    if (removed.length + added.length === 0 && !this.isListStirred(gap)) return undefined
    const within = new Set(removed.map(at => before.pathAt(at)))
    const isHere = (side: TextSide, at: number): boolean => {
      if (
        side.isLinksAt(at) ? this.paths.has(side.pathAt(at)) : side === after && within.has(side.pathAt(at))
      )
        return true
      return side === before ? this.isGoing(at) : this.isComing(at)
    }
    const foreign = [
      ...removed.filter(at => !isHere(before, at)).map(at => [before, at] as const),
      ...added.filter(at => !isHere(after, at)).map(at => [after, at] as const),
    ]
    if (foreign.length > 0) {
      if (!foreign.every(([side, at]) => this.isElsewhere(side, at))) return undefined
      if (!this.hasSharedLink(gap) || this.isMostOfPage(gap)) return undefined
    }
    return this.fewestPages(removed, added)
  }

  /**
   * All that stands in the gap stands elsewhere on the other side, too: it changed places. That is the page's own doing, as in a
   * ranking, unless what moved is known from other pages.
   */
  private isListStirred({ removed, added }: Gap): boolean {
    const { before, after } = this.compared
    const pieces = [
      ...between(removed).map(at => [before, at] as const),
      ...between(added).map(at => [after, at] as const),
    ]
    const texts = pieces.filter(([side, at]) => !side.isLinksAt(at))
    return (texts.length > 0 ? texts : pieces).every(([side, at]) => this.isKnown(side, at))
  }

  /** Other pages show it, here or in their own places. */
  private isKnown(side: TextSide, at: number): boolean {
    if (this.isKnownPlace(side, at) || this.sharedLists().has(side.placeAt(at))) return true
    return this.sharedWords().has(side.wordsAt(at))
  }

  /** Links go with the text that they are in: their addresses may name the page. */
  private sharedPaths(): ReadonlySet<number> {
    const paths = new Set<number>()
    const { before, after, gaps } = this.compared
    for (const gap of gaps) {
      for (const at of this.compared.removedIn(gap))
        if (!before.isLinksAt(at) && this.isGoing(at)) paths.add(before.pathAt(at))
      for (const at of this.compared.addedIn(gap))
        if (!after.isLinksAt(at) && this.isComing(at)) paths.add(after.pathAt(at))
    }
    return paths
  }

  private isGoing(at: number): boolean {
    const { before } = this.compared
    if (this.isKnownPlace(before, at)) return true
    const text = this.known.texts.get(before.keyAt(at))
    return text !== undefined && isShared(text, this.sighting.page) && this.mayDiffer(before, at, [text])
  }

  private isComing(at: number): boolean {
    const { after } = this.compared
    if (this.isKnownPlace(after, at)) return true
    const text = this.known.texts.get(after.keyAt(at))
    return text !== undefined && isShared(text, this.sighting.page) && this.mayDiffer(after, at, [text])
  }

  private isKnownPlace(side: TextSide, at: number): boolean {
    const place = side.placeAt(at)
    return (
      this.known.places.has(place) || (this.pairedPaths().has(side.pathAt(at)) && this.known.hasPair(place))
    )
  }

  /** A list that is most of its page is the page's own, whoever else has it. */
  private pairedPaths(): ReadonlySet<number> {
    if (this.paired !== undefined) return this.paired
    const { before, after } = this.compared
    const paths = new Set<number>()
    for (const side of [before, after])
      for (let at = 0; at < side.regions.count; at++)
        if (this.known.hasPair(side.placeAt(at))) paths.add(side.pathAt(at))
    this.paired = isMost(after, paths) || isMost(before, paths) ? new Set() : paths
    return this.paired
  }

  private isElsewhere(side: TextSide, at: number): boolean {
    if (this.hadDiffered(side, at) || this.sharedLists().has(side.placeAt(at))) return true
    return this.mayDiffer(side, at, this.sharedWords().get(side.wordsAt(at)) ?? [])
  }

  /** Places of this page where what stood is known from other pages: what is new there will be, too. */
  private sharedLists(): ReadonlySet<number> {
    if (this.lists !== undefined) return this.lists
    const { before } = this.compared
    const counts = new Map<number, { all: number; shared: number }>()
    for (let at = 0; at < before.regions.count; at++) {
      const place = before.placeAt(at)
      const count = counts.get(place) ?? { all: 0, shared: 0 }
      count.all++
      if (this.sharedWords().has(before.wordsAt(at))) count.shared++
      counts.set(place, count)
    }
    const isList = ({ all, shared }: { all: number; shared: number }) =>
      shared >= MIN_LISTED && shared >= LISTED_SHARE * all
    this.lists = new Set([...counts].filter(([, count]) => isList(count)).map(([place]) => place))
    return this.lists
  }

  /** What had come or gone by the last visit did so with the others then, or there would be a later revision. */
  private hadDiffered(side: TextSide, at: number): boolean {
    return this.compared.stood.has(side.keyAt(at)) === (side === this.compared.after)
  }

  private mayDiffer(side: TextSide, at: number, texts: readonly SharedText[]): boolean {
    const { lastAt } = this.sighting
    if (this.hadDiffered(side, at)) return texts.length > 0
    return texts.some(text => (side === this.compared.after ? mayCome(text, lastAt) : mayGo(text, lastAt)))
  }

  private sharedWords(): ReadonlyMap<number, readonly SharedText[]> {
    this.elsewhere ??= Map.groupBy(
      [...this.known.texts.values()].filter(text => isShared(text, this.sighting.page)),
      ({ words }) => words,
    )
    return this.elsewhere
  }

  /** In the gap or beside it. */
  private hasSharedLink({ removed, added }: Gap): boolean {
    const { before, after } = this.compared
    const has = (side: TextSide, [from, to]: readonly [number, number]) => {
      const last = Math.min(side.regions.count, to + NEAR_PIECES)
      for (let at = Math.max(0, from - NEAR_PIECES); at < last; at++)
        if (side.isLinksAt(at) && this.sharedWords().has(side.wordsAt(at))) return true
      return false
    }
    return has(after, added) || has(before, removed)
  }

  /** Whether the places of the gap, and of the shared texts beside it, hold most of the main text. */
  private isMostOfPage(gap: Gap): boolean {
    const { before, after } = this.compared
    const paths = new Set([...this.pathsAround(before, gap.removed), ...this.pathsAround(after, gap.added)])
    return isMost(after, paths) || isMost(before, paths)
  }

  private *pathsAround(side: TextSide, [from, to]: readonly [number, number]): Generator<number> {
    const last = Math.min(side.regions.count, to + NEAR_PIECES)
    for (let at = Math.max(0, from - NEAR_PIECES); at < last; at++)
      if ((at >= from && at < to) || this.sharedWords().has(side.wordsAt(at))) yield side.pathAt(at)
  }

  private fewestPages(removed: readonly number[], added: readonly number[]): number {
    const { before, after } = this.compared
    const keys = [...removed.map(at => before.keyAt(at)), ...added.map(at => after.keyAt(at))]
    const words = [...removed.map(at => before.wordsAt(at)), ...added.map(at => after.wordsAt(at))]
    let fewest = 0
    keys.forEach((key, at) => {
      const texts = [this.known.texts.get(key), ...(this.elsewhere?.get(words[at]!) ?? [])]
      for (const text of texts) {
        const pages = text === undefined ? 0 : pagesAlong(text, this.sighting.page)
        if (pages > 0 && (fewest === 0 || pages < fewest)) fewest = pages
      }
    })
    return fewest
  }
}

function isMost(side: TextSide, paths: ReadonlySet<number>): boolean {
  let [there, all] = [0, 0]
  for (let at = 0; at < side.regions.count; at++) {
    if (!side.isMainAt(at)) continue
    const characters = charactersOf(side.regions.weights[at]!)
    all += characters
    if (paths.has(side.pathAt(at))) there += characters
  }
  return there >= MOST_OF_IT * all
}
