/**
 * Lists pages in an order that people choose, one part at a time. There are two ways:
 * - If a filter leaves few pages, they are read from its index and sorted.
 * - Otherwise the order is walked in its index, skipping pages that do not pass. If many pass, a part fills up quickly. If few do (a rare
 *   text, filters that exclude each other), the walk stops after a bounded number of pages, and the next part continues from there.
 * So a part costs the same however many pages there are. Which way is shorter is decided by counting up to a bound rather than by a query
 * planner, which may not have statistics about the tables yet.
 */
import {
  counted,
  type ListDialect,
  listed,
  narrowed,
  type PageWalk,
  type Sql,
  sifted,
  siftersOf,
  sorted,
  stretchesOf,
  walked,
} from './list-sql.ts'
import {
  LIST_BOUNDS,
  type ListBounds,
  type ListedPage,
  type PageListPart,
  type PageListQuery,
  type PagePlace,
} from './page-list.ts'
import type { PageRow } from './rows.ts'

export type AskRows = <Row extends object>(sql: Sql) => Promise<readonly Row[]>

/** A full part is usually found among this many times as many pages; if not, each further chunk is larger by `GROWTH`. */
const FIRST_CHUNK = 4
const GROWTH = 4

export async function listPages(
  query: PageListQuery,
  dialect: ListDialect,
  ask: AskRows,
): Promise<PageListPart> {
  return new Listing(query, dialect, ask).part()
}

interface Place {
  readonly id: number
  readonly sort_key: string | number | null
}

class Listing {
  readonly #query: PageListQuery
  readonly #dialect: ListDialect
  readonly #ask: AskRows
  readonly #bounds: ListBounds
  readonly #found: ListedPage[] = []
  #looked = 0

  constructor(query: PageListQuery, dialect: ListDialect, ask: AskRows) {
    this.#query = query
    this.#dialect = dialect
    this.#ask = ask
    this.#bounds = query.bounds ?? LIST_BOUNDS
  }

  async part(): Promise<PageListPart> {
    const stretches = stretchesOf(this.#query, this.#dialect)
    let { after } = this.#query
    for (let number = after?.stretch ?? 0; number < stretches.length; number++) {
      const walk = { number, stretch: stretches[number]!, descending: this.#query.descending, after }
      const end = await this.#stretch(walk)
      if (this.#missing === 0) return this.#told(this.#found[this.#query.limit - 1]!.place)
      if (end !== null) return this.#told(end)
      after = null
    }
    return this.#told(null)
  }

  /** One more page than requested, which tells whether there is a next part. */
  get #missing(): number {
    return this.#query.limit + 1 - this.#found.length
  }

  #told(next: PagePlace | null): PageListPart {
    return { pages: this.#found.slice(0, this.#query.limit), next, looked: this.#looked }
  }

  /** The place where the walk stopped early; null if the part is full, or the stretch is over. */
  async #stretch(walk: StretchWalk): Promise<PagePlace | null> {
    const filters = siftersOf(this.#query, walk.stretch, this.#dialect)
    const few = await this.#few(walk)
    if (!few) return this.#walk(walk, filters)
    await this.#keep(walk, sorted(few, walk, filters, this.#dialect))
    return null
  }

  /** The pages left by the first filter that leaves few. */
  async #few({ stretch: { status } }: PageWalk): Promise<Sql | null> {
    const { maxSorted } = this.#bounds
    const filter = status === undefined ? this.#query : { ...this.#query, status }
    for (const each of narrowed(filter, this.#dialect)) {
      const [row] = await this.#ask<{ readonly count: number }>(counted(each, maxSorted + 1))
      if (row!.count > maxSorted) continue
      this.#looked += row!.count
      return each
    }
    return null
  }

  async #walk(walk: StretchWalk, filters: readonly Sql[]): Promise<PagePlace | null> {
    let chunk = filters.length === 0 ? this.#missing : this.#missing * FIRST_CHUNK
    for (let from = walk; ; chunk *= GROWTH) {
      const size = Math.max(1, Math.min(chunk, this.#bounds.maxLooked - this.#looked))
      const passing = walked(from, this.#dialect, size)
      await this.#keep(walk, sifted(passing, filters, this.#dialect, walk.descending))
      if (this.#missing === 0) return null
      const [end] = await this.#ask<Place>(walked(from, this.#dialect, 1, size - 1))
      this.#looked += size
      if (!end) return null
      const after = { stretch: walk.number, key: end.sort_key, id: end.id }
      if (this.#looked >= this.#bounds.maxLooked) return after
      from = { ...from, after }
    }
  }

  async #keep({ number, descending }: StretchWalk, listing: Sql): Promise<void> {
    const sql = listed({ ...listing, values: [...listing.values, this.#missing] }, this.#dialect, descending)
    for (const { sortKey, ...page } of await this.#ask<PageRow & { readonly sortKey: Place['sort_key'] }>(
      sql,
    ))
      this.#found.push({ page, place: { stretch: number, key: sortKey, id: page.id } })
  }
}

interface StretchWalk extends PageWalk {
  readonly number: number
}
