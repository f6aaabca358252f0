/** Step 6 of a visit: run the response plug-ins, and turn what the page leads to into candidates. */
import type { Relevance } from '../../focus/index.ts'
import { bitOf } from '../../refresh/index.ts'
import type { Candidate, LinksRow, QueuedPage } from '../../store/index.ts'
import { originOf, type Url, urlPattern, type YieldState } from '../../url/index.ts'
import type { CrawlForms } from '../forms/crawl-forms.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { Expectation, LinkOrder, MovedLink } from '../order/link-order.ts'
import type { PluginVisit, ResponseContext } from '../plugin.ts'
import type { PluginRunner } from '../plugin-runner.ts'
import { checkFindings, reasonFrom } from '../plugin-values.ts'
import type { Report } from '../report-event.ts'
import type { CrawlSettings } from '../settings.ts'
import type { ParseResult } from '../thread/job.ts'
import type { WebSub } from '../websub/websub.ts'
import type { Judged, Look } from './5-judge.ts'
import type { Candidates } from './candidates.ts'
import type { Comparer } from './comparer.ts'
import { newlyListed } from './hub.ts'
import type { NoveltyTracker } from './novelty.ts'
import type { Outcome } from './outcome.ts'
import { pluggedVisit } from './plugged-visit.ts'
import type { Spellings } from './spellings.ts'
import { CHAIN_RULE } from './trap-of.ts'
import type { Unanswered } from './unanswered.ts'
import type { Visit } from './visit.ts'

/** Maximum number of redirects and indexes between a sitemap that was named and the last one read because of it. */
const MAX_INDEX_HOPS = 3

/** The outcome of a visit, with what plug-ins say about it and where it leads. */
export interface Followed {
  readonly judged: Judged | Unanswered
  /** The visit as plug-ins see it, or null if there are none. */
  readonly plugged: PluginVisit | null
  readonly changed: boolean
  readonly candidates: readonly Candidate[]
  /** How much the page is about a topic; null unless the crawl has one. */
  readonly relevance: Relevance | null
  /** What was expected of the page before its first visit; null unless the order of the crawl learns. */
  readonly expected: Expectation | null
  /** Queued links that change places in the queue because of this visit. */
  readonly moved: readonly MovedLink[]
}

const NOTHING_LEARNED = { relevance: null, expected: null, moved: [] } as const

export interface FollowParts {
  readonly settings: CrawlSettings
  readonly plugins: PluginRunner
  readonly candidates: Candidates
  readonly novelty: NoveltyTracker
  readonly comparer: Comparer
  readonly spellings: Spellings
  /** Null unless the crawl has an order that learns. */
  readonly order: LinkOrder | null
  /** Null unless the crawl submits search forms. */
  readonly forms: CrawlForms | null
  /** The links of the stored revision. */
  readonly linksOf: (page: QueuedPage) => Promise<LinksRow | null>
  /** Told of the WebSub hub that a page names, or that it names none. Null if the crawl does not subscribe. */
  readonly websub: Pick<WebSub, 'noticed'> | null
  readonly report: Report
}

export class Follow {
  readonly #parts: FollowParts

  constructor(parts: FollowParts) {
    this.#parts = parts
  }

  async follow(visit: Visit, answer: Judged | Unanswered): Promise<Followed> {
    const seen = this.#forPlugins(visit, answer)
    const judged = seen && answer.kind === 'judged' ? await this.#runPlugins(seen, answer) : answer
    const plugged =
      seen && judged !== answer ? { ...seen, outcome: judged.outcome.kind, changed: false } : seen
    // Answers to different queries may be alike; that does not make their addresses spellings of one page.
    if (visit.page.kind !== 'results') this.#parts.spellings.learn(visit, judged)
    if (judged.kind === 'unanswered')
      return {
        judged,
        plugged,
        changed: false,
        ...NOTHING_LEARNED,
        candidates: [...this.#instead(visit.page, judged), ...(await this.#asks(visit, judged))],
      }
    const changed = plugged?.changed ?? judged.changed
    const { parsed, outcome } = judged.last
    const learned = outcome.kind === 'fetched' ? (this.#parts.order?.saw(visit.page, parsed) ?? null) : null
    const candidates = await this.#leads(visit, judged.last, learned?.ranks)
    const isStored = judged.outcome.kind === 'fetched' && changed
    if (isStored && visit.page.revision > 0) candidates.push(...(await this.#listedAnew(visit, judged.last)))
    candidates.push(...(await this.#asks(visit, judged)))
    const { relevance, expected, moved } = learned ?? NOTHING_LEARNED
    const free = moved.filter(({ url }) => !this.#parts.candidates.isDemoted(url, visit.host))
    return { judged, plugged, changed, candidates, relevance, expected, moved: free }
  }

  /** The queries to submit next. */
  async #asks(visit: Visit, judged: Judged | Unanswered): Promise<Candidate[]> {
    const { forms } = this.#parts
    if (!forms) return []
    const isRead = judged.kind === 'judged' && leadsOn(judged.last)
    return isRead ? forms.saw(visit, judged.last) : forms.missed(visit, judged.outcome)
  }

  /** If the page was given up for another spelling of its address, the candidate for that spelling. */
  #instead(page: QueuedPage, { instead }: Unanswered): Candidate[] {
    const { depth, rank, pageClass } = page
    const candidate = instead && this.#parts.candidates.candidate(instead, depth, page, { rank, pageClass })
    return candidate ? [candidate] : []
  }

  /** Turns what the page leads to into candidates, and notes whether the page was worth the visit. */
  async #leads(visit: Visit, look: Look, ranks?: readonly number[]): Promise<Candidate[]> {
    const { page, host } = visit
    const { at, parsed, outcome } = look
    const { candidates: queue, forms } = this.#parts
    if (outcome.kind === 'moved') {
      const { kind, pageClass, depth } = page
      const { order } = this.#parts
      const rank = order ? { rank: order.movedTo(page, outcome.to) } : {}
      const target = queue.candidate(outcome.to, depth, page, {
        hops: page.hops + 1,
        kind,
        pageClass,
        ...rank,
      })
      return target ? [target] : []
    }
    if (!leadsOn(look)) return []
    this.#parts.websub?.noticed(page, parsed.push)
    const chain = this.#chain(page, host, parsed)
    const candidates = await queue.ofLinks(parsed.found, { page, host, at }, { ranks, chain })
    if (page.kind === 'results') return forms?.without(visit, look, candidates) ?? candidates
    candidates.push(...this.#besides(page, parsed))
    this.#weigh(page, host, parsed, candidates)
    return candidates
  }

  /** The canonical address of the page, and the feeds and sitemaps it names. */
  #besides(page: QueuedPage, parsed: ParseResult): Candidate[] {
    const canonical = this.#canonical(page, parsed.canonical)
    const sources = parsed.found.kind === 'links' ? this.#feeds(page, parsed) : this.#sitemaps(page, parsed)
    return [canonical, ...sources].filter(candidate => candidate !== null)
  }

  /** Another address of the same page. It counts as a step, like a link: pages can name each other as canonical without end. */
  #canonical(page: QueuedPage, canonical: Url | null): Candidate | null {
    if (canonical === null || canonical === page.url || page.kind === 'image') return null
    return this.#parts.candidates.candidate(canonical, page.depth + 1, page, { pageClass: page.pageClass })
  }

  #feeds(page: QueuedPage, { sources }: ParseResult): (Candidate | null)[] {
    const { candidates: queue, settings } = this.#parts
    if (!settings.feeds) return []
    return sources.map(url => queue.candidate(url, page.depth + 1, page, { kind: 'feed' }))
  }

  /** The sitemaps that a sitemap index names. The protocol forbids an index inside an index, but some sites nest them, even without end. */
  #sitemaps(page: QueuedPage, { sources }: ParseResult): (Candidate | null)[] {
    const { candidates: queue, report } = this.#parts
    if (sources.length === 0) return []
    const hops = page.hops + 1
    if (hops > MAX_INDEX_HOPS) {
      report('sitemaps-too-deep', page.url, `an index ${page.hops} steps behind the first: not followed`)
      return []
    }
    return sources.map(url => queue.candidate(url, page.depth, page, { kind: 'sitemap', hops }))
  }

  /** What the links of a page deserve that says what the pages on the way to it said. */
  #chain(page: QueuedPage, memory: HostMemory, parsed: ParseResult): YieldState {
    if (!this.#weighs(page, parsed)) return 'fruitful'
    const { novelty, report } = this.#parts
    const chain = novelty.chainOf(page, parsed)
    if (chain === 'stopped' && novelty.endsChain(memory, page.url))
      report('trap-stopped', `${memory.origin}${urlPattern(page.url)}`, CHAIN_RULE)
    return chain
  }

  /** A folder is finite, however similar its files are. */
  #weighs({ url }: QueuedPage, { found }: ParseResult): boolean {
    return this.#parts.settings.yieldRule && found.kind === 'links' && !url.startsWith('file:')
  }

  #weigh(page: QueuedPage, memory: HostMemory, parsed: ParseResult, candidates: readonly Candidate[]): void {
    const { settings, novelty, report } = this.#parts
    const { url } = page
    if (settings.dateRule) memory.dates.seen(url)
    if (!this.#weighs(page, parsed)) return
    const became = memory.noteYield(url, novelty.broughtNews(memory, page, parsed, candidates))
    if (became === null || became === 'fruitful') return
    const pattern = `${memory.origin}${urlPattern(url)}`
    report(`trap-${became}`, pattern, `pages like this bring nothing new: ${became}`)
  }

  /** Pages newly listed on a hub page, unless a sitemap, feed or push that has proved prompt reports changes on this host. */
  async #listedAnew({ page, host }: Visit, { at, parsed }: Look): Promise<Candidate[]> {
    const { settings, candidates: queue, linksOf } = this.#parts
    const { learning } = host
    const isToldBetter =
      learning.isPrompt('sitemap') || learning.isPrompt('feed') || learning.isPrompt('push')
    if (!settings.refresh.signals || isToldBetter || !parsed.packedLinks) return []
    const before = await linksOf(page)
    if (!before) return []
    return newlyListed(before.packed, parsed.packedLinks)
      .filter(url => url !== page.url && originOf(url) === host.origin)
      .map(url => queue.candidate(url, page.depth + 1, page))
      .filter(candidate => candidate !== null)
      .map(candidate => ({
        ...candidate,
        hintedAt: at,
        hintedBy: bitOf('hub'),
        prompt: learning.isPrompt('hub'),
      }))
  }

  /** Returns what is left of the judgment: a plug-in may reject the answer. */
  async #runPlugins(visit: PluginVisit, judged: Judged): Promise<Judged> {
    const { plugins } = this.#parts
    let rejected: Outcome | null = null
    const context: ResponseContext = {
      ...plugins.context,
      reject: (reason, { retry = true } = {}) => {
        rejected ??= rejectedOutcome(reasonFrom(reason), retry, judged.last.answer.status)
      },
    }
    await plugins.run('response', plugin => plugin.response!(visit, context), keptFindings(visit))
    return rejected === null ? judged : withOutcome(judged, rejected)
  }

  #forPlugins({ page }: Visit, judged: Judged | Unanswered): PluginVisit | null {
    const { plugins, comparer } = this.#parts
    if (!plugins.has('response') && !plugins.has('queue')) return null
    return pluggedVisit(page, judged, stored => comparer.revisionText(stored))
  }
}

/** Keeps what plug-ins found out as long as it can be stored. */
function keptFindings(visit: PluginVisit): { readonly check: () => void; readonly undo: () => void } {
  let kept = { fields: {}, changed: visit.changed }
  return {
    check: () => {
      checkFindings(visit)
      kept = { fields: { ...visit.fields }, changed: visit.changed }
    },
    undo: () => void Object.assign(visit, { ...kept, fields: { ...kept.fields } }),
  }
}

const rejectedOutcome = (reason: string, retry: boolean, status: number): Outcome =>
  retry
    ? { kind: 'failed', code: 'plugin', message: reason, status, transient: true }
    : { kind: 'denied', by: 'plugin', reason, status, facts: null }

const withOutcome = (judged: Judged, outcome: Outcome): Judged => ({
  ...judged,
  outcome,
  last: { ...judged.last, outcome },
  changed: false,
})

/** Whether the links of the page are followed. Those of a wall are, because an uncertain one may have been followed before it was recognized. */
const leadsOn = ({ outcome, parsed }: Look): boolean =>
  outcome.kind === 'fetched' ||
  outcome.kind === 'walled' ||
  (outcome.kind === 'denied' && parsed.facts.noindex)
