/** Lists pages in any order with any filter, in parts whose cost does not grow with the collection. */
import { given } from '../env/given.ts'
import { type Env, Failure } from '../env/index.ts'
import { PAGE_SORTS, type PageListQuery, pageId, shardOfId } from '../store/index.ts'
import { cursorOf, placeOfCursor, placeOfSortedCursor, sortedCursor } from './cursor.ts'
import { type PagesQuery, storeFilter } from './listing.ts'
import { Page } from './page.ts'
import type { Visible } from './visible.ts'

/** One part of a list of pages. */
export interface PageList {
  /** At most `limit` pages; a part may have fewer, or none, if matches are rare. */
  readonly pages: readonly Page[]
  /** Cursor for the next part; null only at the end of the list. */
  readonly next: string | null
  /** Number of pages examined. */
  readonly looked: number
}

const USUAL_LIMIT = 100
/** Rows requested at a time when listing all pages. */
const CHUNK = 1_000

export async function pageList(visible: Visible, query: PagesQuery, env: Env): Promise<PageList> {
  const wanted = listQuery(query)
  const { pages, next, looked } = await visible.listPages(wanted)
  const cursor = (place: NonNullable<typeof next>) => cursorIn(wanted, place)
  return {
    pages: pages.map(({ page, place }) => new Page(page, visible, env, cursor(place))),
    next: next && cursor(next),
    looked,
  }
}

/** Lists all matching pages, part by part. */
export async function* sortedPages(visible: Visible, query: PagesQuery, env: Env): AsyncGenerator<Page> {
  let left = query.limit ?? Number.POSITIVE_INFINITY
  let { cursor } = query
  while (left > 0) {
    const asked = { ...query, limit: Math.min(left, CHUNK), ...given({ cursor }) }
    const { pages, next } = await pageList(visible, asked, env)
    yield* pages
    left -= pages.length
    if (next === null) return
    cursor = next
  }
}

function listQuery(query: PagesQuery): PageListQuery {
  const { text, type, watched, sort = 'discovered', order = 'ascending', cursor, limit = USUAL_LIMIT } = query
  if (!PAGE_SORTS.includes(sort))
    throw new Failure('usage', `pages cannot be sorted by ${sort}: use one of ${PAGE_SORTS.join(', ')}`)
  const listing = { sort, descending: order === 'descending' }
  return {
    ...storeFilter(query),
    ...(text !== undefined && text !== '' && { text }),
    ...given({ type, watched }),
    ...listing,
    after: cursor === undefined ? null : placeIn(listing, cursor),
    limit,
  }
}

type Order = Pick<PageListQuery, 'sort' | 'descending'>
const orderOf = ({ sort, descending }: Order) => `${descending ? '-' : ''}${sort}`

/** The order of discovery uses the same cursors as plain listings. */
function cursorIn(order: Order, place: NonNullable<PageListQuery['after']>): string {
  if (order.sort !== 'discovered') return sortedCursor(orderOf(order), place)
  return cursorOf({ shard: shardOfId(place.id), id: pageId(place.id) })
}

function placeIn(order: Order, cursor: string): NonNullable<PageListQuery['after']> {
  if (order.sort !== 'discovered') return placeOfSortedCursor(cursor, orderOf(order))
  return { stretch: 0, key: null, id: placeOfCursor(cursor).id }
}
