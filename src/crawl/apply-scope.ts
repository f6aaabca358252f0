/** Applies the rules of the scope to what a collection holds already, when they have changed since its last run. */
import type { Candidate, MetaStore, PageRow, PageStore, PlanStore } from '../store/index.ts'
import { originOf, Scope, urlKey } from '../url/index.ts'
import { exclusionOf } from './exclusion.ts'
import type { Holdings } from './holdings.ts'
import { unpackLinks } from './packed-links.ts'
import type { CrawlSettings } from './settings.ts'

/** If the rules differ from those of the last run, judges queued pages and pages that the old rules excluded again. */
export async function applyScope(
  { store }: Holdings<MetaStore & PageStore & PlanStore>,
  settings: CrawlSettings,
): Promise<void> {
  const { allowPrivate, robotsOverrides } = settings.request
  const { scope: rules, types, perHost, learnsUrls } = settings
  // When a run stops learning addresses, the ones given up earlier are wanted again.
  const whole = {
    ...rules,
    types,
    perHost,
    allowPrivate,
    robotsOverrides,
    ...(learnsUrls ? {} : { learnsUrls }),
  }
  const text = JSON.stringify(whole)
  const before = (await store.readMeta()).get('scope')
  if (before === text) return
  const scope = new Scope(settings.scope)
  const seeds = new Set(settings.seeds.map(seed => seed.url))
  if (before !== undefined) {
    await store.rescope((url, depth) => (seeds.has(url) ? null : exclusionOf(scope.decide(url, depth))))
    const depth = (JSON.parse(before) as Partial<CrawlSettings['scope']>).depth
    if (depth !== undefined && depth < (rules.depth ?? Number.POSITIVE_INFINITY))
      await deepen(store, settings, depth)
  }
  await store.writeMeta({ scope: text })
}

const BATCH = 2_000
const RESOURCES = new Set(['image', 'script', 'style', 'object'])

/**
 * Follows the links of pages at the old depth limit when the limit is raised. Pages beyond the limit were not queued, but the links to
 * them were stored, so a crawl can be widened without fetching anything twice.
 */
async function deepen(store: PageStore, settings: CrawlSettings, before: number): Promise<void> {
  // Where only some links are followed, their pages have to say which, when they are visited again.
  if (settings.follow.length > 0) return
  const scope = new Scope(settings.scope)
  let batch: Candidate[] = []
  for await (const page of store.pages({ stored: true })) {
    if (page.depth < before) continue
    batch.push(...(await candidatesOf(page, store, settings, scope)))
    if (batch.length < BATCH) continue
    await store.add(batch)
    batch = []
  }
  await store.add(batch)
}

async function candidatesOf(
  page: PageRow,
  store: PageStore,
  settings: CrawlSettings,
  scope: Scope,
): Promise<Candidate[]> {
  const row = await store.links(page)
  if (!row) return []
  const depth = page.depth + 1
  return unpackLinks(row.packed).flatMap(([url, , kind, nofollow]) => {
    if (nofollow || (kind === 'meta' && !settings.mentions)) return []
    if (RESOURCES.has(kind) && !settings.resources) return []
    const verdict = scope.decide(url, depth)
    if (!verdict.accepted) return []
    const rank = settings.order === 'depth' ? -depth * 1e7 : depth
    return [{ url, key: urlKey(url), origin: originOf(url), depth, rank, via: page }]
  })
}
