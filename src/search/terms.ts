/** From the texts of a page to the terms that stand in the index: stems, in the order of the text, a field each. */
import { type StemmedWord, Stemmer } from './stemmers.ts'
import { eachRun } from './text-words.ts'

/** The parts of a page that count differently, as its reader gives them. */
export interface PageTexts {
  /** As the page names it: `en-GB`; null where it does not. */
  readonly language: string | null
  readonly title: string
  readonly headings: string
  readonly emphasised: string
  /** Description and keywords. */
  readonly meta: string
  readonly body: string
}

/** Words of the fields, parted by spaces, as both stores take them. */
export interface SearchTerms {
  readonly language: string
  readonly title: string
  readonly headings: string
  readonly emphasised: string
  readonly url: string
  readonly meta: string
  readonly body: string
  /** How words are spelled that are not their own stems (`exactForms`): exact hits come first, beginnings are those of words. */
  readonly forms: string
  /** How many words the fields have, without the forms. */
  readonly words: number
}

/**
 * What a hit in a field counts for. A title names the page, headings and the words of links sum up; the rest of the text is the
 * measure. Of 300 titles of cppreference (`bench/search.ts --only real`), 298 find their page among the first three; with half and
 * with twice the weight of titles 298 too, with all weights the same 295.
 */
export const FIELD_WEIGHTS = {
  title: 8,
  headings: 4,
  emphasised: 2,
  url: 2,
  meta: 2,
  body: 1,
  anchors: 4,
} as const

/** Longer pages are found by what stands before: a book in one page would outweigh the rest of the index. */
const MAX_FIELD_WORDS = 50_000
/** Of a page in a language with rich endings: forms are a help, not the content. */
const MAX_FORMS = 20_000
/** Before a stem that a page has, but never as a word of its own. It is no ASCII letter, so that tokenizers take it for one. */
export const NOT_ITSELF = '\u02e3'

/** Takes words until all fields are read. */
class TermWriter {
  readonly #stemmer: Stemmer
  readonly #seen = new Set<StemmedWord>()
  /** By stem: how it is spelled. */
  readonly #spellings = new Map<string, Set<string>>()
  words = 0

  constructor(stemmer: Stemmer) {
    this.#stemmer = stemmer
  }

  field(text: string): string {
    const stems: string[] = []
    eachRun(text, (start, end, isPair) => {
      const word = this.#stemmer.word(text.slice(start, end), isPair)
      if (word.stem === '') return false
      if (!this.#seen.has(word)) this.#note(word)
      return stems.push(word.stem) >= MAX_FIELD_WORDS
    })
    this.words += stems.length
    return stems.join(' ')
  }

  #note(word: StemmedWord): void {
    this.#seen.add(word)
    const known = this.#spellings.get(word.stem)
    if (known) known.add(word.form)
    else if (this.#spellings.size < MAX_FORMS) this.#spellings.set(word.stem, new Set([word.form]))
  }

  /** Most words of a page are their own stems, and say so by not being here. */
  get forms(): string {
    const forms: string[] = []
    for (const [stem, spellings] of this.#spellings) {
      for (const form of spellings) if (form !== stem) forms.push(form)
      if (!spellings.has(stem)) forms.push(`${NOT_ITSELF}${stem}`)
    }
    return forms.join(' ')
  }
}

export async function termsOf(texts: PageTexts, url: string, language: string): Promise<SearchTerms> {
  const writer = new TermWriter(await Stemmer.for(language))
  const fields = {
    title: writer.field(texts.title),
    headings: writer.field(texts.headings),
    emphasised: writer.field(texts.emphasised),
    url: writer.field(addressWords(url)),
    meta: writer.field(texts.meta),
    body: writer.field(texts.body),
  }
  return { language, ...fields, forms: writer.forms, words: writer.words }
}

/** Host and path without what every address has; a query is mostly numbers and names of parameters. */
export function addressWords(url: string): string {
  const path = /^[a-z]+:\/\/(?:www\.)?([^?#]*)/i.exec(url)?.[1] ?? ''
  try {
    return decodeURIComponent(path).replaceAll('_', ' ')
  } catch {
    return path
  }
}

/** What a link calls its target. The language of the page that links is that of the words. */
export function anchorTerms(text: string, stemmer: Stemmer): string {
  const stems: string[] = []
  eachRun(text, (start, end, isPair) => {
    stems.push(stemmer.word(text.slice(start, end), isPair).stem)
    return false
  })
  return stems.filter(stem => stem !== '').join(' ')
}
