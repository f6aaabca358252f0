import type { Candidate } from '../store/index.ts'
import { originOf, urlPattern } from '../url/index.ts'
import type { HostMemory } from './host-memory.ts'
import type { ParseResult } from './parse/job.ts'
import { distance } from './parse/signature.ts'

const REMEMBERED = 20
const MOST_PATTERNS = 2_000
const CLOSE_BITS = 3

/**
 * Did a page bring anything new? New is content unlike that of the last pages of its pattern, or a link to a page of
 * another pattern. Endless calendars and facets fail on both: their pages are alike and lead to more of their kind.
 */
export class Fruit {
  /** Fingerprints of the last pages, by host and pattern; least recently used first. */
  readonly #recent = new Map<string, string[]>()

  isFruitful(
    memory: HostMemory,
    pattern: string,
    parsed: ParseResult,
    candidates: readonly Candidate[],
  ): boolean {
    const isNew = this.#isNewContent(
      `${memory.host.id} ${pattern}`,
      parsed.signature ?? parsed.digest.toString(),
    )
    return (
      isNew ||
      candidates.some(candidate => candidate.status === 'waiting' && isOther(candidate, memory, pattern))
    )
  }

  #isNewContent(key: string, signature: string): boolean {
    const recent = this.#recent.get(key) ?? []
    this.#recent.delete(key)
    if (this.#recent.size >= MOST_PATTERNS) this.#recent.delete(this.#recent.keys().next().value!)
    this.#recent.set(key, recent)
    const known = recent.some(
      other =>
        other === signature ||
        (signature.length === 16 && other.length === 16 && distance(other, signature) <= CLOSE_BITS),
    )
    recent.push(signature)
    if (recent.length > REMEMBERED) recent.shift()
    return !known
  }
}

function isOther(candidate: Candidate, memory: HostMemory, pattern: string): boolean {
  return originOf(candidate.url) !== memory.origin || urlPattern(candidate.url) !== pattern
}
