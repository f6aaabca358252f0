import { type Base, cutBase, fastCanonical } from './fast-canonical.ts'
import type { Url } from './identity.ts'
import { Parameters } from './parameters.ts'
import { canonicalByParsing, type ParseRules } from './parse-url.ts'

export interface CanonicalOptions {
  /** Order the query by parameter name. Off, because some sites give order a meaning. */
  readonly sortQuery?: boolean
  /** Further parameters without meaning: names, or patterns with `*`. */
  readonly dropParams?: readonly string[]
  /** Parameters to keep although they look like tracking or a session. */
  readonly keepParams?: readonly string[]
  readonly stripSessionIds?: boolean
  readonly stripTracking?: boolean
}

/** Gives URLs their canonical form. Remembers the last base, since the links of one page come together. */
export class Canonicalizer {
  readonly #rules: ParseRules
  #baseHref: string | undefined
  #base: Base | undefined

  constructor(options: CanonicalOptions = {}) {
    this.#rules = { parameters: new Parameters(options), stripSessionIds: options.stripSessionIds ?? true }
  }

  /**
   * The canonical form of `href` as it stands on the page `base` (canonical itself), or `undefined` when it is no URL
   * or neither http, https nor file.
   */
  canonical(href: string, base?: string): Url | undefined {
    if (base !== undefined && base !== this.#baseHref) this.#turnTo(base)
    const cut = base === undefined ? undefined : this.#base
    const canonical =
      fastCanonical(href, cut, this.#rules.parameters) ?? canonicalByParsing(href, base, this.#rules)
    return canonical as Url | undefined
  }

  /** The short cut trusts its base, so that one which is not canonical after all is left to the parser. */
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
