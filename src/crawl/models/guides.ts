/** The site models of a run, as the main thread needs them: the class of a seed, which class comes first, which pages may be visited. */
import { RecentMap } from '../../env/recent-map.ts'
import {
  depthsOf,
  type GuideData,
  isFor,
  Newcomers,
  postOf,
  type SightedPage,
  UNPLACED_CLASS,
} from '../../site/index.ts'
import type { ExcludedBy, Exclusion, QueuedPage } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'
import type { ClassPromise } from '../thread/job.ts'
import { Trials } from './trials.ts'

export class Guides {
  #guides: readonly (GuideData & { readonly depths: ReadonlyMap<string, number> })[] = []
  /** What was learned about the addresses of each site; least recently used first. */
  readonly #newcomers = new RecentMap<string, Newcomers>(MAX_SITES)
  readonly #leftOut: ReadonlySet<string>
  readonly #trials = new Trials()

  /** Pages of the classes `leftOut` are not visited. */
  constructor(guides: readonly GuideData[], leftOut: readonly string[] = []) {
    this.#leftOut = new Set(leftOut)
    this.replace(guides)
  }

  /** Replaces the models with others of the same sites; what was learned about addresses stays valid. */
  replace(guides: readonly GuideData[]): void {
    this.#guides = guides.map(guide => ({ ...guide, depths: depthsOf(guide) }))
  }

  /** The form submission that an address stands for. Only if the model has such forms, or the crawl fills in forms by itself. */
  postAt({ url, kind }: Pick<QueuedPage, 'url' | 'kind'>): ReturnType<typeof postOf> {
    if (kind === 'results') return postOf(url)
    const guide = this.#of(url)
    const sends =
      guide?.mode === 'follow' && guide.lines.some(line => line.kind === 'link' && line.type === 'form')
    return sends ? postOf(url) : null
  }

  /** Why a queued page is not visited, or null. */
  refusal({ url, pageClass, kind }: QueuedPage): ExcludedBy | null {
    if (kind === 'image' || kind === 'results' || this.#of(url)?.mode !== 'follow') return null
    if (pageClass === null ? this.isSpecified(url) : this.#leftOut.has(pageClass)) return 'unlinked'
    return this.#isWorthIt(url, pageClass) ? null : 'copies'
  }

  /** Whether a page can be requested at once. If not, similar pages are under way that may show that it is not needed. */
  isFree(page: QueuedPage): boolean {
    return this.#trials.isFree(this.#roomsFor(page))
  }

  /** Waits until the page may be requested. The result must be passed to `over`. */
  begin(page: QueuedPage): Promise<readonly string[]> {
    return this.#trials.enter(() => this.#roomsFor(page))
  }

  over(begun: readonly string[]): void {
    this.#trials.leave(begun)
  }

  /** Why a link is not queued, or null. */
  refusalOfLink(url: string, promise: ClassPromise | null): Exclusion | null {
    if (promise === null || promise.kind === 'image') return null
    if (this.#leftOut.has(promise.pageClass)) return { by: 'unlinked', reason: null }
    if (this.#isWorthIt(url, promise.pageClass)) return null
    return { by: 'copies', reason: null }
  }

  /** Whether a specification written by a person, and nothing else, says what is visited on the site. */
  isSpecified(url: string): boolean {
    const guide = this.#of(url)
    return guide?.mode === 'follow' && guide.inferred === null
  }

  /** Learns from what a visit showed. */
  visited(page: SightedPage): void {
    const guide = this.#of(page.url)
    if (guide?.mode === 'follow' && guide.inferred !== null) this.#learned(page.url).fetched(page)
  }

  /** The class of a seed. */
  startAt(url: string): string | null {
    const guide = this.#of(url)
    return guide?.mode === 'follow' ? guide.start : null
  }

  /** The rank of a promised page: classes near the start first, images after them, doubtful addresses last. */
  rankOf(promise: ClassPromise, url: string): number {
    const guide = this.#of(url)
    if (promise.kind === 'image' || guide === undefined) return LAST
    const rank = guide.depths.get(promise.pageClass) ?? LAST - 1
    return guide.inferred !== null && this.#learned(url).isLate(url) ? LATE + rank : rank
  }

  /** For each kind of an address that is not judged yet, how many of its pages may be under way at once. */
  #roomsFor({ url, pageClass, kind }: QueuedPage): ReadonlyMap<string, number> {
    const guide = this.#of(url)
    const isJudged = guide?.mode === 'follow' && guide.inferred !== null && kind === 'page'
    return isJudged ? this.#learned(url).onTrial(url, isPlaced(pageClass)) : NO_ROOMS
  }

  #isWorthIt(url: string, pageClass: string | null): boolean {
    const guide = this.#of(url)
    if (guide?.mode !== 'follow' || guide.inferred === null) return true
    return this.#learned(url).allows(url, isPlaced(pageClass))
  }

  #learned(url: string): Newcomers {
    const origin = originOf(url)
    const learned = this.#newcomers.get(origin) ?? new Newcomers()
    this.#newcomers.set(origin, learned)
    return learned
  }

  #of(url: string) {
    return this.#guides.find(guide => isFor(guide, url))
  }
}

const isPlaced = (pageClass: string | null) => pageClass !== null && pageClass !== UNPLACED_CLASS

const NO_ROOMS: ReadonlyMap<string, number> = new Map()
/** Number of sites whose addresses are learned at the same time, at eight megabytes each. */
const MAX_SITES = 20
const LAST = 1_000
/** Added to the rank of addresses that may show nothing new. */
const LATE = 10_000
