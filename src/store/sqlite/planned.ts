/** How a plan reads pages: all of them, those that may be moved, or one in `oneIn`. */
import { IS_MOVABLE, IS_PLANNED, isDrawn, isDrawnId, PLANNED_PAGE } from '../columns.ts'
import { firstId, lastId } from '../ids.ts'
import { isResting, type Resting } from '../resting.ts'
import type { PlannedPage } from '../rows.ts'
import type { Sqlite } from './open.ts'

const planned = (which: string, limit: number) =>
  `SELECT ${PLANNED_PAGE} FROM page p WHERE id > ? AND ${which} ORDER BY id LIMIT ${limit}`

/** Planned pages after a given id. */
export const plannedPages = (limit: number, oneIn = 1): string =>
  planned(`${IS_PLANNED} AND ${isDrawn(oneIn)}`, limit)

/**
 * Pages after a given id that may be moved. Most of them rest, which the first columns of a row tell; reading the later columns takes
 * longer.
 */
export const movablePages = (resting: Resting | null, limit: number): string =>
  planned(resting ? `NOT (${isResting(resting)}) AND ${IS_MOVABLE}` : IS_MOVABLE, limit)

/** Rows looked up at a time, which takes a few milliseconds. */
const LOOKED_UP = 512
/** Looking up one row takes about as long as skipping this many. */
export const MIN_DRAWN_BY_ID = 16

/** About one planned page in `oneIn`, selected by id, so that the others need not be read. */
export function* pagesDrawnById(database: Sqlite, oneIn: number, shards: number): Generator<PlannedPage[]> {
  const find = database.prepare(
    `SELECT ${PLANNED_PAGE} FROM page p WHERE id IN (SELECT value FROM json_each(?)) AND ${IS_PLANNED} ORDER BY id`,
  )
  const found = (ids: readonly number[]) => find.all(JSON.stringify(ids)) as PlannedPage[]
  for (let shard = 0; shard < shards; shard++) {
    const end = lastIn(database, shard)
    let ids: number[] = []
    for (let id = firstId(shard); id <= end; id++) {
      if (!isDrawnId(id, oneIn)) continue
      ids.push(id)
      if (ids.length < LOOKED_UP) continue
      yield found(ids)
      ids = []
    }
    if (ids.length > 0) yield found(ids)
  }
}

function lastIn(database: Sqlite, shard: number): number {
  const last = database.prepare('SELECT max(id) FROM page WHERE id <= ?').pluck().get(lastId(shard))
  return typeof last === 'number' ? last : 0
}
