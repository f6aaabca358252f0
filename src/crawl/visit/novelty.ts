import { RecentMap } from '../../env/recent-map.ts'
import type { Candidate, QueuedPage } from '../../store/index.ts'
import { originOf, urlPattern, type YieldState } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { ParseResult } from '../thread/job.ts'
import { Echoes } from './echoes.ts'

const REMEMBERED = 20
const MAX_PATTERNS = 2_000
/** Pages in a row with a known outline before a pattern is suspect. */
const SUSPECT_AFTER = 5

interface Recent {
  readonly outlines: number[]
  readonly sets: number[]
  /** Pages in a row whose outline was already known. */
  familiar: number
  /** Whether a chain of pages that say the same has ended at one of its pages. */
  endsChain: boolean
}

/**
 * Decides whether a page brought anything new: words that the last pages of its pattern did not have (digits aside: a calendar
 * differs in nothing else), or a link to a page of another path. A trap feeds itself, so a page found on a page of another path is
 * not part of one, however much it looks like its neighbors. Reading the text is expensive, so it is read only after several pages
 * in a row had a title and anchors seen before; until then every page counts as new.
 */
export class NoveltyTracker {
  /** By host and pattern; least recently used first. */
  readonly #patterns = new RecentMap<string, Recent>(MAX_PATTERNS)
  readonly #echoes = new Echoes()

  /** Whether the text of this page should be examined. */
  isSuspect(memory: HostMemory, { url, via }: Pick<QueuedPage, 'url' | 'via'>): boolean {
    const recent = this.#patterns.get(keyOf(memory, urlPattern(url)))
    return (recent !== undefined && recent.familiar >= SUSPECT_AFTER) || this.#echoes.isSuspect(via)
  }

  /** What the links of a page deserve that says what the pages on the way to it said. */
  chainOf({ url, via }: Pick<QueuedPage, 'url' | 'via'>, { facts }: ParseResult): YieldState {
    return this.#echoes.note(url, via, facts)
  }

  /** Notes that a chain ended at a page; returns whether it is the first of its pattern. */
  endsChain(memory: HostMemory, url: string): boolean {
    const recent = this.#recent(keyOf(memory, urlPattern(url)))
    const isFirst = !recent.endsChain
    recent.endsChain = true
    return isFirst
  }

  broughtNews(
    memory: HostMemory,
    { url, via }: { readonly url: string; readonly via: string | null },
    parsed: ParseResult,
    candidates: readonly Candidate[],
  ): boolean {
    const pattern = urlPattern(url)
    const recent = this.#recent(keyOf(memory, pattern))
    recent.familiar = note(recent.outlines, parsed.facts.outline) ? recent.familiar + 1 : 0
    const repeats = parsed.facts.fingerprints !== null && note(recent.sets, parsed.facts.fingerprints.set)
    if (!repeats || via === null || pathOf(urlPattern(via)) !== pathOf(pattern)) return true
    return candidates.some(candidate => leadsElsewhere(candidate, memory, pattern))
  }

  #recent(key: string): Recent {
    const recent = this.#patterns.get(key) ?? { outlines: [], sets: [], familiar: 0, endsChain: false }
    this.#patterns.set(key, recent)
    return recent
  }
}

const keyOf = (memory: HostMemory, pattern: string) => `${memory.host.id} ${pattern}`

/** Whether the hash was among the last ones; remembers it. */
function note(recent: number[], hash: number): boolean {
  const known = recent.includes(hash)
  recent.push(hash)
  if (recent.length > REMEMBERED) recent.shift()
  return known
}

function leadsElsewhere(candidate: Candidate, memory: HostMemory, pattern: string): boolean {
  return (
    !candidate.excluded &&
    (originOf(candidate.url) !== memory.origin || pathOf(urlPattern(candidate.url)) !== pathOf(pattern))
  )
}

/** The pattern without its query: the filters of one list combine into ever new patterns, and lead nowhere else. */
const pathOf = (pattern: string) => pattern.split('?', 1)[0]
