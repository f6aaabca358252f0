import { revisionText } from '../crawl/body.ts'
import { ByteCache } from '../crawl/byte-cache.ts'
import { placesIn } from '../document/fragments.ts'
import { isPageType } from '../document/type.ts'
import type { PageRow } from '../store/index.ts'
import type { Url } from '../url/index.ts'
import type { Visible } from './visible.ts'

/** What is known about the target of a link. */
export interface TargetHealth {
  readonly state: 'fine' | 'dead' | 'soft-dead' | 'unknown'
  readonly httpStatus: number | null
  readonly reason: string | null
  /** Where redirects finally lead, if there are any. */
  readonly leadsTo: string | null
  /** Duration of its last visit. */
  readonly durationMs: number | null
}

/** About as many as browsers follow; this also ends redirect loops. */
const MAX_REDIRECTS = 20
/** Worth caching, because most links of a page are on its neighbors too. Room for some 60,000 targets. */
const MAX_HEALTH_BYTES = 32 * 1024 * 1024
const HEALTH_BYTES = 200
const MAX_PLACES_BYTES = 32 * 1024 * 1024

/** Looks up targets of links and caches a bounded number of them. */
export class LinkTargets {
  readonly #visible: Visible
  readonly #health = new ByteCache<Url, TargetHealth>(MAX_HEALTH_BYTES)
  readonly #places = new ByteCache<Url, ReadonlySet<string> | null>(MAX_PLACES_BYTES)

  constructor(visible: Visible) {
    this.#visible = visible
  }

  async health(url: Url): Promise<TargetHealth> {
    const known = this.#health.get(url)
    if (known) return known
    const health = await this.#look(url)
    this.#health.set(url, health, HEALTH_BYTES + 2 * (url.length + (health.leadsTo?.length ?? 0)))
    return health
  }

  /** Ids and anchors of a stored page, after following redirects; null if the page is not stored or not HTML. */
  async places(url: Url): Promise<ReadonlySet<string> | null> {
    const known = this.#places.get(url)
    if (known !== undefined) return known
    const { page } = await this.#end(url)
    const places = page && (await this.#read(page))
    let bytes = HEALTH_BYTES
    for (const place of places ?? []) bytes += 2 * place.length + 50
    this.#places.set(url, places, bytes)
    return places
  }

  async #look(url: Url): Promise<TargetHealth> {
    const { page, leadsTo } = await this.#end(url)
    if (page?.movedTo)
      return {
        state: 'dead',
        httpStatus: page.httpStatus,
        reason: 'redirects in a circle',
        leadsTo,
        durationMs: null,
      }
    if (!page) return { state: 'unknown', httpStatus: null, reason: null, leadsTo, durationMs: null }
    const { httpStatus, reason } = page
    const state = stateOf(page)
    const last = state === 'fine' ? (await this.#visible.visits(page)).at(-1) : undefined
    return {
      state,
      httpStatus,
      reason: state === 'fine' ? null : reason,
      leadsTo,
      durationMs: last?.durationMs ?? null,
    }
  }

  /** Follows all redirects. In a redirect loop, the returned page still has `movedTo`. */
  async #end(url: Url): Promise<{ readonly page: PageRow | null; readonly leadsTo: string | null }> {
    let page = await this.#visible.find(url)
    let leadsTo: string | null = null
    for (let hops = 0; page?.movedTo && hops < MAX_REDIRECTS; hops++) {
      leadsTo = page.movedTo
      page = await this.#visible.find(page.movedTo)
    }
    return { page, leadsTo }
  }

  async #read(page: PageRow): Promise<ReadonlySet<string> | null> {
    const revision = await this.#visible.current(page)
    if (!revision?.place || !isPageType(revision.type)) return null
    const html = await revisionText(this.#visible.holdings.archiveFolder, revision).catch(() => null)
    return html === null ? null : placesIn(html)
  }
}

/** A page that is gone although its HTTP status is a success is a soft 404. The state of a page behind a wall is unknown. */
function stateOf({ status, httpStatus, wall }: PageRow): TargetHealth['state'] {
  if (wall !== null) return 'unknown'
  if (status === 'gone' || status === 'error')
    return httpStatus !== null && httpStatus >= 200 && httpStatus < 300 ? 'soft-dead' : 'dead'
  return status === 'completed' ? 'fine' : 'unknown'
}
