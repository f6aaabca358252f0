/**
 * Companions: addresses that a page links to and that bear its name, such as `Talk:Garden`, `/info/Garden` or `/edit?title=Garden` on the page
 * `/wiki/Garden`. What programs offer about each of their pages looks like this (edit, history, what links here). Some of it has a text of its
 * own, like a discussion, so a kind of companions is tried, but not before other pages.
 *
 * A kind whose addresses were all found this way consists of companions; one link from elsewhere, say a list, shows that it does not. Pages
 * below a page (`/wiki/Garden/Tools`) are its parts, and the same file in another folder is a translation: neither is a companion.
 */
import { kindsOf } from './address-kinds.ts'
import { decoded, hashOfText } from './own-phrases.ts'
import { Sightings } from './sightings.ts'

/** Kinds that are told apart at a time. */
const PLACES = 2 ** 16
/** Shorter names, and numbers, are in many addresses by chance. */
const NAME = /^(?=.*\p{L}).{4,}$/su

export class Companions {
  /** By kind, on how many pages an address of it was found first, and how many of these pages had its name. */
  readonly #found = new Sightings(PLACES)
  readonly #named = new Sightings(PLACES)

  /** Notes that a page is the first that links to an address. */
  found(url: string, page: LinkingPage): void {
    const kind = kindHash(url)
    this.#found.add(kind)
    if (page.isNamedIn(url)) this.#named.add(kind)
  }

  has(url: string): boolean {
    const kind = kindHash(url)
    const found = this.#found.of(kind)
    return found > 0 && this.#named.of(kind) >= found
  }
}

const kindHash = (url: string) => hashOfText(kindsOf(url)[0]!.key)

/** A page, prepared to ask whether an address bears its name. */
export class LinkingPage {
  readonly #folders: number
  readonly #path: string
  readonly #names: readonly string[]

  constructor(url: string) {
    const { segments, values, path } = partsOf(url)
    this.#folders = segments.length
    this.#path = path
    this.#names = [segments.at(-1) ?? '', ...values].filter(name => NAME.test(name))
  }

  isNamedIn(url: string): boolean {
    if (this.#names.length === 0) return false
    const { segments, values, path } = partsOf(url)
    if (values.some(value => this.#isName(value) || (value !== '' && value === this.#path))) return true
    const last = segments.at(-1) ?? ''
    const isDeeper = segments.length > this.#folders && !path.startsWith(`${this.#path}/`)
    return isDeeper ? this.#isName(last) : this.#isName(/^\w+:(.+)$/s.exec(last)?.[1] ?? '')
  }

  #isName(text: string): boolean {
    return this.#names.includes(text)
  }
}

interface Parts {
  readonly segments: readonly string[]
  readonly values: readonly string[]
  readonly path: string
}

function partsOf(url: string): Parts {
  const parsed = URL.parse(url)
  if (parsed === null) return { segments: [], values: [], path: '' }
  const path = decoded(parsed.pathname).replace(/\/$/, '')
  const segments = path.split('/').filter(segment => segment !== '')
  return { segments, values: [...parsed.searchParams.values()], path }
}
