import type { ChangeNote } from '../change/index.ts'
import { given } from '../env/given.ts'
import type { ChangePlace, ChangeQuery, ChangeRow } from '../store/index.ts'
import { originNamed } from './address.ts'
import { packedCursor, unpackedCursor } from './cursor.ts'
import { changeOf } from './history.ts'
import { givenTime } from './moment.ts'
import { dateOf } from './plain.ts'
import type { Visible } from './visible.ts'

export interface ChangesQuery {
  /** Only changes found at this time or later. */
  readonly since?: Date
  /** Only changes found at this time or earlier. */
  readonly until?: Date
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  /** Only pages of this class in the model of the site. */
  readonly class?: string
  readonly limit?: number
  /** Continue after the change with this cursor, in the same order. */
  readonly cursor?: string
  /** Which changes come first; `oldest` by default. */
  readonly order?: 'oldest' | 'newest'
}

/** A change found on a page. */
export interface PageChange {
  readonly url: string
  /** Scheme, host and port. */
  readonly host: string
  readonly class: string | null
  /** When the change was found. */
  readonly at: Date
  /** Number of the new revision. */
  readonly revision: number
  /** What differs and where; null if the contents were not compared. */
  readonly change: ChangeNote | null
  /** Pass to `collection.changes({ cursor })` to continue after this change. */
  readonly cursor: string
}

export async function* changesOf(visible: Visible, query: ChangesQuery): AsyncGenerator<PageChange> {
  for await (const row of visible.changes(storeQuery(query))) yield changeIn(row)
}

const changeIn = ({ url, origin, pageClass, at, revision, note, shard, page }: ChangeRow): PageChange => ({
  url,
  host: origin,
  class: pageClass,
  at: dateOf(at),
  revision,
  change: changeOf(note),
  cursor: packedCursor(ORDER, at, shard, page, revision),
})

/** One name for both orders: a change has the same cursor in either. */
const ORDER = 'changes'

function placeIn(cursor: string): ChangePlace {
  const [at, shard, page, revision] = unpackedCursor(cursor, ORDER, 4).map(Number)
  return { at: at!, shard: shard!, page: page!, revision: revision! }
}

const storeQuery = ({
  since,
  until,
  host,
  class: pageClass,
  limit,
  order,
  cursor,
}: ChangesQuery): ChangeQuery => ({
  ...(since && { since: givenTime('since', since) }),
  ...(until && { until: givenTime('until', until) }),
  ...(host !== undefined && { origin: originNamed(host) }),
  ...given({ pageClass, limit, order }),
  ...(cursor !== undefined && { after: placeIn(cursor) }),
})
