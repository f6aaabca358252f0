/**
 * A sample of other stored pages of a page's site, for telling text that its pages share from text of one page: pages of the same class
 * first, then those with the nearest addresses. Cost: two index lookups and nine pages read, then cached for a while.
 */

import type { SitePage } from '../../document/content/site-texts.ts'
import { isPageType } from '../../document/type.ts'
import type { Env } from '../../env/index.ts'
import { RecentMap } from '../../env/recent-map.ts'
import type { PageRow } from '../../store/index.ts'
import type { Visible } from '../visible.ts'

/** More would change little: two pages already reveal most of what a site shares (`npm run bench:content`). */
const OTHERS = 8
/** Number of pages with smaller addresses, and with larger ones, that these are chosen from. */
const CONSIDERED = 40
/** Outweighs any number of folders in common. */
const SAME_CLASS = 1_000
const MAX_REMEMBERED = 32
const REMEMBERED_MS = 10 * 60_000

interface Sample {
  readonly until: number
  readonly pages: Promise<readonly SitePage[]>
}

/** Keyed by collection, then by origin, class, folder and the time up to which readers may see. */
const samples = new WeakMap<object, RecentMap<string, Sample>>()

/** Returns the texts of other pages like this one; empty if there are none. */
export async function siteSample(
  visible: Visible,
  page: PageRow,
  { clock }: Pick<Env, 'clock'>,
): Promise<readonly SitePage[]> {
  const remembered = samples.get(visible.holdings) ?? new RecentMap<string, Sample>(MAX_REMEMBERED)
  samples.set(visible.holdings, remembered)
  const key = [page.origin, page.pageClass ?? '', folderOf(page.url), visible.until ?? ''].join(' ')
  const now = clock.now()
  let sample = remembered.get(key)
  if (!sample || sample.until < now) {
    const pages = readSample(visible, page)
    pages.catch(() => remembered.delete(key))
    sample = { until: now + REMEMBERED_MS, pages }
    remembered.set(key, sample)
  }
  return (await sample.pages).filter(({ url }) => url !== page.url).slice(0, OTHERS)
}

/** Reads one page more than needed, because the cached sample may contain the very page it is used for. */
async function readSample(visible: Visible, page: PageRow): Promise<readonly SitePage[]> {
  const [{ textsOfPage }, { revisionText }] = await Promise.all([
    import('../../document/content/main-content.ts'),
    import('../../crawl/body.ts'),
  ])
  const texts: SitePage[] = []
  const digests = new Set<string>()
  for (const row of await candidates(visible, page)) {
    if (texts.length > OTHERS) break
    const digest = row.digest?.toString('hex') ?? row.url
    if (digests.has(digest)) continue
    digests.add(digest)
    const revision = await visible.current(row)
    if (!revision?.place) continue
    const html = await revisionText(visible.holdings.archiveFolder, revision).catch(() => null)
    if (html !== null) texts.push(textsOfPage(row.url, html))
  }
  return texts
}

/** The stretch of fetched pages in the order of addresses. */
const FETCHED = 0
/** Addresses are sorted by this many characters. */
const SORTED_CHARS = 200

/** Pages with the nearest addresses, those of the same class first. They come from an index, so the cost does not grow with the collection. */
async function candidates(visible: Visible, page: PageRow): Promise<readonly PageRow[]> {
  const { origin, pageClass, url, id } = page
  const after = { stretch: FETCHED, key: url.slice(0, SORTED_CHARS), id }
  const bounds = { maxLooked: 2 * CONSIDERED, maxSorted: 0 }
  const order = { sort: 'url', after, limit: CONSIDERED, bounds } as const
  const rows: PageRow[] = []
  for (const descending of [false, true]) {
    const { pages } = await visible.listPages({ ...order, descending })
    for (const { page: row } of pages)
      if (row.origin === origin && row.revision > 0 && row.url !== url && isPageType(row.type)) rows.push(row)
  }
  const nearness = (row: PageRow) =>
    (row.pageClass === pageClass ? SAME_CLASS : 0) + sharedFolders(row.url, url)
  return rows.sort((a, b) => nearness(b) - nearness(a))
}

const folderOf = (url: string): string => new URL('.', url).pathname

function sharedFolders(a: string, b: string): number {
  const ours = a.split('/')
  const theirs = b.split('/')
  const differs = ours.findIndex((part, i) => part !== theirs[i])
  return differs < 0 ? ours.length : differs
}
