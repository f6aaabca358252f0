/** Lists the pages of a collection that a site model applies to. */
import { type GuideData, isFor } from '../../site/index.ts'
import type { PageQuery, PageRow, PageStore } from '../../store/index.ts'

type Bounds = Pick<GuideData, 'origin' | 'domain'>

/** A domain has many origins, so all pages are read and those of other sites skipped. */
export async function* pagesOf(
  store: PageStore,
  { origin, domain }: Bounds,
  query: PageQuery,
): AsyncGenerator<PageRow> {
  const place = origin === null || domain !== undefined ? {} : { origin }
  for await (const page of store.pages({ ...query, ...place }))
    if (isFor({ origin, ...(domain !== undefined && { domain }) }, page.url)) yield page
}
