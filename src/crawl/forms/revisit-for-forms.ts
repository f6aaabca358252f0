/**
 * Forms are found on visited pages. In a collection that was crawled before forms were filled in, or with another limit of queries, nothing
 * may be left to visit. Pages near the seeds, which usually have the search form of a site, are then visited once more.
 */
import type { MetaStore, PageStore, PlanStore } from '../../store/index.ts'
import type { CrawlSettings } from '../settings.ts'

const META = 'forms'
const MAX_PAGES = 50

export async function revisitForForms(
  store: MetaStore & Pick<PageStore, 'pages'> & Pick<PlanStore, 'askFor'>,
  { forms, seedDepth }: CrawlSettings,
  nowMs: number,
): Promise<void> {
  if (forms === null) return
  const { queries, post } = forms
  const asked = JSON.stringify({ queries, post })
  if ((await store.readMeta()).get(META) === asked) return
  let left = MAX_PAGES
  for await (const page of store.pages({ stored: true })) {
    if (page.kind !== 'page' || page.depth > seedDepth + 1) continue
    if (await store.askFor(page, nowMs)) left--
    if (left <= 0) break
  }
  await store.writeMeta({ [META]: asked })
}
