/**
 * Finds the gaps of one comparison that contain only what the pages of the host share.
 *
 * A text is known in its place. The same list may also be in another place, for example if a page lacks an end tag or the front page wraps
 * it differently; then its items are recognized by their words, if a link among them leads to the same target as on the other pages. Two
 * things are excluded: an item without its link, like the title on the page that it is the title of; and a list that makes up most of its
 * page, like the list of all articles. What is new in a list that other pages have as well (`standing-lists.ts`) is shared from the first
 * page on which it is seen.
 */
import { charactersOf } from '../signature/regions.ts'
import { between, type ComparedTexts, type TextSide } from './compared-texts.ts'
import type { Gap } from './gap.ts'
import type { SharedPlaces } from './shared-places.ts'
import { isShared, mayCome, mayGo, pagesAlong, type SharedText, type Sighting } from './shared-text.ts'
import type { CommonList } from './standing-lists.ts'

/** How many shared texts must be in a place, and their share of all texts there, for the place to hold a shared list. */
const MIN_LISTED = 2
const LISTED_SHARE = 0.6
/** A card in a list has a link, a title, a few lines and a date. */
const NEAR_PIECES = 4
const MOST_OF_IT = 0.5

/** What is known about the host. */
export interface KnownTexts {
  readonly places: SharedPlaces
  /** Whether the page shares the texts of a place with one other page. */
  readonly hasPair: (place: number, atLeast?: number) => boolean
  readonly texts: ReadonlyMap<number, SharedText>
  /** Lists that the page has in common with others. */
  readonly lists: () => readonly CommonList[]
}

export class SharedGaps {
  private readonly known: KnownTexts
  private readonly compared: ComparedTexts
  private readonly sighting: Sighting
  /** Paths with a text that came or went together with other pages. */
  private readonly paths: ReadonlySet<number>
  /** Places that hold mostly shared texts, paths that a pair of pages shares, and shared texts by their words; computed on first use. */
  private lists: ReadonlySet<number> | undefined
  private paired: ReadonlySet<number> | undefined
  private elsewhere: ReadonlyMap<number, readonly SharedText[]> | undefined
  private standing: readonly CommonList[] | undefined

  constructor(known: KnownTexts, compared: ComparedTexts, sighting: Sighting) {
    this.known = known
    this.compared = compared
    this.sighting = sighting
    this.paths = this.sharedPaths()
  }

  /**
   * The smallest number of other pages that share one of the gap's texts, 0 if only the place is known; undefined if some of the gap is
   * the page's own.
   */
  pagesWith(gap: Gap): number | undefined {
    return this.changedPagesWith(gap) ?? (this.isStandingList(gap) ? 0 : undefined)
  }

  /** Whether all main text of the gap belongs to a list that other pages have too. */
  private isStandingList(gap: Gap): boolean {
    const { before, after } = this.compared
    this.standing ??= this.known.lists()
    return this.standing.some(list => {
      const isItem = this.itemTest(list, gap)
      const isIn = (side: TextSide, range: readonly [number, number]) =>
        between(range).every(at => !side.isMainAt(at) || isItem(side, at))
      return (
        isIn(before, gap.removed) &&
        isIn(after, gap.added) &&
        !isMost(after, list.around) &&
        !isMost(before, list.around)
      )
    })
  }

  /** Tells what belongs to a list. If few pages have it, they must have been seen to change together. */
  private itemTest({ place, paths, around, isOfMany }: CommonList, gap: Gap) {
    const isAround = (side: TextSide, at: number) => around.has(side.pathAt(at))
    const isAmong = (side: TextSide, at: number) => paths.has(side.pathAt(at))
    if (this.isTogether(gap)) return isAround
    if (isOfMany) return isAmong
    if (!this.known.hasPair(place, 1)) return () => false
    return (side: TextSide, at: number) =>
      isAmong(side, at) || (isAround(side, at) && this.known.hasPair(side.placeAt(at), 1))
  }

  /** Whether all main text of the gap came or went on another page too, and no page contradicts. */
  private isTogether(gap: Gap): boolean {
    const { before, after } = this.compared
    const isAlong = (side: TextSide, at: number): boolean => {
      if (!side.isMainAt(at)) return true
      const text = this.known.texts.get(side.keyAt(at))
      return text !== undefined && text.against === 0 && pagesAlong(text, this.sighting.page) > 0
    }
    return (
      this.compared.removedIn(gap).every(at => isAlong(before, at)) &&
      this.compared.addedIn(gap).every(at => isAlong(after, at))
    )
  }

  private changedPagesWith(gap: Gap): number | undefined {
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
   * Whether everything that moved within the page is known from other pages. Text that is in the gap and also elsewhere on the other side
   * has only changed places, which is a change of the page itself, as in a ranking, unless it belongs to a shared list.
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

  /** Whether other pages show it, in the same place or in another. */
  private isKnown(side: TextSide, at: number): boolean {
    if (this.isKnownPlace(side, at) || this.sharedLists().has(side.placeAt(at))) return true
    return this.sharedWords().has(side.wordsAt(at))
  }

  /** Links are treated like the text that they are in, because their addresses may name the page. */
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

  /** A list that makes up most of its page belongs to the page, whichever others have it. */
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

  /** Places of this page where most of the earlier texts are known from other pages: what is new there will be known too. */
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

  /** What had already come or gone by the last visit was shared then, or there would be a later revision. */
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

  /** Whether there is a shared link in the gap or near it. */
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

  /** Whether the places of the gap, and of the shared texts near it, hold most of the main text. */
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

/** Whether some paths hold most of the main text. */
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
