import type { MetaStore, PageStore, PlanStore } from '../store/index.ts'
import { Scope } from '../url/index.ts'
import { deepen } from './deepen.ts'
import { exclusionOf } from './exclusion.ts'
import type { Holdings } from './holdings.ts'
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
