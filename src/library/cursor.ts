import { Failure } from '../env/index.ts'
import { type PageRef, pageId } from '../store/index.ts'

/** The place of a page in a listing, as a word that means nothing to others. */
export const cursorOf = ({ shard, id }: PageRef): string => `${shard.toString(36)}.${id.toString(36)}`

export function placeOfCursor(cursor: string): PageRef {
  const [, shard, id] = /^([0-9a-z]{1,8})\.([0-9a-z]{1,11})$/.exec(cursor) ?? []
  if (shard === undefined || id === undefined)
    throw new Failure('usage', `"${cursor}" is not a cursor: use that of the last page you have seen`)
  return { shard: Number.parseInt(shard, 36), id: pageId(Number.parseInt(id, 36)) }
}
