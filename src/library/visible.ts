import { type Collection, publishedAt } from '../crawl/index.ts'
import type { PageQuery, PageRow, RevisionRow, Store } from '../store/index.ts'
import { configForReading, rememberedConfig } from './context.ts'

/**
 * The time up to which readers may look: the end of the last finished cycle where the config publishes by shadow, else null,
 * which is now. A shadow collection that has not finished a cycle yet shows nothing (0).
 */
export async function readableUntil(collection: Collection): Promise<number | null> {
  const remembered = await rememberedConfig(collection)
  if (!remembered || configForReading(remembered).settings.refresh.publish !== 'shadow') return null
  return (await publishedAt(collection.store)) ?? 0
}

/** A page as it was at a time, with the revision it had then; null when it was not stored yet. */
export async function pageAsOf(
  store: Store,
  page: PageRow,
  until: number | null,
): Promise<{ readonly page: PageRow; readonly revision: RevisionRow | undefined } | null> {
  const revisions = await store.revisions(page)
  if (until === null) return { page, revision: revisions.at(-1) }
  const revision = revisions.filter(one => one.fetchedAt <= until).at(-1)
  if (!revision) return null
  const { number, fetchedAt, digest, sizeBytes, type, title } = revision
  return {
    page: { ...page, revision: number, changedAt: fetchedAt, digest, sizeBytes, type, title },
    revision,
  }
}

/** Pages as readers may see them; those that are not stored are the same at all times. */
export async function* pagesAsOf(
  store: Store,
  until: number | null,
  query: PageQuery,
): AsyncGenerator<PageRow> {
  for await (const page of store.pages(query)) {
    if (until === null || page.revision === 0) yield page
    else {
      const seen = await pageAsOf(store, page, until)
      if (seen) yield seen.page
    }
  }
}
