/**
 * Searches every page for e-mail addresses, telephone numbers and the user's own expressions.
 *
 * `PatternFinder` is made once for a crawl; `find` takes the displayed text and the source, and returns each value once for each kind.
 * Addresses are found however they are hidden (email-text.ts for people's ways, email-source.ts for those of scripts and servers), and are
 * distinguished from file names, packages, handles and code (mail-address.ts). Nothing is run, and time is linear in the page.
 *
 * Quality: `npm run bench:patterns`. This folder brings the list of all domains and the numbering plans of all countries: threads load it
 * only if patterns are configured.
 */
import { isPageType } from '../type.ts'
import { emailsInSource } from './email-source.ts'
import { emailsIn } from './email-text.ts'
import { phonesIn } from './phone.ts'
import { type UserPattern, userPattern } from './user-pattern.ts'

export type PatternSettings =
  | { readonly kind: 'email' | 'phone' }
  | {
      readonly kind: 'regexp'
      readonly name: string
      readonly regexp: string
      readonly on: 'text' | 'source'
    }

export interface FoundPattern {
  /** `email`, `phone`, or the name of the user's expression. */
  readonly kind: string
  readonly value: string
}

export interface SearchedPage {
  readonly url: string
  readonly type: string
  /** The displayed text. */
  readonly text: string
  readonly source: string
}

/** Most values found on one page. */
const MAX_FOUND = 2_000

export class PatternFinder {
  readonly #settings: readonly PatternSettings[]
  readonly #own = new Map<string, UserPattern>()

  constructor(settings: readonly PatternSettings[]) {
    this.#settings = settings
    for (const each of settings)
      if (each.kind === 'regexp') this.#own.set(each.name, userPattern(each.regexp))
  }

  find(page: SearchedPage): FoundPattern[] {
    return this.#settings
      .flatMap(each => {
        const kind = each.kind === 'regexp' ? each.name : each.kind
        return [...this.#values(each, page)].map(value => ({ kind, value }))
      })
      .slice(0, MAX_FOUND)
  }

  #values(settings: PatternSettings, { url, type, text, source }: SearchedPage): ReadonlySet<string> {
    switch (settings.kind) {
      case 'email':
        return isPageType(type) ? emailsInSource(source) : emailsIn(text)
      case 'phone':
        return phonesIn(text, isPageType(type) ? source : '', url)
      case 'regexp':
        return this.#own.get(settings.name)!.find(settings.on === 'source' ? source : text)
    }
  }
}
