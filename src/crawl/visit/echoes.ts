/**
 * Chains of pages that each say what the page before it said. A server that ignores a part of the path answers `/x`, `/xx`, `/xxx` with one page, whose
 * relative link always leads a step further; each address has a pattern of its own, so that patterns never tell (novelty.ts).
 *
 * Filled by each visit to a page with links, asked before a page is read (whether its words are needed) and before its links are queued. Bounded: what
 * was visited least recently is forgotten. After a restart, chains are counted anew.
 */
import type { YieldState } from '../../url/index.ts'
import type { ReadFacts } from '../thread/job.ts'

interface Echo {
  readonly outline: number
  /** The words of the page; null unless they were read. */
  readonly words: number | null
  /** How many pages before it said the same. */
  readonly length: number
}

/** Title and anchors are compared for so many pages before words are, which take more time to read. */
const SUSPECT_AFTER = 5
/** Twenty pages that equal one another say more than forty of a pattern that merely brought nothing new. */
const DEMOTED_AFTER = 10
export const STOPPED_AFTER = 20
const MAX_PAGES = 2_000

export class Echoes {
  /** By address; those noted last come last. */
  readonly #pages = new Map<string, Echo>()

  isSuspect(via: string | null): boolean {
    return via !== null && (this.#pages.get(via)?.length ?? 0) >= SUSPECT_AFTER
  }

  /** Notes a page; returns what its links deserve. */
  note(url: string, via: string | null, facts: Pick<ReadFacts, 'outline' | 'fingerprints'>): YieldState {
    const before = via === null || via === url ? undefined : this.#pages.get(via)
    const [outline, words] = [facts.outline, facts.fingerprints?.set ?? null]
    const isEcho =
      before?.outline === outline &&
      (before.length < SUSPECT_AFTER || (words !== null && (before.words ?? words) === words))
    const length = isEcho ? before.length + 1 : 0
    this.#pages.delete(url)
    if (this.#pages.size >= MAX_PAGES) this.#pages.delete(this.#pages.keys().next().value!)
    this.#pages.set(url, { outline, words, length })
    return stateAfter(length)
  }
}

function stateAfter(length: number): YieldState {
  if (length >= STOPPED_AFTER) return 'stopped'
  return length >= DEMOTED_AFTER ? 'demoted' : 'fruitful'
}
