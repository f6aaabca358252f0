import { type Base, cutBase, fastCanonical } from './fast-canonical.ts'
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
}

/** Converts URLs to their canonical form. Remembers the last base, since the links of one page come together. */
export class Canonicalizer {
  readonly #rules: ParseRules
  #baseHref: string | undefined
  #base: Base | undefined

  constructor(options: CanonicalOptions = {}) {
    this.#rules = { parameters: new Parameters(options), stripSessionIds: options.stripSessionIds ?? true }
  }

  /** The canonical form of `href` on the page `base` (itself canonical), or `undefined` if it is not a URL, or not http, https or file. */
  canonical(href: string, base?: string): Url | undefined {
    if (base !== undefined && base !== this.#baseHref) this.#turnTo(base)
    const cut = base === undefined ? undefined : this.#base
    const canonical =
      fastCanonical(href, cut, this.#rules.parameters) ?? canonicalByParsing(href, base, this.#rules)
    return canonical as Url | undefined
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
