/** Turns the texts of a page into the terms of the index: stems, in text order, for each field. */
import { type StemmedWord, Stemmer } from './stemmers.ts'
import { eachRun } from './text-words.ts'

/** The parts of a page with different weights, as its reader provides them. */
export interface PageTexts {
  /** As the page declares it, such as `en-GB`; null if it does not. */
  readonly language: string | null
  readonly title: string
  readonly headings: string
  readonly emphasised: string
  /** Description and keywords. */
  readonly meta: string
  readonly body: string
}

/** Terms of the fields, separated by spaces, in the form that both stores take. */
export interface SearchTerms {
  readonly language: string
  readonly title: string
  readonly headings: string
  readonly emphasised: string
  readonly url: string
  readonly meta: string
  readonly body: string
  /** Spellings of words that are not their own stems (see `TermWriter.forms`): used to rank exact hits first and to match prefixes. */
  readonly forms: string
  /** Number of words in the fields, without the forms. */
  readonly words: number
}

/**
 * The weight of a hit in each field. A title names the page, headings and link texts summarize it; the body is the unit of measure. Of 300
 * titles of cppreference (`bench/search.ts --only real`), 298 find their page among the first three; with half and with twice the weight
 * of titles 298 too, with all weights the same 295.
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

/** Only this much of a longer field is indexed: otherwise a book on one page would outweigh the rest of the index. */
const MAX_FIELD_WORDS = 50_000
/** Bounds the forms of a page in a language with many endings: forms are an aid, not the content. */
const MAX_FORMS = 20_000
/** Marks a stem that the page never has as a word by itself. Not an ASCII character, but a letter, so that tokenizers keep it. */
export const NOT_ITSELF = '\u02e3'

/** Collects words until all fields are read. */
class TermWriter {
  readonly #stemmer: Stemmer
  readonly #seen = new Set<StemmedWord>()
  /** The spellings of each stem. */
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

  /** Most words of a page are their own stems, which is implied by their absence here. */
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

/** Host and path, without the scheme and `www`; the query is left out because it is mostly numbers and parameter names. */
export function addressWords(url: string): string {
  const path = /^[a-z]+:\/\/(?:www\.)?([^?#]*)/i.exec(url)?.[1] ?? ''
  try {
    return decodeURIComponent(path).replaceAll('_', ' ')
  } catch {
    return path
  }
}

/** Terms of a link's text, in the language of the page that links. */
export function anchorTerms(text: string, stemmer: Stemmer): string {
  const stems: string[] = []
  eachRun(text, (start, end, isPair) => {
    stems.push(stemmer.word(text.slice(start, end), isPair).stem)
    return false
  })
  return stems.filter(stem => stem !== '').join(' ')
}
