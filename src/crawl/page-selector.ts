import { type ScopePattern, UrlRules } from '../url/index.ts'

/** The pages a rule of the config applies to: by address, by class, or all of them. */
export interface PageSelector {
  readonly url?: ScopePattern
  readonly pageClass?: string
}

export interface SelectablePage {
  readonly url: string
  readonly pageClass: string | null
}

/** `where` is the rule's place in the config, for error messages. */
export function selects({ url, pageClass }: PageSelector, where: string): (page: SelectablePage) => boolean {
  if (pageClass !== undefined) return page => page.pageClass === pageClass
  if (url === undefined) return () => true
  const rule = new UrlRules([{ url, value: true }], where)
  return page => rule.of(page.url) === true
}

/** A value for pages: the first rule that matches wins. */
export class SelectorRules<T> {
  readonly #rules: readonly { readonly fits: (page: SelectablePage) => boolean; readonly value: T }[]

  constructor(rules: readonly { readonly which: PageSelector; readonly value: T }[], where: string) {
    this.#rules = rules.map(({ which, value }, i) => ({ fits: selects(which, `${where}[${i}]`), value }))
  }

  of(page: SelectablePage): T | undefined {
    return this.#rules.find(({ fits }) => fits(page))?.value
  }
}
