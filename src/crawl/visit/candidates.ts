/** Turns what was found into candidates for a visit: scope, traps, order and queue plug-ins decide on each. */
import { bitOf } from '../../refresh/index.ts'
import { isPosted } from '../../site/index.ts'
import type { Candidate, Exclusion, PageKind, PageRef, PageRow, QueuedPage } from '../../store/index.ts'
import {
  type Canonicalizer,
  originOf,
  type Scope,
  type Url,
  urlKey,
  urlPattern,
  type YieldState,
} from '../../url/index.ts'
import { exclusionOf } from '../exclusion.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { Guides } from '../models/guides.ts'
import { isSource } from '../page-kind.ts'
import type { PluginVisit, QueueContext } from '../plugin.ts'
import type { PluginRunner } from '../plugin-runner.ts'
import { addressFrom, priorityFrom, reasonFrom, timeFrom } from '../plugin-values.ts'
import type { CrawlSettings } from '../settings.ts'
import type { ClassPromise, FoundUrls } from '../thread/job.ts'
import type { Spellings } from './spellings.ts'
import { trapOf } from './trap-of.ts'
import type { Visit } from './visit.ts'

/** Sitemaps and feeds come before every page. */
const SOURCES_FIRST = -1e9
/** Added to the rank of a link whose pattern leads to nothing new: it comes after everything else. */
const DEMOTED = 1e6
/** A web address, a path, or the name of a file. `www.example.org/sitemap.xml` is ambiguous and does not match. */
const SITEMAP_ADDRESS = /^(?:https?:|\/|[^/:]+\.[^/:]+$)/i
/** Puts further pages of an answer behind its records, which are one step deeper than the answer. */
const BEHIND_RECORDS = 1.5
/** In a focused crawl, ranks a Url of unknown promise before every link that promises less than half. */
const UNKNOWN_PROMISE = -0.5

export interface PlannedVisit {
  readonly dueAt: number | null
  readonly rank: number | null
  readonly excluded: Exclusion | null
}

/** What a queue plug-in decides about a page. */
interface PluginDecision {
  readonly excluded?: Exclusion
  readonly rank?: number
  readonly dueAt?: number | null
}

export interface CandidateParts {
  readonly settings: CrawlSettings
  readonly plugins: PluginRunner
  readonly scope: Scope
  readonly canonicalizer: Canonicalizer
  readonly guides: Guides
  readonly spellings: Spellings
}

export interface LinkOptions {
  /** What a focused crawl expects of each link; replaces the usual rank. */
  readonly ranks?: readonly number[] | undefined
  /** What the links of a page deserve that says what the pages on the way to it said. */
  readonly chain?: YieldState
}

export interface CandidateOptions {
  /** Defaults to `page`. */
  readonly kind?: PageKind
  readonly hops?: number
  readonly rank?: number
  readonly pageClass?: string | null
  readonly isForm?: boolean
}

function promiseOf(kind: PageKind, pageClass: string | null): ClassPromise | null {
  if (kind === 'image') return { kind, pageClass: null }
  return pageClass === null ? null : { kind: 'page', pageClass }
}

export class Candidates {
  readonly #parts: CandidateParts
  #sequence = 0

  constructor(parts: CandidateParts) {
    this.#parts = parts
  }

  rank(url: string, depth: number, promise: ClassPromise | null, priority: number | null = null): number {
    if (promise !== null) return this.#parts.guides.rankOf(promise, url)
    if (this.#parts.settings.topics.length > 0) return priority ?? UNKNOWN_PROMISE
    switch (this.#parts.settings.order) {
      case 'breadth':
        return depth
      case 'depth':
        return -(depth * 1e7 + (this.#sequence++ % 1e7))
      case 'best':
        return priority ?? depth
    }
  }

  /** Seeds are always wanted, whatever the rules say about links. */
  seeds(): Candidate[] {
    const { seeds, seedDepth } = this.#parts.settings
    return seeds.flatMap(({ url, kind }) => {
      const options = kind === 'page' ? { pageClass: this.#parts.guides.startAt(url) } : { kind }
      const candidate = this.candidate(url, seedDepth, null, options)
      return candidate ? [{ ...candidate, excluded: null }] : []
    })
  }

  /** The links of a visited page as candidates. */
  async ofLinks(
    found: FoundUrls,
    { page: via, host: memory, at: nowMs }: Pick<Visit, 'page' | 'host' | 'at'>,
    { ranks, chain = 'fruitful' }: LinkOptions = {},
  ): Promise<Candidate[]> {
    const { origin } = memory
    const depth = via.depth + 1
    const isPrompt = found.kind !== 'links' && memory.learning.isPrompt(found.kind)
    const candidates: Candidate[] = []
    for (let i = 0; i < found.hrefs.length; i++) {
      const url = found.hrefs[i]!
      const own = url.startsWith(origin) && originOf(url) === origin
      const promise = found.promises?.[i] ?? null
      const isOpen = own && found.excluded[i] === null
      const mayRespell = isOpen && promise?.kind !== 'image' && !this.#parts.guides.isSpecified(url)
      const given = mayRespell ? this.#parts.spellings.ofLink(url, memory) : null
      const refused = isOpen ? this.#parts.guides.refusalOfLink(url, promise) : null
      const trap = isOpen ? trapOf(url, { memory, chain, nowMs }, this.#parts.settings) : null
      candidates.push({
        url,
        key: Buffer.from(found.keys.subarray(i * 16, i * 16 + 16)),
        origin: own ? origin : originOf(url),
        kind: promise?.kind ?? 'page',
        depth,
        rank: (ranks?.[i] ?? this.rank(url, depth, promise)) + (trap?.demoted ? DEMOTED : 0),
        via,
        excluded: found.excluded[i] ?? given ?? refused ?? trap?.excluded ?? null,
        ...this.#hint(found, i),
        prompt: own && isPrompt,
        pageClass: promise?.pageClass ?? null,
      })
    }
    return this.#parts.plugins.has('queue') ? this.#runPlugins(candidates) : candidates
  }

  /** Whether a link waits at the end because pages like it bring nothing new. It stays there, however many pages link to it. */
  isDemoted(url: string, memory: HostMemory): boolean {
    if (!this.#parts.settings.yieldRule || originOf(url) !== memory.origin) return false
    return memory.yieldOf(urlPattern(url)) !== 'fruitful'
  }

  /** What a sitemap or feed says about its i-th address. */
  #hint(
    { hints, saidRates, kind }: FoundUrls,
    i: number,
  ): Pick<Candidate, 'hintedAt' | 'hintedBy' | 'saidRate'> {
    if (kind === 'links' || !this.#parts.settings.refresh.signals) return {}
    const hintedAt = hints?.[i]
    const saidRate = saidRates?.[i] ?? null
    return hintedAt ? { hintedAt, hintedBy: bitOf(kind), saidRate } : { saidRate }
  }

  /** A single Url: a redirect's target, a canonical address, a source, or what a plug-in adds. */
  candidate(url: Url, depth: number, via: PageRef | null, options: CandidateOptions = {}): Candidate | null {
    const verdict = this.#parts.scope.decide(url, depth)
    if (!verdict.accepted && verdict.kind === 'depth') return null
    // Only a form that a site model names is ever submitted; no redirect or page can make us submit another.
    if (isPosted(url) && !options.isForm) return null
    const { pageClass = null, kind = 'page' } = options
    const usual = () => this.rank(url, depth, promiseOf(kind, pageClass))
    return {
      url,
      key: urlKey(url),
      origin: originOf(url),
      kind,
      depth,
      rank: options.rank ?? (isSource(kind) ? SOURCES_FIRST : usual()),
      hops: options.hops ?? 0,
      via,
      excluded: exclusionOf(verdict),
      pageClass,
    }
  }

  /** Whether a link to this Url would be followed. */
  isWanted(url: Url, depth: number): boolean {
    return this.#parts.scope.decide(url, depth).accepted
  }

  /** A page of an answer to a query. It is ranked behind the pages that earlier answers led to, which say what to ask next. */
  answerPage(url: Url, depth: number, via: PageRef, pageClass: string | null): Candidate | null {
    const { order, topics } = this.#parts.settings
    const rank = order === 'breadth' && topics.length === 0 ? { rank: depth + BEHIND_RECORDS } : {}
    return this.candidate(url, depth, via, { kind: 'results', isForm: true, pageClass, ...rank })
  }

  /** The candidate for a class link of a stored page; null if the link is not a valid address. */
  promised(href: string, from: PageRow, pageClass: string): Candidate | null {
    const url = this.#parts.canonicalizer.canonical(href, from.url)
    return url === undefined ? null : this.candidate(url, from.depth + 1, from, { pageClass, isForm: true })
  }

  /**
   * The sitemaps that the robots.txt of an origin names. They are subject to the scope like everything else, except for `include`: it
   * says which pages are wanted, and those may well be listed in a sitemap of the same origin that it does not match. Their addresses
   * should be absolute, but many files have paths.
   */
  sitemaps(origin: string, named: readonly string[]): Candidate[] {
    const { seedDepth, sitemapsPerHost } = this.#parts.settings
    return named.slice(0, sitemapsPerHost).flatMap(text => {
      const url = SITEMAP_ADDRESS.test(text)
        ? this.#parts.canonicalizer.canonical(text, `${origin}/`)
        : undefined
      const candidate = url && this.candidate(url, seedDepth, null, { kind: 'sitemap' })
      if (!candidate) return []
      const verdict = this.#parts.scope.decide(candidate.url, seedDepth)
      const isWanted = verdict.accepted || (verdict.kind === 'include' && candidate.origin === origin)
      return [isWanted ? { ...candidate, excluded: null } : candidate]
    })
  }

  /** Asks the plug-ins about a page that was just visited; `add` receives the further Urls they want. */
  async afterVisit(
    page: QueuedPage,
    visit: PluginVisit,
    usual: PlannedVisit,
    add: (candidate: Candidate) => void,
  ): Promise<PlannedVisit> {
    if (!this.#parts.plugins.has('queue')) return usual
    let next = usual
    const decide = (decision: PluginDecision) => {
      next = { ...next, ...decision }
    }
    const context = this.#queueContext(page, decide, add)
    const seen = { url: visit.url, depth: page.depth, visit, priority: page.rank }
    await this.#parts.plugins.run('queue', plugin => plugin.queue!(seen, context))
    return next
  }

  /** What queue plug-ins may do with a page: `decide` receives what they decide, `add` the further Urls they want. */
  #queueContext(
    { url: base, depth }: { readonly url: string; readonly depth: number },
    decide: (decision: PluginDecision) => void,
    add: (candidate: Candidate) => void,
  ): QueueContext {
    return {
      ...this.#parts.plugins.context,
      exclude: reason => decide({ excluded: { by: 'plugin', reason: reasonFrom(reason) } }),
      setPriority: priority => decide({ rank: priorityFrom(priority) }),
      visitAt: timeMs => decide({ dueAt: timeFrom(timeMs) }),
      add: (href, { priority } = {}) => {
        const url = this.#parts.canonicalizer.canonical(addressFrom(href), base)
        const ranked = priority === undefined ? {} : { rank: priorityFrom(priority) }
        const candidate = url === undefined ? null : this.candidate(url, depth + 1, null, ranked)
        if (candidate) add(candidate)
      },
    }
  }

  async #runPlugins(candidates: readonly Candidate[]): Promise<Candidate[]> {
    const judged: Candidate[] = []
    for (const original of candidates) {
      let candidate = original
      if (!candidate.excluded) {
        const decide = (decision: PluginDecision) => {
          candidate = { ...candidate, ...decision }
        }
        const usual = this.#queueContext(original, decide, more => judged.push(more))
        // Nothing was found out yet that could say when to come.
        const context = { ...usual, visitAt: () => {} }
        const { url, depth, rank: priority } = candidate
        const page = { url: new URL(url), depth, visit: null, priority }
        await this.#parts.plugins.run('queue', plugin => plugin.queue!(page, context))
      }
      judged.push(candidate)
    }
    return judged
  }
}
