import { hostOf } from './identity.ts'
import { compilePattern, type Matcher, type ScopePattern } from './pattern.ts'

/** Values for Urls that match a pattern: the first pattern that matches counts. */
export class UrlRules<T> {
  readonly #rules: readonly { readonly matcher: Matcher; readonly value: T }[]

  constructor(rules: readonly { readonly url: ScopePattern; readonly value: T }[], where: string) {
    this.#rules = rules.map(({ url, value }, index) => ({
      matcher: compilePattern(url, `${where}[${index}].url`),
      value,
    }))
  }

  of(url: string): T | undefined {
    if (this.#rules.length === 0) return undefined
    const host = hostOf(url)
    return this.#rules.find(({ matcher }) => matcher.matches(url, host))?.value
  }
}
