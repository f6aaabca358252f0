import { type Base, cutBase, fastCanonical } from './fast-canonical.ts'
import { hashRouteOf, withoutHash } from './hash-route.ts'
import type { Url } from './identity.ts'
import { Parameters } from './parameters.ts'
import { canonicalByParsing, type ParseRules } from './parse-url.ts'

export interface CanonicalOptions {
  /** Whether to order the query by parameter name. Off by default, because the order matters on some sites. */
  readonly sortQuery?: boolean
  /** Further parameters to remove: names, or patterns with `*`. */
  readonly dropParams?: readonly string[]
  /** Parameters to keep although they look like tracking or a session. */
  readonly keepParams?: readonly string[]
  readonly stripSessionIds?: boolean
  readonly stripTracking?: boolean
  /** Whether `#/…` and `#!…` name pages of their own, as in many single-page applications. */
  readonly hashRoutes?: boolean
}

/** Converts URLs to their canonical form. Remembers the last base, since the links of one page come together. */
export class Canonicalizer {
  readonly #rules: ParseRules
  readonly #hashRoutes: boolean
  #baseHref: string | undefined
  #base: Base | undefined

  constructor(options: CanonicalOptions = {}) {
    this.#rules = { parameters: new Parameters(options), stripSessionIds: options.stripSessionIds ?? true }
    this.#hashRoutes = options.hashRoutes ?? false
  }

  /** The canonical form of `href` on the page `base` (itself canonical), or `undefined` if it is not a URL, or not http, https or file. */
  canonical(href: string, base?: string): Url | undefined {
    if (!this.#hashRoutes) return this.#plain(href, base) as Url | undefined
    const plain = this.#plain(href, base && withoutHash(base))
    if (plain === undefined || plain.startsWith('file:')) return plain as Url | undefined
    return (plain + hashRouteOf(href)) as Url
  }

  /** The canonical form without a fragment. */
  #plain(href: string, base: string | undefined): string | undefined {
    if (base !== undefined && base !== this.#baseHref) this.#turnTo(base)
    const cut = base === undefined ? undefined : this.#base
    return fastCanonical(href, cut, this.#rules.parameters) ?? canonicalByParsing(href, base, this.#rules)
  }

  /** The fast path trusts its base, so a base that turns out not to be canonical is left to the parser. */
  #turnTo(base: string): void {
    this.#baseHref = base
    this.#base = canonicalByParsing(base, undefined, this.#rules) === base ? cutBase(base) : undefined
  }
}

const standard = new Canonicalizer()

/** The canonical form under the default options. */
export function canonicalUrl(href: string, base?: string): Url | undefined {
  return standard.canonical(href, base)
}
