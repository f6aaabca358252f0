/**
 * Words without their endings, by language, with Snowball's stemmers. They are applied here, to pages and queries and for both stores, so
 * that the same query finds the same pages whatever the database can do by itself. Each language is loaded on first use.
 */
import { foldedWord, unaccented, type Word } from './text-words.ts'

type Stem = (word: string) => string

/** By primary language subtag (BCP 47). */
const LOADERS: Readonly<Record<string, () => Promise<{ readonly stemmer: Stem }>>> = {
  ar: () => import('@orama/stemmers/arabic'),
  bg: () => import('@orama/stemmers/bulgarian'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  en: () => import('@orama/stemmers/english'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  ne: () => import('@orama/stemmers/nepali'),
  nl: () => import('@orama/stemmers/dutch'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sr: () => import('@orama/stemmers/serbian'),
  sv: () => import('@orama/stemmers/swedish'),
  ta: () => import('@orama/stemmers/tamil'),
  tr: () => import('@orama/stemmers/turkish'),
  uk: () => import('@orama/stemmers/ukrainian'),
}
/** Written forms of Norwegian. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' }

/** The language of pages that declare none, or none that is known. */
export const UNKNOWN_LANGUAGE = 'und'

/** `en-GB` is `en`; anything that is not a language tag is unknown. */
export function languageOf(tag: string | null | undefined): string {
  const primary = /^\s*([a-z]{2,3})(?:[-_,\s]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase()
  return primary === undefined ? UNKNOWN_LANGUAGE : (SAME[primary] ?? primary)
}

/** A word as indexed: its stem and its spelling, both without accents. */
export interface StemmedWord {
  readonly stem: string
  readonly form: string
}

/**
 * Number of recently met words cached, by spelling: stemming takes two microseconds a word, and the words of a page are mostly those of
 * the page before.
 */
const MAX_REMEMBERED = 20_000

/** The stemmer of one language. */
export class Stemmer {
  readonly #stem: Stem | null
  #remembered = new Map<string, StemmedWord>()

  private constructor(stem: Stem | null) {
    this.#stem = stem
  }

  static readonly #loaded = new Map<string, Promise<Stemmer>>()

  /** For a language without a stemmer, words only lose their accents. */
  static for(language: string): Promise<Stemmer> {
    const known = Object.hasOwn(LOADERS, language) ? language : UNKNOWN_LANGUAGE
    const loaded = Stemmer.#loaded.get(known) ?? Stemmer.#load(known)
    Stemmer.#loaded.set(known, loaded)
    return loaded
  }

  static async #load(language: string): Promise<Stemmer> {
    return new Stemmer((await LOADERS[language]?.())?.stemmer ?? null)
  }

  stem({ text, isPair }: Pick<Word, 'text' | 'isPair'>): string {
    return this.word(text, isPair).stem
  }

  /** `run` is the word as written in the text. */
  word(run: string, isPair: boolean): StemmedWord {
    const known = this.#remembered.get(run)
    if (known !== undefined) return known
    // Cleared all at once: frequent words are soon back.
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered = new Map()
    const text = foldedWord(run)
    const form = isPair ? text : unaccented(text)
    const word = { form, stem: isPair ? text : unaccented(this.#stem?.(text) || text) }
    this.#remembered.set(run, word)
    return word
  }
}
