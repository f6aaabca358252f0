/** Chooses the site models that a run works with. */
import { isPageType } from '../../document/type.ts'
import { Failure } from '../../env/index.ts'
import { type GuideData, guideOfModel, type ModelVersion, UNPLACED_CLASS } from '../../site/index.ts'
import type { ModelStore, PageStore } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'
import type { Holdings } from '../holdings.ts'
import type { VisitReport } from '../progress.ts'
import type { RunOptions } from '../run-options.ts'
import type { CrawlSettings } from '../settings.ts'
import { makeModels, siteDomain } from './make-model.ts'
import { keepModel, newestModel } from './model-versions.ts'
import { pagesOf } from './pages-of.ts'

export interface PrepareOptions
  extends Pick<RunOptions, 'env' | 'settings' | 'plugins' | 'signal' | 'onModeling' | 'onUnmodeled'> {
  /** Called for every visit made to sample a site, once it is durable. */
  readonly onSampled?: (report: VisitReport) => void
}

/** Maximum number of models that only label pages with classes: all of them are in memory, in every thread. */
const MAX_LABELS = 100
const MIN_PAGES = 40
const MAX_UNPLACED = 1 / 8

/** Null if making a model was interrupted. */
export async function prepareGuides(
  collection: Holdings,
  options: PrepareOptions,
): Promise<readonly GuideData[] | null> {
  const { model } = options.settings
  switch (model.kind) {
    case 'off':
      return []
    case 'given':
      return [model.guide]
    case 'kept': {
      const { store } = collection
      const guides: GuideData[] = []
      for (const origin of await store.modeledOrigins(MAX_LABELS)) {
        const kept = await newestModel(store, origin)
        if (kept) guides.push(guideOfModel(kept, 'label'))
      }
      return closestFirst(guides)
    }
    case 'auto':
      return modelSeeds(collection, options, model)
  }
}

type AutoModel = Extract<CrawlSettings['model'], { readonly kind: 'auto' }>

/** The models of all sites that a crawl starts from; missing ones are made concurrently. */
async function modelSeeds(
  collection: Holdings,
  options: PrepareOptions,
  how: AutoModel,
): Promise<readonly GuideData[] | null> {
  const models = new Map<string, ModelVersion>()
  const missing: string[] = []
  for (const start of startsOf(options.settings)) {
    const known = await knownModel(collection, start, options.settings)
    if (known !== null && !(await isOutgrown(collection, known))) models.set(originOf(known.start), known)
    else missing.push(start)
  }
  if (missing.length > 0) {
    const made = await modelMissing(collection, missing, options, how)
    if (made === null) return null
    for (const model of made) models.set(originOf(model.start), model)
  }
  return closestFirst([...models.values()].map(model => guideOfModel(model, 'follow')))
}

/** Sorts models of single hosts before models of domains. */
const closestFirst = (guides: readonly GuideData[]): readonly GuideData[] =>
  guides.toSorted((a, b) => Number(a.domain !== undefined) - Number(b.domain !== undefined))

/** The newest model of a seed's site. The model of a domain is stored under the host that it was started from. */
async function knownModel(
  { store }: Holdings<ModelStore>,
  start: string,
  { scope }: CrawlSettings,
): Promise<ModelVersion | null> {
  const domain = siteDomain(start, scope)
  if (domain === undefined) return newestModel(store, originOf(start))
  for (const origin of [originOf(start), ...(await store.modeledOrigins(MAX_LABELS))]) {
    const model: ModelVersion | null =
      siteDomain(origin, scope) === domain ? await newestModel(store, origin) : null
    if (model?.domain === domain) return model
  }
  return null
}

/** Whether the site has outgrown its model: more than an eighth of the pages it led to fit none of its classes. */
async function isOutgrown({ store }: Holdings<PageStore>, model: ModelVersion): Promise<boolean> {
  const bounds = guideOfModel(model, 'label')
  let unplaced = 0
  for await (const { type } of pagesOf(store, bounds, { stored: true, pageClass: UNPLACED_CLASS }))
    if (isPageType(type)) unplaced++
  if (unplaced <= MIN_PAGES * MAX_UNPLACED) return false
  let all = 0
  for await (const { pageClass } of pagesOf(store, bounds, { stored: true })) if (pageClass !== null) all++
  return all >= MIN_PAGES && unplaced > all * MAX_UNPLACED
}

/** The first seed of each site. */
function startsOf({ seeds, scope }: CrawlSettings): string[] {
  const starts = new Map<string, string>()
  for (const { kind, url } of seeds) {
    const site = siteDomain(url, scope) ?? originOf(url)
    if (kind === 'page' && !starts.has(site)) starts.set(site, url)
  }
  return [...starts.values()]
}

/** Null if interrupted. A site that cannot be modeled does not stop the others; if no site can be, the run fails. */
async function modelMissing(
  collection: Holdings,
  starts: readonly string[],
  { onModeling, onUnmodeled, onSampled, ...rest }: PrepareOptions,
  { sample, split }: AutoModel,
): Promise<readonly ModelVersion[] | null> {
  const models: ModelVersion[] = []
  const failures: { readonly start: string; readonly why: string }[] = []
  const ended = await makeModels(
    collection,
    starts,
    {
      ...rest,
      // A model-guided crawl reads no feeds.
      settings: { ...rest.settings, feeds: false, sampling: true },
      how: { pages: sample, split, seed: 1, navigation: 'dense' },
      ...(onSampled ? { onVisit: onSampled } : {}),
      ...(onModeling ? { onStart: progress => onModeling(starts, progress) } : {}),
    },
    async site => {
      if (site.kind === 'failed') return void failures.push(site)
      await keepModel(collection.store, site.model)
      models.push(site.model)
    },
  )
  if (ended === null) return null
  const [first] = failures
  if (first && models.length === 0 && starts.length === failures.length)
    throw new Failure('broken', first.why)
  for (const { start, why } of failures) onUnmodeled?.(start, why)
  return models
}
