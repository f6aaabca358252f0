import { simhashDistance } from '../../change/signature/simhash.ts'
import type { ContentPrint } from './content-print.ts'
import { rewritingsOf, stemOf } from './rewritings.ts'

/** A page as it was found. */
export interface SeenPage {
  readonly url: string
  /** Digest of its payload, in hexadecimal. */
  readonly digest: string
  /** Null if it was not computed. */
  readonly content: ContentPrint | null
  /** The address that it names as canonical. */
  readonly canonical: string | null
  /** Where its address redirects, if it shows no page. */
  readonly movedTo: string | null
  readonly at: number
  /** False for a page that must not be stored. */
  readonly isStored: boolean
}

/** `unclear` teaches nothing: the content of one was not read, or both show what many pages show. */
export type Sameness = 'equal' | 'differs' | 'unclear'

/** Fewer words do not identify a page: it may differ by its pictures. */
const MIN_WORDS = 5
const MAX_APART_MS = 3_600_000
/** Of 64, as in the search for near duplicates. */
const MAX_BITS_APART = 3
/** Content shown under this many stems belongs to no page: an error, a login, an empty list. */
const MAX_STEMS = 3
const MAX_ENTRIES = 20_000
const MAX_CONTENTS = 10_000
/** About 16 MiB: addresses can be as long as outsiders make them. */
const MAX_CHARS = 8_000_000

/** Recently seen pages of all hosts, to compare others with. Forgetting one only means that less is learned. */
export class SeenPages {
  /** By address, and the first of each class of spellings; least recently used first. */
  readonly #pages = new Map<string, SeenPage>()
  /** The stems that show a content; most content is shown by only one. */
  readonly #stems = new Map<string, readonly string[]>()
  #chars = 0

  get(key: string): SeenPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined) return undefined
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }

  keep(key: string, page: SeenPage): void {
    this.#forget(key)
    this.#pages.set(key, page)
    this.#chars += sizeOf(key, page)
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MAX_ENTRIES && this.#chars <= MAX_CHARS) break
      this.#forget(oldest)
    }
  }

  *storedOn(origin: string): Generator<SeenPage> {
    for (const [key, page] of this.#pages)
      if (page.isStored && key === page.url && key.startsWith(`${origin}/`)) yield page
  }

  /** Records that the page's stem shows its content. */
  noteContent(page: SeenPage): void {
    if (page.movedTo !== null) return
    const stem = stemOf(page.url)
    for (const key of contentKeys(page)) {
      const stems = this.#stems.get(key) ?? []
      this.#stems.delete(key)
      if (this.#stems.size >= MAX_CONTENTS) this.#stems.delete(this.#stems.keys().next().value!)
      this.#stems.set(key, stems.length >= MAX_STEMS || stems.includes(stem) ? stems : [...stems, stem])
    }
  }

  /** Whether two spellings, of which `target` is the plain one, show the same page. */
  compare(one: SeenPage, other: SeenPage, target: string): Sameness {
    if (one.movedTo !== null || other.movedTo !== null) return compareMoved(one, other, target)
    if (contradict(one, other, target)) return 'differs'
    const key = sharedKey(one, other)
    if (key !== null) return (this.#stems.get(key)?.length ?? 0) >= MAX_STEMS ? 'unclear' : 'equal'
    // The page may have been edited in between.
    if (one.content === null || other.content === null || Math.abs(one.at - other.at) > MAX_APART_MS)
      return 'unclear'
    return isDeclared(one, other, target) ? nearly(one.content, other.content) : 'differs'
  }

  #forget(key: string): void {
    const page = this.#pages.get(key)
    if (page === undefined) return
    this.#pages.delete(key)
    this.#chars -= sizeOf(key, page)
  }
}

/**
 * An address that redirects to the plain spelling is equal to it; one that redirects elsewhere differs, if there is a page to compare it
 * with.
 */
function compareMoved(one: SeenPage, other: SeenPage, target: string): Sameness {
  const [moved, page] = one.movedTo === null ? [other, one] : [one, other]
  if (page.movedTo !== null || page.url !== target) return 'unclear'
  if (moved.movedTo === target) return 'equal'
  return rewritingsOf(moved.movedTo!).some(each => each.target === target) ? 'unclear' : 'differs'
}

/** Approximate size: an entry with its hashes and addresses. */
const sizeOf = (key: string, { url, canonical }: SeenPage) =>
  key.length + url.length + (canonical?.length ?? 0) + 150

/** Keys of its bytes and of its content. */
const contentKeys = ({ digest, content }: SeenPage) => (content === null ? [digest] : [digest, content.hash])

/** The key by which two pages are the same, or null. */
function sharedKey(one: SeenPage, other: SeenPage): string | null {
  if (one.digest === other.digest) return one.digest
  if (one.content === null || one.content.hash !== other.content?.hash) return null
  return one.content.words >= MIN_WORDS ? one.content.hash : null
}

/** Whether they name different canonical addresses, or one names an address other than `target`. */
function contradict(one: SeenPage, other: SeenPage, target: string): boolean {
  const [named, alsoNamed] = [one.canonical, other.canonical]
  if (named !== null && alsoNamed !== null) return named !== alsoNamed
  const only = named ?? alsoNamed
  return only !== null && only !== target
}

/** Whether one of them redirects to the other, or names a canonical address other than its own. That it is the right one was checked before. */
export const isDeclared = (one: SeenPage, other: SeenPage, target: string) =>
  [one, other].some(
    ({ url, canonical, movedTo }) =>
      url !== target && (movedTo === target || (canonical !== null && canonical !== url)),
  )

/** For pages that the site declares to be one: small differences, such as a notice, do not matter, and larger ones prove nothing. */
const nearly = (one: ContentPrint, other: ContentPrint): Sameness =>
  simhashDistance(one.simhash, other.simhash) <= MAX_BITS_APART ? 'equal' : 'unclear'
