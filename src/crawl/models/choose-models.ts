/** Which site models a run works with. */
import { isPageType } from '../../document/type.ts'
import type { Env } from '../../env/index.ts'
import { type GuideData, guideOfModel, UNPLACED_CLASS } from '../../site/index.ts'
import type { ModelStore, PageStore } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'
import type { Holdings } from '../holdings.ts'
import type { Plugin } from '../plugin.ts'
import type { CrawlProgress } from '../progress.ts'
import type { CrawlSettings } from '../settings.ts'
import { makeModel } from './make-model.ts'
import { keepModel, newestModel } from './model-versions.ts'

export interface PrepareOptions {
  readonly env: Env
  readonly settings: CrawlSettings
  readonly plugins?: readonly Plugin[]
  readonly signal?: AbortSignal
  /** A site has no model yet and is looked at first; what it returns is called when that is done. */
  readonly onModelling?: (start: string, progress: CrawlProgress) => () => void
}

/** Models that give pages their classes in passing: all of them are in memory, in every thread. */
const MAX_LABELS = 100
const MIN_PAGES = 40
const MAX_UNPLACED = 1 / 8

/** Null when making a model was interrupted. */
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
      for (const origin of await store.modelledOrigins(MAX_LABELS)) {
        const kept = await newestModel(store, origin)
        if (kept) guides.push(guideOfModel(kept, 'label'))
      }
      return guides
    }
    case 'auto':
      return modelSeeds(collection, options, model)
  }
}

type AutoModel = Extract<CrawlSettings['model'], { readonly kind: 'auto' }>

async function modelSeeds(
  collection: Holdings,
  options: PrepareOptions,
  how: AutoModel,
): Promise<readonly GuideData[] | null> {
  const isStale = await isOutgrown(collection)
  const guides: GuideData[] = []
  for (const [origin, start] of startsOf(options.settings)) {
    const known = isStale ? null : await newestModel(collection.store, origin)
    const model = known ?? (await modelOne(collection, start, options, how))
    if (model === null) return null
    guides.push(guideOfModel(model, 'follow'))
  }
  return guides
}

/** Has the site changed? A new model is made when an eighth of the pages it led to fit none of its classes. */
async function isOutgrown({ store }: Holdings<ModelStore & PageStore>): Promise<boolean> {
  const classes = await store.classes()
  const pages = classes.filter(each => each.pageClass !== null)
  const all = pages.reduce((sum, { stored }) => sum + stored, 0)
  const unplaced = pages.find(each => each.pageClass === UNPLACED_CLASS)?.stored ?? 0
  if (all < MIN_PAGES || unplaced <= all * MAX_UNPLACED) return false
  let documents = 0
  for await (const { type } of store.pages({ stored: true, pageClass: UNPLACED_CLASS }))
    if (isPageType(type ?? '')) documents++
  return documents > all * MAX_UNPLACED
}

/** The first seed of each site. */
function startsOf({ seeds }: CrawlSettings): Map<string, string> {
  const starts = new Map<string, string>()
  for (const { kind, url } of seeds) {
    const origin = originOf(url)
    if (kind === 'page' && !starts.has(origin)) starts.set(origin, url)
  }
  return starts
}

async function modelOne(
  collection: Holdings,
  start: string,
  options: PrepareOptions,
  { sample, split }: AutoModel,
) {
  const { onModelling, ...rest } = options
  const made = await makeModel(collection, {
    ...rest,
    // A crawl by a model reads no feeds.
    settings: { ...rest.settings, feeds: false },
    start,
    how: { pages: sample, split, seed: 1, navigation: 'dense' },
    ...(onModelling ? { onStart: progress => onModelling(start, progress) } : {}),
  })
  if (made === null) return null
  await keepModel(collection.store, made.model)
  return made.model
}
