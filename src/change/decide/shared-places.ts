/** Places whose texts come and go on all pages of a host together: new text there is shared from the first page on which it is seen. */
const MAX_PLACES = 100
/** How many texts must have been shared in a place, and the least ratio to those that belonged to single pages. */
const MIN_SHARED = 3
const MIN_MAJORITY = 1.5
/** Limits the counts, because a place may be put to another use. */
const MAX_COUNT = 20

interface Place {
  shared: number
  own: number
}

export class SharedPlaces {
  private readonly places = new Map<number, Place>()

  has(path: number): boolean {
    const place = this.places.get(path)
    return place !== undefined && place.shared >= MIN_SHARED && place.shared >= MIN_MAJORITY * place.own
  }

  note(path: number, kind: keyof Place): void {
    const place = this.places.get(path) ?? { shared: 0, own: 0 }
    place[kind]++
    if (place[kind] > MAX_COUNT) {
      place.shared = Math.floor(place.shared / 2)
      place.own = Math.floor(place.own / 2)
    }
    this.places.delete(path)
    this.places.set(path, place)
    const [oldest] = this.places.keys()
    if (this.places.size > MAX_PLACES) this.places.delete(oldest!)
  }

  toJSON(): readonly (readonly number[])[] {
    return [...this.places].map(([path, { shared, own }]) => [path, shared, own])
  }

  /** Skips rows that cannot be read. */
  static from(json: unknown): SharedPlaces {
    const places = new SharedPlaces()
    for (const row of Array.isArray(json) ? json.slice(0, MAX_PLACES) : []) {
      if (!Array.isArray(row) || row.length !== 3 || !row.every(Number.isInteger)) continue
      const [path, shared, own] = row as [number, number, number]
      places.places.set(path, { shared, own })
    }
    return places
  }
}
