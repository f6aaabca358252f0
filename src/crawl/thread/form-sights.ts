/**
 * In the parse thread: what a crawl that fills in search forms learns from a page: its forms, its words, and the links of an answer. Most
 * pages of a site have the same search form in their header, and reading it takes a tree, so forms that were on an earlier page of the
 * host are not read again.
 */
import { hashText } from '../../change/text/hash.ts'
import type { Link } from '../../document/links.ts'
import type { AnswerLink } from '../../focus/queries/answer-links.ts'
import { queryWords } from '../../focus/queries/query-words.ts'
import { parseTree, type Tree } from '../../html/index.ts'
import { type AskedForm, baseOf } from '../../site/guide/index.ts'
import { type FoundForm, formsOf, foundForm } from '../../site/queries/query-form.ts'
import { originOf } from '../../url/index.ts'
import type { ParseJob } from './job.ts'

export interface FormSight {
  /** Forms that this thread has not seen before. */
  readonly forms: readonly FoundForm[]
  /** Words to query with; none from an answer, which contains what was asked and little else. */
  readonly words: readonly string[]
  /** Links into the site, from an answer or a page with a form that may be filled in. */
  readonly links: readonly AnswerLink[]
}

/** A page after it was read. */
export interface SightedHtml {
  readonly html: string
  readonly charset: string
  readonly text: string
  readonly links: readonly Link[]
  /** The parsed tree, if another reader needed it too. */
  readonly tree: Tree | null
  /** The forms that a model names; null if no such model applies. */
  readonly asks: readonly AskedForm[] | null
}

const MAX_LINKS = 1_000
const MAX_REMEMBERED = 20_000
const MAX_FORM_CHARS = 200_000

export class FormSights {
  readonly #rules: { readonly post: boolean }
  /** Hashes of forms together with their origins. */
  readonly #seen = new Set<number>()

  constructor(rules: { readonly post: boolean }) {
    this.#rules = rules
  }

  read({ url, kind, obey }: ParseJob, page: SightedHtml): FormSight {
    const isAnswer = kind === 'results'
    const forms = this.#sighted(url, page)
    const wantsLinks = isAnswer || forms.some(({ closed }) => closed === null)
    return {
      forms,
      words: isAnswer ? [] : queryWords(page.text),
      links: wantsLinks ? ownLinks(url, page.links, obey) : [],
    }
  }

  #sighted(url: string, page: SightedHtml): FoundForm[] {
    if (page.asks) return this.#named(url, page, page.asks)
    return this.#isKnown(url, page.html) ? [] : this.#forms(url, page)
  }

  #named(url: string, { tree }: SightedHtml, asks: readonly AskedForm[]): FoundForm[] {
    const base = tree ? baseOf(tree, url) : url
    return asks.map(({ node, field, to }) => ({ ...foundForm(node, base, this.#rules, field), to }))
  }

  #forms(url: string, { html, charset, tree }: SightedHtml): FoundForm[] {
    const read = tree ?? parseTree(html, charset)
    return formsOf(read.nodes, baseOf(read, url), this.#rules)
  }

  /** Whether the page has no forms, or only forms that were on an earlier page. */
  #isKnown(url: string, html: string): boolean {
    const markup = formMarkup(html)
    if (markup === '') return true
    const hash = hashText(originOf(url) + markup)
    if (this.#seen.has(hash)) return true
    if (this.#seen.size >= MAX_REMEMBERED) this.#seen.clear()
    this.#seen.add(hash)
    return false
  }
}

/** The markup of all forms, from each `<form` to its end. */
function formMarkup(html: string): string {
  const begins = /<form/gi
  const ends = /<\/form/gi
  let markup = ''
  for (let begin = begins.exec(html); begin && markup.length < MAX_FORM_CHARS; begin = begins.exec(html)) {
    ends.lastIndex = begin.index
    const end = ends.exec(html)?.index ?? html.length
    markup += html.slice(begin.index, Math.min(end, begin.index + MAX_FORM_CHARS))
    begins.lastIndex = end
  }
  return markup
}

function ownLinks(url: string, links: readonly Link[], obey: boolean): AnswerLink[] {
  const origin = originOf(url)
  return links
    .filter(
      ({ href, kind, nofollow, hidden }) =>
        kind === 'a' && !hidden && !(nofollow && obey) && originOf(href) === origin,
    )
    .slice(0, MAX_LINKS)
    .map(({ href, text }) => ({ href, text }))
}
