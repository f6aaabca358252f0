import type { MetaStore, ModelStore } from '../store/index.ts'

/** Stored pages of a media type, and the bytes of their current revisions. */
export interface TypeShare {
  readonly type: string
  readonly pages: number
  readonly bytes: number
}

const HTML = 'text/html'

/** Sorted by number of pages, largest first. HTML, usually by far the most, is what remains of the totals, so it need not be counted. */
export async function typeCounts(
  store: Pick<MetaStore, 'counts'> & Pick<ModelStore, 'otherTypes'>,
): Promise<readonly TypeShare[]> {
  const [{ fetched, bytes }, others] = [await store.counts(), await store.otherTypes()]
  const sum = (of: (each: TypeShare) => number) => others.reduce((all, each) => all + of(each), 0)
  const html = {
    type: HTML,
    pages: Math.max(0, fetched - sum(each => each.pages)),
    bytes: Math.max(0, bytes - sum(each => each.bytes)),
  }
  return [html, ...others].filter(each => each.pages > 0).toSorted((a, b) => b.pages - a.pages)
}
