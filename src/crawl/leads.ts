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
    const { queue, settings } = this.#parts
    const isPage = parsed.found.kind === 'links'
    const sources = settings.feeds || !isPage ? parsed.sources : []
    return [
      ...(parsed.canonical !== null && parsed.canonical !== page.url
        ? [queue.candidate(parsed.canonical, page.depth, page, { pageClass: page.pageClass })]
        : []),
      ...sources.map(url => queue.candidate(url, page.depth + (isPage ? 1 : 0), page, { rank: SOURCE_RANK })),
    ].filter(candidate => candidate !== null)
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
