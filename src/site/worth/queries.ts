/**
 * Which queries only vary pages that have an address without them (another currency, a wish list, a post of a thread), or lead nowhere. A query
 * that is added to one known address after another is judged by all of them, wherever it stands; so is one that brings copies or nothing in
 * several forms of addresses. Otherwise it is judged form by form: `?id` of one script says nothing about `?id` of another.
 */
import { stemOf } from '../../duplicates/index.ts'
import { urlSignature } from '../sketch/url-tokens.ts'
import {
  type AddressKinds,
  type Brought,
  type Kind,
  kindsOf,
  MANY_PATHS,
  MIN_PAGES,
} from './address-kinds.ts'
import { hashOfText } from './own-phrases.ts'
import { Sightings } from './sightings.ts'

const MAX_COPIES = 0.6
/** On pages that have an address without the query, a few copies are enough: other differences may be advertisements. */
const MAX_MODIFIED_COPIES = 0.1
const MANY_FORMS = 4

export class Queries {
  readonly #kinds: AddressKinds
  /** Addresses that are known without a query. */
  readonly #bare: Sightings

  constructor(kinds: AddressKinds, places: number) {
    this.#kinds = kinds
    this.#bare = new Sightings(places)
  }

  /** Notes that an address is linked or was fetched. */
  know(url: string): void {
    if (!url.includes('?')) this.#bare.add(hashOfText(stemOf(url)))
  }

  /** Notes what an address with a query brought. */
  fetched(url: string, brought: Brought): void {
    if (!url.includes('?')) return
    const stem = stemOf(url)
    const query = this.#kinds.count(queryKind(url), brought)
    if (this.#bare.of(hashOfText(stem)) > 0) query.addPath(stem)
    if (brought.isCopy || brought.isMissing) addForm(query, formOf(url))
  }

  /** Notes that a page was the copy of one that was found later. */
  wasCopy(url: string): void {
    const query = this.#kinds.of(queryKind(url))
    const form = this.#kinds.of(formOf(url))
    if (query !== undefined) addForm(query, formOf(url))
    for (const kind of [query, form]) if (kind !== undefined) kind.copies++
  }

  /** Whether an address only repeats what others show. */
  onlyVaries(url: string): boolean {
    if (!url.includes('?')) return false
    const query = this.#kinds.of(queryKind(url))
    const form = this.#kinds.of(formOf(url))
    return (query !== undefined && isVariant(query)) || (form !== undefined && isCopying(form))
  }
}

function addForm({ vainForms }: Kind, form: string): void {
  if (vainForms.size < MANY_FORMS) vainForms.add(form)
}

const isCopying = ({ pages, copies }: Kind) => pages >= MIN_PAGES && copies > MAX_COPIES * pages

function isVariant({ pages, copies, missing, paths, vainForms }: Kind): boolean {
  if (paths.size >= MANY_PATHS && copies > MAX_MODIFIED_COPIES * pages) return true
  return vainForms.size >= MANY_FORMS && copies + missing > MAX_COPIES * pages
}

const formOf = (url: string) => kindsOf(url)[0]!.key

/** The kind of an address's query alone. A copy under another path may be the page that others link to; a copy that differs in its query is not. */
const queryKind = (url: string) => `?? ${urlSignature(url).replace(/^[^?]*/, '')}`
