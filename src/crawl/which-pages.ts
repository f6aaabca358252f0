import { type ScopePattern, UrlRules } from '../url/index.ts'

/** Which pages a rule of the config holds for: by address, by class, or all of them. */
export interface Which {
  readonly url?: ScopePattern
  readonly pageClass?: string
}

export interface Judged {
  readonly url: string
  readonly pageClass: string | null
}

/** `where` is the place in the config, for complaints. */
export function fitsWhich({ url, pageClass }: Which, where: string): (page: Judged) => boolean {
  if (pageClass !== undefined) return page => page.pageClass === pageClass
  if (url === undefined) return () => true
  const rule = new UrlRules([{ url, value: true }], where)
  return page => rule.of(page.url) === true
}

/** A value for pages: the first rule that fits counts. */
export class WhichRules<T> {
  readonly #rules: readonly { readonly fits: (page: Judged) => boolean; readonly value: T }[]

  constructor(rules: readonly { readonly which: Which; readonly value: T }[], where: string) {
    this.#rules = rules.map(({ which, value }, i) => ({ fits: fitsWhich(which, `${where}[${i}]`), value }))
  }

  of(page: Judged): T | undefined {
    return this.#rules.find(({ fits }) => fits(page))?.value
  }
}
