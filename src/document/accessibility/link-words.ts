/** Link texts that say nothing of where the link leads, by language. */
import words from './link-words.json' with { type: 'json' }

/** More of them, by language tag: `{"nb": ["mer her"]}`. */
export type MoreLinkWords = Readonly<Record<string, readonly string[]>>

export class LinkWords {
  readonly #texts: ReadonlySet<string>

  /** Links of a page are often in another language than it says, so that all lists apply to all pages. */
  constructor(more: MoreLinkWords = {}) {
    const lists = [...Object.values(words.byLanguage), ...Object.values(more)]
    this.#texts = new Set(lists.flat().map(bare))
  }

  isEmpty(name: string): boolean {
    return name.length <= MAX_CHARS && this.#texts.has(bare(name))
  }
}

const MAX_CHARS = 60

/** Without what stands around words: `» Read more …` */
function bare(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
