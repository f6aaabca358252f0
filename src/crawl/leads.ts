/** Step 6 of a visit: where the page leads, and whether that was worth the visit. */
import type { Candidate, LinksRow, QueuedPage } from '../store/index.ts'
import { originOf, urlPattern } from '../url/index.ts'
import type { Fruit } from './fruit.ts'
import type { HostMemory } from './host-memory.ts'
import { newlyListed } from './hub.ts'
import type { ParseResult } from './parse/job.ts'
import { type QueueStage, SOURCE_RANK } from './queue.ts'
import type { Look } from './second-look.ts'
import type { CrawlSettings } from './settings.ts'

/** Redirects and indexes between the sitemap that somebody named and the last one that is read for it. */
const MAX_INDEX_HOPS = 3

export interface LeadsParts {
  readonly settings: CrawlSettings
  readonly queue: QueueStage
  readonly fruit: Fruit
  /** The links of the revision that is stored. */
  readonly linksOf: (page: QueuedPage) => Promise<LinksRow | null>
  readonly report: (kind: string, subject: string, message: string) => void
}

export class Leads {
  readonly #parts: LeadsParts

  constructor(parts: LeadsParts) {
    this.#parts = parts
  }

  /** What the page leads to, and whether it was worth the visit. */
  async from(page: QueuedPage, memory: HostMemory, { at, parsed, outcome }: Look): Promise<Candidate[]> {
    const { queue } = this.#parts
    if (outcome.kind === 'moved') {
      const rank = page.rank === SOURCE_RANK ? { rank: SOURCE_RANK } : {}
      const { pageClass } = page
      const target = queue.candidate(outcome.to, page.depth, page, {
        hops: page.hops + 1,
        pageClass,
        ...rank,
      })
      return target ? [target] : []
    }
    const follows = outcome.kind === 'fetched' || (outcome.kind === 'denied' && parsed.facts.noindex)
    if (!follows) return []
    if (parsed.found.hints && !memory.announces) {
      memory.announces = true
      memory.touch()
    }
    const candidates = await queue.candidates(parsed.found, page.depth + 1, page, memory, at)
    candidates.push(...this.#besides(page, parsed))
    this.#weigh(page, memory, parsed, candidates)
    return candidates
  }

  /** The canonical address of the page, and the feeds and sitemaps it names. */
  #besides(page: QueuedPage, parsed: ParseResult): Candidate[] {
    const canonical = this.#canonical(page, parsed.canonical)
    const sources = parsed.found.kind === 'links' ? this.#feeds(page, parsed) : this.#sitemaps(page, parsed)
    return [canonical, ...sources].filter(candidate => candidate !== null)
  }

  /** Another address of the same page. It counts as a step like a link: pages can name each other as their original without end. */
  #canonical(page: QueuedPage, canonical: string | null): Candidate | null {
    if (canonical === null || canonical === page.url) return null
    return this.#parts.queue.candidate(canonical, page.depth + 1, page, { pageClass: page.pageClass })
  }

  #feeds(page: QueuedPage, { sources }: ParseResult): (Candidate | null)[] {
    const { queue, settings } = this.#parts
    if (!settings.feeds) return []
    return sources.map(url => queue.candidate(url, page.depth + 1, page, { rank: SOURCE_RANK }))
  }

  /** What a sitemap index names. The protocol has no index in an index; some sites do, and some have no end of them. */
  #sitemaps(page: QueuedPage, { sources }: ParseResult): (Candidate | null)[] {
    const { queue, report } = this.#parts
    if (sources.length === 0) return []
    const hops = page.hops + 1
    if (hops > MAX_INDEX_HOPS) {
      report('sitemaps-too-deep', page.url, `an index ${page.hops} steps behind the first: not followed`)
      return []
    }
    return sources.map(url => queue.candidate(url, page.depth, page, { rank: SOURCE_RANK, hops }))
  }

  #weigh(page: QueuedPage, memory: HostMemory, parsed: ParseResult, candidates: readonly Candidate[]): void {
    const { settings, fruit, report } = this.#parts
    const { url } = page
    if (settings.dateRule) memory.dates.seen(url)
    if (!settings.yieldRule || parsed.found.kind !== 'links') return
    const pattern = urlPattern(url)
    const before = memory.yields.state(pattern)
    const after = memory.yields.record(url, fruit.isFruitful(memory, pattern, page.via, parsed, candidates))
    if (before === after) return
    memory.touch()
    if (after !== 'fruitful')
      report(`trap-${after}`, `${memory.origin}${pattern}`, `pages like this bring nothing new: ${after}`)
  }

  /** Pages that a hub lists anew, where nothing better says when they change. */
  async listedAnew(page: QueuedPage, memory: HostMemory, { at, parsed }: Look): Promise<Candidate[]> {
    const { settings, queue, linksOf } = this.#parts
    if (!settings.refresh.signals || memory.announces || !parsed.packedLinks) return []
    const before = await linksOf(page)
    if (!before) return []
    return newlyListed(before.packed, parsed.packedLinks)
      .filter(url => url !== page.url && originOf(url) === memory.origin)
      .map(url => queue.candidate(url, page.depth + 1, page))
      .filter(candidate => candidate !== null)
      .map(candidate => ({ ...candidate, hintedAt: at, prompt: memory.learning.isPrompt }))
  }
}
