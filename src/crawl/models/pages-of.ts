/** The pages of a collection that a site model is for. */
import { type GuideData, isFor } from '../../site/index.ts'
import type { PageQuery, PageRow, PageStore } from '../../store/index.ts'

type Bounds = Pick<GuideData, 'origin' | 'domain'>

/** The hosts of a domain are many origins: then all pages are looked at, and others passed over. */
export async function* pagesOf(
  store: PageStore,
  { origin, domain }: Bounds,
  query: PageQuery,
): AsyncGenerator<PageRow> {
  const place = origin === null || domain !== undefined ? {} : { origin }
  for await (const page of store.pages({ ...query, ...place }))
    if (isFor({ origin, ...(domain !== undefined && { domain }) }, page.url)) yield page
}
