/**
 * Places whose texts come and go on two pages together, time after time: the top stories beside the imprint and the privacy policy of a
 * newspaper, where a crawl keeps no other page of it. Two pages that once say the same prove nothing, as prices do not; two that
 * always do, and never one without the other, share a list. It is known of these pages alone, whatever others have in the same place.
 */
const MAX_PLACES = 100
/** Times at which texts came or went together, and how many times as many as one page was alone. */
const MIN_TOGETHER = 2
const MIN_MAJORITY = 1.5
/** More is as good as this: a place may be put to another use. */
const MAX_COUNT = 20
/** What happens within so many minutes is one event. */
const SPREAD = 60
/** What more pages have is known without pairs. */
const MAX_PAGES = 4

interface Place {
  together: number
  alone: number
  /** The last of both kinds, in minutes since 1970. */
  togetherAt: number
  aloneAt: number
  /** Pages that were together, by their addresses. */
  readonly pages: Set<number>
}

export class PairedPlaces {
  private readonly places = new Map<number, Place>()

  has(path: number, page: number): boolean {
    const place = this.places.get(path)
    if (place === undefined || !place.pages.has(page)) return false
    return place.together >= MIN_TOGETHER && place.together >= MIN_MAJORITY * place.alone
  }

  /** A text came or went on a page and on another, and no page contradicts. */
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

  /** A text of one page that another does not have. */
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

  /** Rows that cannot be read are left out. */
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
