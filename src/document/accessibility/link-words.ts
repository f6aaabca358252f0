/** Link texts that say nothing about the link's target, by language. */
import words from './link-words.json' with { type: 'json' }

/** Additional texts by language tag: `{"nb": ["mer her"]}`. */
export type MoreLinkWords = Readonly<Record<string, readonly string[]>>

export class LinkWords {
  readonly #texts: ReadonlySet<string>

  /** Links are often in a language other than the page's, so all lists apply to all pages. */
  constructor(more: MoreLinkWords = {}) {
    const lists = [...Object.values(words.byLanguage), ...Object.values(more)]
    this.#texts = new Set(lists.flat().map(bare))
  }

  isEmpty(name: string): boolean {
    return name.length <= MAX_CHARS && this.#texts.has(bare(name))
  }
}

const MAX_CHARS = 60

/** Without the punctuation around words: `» Read more …` */
function bare(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
