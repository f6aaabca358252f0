import { simhashDistance } from '../../change/signature/simhash.ts'
import type { ContentPrint } from './content-print.ts'
import { rewritingsOf, stemOf } from './rewritings.ts'

/** A page as it was found. */
export interface SeenPage {
  readonly url: string
  /** Of its payload, in hexadecimal. */
  readonly digest: string
  /** Null where it was not asked for. */
  readonly content: ContentPrint | null
  /** The address that it calls canonical. */
  readonly canonical: string | null
  /** Where its address sends visitors, if it shows no page. */
  readonly movedTo: string | null
  readonly at: number
  /** False for one that may not be kept. */
  readonly isStored: boolean
}

/** `unclear` teaches nothing: one of them was not looked into, or both say what many pages say. */
export type Sameness = 'equal' | 'differs' | 'unclear'

/** Fewer words say nothing of a page: what tells it apart may be its pictures. */
const MIN_WORDS = 5
const MAX_APART_MS = 3_600_000
/** Of 64: as in the search for near duplicates. */
const MAX_BITS_APART = 3
/** A content under so many stems belongs to no page: an error, a login, an empty list. */
const MAX_STEMS = 3
const MAX_ENTRIES = 20_000
const MAX_CONTENTS = 10_000
/** About 16 MiB: addresses are as long as outsiders like. */
const MAX_CHARS = 8_000_000

/** The pages of all hosts that were seen lately, to compare others with. What it forgets teaches nothing, and does no harm. */
export class SeenPages {
  /** By address, and the first of each class of spellings; least recently used first. */
  readonly #pages = new Map<string, SeenPage>()
  /** Which stems show a content; most show one of their own. */
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

  /** Notes which pages say this. */
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

  /** Do two spellings, of which `target` is the plain one, show the same page? */
  compare(one: SeenPage, other: SeenPage, target: string): Sameness {
    if (one.movedTo !== null || other.movedTo !== null) return compareMoved(one, other, target)
    if (contradict(one, other, target)) return 'differs'
    const key = sharedKey(one, other)
    if (key !== null) return (this.#stems.get(key)?.length ?? 0) >= MAX_STEMS ? 'unclear' : 'equal'
    // A page may have been edited between the two.
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

/** An address that leads to the plain spelling is one more of it; one that leads elsewhere is none, if there is a page to compare it with. */
function compareMoved(one: SeenPage, other: SeenPage, target: string): Sameness {
  const [moved, page] = one.movedTo === null ? [other, one] : [one, other]
  if (page.movedTo !== null || page.url !== target) return 'unclear'
  if (moved.movedTo === target) return 'equal'
  return rewritingsOf(moved.movedTo!).some(each => each.target === target) ? 'unclear' : 'differs'
}

/** An entry with its hashes, and two addresses. */
const sizeOf = (key: string, { url, canonical }: SeenPage) =>
  key.length + url.length + (canonical?.length ?? 0) + 150

/** What it says, and its bytes. */
const contentKeys = ({ digest, content }: SeenPage) => (content === null ? [digest] : [digest, content.hash])

/** By which of these two pages are the same, if they are. */
function sharedKey(one: SeenPage, other: SeenPage): string | null {
  if (one.digest === other.digest) return one.digest
  if (one.content === null || one.content.hash !== other.content?.hash) return null
  return one.content.words >= MIN_WORDS ? one.content.hash : null
}

/** Does one of them call another page canonical than the other does, or than the rule would have it? */
function contradict(one: SeenPage, other: SeenPage, target: string): boolean {
  const [named, alsoNamed] = [one.canonical, other.canonical]
  if (named !== null && alsoNamed !== null) return named !== alsoNamed
  const only = named ?? alsoNamed
  return only !== null && only !== target
}

/** Does one of them call another address canonical? That it is the right one has been checked. */
export const isDeclared = (one: SeenPage, other: SeenPage, target: string) =>
  [one, other].some(({ url, canonical }) => url !== target && canonical !== null && canonical !== url)

/** The site says that they are one page. A notice more or less does not matter then, and anything else proves nothing. */
const nearly = (one: ContentPrint, other: ContentPrint): Sameness =>
  simhashDistance(one.simhash, other.simhash) <= MAX_BITS_APART ? 'equal' : 'unclear'
