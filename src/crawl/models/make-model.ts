/** Makes a model of a site from its pages in the collection, fetching those that are missing, with the wrappers of its classes. */
import { Failure } from '../../env/index.ts'
import {
  type InferOptions,
  induceWrapper,
  inferSite,
  type ModelVersion,
  type SourcePage,
  versionOf,
  type Wrapper,
  withBetterNames,
  withChoices,
} from '../../site/index.ts'
import type { PageStore } from '../../store/index.ts'
import { asUrl, hostOf, originOf, registrableDomain } from '../../url/index.ts'
import type { Holdings } from '../holdings.ts'
import { Interrupted, type OnDemandCrawl, type OnDemandOptions, openOnDemand } from '../on-demand.ts'
import type { CrawlProgress } from '../progress.ts'
import type { CrawlSettings } from '../settings.ts'
import { newestModel } from './model-versions.ts'

export interface InferModelOptions extends OnDemandOptions {
  readonly start: string
  readonly how: Omit<InferOptions, 'madeAt'>
  /** Called once pages may be fetched; the returned function is called when they are. */
  readonly onStart?: (progress: CrawlProgress) => () => void
}

export interface MadeModel {
  readonly model: ModelVersion
  /** Number of page visits it took. */
  readonly visits: number
}

/** Number of pages of a class that its wrapper is made from. */
const SAMPLE = 20
const MIN_PAGES = 3
/** Maximum number of seeds of one domain that its sample starts with. */
const MAX_SEEDS = 20
/** Pages as long as books take minutes to compare, and a few of them suffice to show their template. */
const MAX_SAMPLE_CHARS = 4_000_000

/** Null if interrupted. */
export async function makeModel(collection: Holdings, options: InferModelOptions): Promise<MadeModel | null> {
  return onPages(collection, options, async pages => {
    const model = await modelFrom(pages, collection, options.start, options)
    return { model, visits: pages.progress.now().visits }
  })
}

export type ModeledSite =
  | { readonly kind: 'made'; readonly start: string; readonly model: ModelVersion }
  | { readonly kind: 'failed'; readonly start: string; readonly why: string }

/** Sites modeled at the same time: memory goes into their pages, 650 MiB for a hundred sites of sixty pages. */
const SITES_AT_ONCE = 120

/** Models many sites at once, each at its server's pace. `onSite` is called as each is done; null if interrupted. */
export function makeModels(
  collection: Holdings,
  starts: readonly string[],
  options: Omit<InferModelOptions, 'start'>,
  onSite: (site: ModeledSite) => Promise<void>,
): Promise<boolean | null> {
  return onPages(collection, options, async pages => {
    const left = starts.values()
    const work = async () => {
      for (const start of left) await onSite(await modeled(pages, collection, start, options))
    }
    await Promise.all(Array.from({ length: SITES_AT_ONCE }, work))
    return true
  })
}

/** Catches failures: a site that cannot be modeled must not stop the others. */
async function modeled(
  pages: OnDemandCrawl,
  collection: Holdings,
  start: string,
  options: Omit<InferModelOptions, 'start'>,
): Promise<ModeledSite> {
  try {
    return { kind: 'made', start, model: await modelFrom(pages, collection, start, options) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { kind: 'failed', start, why: error.message }
  }
}

async function onPages<T>(
  collection: Holdings,
  options: Omit<InferModelOptions, 'start'>,
  work: (pages: OnDemandCrawl) => Promise<T>,
): Promise<T | null> {
  try {
    const pages = await openOnDemand(collection, options)
    const stop = options.onStart?.(pages.progress)
    try {
      return await work(pages)
    } finally {
      stop?.()
      await pages.close()
    }
  } catch (error) {
    if (error instanceof Interrupted) return null
    throw error
  }
}

async function modelFrom(
  pages: OnDemandCrawl,
  collection: Holdings,
  start: string,
  { how, env, settings }: Omit<InferModelOptions, 'start'>,
): Promise<ModelVersion> {
  const first = await pages.fetch(start)
  if (first === null)
    throw new Failure('broken', `${start} gives no page to start from: ${await pages.reason(start)}`)
  const madeAt = new Date(env.clock.now()).toISOString()
  const bounds = boundsOf(first.url, settings)
  const unnamed = versionOf(await inferSite(pages, first.url, { ...how, ...bounds, madeAt }))
  const titles = await titlesOf(collection, unnamed.members.flat())
  const model = withBetterNames(unnamed, titles)
  const before = await newestModel(collection.store, originOf(model.start))
  return withChoices({ ...model, wrappers: await wrappersOf(model, pages) }, before)
}

/** If the scope is whole domains, the hosts of a domain are parts of one site, and seeds on them are sampled first. */
function boundsOf(start: string, { scope, seeds }: CrawlSettings): Pick<InferOptions, 'domain' | 'also'> {
  const domain = siteDomain(start, scope)
  if (domain === undefined) return {}
  const also = seeds.filter(({ url, kind }) => kind === 'page' && siteDomain(url, scope) === domain)
  return { domain, also: also.slice(0, MAX_SEEDS).map(({ url }) => url) }
}

/** The domain that the scope treats as one site; undefined if each host is a site. */
export function siteDomain(url: string, { local }: CrawlSettings['scope']): string | undefined {
  return local === 'domain' ? registrableDomain(hostOf(url)) : undefined
}

async function titlesOf(
  { store }: Holdings<PageStore>,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const url of urls) {
    const title = (await store.page(asUrl(url)))?.title
    if (title) titles.set(url, title)
  }
  return titles
}

async function wrappersOf(
  { classes, members }: ModelVersion,
  pages: OnDemandCrawl,
): Promise<Record<string, Wrapper>> {
  const wrappers: Record<string, Wrapper> = {}
  for (const [i, { name }] of classes.entries()) {
    const sample: SourcePage[] = []
    let chars = 0
    for (const url of spread(members[i]!, SAMPLE)) {
      const page = chars < MAX_SAMPLE_CHARS || sample.length < MIN_PAGES ? await pages.fetch(url) : null
      if (page === null) continue
      sample.push(page)
      chars += page.html.length
    }
    if (sample.length < MIN_PAGES) continue
    const wrapper = induceWrapper(sample)
    if (wrapper.fields.length > 0 || wrapper.lists?.length) wrappers[name] = wrapper
  }
  return wrappers
}

/** Picks members from all over the class: those that were found together may share more than their template. */
export function spread(urls: readonly string[], most: number): string[] {
  const step = Math.max(1, urls.length / most)
  return Array.from({ length: Math.min(most, urls.length) }, (_, i) => urls[Math.floor(i * step)]!)
}
