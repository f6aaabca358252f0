import type { Candidate } from '../../store/index.ts'
import { originOf, urlPattern } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { ParseResult } from '../thread/job.ts'

const REMEMBERED = 20
const MAX_PATTERNS = 2_000
/** Pages in a row with a known outline before a pattern is suspect. */
const SUSPECT_AFTER = 5

interface Recent {
  readonly outlines: number[]
  readonly sets: number[]
  /** Pages in a row whose outline was familiar. */
  familiar: number
}

/**
 * Did a page bring anything new? New are words that the last pages of its pattern did not have (digits aside: a calendar
 * differs in nothing else), or a link to a page of another path. And a trap feeds itself: a page that was found on a page
 * of another path is no part of one, however much it looks like its neighbours. Reading the text is dear, so it is asked for only
 * after several pages in a row had a title and anchors seen before; until then every page counts as new.
 */
export class NoveltyTracker {
  /** By host and pattern; least recently used first. */
  readonly #patterns = new Map<string, Recent>()

  /** Should the text of this page be looked at? */
  isSuspect(memory: HostMemory, url: string): boolean {
    const recent = this.#patterns.get(keyOf(memory, urlPattern(url)))
    return recent !== undefined && recent.familiar >= SUSPECT_AFTER
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
    const recent = this.#patterns.get(key) ?? { outlines: [], sets: [], familiar: 0 }
    this.#patterns.delete(key)
    if (this.#patterns.size >= MAX_PATTERNS) this.#patterns.delete(this.#patterns.keys().next().value!)
    this.#patterns.set(key, recent)
    return recent
  }
}

const keyOf = (memory: HostMemory, pattern: string) => `${memory.host.id} ${pattern}`

/** Was it among the last ones? Remembers it. */
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

/** Without the query: filters of one list combine to ever new patterns, and lead nowhere else. */
const pathOf = (pattern: string) => pattern.split('?', 1)[0]
