import type { PageRow } from '../../store/index.ts'
import { type PageLink, Revision } from '../revision.ts'
import type { Visible } from '../visible.ts'

/** The links of a page as readers may see it. The store has the links of the newest revision, which readers may not see yet. */
export async function linksOn(visible: Visible, row: PageRow): Promise<readonly PageLink[]> {
  const { store, archiveFolder } = visible.holdings
  if (visible.until === null) {
    const { pageLinks } = await import('../reading/scan-links.ts')
    const kept = await store.links(row)
    return kept ? pageLinks(kept.packed) : []
  }
  const revision = await visible.current(row)
  return revision?.place ? new Revision(row.url, revision, archiveFolder).links().catch(() => []) : []
}
