/**
 * Classifies the links of an answer: records, which it is about; its next page; other answers (sorted, filtered, other pages); and menus,
 * which are on every page. Menus are recognized from the page with the form, and by occurring in answers to many different queries.
 */
import { hashText } from '../../change/text/hash.ts'
import { type AnswerPage, laterPage, leadsToAnswer } from './answer-turns.ts'

export interface AnswerLink {
  readonly href: string
  readonly text: string
}

export interface ReadAnswer {
  readonly records: readonly AnswerLink[]
  /** The next page of the answer. */
  readonly next: string | null
}

const MAX_MENU = 600
const MAX_COUNTED = 3_000
/** Number of answers whose links are counted. */
const MAX_ANSWERS = 40
/** A link in at least this share of answers is part of a menu; records that so many queries return teach nothing either. */
const MENU_SHARE = 0.5
const MIN_ANSWERS = 3

/** The links on every page of a host, as far as they matter for answers. */
export class SiteMenu {
  readonly #menu: Set<number>
  readonly #counts = new Map<number, number>()
  #answers = 0

  constructor(saved: readonly string[] = []) {
    this.#menu = new Set(saved.map(hash => Number.parseInt(hash, 36)))
  }

  has(href: string): boolean {
    return this.#menu.has(hashText(href))
  }

  /** Learns from a page with the form, before any query was sent. */
  sawPage(hrefs: readonly string[]): void {
    for (const href of hrefs) if (this.#menu.size < MAX_MENU) this.#menu.add(hashText(href))
  }

  /** Learns from the first page of an answer. */
  sawAnswer(hrefs: readonly string[]): void {
    if (this.#answers >= MAX_ANSWERS) return
    this.#answers++
    for (const hash of new Set(hrefs.map(href => hashText(href)))) {
      const count = (this.#counts.get(hash) ?? 0) + 1
      if (count > 1 || this.#counts.size < MAX_COUNTED) this.#counts.set(hash, count)
      const isMenu = this.#answers >= MIN_ANSWERS && count >= this.#answers * MENU_SHARE
      if (isMenu && this.#menu.size < MAX_MENU) this.#menu.add(hash)
    }
  }

  toJSON(): string[] {
    return [...this.#menu].map(hash => hash.toString(36))
  }
}

export function readAnswer(page: AnswerPage, links: readonly AnswerLink[], menu: SiteMenu): ReadAnswer {
  const records = new Map<string, AnswerLink>()
  let next: { readonly href: string; readonly at: number } | null = null
  for (const link of links) {
    if (leadsToAnswer(page, link)) {
      const at = laterPage(link, page)
      if (at !== null && (next === null || at < next.at)) next = { href: link.href, at }
    } else if (link.href !== page.form.action && !menu.has(link.href) && !records.has(link.href))
      records.set(link.href, link)
  }
  return { records: [...records.values()], next: next?.href ?? null }
}
