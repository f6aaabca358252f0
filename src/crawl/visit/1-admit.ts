/** Step 1 of a visit: decide whether the page may be requested at all. Checks limits, the host's quota and robots.txt, and logs in if needed. */
import { UNRESOLVED_SERVER } from '../../frontier/index.ts'
import { isPosted } from '../../site/index.ts'
import type { Exclusion, QueuedPage } from '../../store/index.ts'
import { Scope, urlPattern } from '../../url/index.ts'
import { exclusionOf } from '../exclusion.ts'
import type { Login } from '../host/login.ts'
import type { Permission, RobotsGate } from '../host/robots-gate.ts'
import type { Guides } from '../models/guides.ts'
import { isSource } from '../page-kind.ts'
import type { CrawlSettings, RequestProfile } from '../settings.ts'
import type { RequestBuilder } from './2-request.ts'
import type { Spellings } from './spellings.ts'
import { trapRule } from './trap-of.ts'
import { broken, denied, failed, type PutBack, type Unanswered } from './unanswered.ts'
import type { Visit } from './visit.ts'

export interface Admitted {
  readonly kind: 'admitted'
}

export interface AdmitParts {
  readonly settings: CrawlSettings
  readonly guides: Guides
  readonly robots: RobotsGate
  readonly requests: RequestBuilder
  readonly login: Login
  readonly spellings: Spellings
}

const ADMITTED: Admitted = { kind: 'admitted' }

export class Admit {
  readonly #parts: AdmitParts
  /** Visits that hold a place in their host's quota. */
  readonly #placed = new WeakSet<Visit>()
  /** The kinds on trial in which each visit has taken a place. */
  readonly #begun = new WeakMap<Visit, readonly string[]>()

  /** Null if nothing is excluded. */
  readonly #scope: Scope | null
  readonly #seeds: ReadonlySet<string>

  constructor(parts: AdmitParts) {
    this.#parts = parts
    const { scope, seeds } = parts.settings
    this.#scope = scope.exclude.length === 0 ? null : new Scope(scope)
    this.#seeds = new Set(seeds.map(seed => seed.url))
  }

  async admit(visit: Visit): Promise<Admitted | Unanswered | PutBack> {
    const limit = (await this.#quota(visit)) ?? this.#limit(visit) ?? (await this.#trial(visit))
    if (limit !== null) return denied(limit.by, limit.reason)
    const other =
      visit.page.revision > 0 || visit.page.kind === 'results'
        ? null
        : await this.#parts.spellings.insteadOf(visit.page, visit.host)
    if (other) return { ...denied(other.excluded.by, other.excluded.reason), instead: other.instead }
    if (visit.slot.server.lease.address === UNRESOLVED_SERVER) return nameless()
    const { page } = visit
    const refused = await this.#permission(visit, this.#parts.guides.postAt(page)?.url ?? page.url)
    if (refused) return refused
    await this.#parts.login.ensure(visit)
    return ADMITTED
  }

  /** Releases the visit's place in the quota once the visit is over. */
  release(visit: Visit): void {
    if (this.#placed.delete(visit)) visit.host.quota.leave()
    this.#parts.guides.over(this.#begun.get(visit) ?? [])
  }

  /** The robots.txt rule that forbids an address on the visit's host, or null. */
  async forbidden(visit: Visit, url: string): Promise<string | null> {
    const permission = await this.#robots(visit, url)
    return permission?.kind === 'disallowed' ? permission.rule : null
  }

  async #quota(visit: Visit): Promise<Exclusion | null> {
    const { perHost } = this.#parts.settings
    const { quota } = visit.host
    if (perHost === null || visit.page.revision > 0) return null
    // Give back the turn while waiting for the quota: visits that already have a place may need it.
    if (!quota.isFree(perHost)) visit.turns.end()
    if (!(await quota.take(perHost)))
      return { by: 'limit', reason: `limit of ${perHost} pages for this host` }
    this.#placed.add(visit)
    return null
  }

  /** Why a queued page is not requested after all, or null. */
  #limit({ page, host }: Visit): Exclusion | null {
    const { yieldRule, sitemapsPerHost } = this.#parts.settings
    const excluded = this.#excluded(page)
    if (excluded !== null) return excluded
    if (this.#parts.login.isWayOut(page.url, host.origin))
      return { by: 'trap', reason: 'leads out of the session that request.auth logs in to' }
    if (page.kind === 'results') return this.#formLimit(page)
    if (page.revision > 0) return null
    if (isSource(page.kind) && !host.mayReadSource(sitemapsPerHost))
      return { by: 'limit', reason: `limit of ${sitemapsPerHost} sitemaps and feeds for this host` }
    const refusal = isSource(page.kind) ? null : this.#parts.guides.refusal(page)
    if (refusal !== null) return { by: refusal, reason: null }
    const pattern = urlPattern(page.url)
    return yieldRule && host.yieldOf(pattern) === 'stopped' ? { by: 'trap', reason: trapRule(pattern) } : null
  }

  /**
   * A page may be known from before somebody wrote the rule that keeps it out. Other rules of the scope say what to look for; pages of another
   * crawl may well lie outside.
   */
  #excluded({ url, depth }: QueuedPage): Exclusion | null {
    if (this.#scope === null || this.#seeds.has(url)) return null
    const verdict = this.#scope.decide(url, depth)
    return verdict.accepted || verdict.kind !== 'exclude' ? null : exclusionOf(verdict)
  }

  /** Waits for similar pages that are under way, which may show that this one is not worth a request. */
  async #trial(visit: Visit): Promise<Exclusion | null> {
    const { guides } = this.#parts
    if (visit.page.revision > 0) return null
    const isFree = guides.isFree(visit.page)
    if (!isFree) visit.turns.end()
    this.#begun.set(visit, await guides.begin(visit.page))
    return isFree ? null : this.#limit(visit)
  }

  /** Refuses a queued query that the config no longer allows. */
  #formLimit({ url }: QueuedPage): Exclusion | null {
    const { forms } = this.#parts.settings
    const isAllowed = forms !== null && (forms.post || !isPosted(url))
    return isAllowed ? null : { by: 'limit', reason: 'forms are not asked any more' }
  }

  async #permission(visit: Visit, url: string): Promise<Unanswered | PutBack | null> {
    const permission = await this.#robots(visit, url)
    if (permission === null) return null
    switch (permission.kind) {
      case 'allowed':
        if (permission.crawlDelayMs !== undefined) await visit.turns.slowDown(permission.crawlDelayMs)
        return null
      case 'disallowed':
        return denied('robots', permission.rule)
      case 'unasked':
        return broken(visit, permission.breakdown)
      case 'unknown':
        return { ...failed('http', permission.why, true), notBefore: permission.until }
    }
  }

  /** What robots.txt says about an address on this host; null if it does not apply. */
  async #robots({ slot, host, turns }: Visit, url: string): Promise<Permission | null> {
    const { robots, requests } = this.#parts
    const { queue } = slot
    if (host.origin.startsWith('file:') || robots.overruled(host.hostname)) return null
    const headers = (asked: string) => requests.base(asked, plain(requests.profile(0)))
    return robots.check(queue.host, host.origin, url, (asked, maxBodyBytes) =>
      turns.send({ method: 'GET', url: asked, headers: headers(asked), maxBodyBytes, mayWait: true }),
    )
  }
}

/** The host name was already looked up several times before the page reached this step. */
const nameless = () => failed('dns', 'the host name has no address', true)

const plain = (profile: RequestProfile): RequestProfile => ({ ...profile, accept: 'text/plain, */*;q=0.1' })
