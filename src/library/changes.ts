import type { ChangeNote } from '../change/index.ts'
import type { ChangeQuery } from '../store/index.ts'
import { originNamed } from './address.ts'
import { changeOf } from './history.ts'
import { dateOf } from './plain.ts'
import type { Visible } from './visible.ts'

export interface ChangesQuery {
  /** Only changes found at that time or later. */
  readonly since?: Date
  /** Only changes found until then. */
  readonly until?: Date
  /** `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  /** A class in the model of the site. */
  readonly class?: string
  readonly limit?: number
  /** `oldest` first by default. */
  readonly order?: 'oldest' | 'newest'
}

/** A page was found to have changed. */
export interface PageChange {
  readonly url: string
  /** Scheme, host and port. */
  readonly host: string
  readonly class: string | null
  /** When it was found. */
  readonly at: Date
  /** The revision that it made. */
  readonly revision: number
  /** What differs and where; null where the bytes were not compared. */
  readonly change: ChangeNote | null
}

export async function* changesOf(visible: Visible, query: ChangesQuery): AsyncGenerator<PageChange> {
  for await (const { url, origin, pageClass, at, revision, note } of visible.changes(storeQuery(query)))
    yield { url, host: origin, class: pageClass, at: dateOf(at), revision, change: changeOf(note) }
}

const storeQuery = ({ since, until, host, class: pageClass, limit, order }: ChangesQuery): ChangeQuery => ({
  ...(since && { since: since.getTime() }),
  ...(until && { until: until.getTime() }),
  ...(host !== undefined && { origin: originNamed(host) }),
  ...(pageClass !== undefined && { pageClass }),
  ...(limit !== undefined && { limit }),
  ...(order && { order }),
})
