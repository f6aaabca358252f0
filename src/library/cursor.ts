/** Cursors: places in listings, as opaque strings. */
import { Failure } from '../env/index.ts'
import { type PagePlace, type PageRef, pageId } from '../store/index.ts'

/** The place of a page in the order of discovery. */
export const cursorOf = ({ shard, id }: PageRef): string => `${shard.toString(36)}.${id.toString(36)}`

export function placeOfCursor(cursor: string): PageRef {
  const [, shard, id] = /^([0-9a-z]{1,8})\.([0-9a-z]{1,11})$/.exec(cursor) ?? []
  if (shard === undefined || id === undefined) throw noCursor(cursor)
  return { shard: Number.parseInt(shard, 36), id: pageId(Number.parseInt(id, 36)) }
}

/** The cursor of a place in a list. It names the list's `order`, so that a cursor of another order can be rejected. */
export const packedCursor = (order: string, ...place: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify([order, ...place])).toString('base64url')

export function unpackedCursor(
  cursor: string,
  order: string,
  width: number,
): readonly (string | number | null)[] {
  const [found, ...place] = listIn(cursor)
  if (place.length !== width || !place.every(isPart)) throw noCursor(cursor)
  if (found !== order)
    throw new Failure('usage', 'the cursor is that of another list or order: begin this one without a cursor')
  return place
}

/** The place of a page in a sorted list. */
export const sortedCursor = (order: string, { stretch, key, id }: PagePlace): string =>
  packedCursor(order, stretch, key, id)

export function placeOfSortedCursor(cursor: string, order: string): PagePlace {
  const [stretch, key, id] = unpackedCursor(cursor, order, 3)
  if (!isCount(stretch) || !isCount(id)) throw noCursor(cursor)
  return { stretch, key: key ?? null, id }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isPart = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || typeof value === 'number'

function listIn(cursor: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(list) ? list : []
  } catch {
    throw noCursor(cursor)
  }
}

const noCursor = (cursor: string) =>
  new Failure('usage', `"${cursor}" is not a cursor: use that of the last row you have seen`)
