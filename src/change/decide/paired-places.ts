/**
 * Places whose texts come and go on two pages together, time after time: such as the top stories beside the imprint and the privacy policy
 * of a newspaper, if a crawl keeps no other page of it. Two pages that say the same once prove nothing, as two prices may be equal; two
 * that always do, never one without the other, share a list. This is known for these pages only, whatever others have in the same place.
 */
const MAX_PLACES = 100
/** How often texts must have come or gone together, and the least ratio to how often one page was alone. */
const MIN_TOGETHER = 2
const MIN_MAJORITY = 1.5
/** Limits the counts, because a place may be put to another use. */
const MAX_COUNT = 20
/** What happens within this many minutes is one event. */
const SPREAD = 60
/** Texts shared by more pages are recognized without pairs. */
const MAX_PAGES = 4

interface Place {
  together: number
  alone: number
  /** Times of the last events of both kinds, in minutes since 1970. */
  togetherAt: number
  aloneAt: number
  /** Hashed addresses of the pages that changed together. */
  readonly pages: Set<number>
}

export class PairedPlaces {
  private readonly places = new Map<number, Place>()

  has(path: number, page: number, atLeast = MIN_TOGETHER): boolean {
    const place = this.places.get(path)
    if (place === undefined || !place.pages.has(page)) return false
    return place.together >= atLeast && place.together >= MIN_MAJORITY * place.alone
  }

  /** Records that a text came or went on a page and on another, and no page contradicts. */
  together(path: number, at: number, page: number): void {
    const place = this.place(path)
    place.pages.delete(page)
    place.pages.add(page)
    const [oldest] = place.pages
    if (place.pages.size > MAX_PAGES) place.pages.delete(oldest!)
    if (at <= place.togetherAt + SPREAD) return
    place.togetherAt = at
    place.together = Math.min(MAX_COUNT, place.together + 1)
  }

  /** Records that one page has a text that another lacks. */
  alone(path: number, at: number): void {
    const place = this.place(path)
    if (at <= place.aloneAt + SPREAD) return
    place.aloneAt = at
    place.alone = Math.min(MAX_COUNT, place.alone + 1)
  }

  private place(path: number): Place {
    const place = this.places.get(path) ?? placeOf(0, 0, 0, 0)
    this.places.delete(path)
    this.places.set(path, place)
    const [oldest] = this.places.keys()
    if (this.places.size > MAX_PLACES) this.places.delete(oldest!)
    return place
  }

  toJSON(): readonly (readonly number[])[] {
    return [...this.places].map(([path, { together, alone, togetherAt, aloneAt, pages }]) => [
      ...[path, together, alone, togetherAt, aloneAt],
      ...pages,
    ])
  }

  /** Skips rows that cannot be read. */
  static from(json: unknown): PairedPlaces {
    const paired = new PairedPlaces()
    for (const row of Array.isArray(json) ? json.slice(0, MAX_PLACES) : []) {
      if (!Array.isArray(row) || row.length < ROW_LENGTH || !row.every(Number.isInteger)) continue
      const [path, together, alone, togetherAt, aloneAt, ...pages] = row as Row
      paired.places.set(path, placeOf(together, alone, togetherAt, aloneAt, pages.slice(0, MAX_PAGES)))
    }
    return paired
  }
}

type Row = [path: number, together: number, alone: number, togetherAt: number, aloneAt: number, ...number[]]
const ROW_LENGTH = 5

const placeOf = (
  together: number,
  alone: number,
  togetherAt: number,
  aloneAt: number,
  pages: readonly number[] = [],
): Place => ({ together, alone, togetherAt, aloneAt, pages: new Set(pages) })
