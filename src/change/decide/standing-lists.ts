/**
 * Lists of links that several pages of a host show, such as the latest news beside each article: known from what stands on the pages,
 * before any of it has changed.
 *
 * A list is what stands from the first to the last link of one place in the main text. Two pages show the same list if they have half of
 * it in common as far as the shorter one goes: a page may leave out itself, or show fewer items. Its beginning must be alike, so the
 * articles of one author are not the list of all articles. Pages with the same longest text, such as versions of one page, do not count
 * as several. Memory: at most `MAX_LISTS` of `MAX_ITEMS` each; those of single pages are forgotten first.
 */
import { charactersOf, LINKS, MAIN, type Regions } from '../signature/regions.ts'
import { hashText } from '../text/hash.ts'
import { between, TextSide } from './compared-texts.ts'

const MAX_LISTS = 60
/** Most lists noted of one page, and pieces noted of a list. */
const MAX_NOTED = 12
const MAX_ITEMS = 16
const MIN_LINKS = 2
/** Longer texts around the links of a list, on average, are running text. */
const MAX_CHARACTERS = 120
/** How many other pages must have a list, and the least share that two lists have in common. */
const MIN_PAGES = 3
const MIN_COMMON = 0.5

/** The lists of a page at one visit. */
export interface ListSight extends PageOfList {
  readonly lists: readonly (readonly number[])[]
}

/** A page, by the hash of its address and that of its longest text. */
interface PageOfList {
  readonly address: number
  readonly longest: number
}

/** A list that a page has in common with others. */
export interface CommonList {
  readonly place: number
  /** Paths that occur from its first link to its last, and nowhere else on the page. */
  readonly paths: ReadonlySet<number>
  /** Those and the paths of one more item at either end: the first item may be larger than the others. */
  readonly around: ReadonlySet<number>
  /** Whether enough other pages have it. */
  readonly isOfMany: boolean
}

interface StandingList {
  readonly items: readonly number[]
  /** Pages that differ in address and longest text; the first few. */
  readonly pages: PageOfList[]
}

export function listSight(url: string, regions: Regions): ListSight {
  const side = new TextSide(regions)
  const lists = [...listsOf(side).values()].slice(0, MAX_NOTED)
  return { ...pageOf(url, regions), lists: lists.map(links => itemsOf(side, links)) }
}

/** The link targets of each place with several blocks of links, unless they stand in running text. */
function listsOf(side: TextSide): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (let at = 0; at < side.regions.count; at++) {
    if (!side.isLinksAt(at) || !side.isMainAt(at)) continue
    const links = places.get(side.placeAt(at))
    if (links === undefined) places.set(side.placeAt(at), [at])
    else links.push(at)
  }
  return new Map([...places].filter(([, links]) => links.length >= MIN_LINKS && !isProse(side, links)))
}

/** Whether the blocks that hold the links say much more than the links do. */
function isProse(side: TextSide, links: readonly number[]): boolean {
  const path = side.pathAt(links[0]!)
  let characters = 0
  for (let at = links[0]!; at < links.at(-1)!; at++)
    if (side.pathAt(at) === path && !side.isLinksAt(at)) characters += charactersOf(side.regions.weights[at]!)
  return characters > MAX_CHARACTERS * (links.length - 1)
}

/** Hashes of the links and of the texts between them. */
function itemsOf(side: TextSide, links: readonly number[]): number[] {
  const [first, last] = [links[0]!, links.at(-1)!]
  return [...new Set(between([first, Math.min(first + MAX_ITEMS, last + 1)]).map(at => side.wordsAt(at)))]
}

function pageOf(url: string, { count, hashes, weights, flags }: Regions): PageOfList {
  let longest = -1
  for (let at = 1; at < count; at++) {
    if ((flags[at]! & (LINKS | MAIN)) !== MAIN) continue
    if (longest < 0 || charactersOf(weights[at]!) > charactersOf(weights[longest]!)) longest = at
  }
  return { address: hashText(url), longest: hashes[longest] ?? 0 }
}

export class StandingLists {
  private readonly lists = new Map<string, StandingList>()

  learn({ lists, ...page }: ListSight): void {
    for (const items of lists) {
      const key = items.join()
      const known = this.lists.get(key) ?? { items, pages: [] }
      if (known.pages.length <= MIN_PAGES) addPage(known.pages, page)
      this.lists.delete(key)
      this.lists.set(key, known)
    }
    this.forget()
  }

  /** The lists of a page that other pages have as well. */
  in(url: string, side: TextSide): CommonList[] {
    if (this.lists.size === 0) return []
    const page = pageOf(url, side.regions)
    const found: CommonList[] = []
    for (const [place, links] of listsOf(side)) {
      const others = this.othersWith(itemsOf(side, links), page)
      if (others > 0) found.push({ place, ...itemPaths(side, links), isOfMany: others >= MIN_PAGES })
    }
    return found
  }

  toJSON(): readonly (readonly number[])[] {
    return [...this.lists.values()].map(({ items, pages }) => [
      pages.length,
      ...pages.flatMap(({ address, longest }) => [address, longest]),
      ...items,
    ])
  }

  /** Skips rows that cannot be read. */
  static from(json: unknown): StandingLists {
    const standing = new StandingLists()
    for (const row of Array.isArray(json) ? json.slice(0, MAX_LISTS) : []) {
      if (!Array.isArray(row) || !row.every(Number.isInteger)) continue
      const [count, ...rest] = row as [number, ...number[]]
      if (count < 1 || count > MIN_PAGES + 1 || rest.length <= 2 * count) continue
      const pages = between([0, count]).map(at => ({ address: rest[2 * at]!, longest: rest[2 * at + 1]! }))
      const items = rest.slice(2 * count, 2 * count + MAX_ITEMS)
      standing.lists.set(items.join(), { items, pages })
    }
    return standing
  }

  /** How many other pages have a list that is alike. */
  private othersWith(items: readonly number[], page: PageOfList): number {
    const pages = [page]
    for (const list of this.lists.values())
      if (isAlike(items, list.items)) for (const other of list.pages) addPage(pages, other)
    return pages.length - 1
  }

  private forget(): void {
    for (const isSingle of [true, false])
      for (const [key, { pages }] of this.lists) {
        if (this.lists.size <= MAX_LISTS) return
        if (!isSingle || pages.length === 1) this.lists.delete(key)
      }
  }
}

function addPage(pages: PageOfList[], page: PageOfList): void {
  const isKnown = pages.some(({ address, longest }) => address === page.address || longest === page.longest)
  if (!isKnown) pages.push(page)
}

function isAlike(a: readonly number[], b: readonly number[]): boolean {
  const length = Math.min(a.length, b.length)
  const first = new Set(a.slice(0, length))
  let common = 0
  for (let at = 0; at < length; at++) if (first.has(b[at]!)) common++
  return common >= MIN_COMMON * length
}

function itemPaths(side: TextSide, links: readonly number[]): Pick<CommonList, 'paths' | 'around'> {
  const [first, last] = [links[0]!, links.at(-1)!]
  let longest = 0
  for (let at = 1; at < links.length; at++) longest = Math.max(longest, links[at]! - links[at - 1]!)
  const { count } = side.regions
  const [from, to] = [Math.max(0, first - 2 * longest), Math.min(count, last + 2 * longest)]
  const around = new Set(between([from, to]).map(at => side.pathAt(at)))
  for (let at = 0; at < count; at++) if (at < from || at >= to) around.delete(side.pathAt(at))
  const within = between([first, last + 1]).map(at => side.pathAt(at))
  return { around, paths: new Set(within.filter(path => around.has(path))) }
}
