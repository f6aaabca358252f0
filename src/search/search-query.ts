/**
 * What people type into a search.
 *
 *   word            pages that have all the words; other forms of a word count as well, exact ones more
 *   "some words"    next to each other, in this order
 *   begin*          words that begin like this
 *   +must -not      must be there, even if not all other words are; must not be there
 *   this OR that    one of them is enough
 *   site:host class:name type:pdf lang:en since:30d topic:name relevance:0.5
 *
 * Parsing never throws: for a broken query it returns a sentence.
 */
import { isUnspaced, wordsOf } from './text-words.ts'

/** One word, or several next to each other (a phrase). */
export interface QueryAtom {
  /** As typed, without what separates them. */
  readonly text: string
  readonly words: readonly string[]
  /** Whether the last of them is only a prefix. */
  readonly isPrefix: boolean
}

/** Alternatives, of which one is enough. */
export type QueryClause = readonly QueryAtom[]

export interface QueryFilters {
  readonly site?: string
  readonly class?: string
  readonly type?: string
  readonly lang?: string
  /** `30d` or a date. */
  readonly since?: string
  /** Topic of a focused crawl. */
  readonly topic?: string
  /** Between 0 and 1. */
  readonly relevance?: string
}

export interface SearchQuery {
  readonly wanted: readonly QueryClause[]
  readonly must: readonly QueryClause[]
  readonly not: readonly QueryClause[]
  readonly filters: QueryFilters
}

export type ParsedQuery =
  | { readonly kind: 'query'; readonly query: SearchQuery }
  /** A sentence that says what is wrong with the query. */
  | { readonly kind: 'broken'; readonly why: string }

/** A long title with room to spare; text pasted by mistake is longer. */
export const MAX_QUERY_CHARS = 2_000
const MAX_QUERY_WORDS = 64
/** Shorter prefixes match too many words. */
const MIN_PREFIX_CHARS = 2

const FILTER = /^(site|class|type|lang|since|topic|relevance):(.*)$/is
/** Filters of other search engines. */
const FOREIGN =
  /^((?:all)?in(?:title|url|text)|title|url|filetype|ext|language|host|domain|before|after):(?=[^\s/:])/i
const HOST = /^[a-z0-9.\-_:[\]\u0080-\u{10ffff}]{1,253}$/iu
const LANGUAGE = /^[a-z]{2,3}$/i
const AGO = /^\d{1,6}(?:m|h|d|w)$/
/** From 0 to 1. */
const SHARE = /^(?:0?\.\d{1,6}|[01](?:\.0{1,6})?)$/
const DATE = /^\d{4}-\d{2}-\d{2}(?:T[0-9:.]{1,20}Z?)?$/
/** Media types by their short names. */
export const TYPE_WORDS: Readonly<Record<string, readonly string[]>> = {
  html: ['text/html', 'application/xhtml+xml'],
  pdf: ['application/pdf'],
  text: ['text/plain', 'text/markdown'],
  xml: ['application/xml', 'text/xml'],
  json: ['application/json', 'application/ld+json'],
  doc: ['application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  odt: ['application/vnd.oasis.opendocument.text'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet'],
  odp: ['application/vnd.oasis.opendocument.presentation'],
  rtf: ['application/rtf', 'text/rtf'],
  epub: ['application/epub+zip'],
}

class Broken extends Error {}

export function parseQuery(text: string): ParsedQuery {
  if (text.length > MAX_QUERY_CHARS)
    return broken(`a query may have ${MAX_QUERY_CHARS} characters: shorten it`)
  try {
    return { kind: 'query', query: new QueryReader(text.toWellFormed()).read() }
  } catch (error) {
    if (error instanceof Broken) return broken(error.message)
    throw error
  }
}

const broken = (why: string): ParsedQuery => ({ kind: 'broken', why })

type Sign = 'wanted' | 'must' | 'not'

/** Reads a query token by token. */
class QueryReader {
  readonly #text: string
  readonly #clauses: Record<Sign, QueryAtom[][]> = { wanted: [], must: [], not: [] }
  readonly #filters: { -readonly [K in keyof QueryFilters]: string } = {}
  /** The clause of the last atom, for an OR that follows it. */
  #last: QueryAtom[] | null = null
  #isEither = false
  #words = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): SearchQuery {
    for (const token of tokensOf(this.#text)) this.#token(token)
    const { wanted, must, not } = this.#clauses
    if (wanted.length + must.length === 0)
      throw new Broken(
        not.length > 0
          ? 'a query of words that must not be there finds nothing: add a word to look for'
          : 'there is no word to look for: write some, such as "tide tables" +harbour site:example.org',
      )
    return { wanted, must, not, filters: this.#filters }
  }

  #token({ sign, text, isQuoted }: Token): void {
    const filter = isQuoted || sign === 'must' ? null : FILTER.exec(text)
    if (filter && sign === 'not')
      throw new Broken(`${filter[1]}: cannot be turned around with "-": leave it out, or use words`)
    if (filter) this.#filter(filter[1]!.toLowerCase() as keyof QueryFilters, filter[2]!)
    if (filter) return
    const foreign = isQuoted ? null : FOREIGN.exec(text)
    if (foreign)
      throw new Broken(
        `there is no filter ${foreign[1]}: — use site:, class:, type:, lang:, since:, topic: or relevance:, or put it in quotation marks`,
      )
    if (!isQuoted && text === 'OR' && sign === 'wanted') {
      this.#isEither = this.#last !== null
      return
    }
    const atom = atomOf(text)
    if (!atom) return
    this.#words += atom.words.length
    if (this.#words > MAX_QUERY_WORDS)
      throw new Broken(`a query may have ${MAX_QUERY_WORDS} words: leave some out`)
    this.#put(sign, atom)
  }

  #put(sign: Sign, atom: QueryAtom): void {
    if (this.#isEither && sign === 'wanted') this.#last!.push(atom)
    else {
      this.#last = [atom]
      this.#clauses[sign].push(this.#last)
    }
    this.#isEither = false
  }

  #filter(name: keyof QueryFilters, value: string): void {
    const text = value.replace(/^"(.*)"$/s, '$1').trim()
    if (this.#filters[name] !== undefined) throw new Broken(`${name}: stands there twice: keep one of them`)
    this.#filters[name] = checked(name, text)
  }
}

function checked(name: keyof QueryFilters, text: string): string {
  switch (name) {
    case 'site':
      if (HOST.test(text)) return text.toLowerCase()
      throw new Broken(`site:${text} is no host: write site:example.org`)
    case 'class':
      if (text !== '' && !text.includes('"')) return text
      throw new Broken('class: needs the name of a class, as "tidewatch classes" lists them')
    case 'topic':
      if (text !== '' && !text.includes('"')) return text
      throw new Broken('topic: needs the name of a topic of a focused crawl')
    case 'relevance':
      if (SHARE.test(text)) return text
      throw new Broken(`relevance:${text} is no share: write a number between 0 and 1, such as relevance:0.5`)
    case 'type':
      if (Object.hasOwn(TYPE_WORDS, text.toLowerCase()) || /^[a-z]+\/[a-z0-9.+-]+$/i.test(text))
        return text.toLowerCase()
      throw new Broken(
        `type:${text} is not known: use ${Object.keys(TYPE_WORDS).join(', ')}, or a media type such as text/css`,
      )
    case 'lang':
      if (LANGUAGE.test(text)) return text.toLowerCase()
      throw new Broken(`lang:${text} is no language: write two letters, such as lang:en`)
    case 'since':
      if (AGO.test(text) || (DATE.test(text) && Number.isFinite(Date.parse(text)))) return text
      throw new Broken(`since:${text} is no time: write since:30d, since:12h or since:2026-01-31`)
  }
}

interface Token {
  readonly sign: Sign
  readonly text: string
  readonly isQuoted: boolean
}

const SIGNS: Readonly<Record<string, Sign>> = { '+': 'must', '-': 'not' }
/** An optional sign, then a phrase in quotes, or anything up to the next space (a filter's value may have spaces in quotes). */
const TOKEN = /([+-]?)(?:"([^"]*)("?)|((?:site|class|type|lang|since|topic|relevance):"[^"]*"|\S+))/giy

function* tokensOf(text: string): Generator<Token> {
  // Quotation marks as written by word processors and phones.
  const plain = text.replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
  for (let at = 0; at < plain.length; ) {
    TOKEN.lastIndex = at
    const match = /\s/.test(plain[at]!) ? null : TOKEN.exec(plain)
    if (!match) {
      at++
      continue
    }
    at = TOKEN.lastIndex
    const [, sign = '', phrase, closing, word] = match
    if (phrase !== undefined && closing === '')
      throw new Broken(
        `the quotation mark before ${JSON.stringify(phrase.slice(0, 30))} is not closed: add one behind the phrase`,
      )
    yield { sign: SIGNS[sign] ?? 'wanted', text: phrase ?? word ?? '', isQuoted: phrase !== undefined }
  }
}

const RUNS = /[\p{L}\p{N}\p{M}]+/gu

function atomOf(typed: string): QueryAtom | null {
  const text = (typed.match(RUNS) ?? []).join(' ')
  const words = wordsOf(text)
    .map(word => word.text)
    .filter(word => word !== '')
  const last = words.at(-1)
  if (last === undefined) return null
  const isStarred = /[\p{L}\p{N}\p{M}]\*+$/u.test(typed)
  const isShort = [...last].length < MIN_PREFIX_CHARS
  if (isStarred && isShort && !isUnspaced(last))
    throw new Broken(
      `"${last}*" begins too many words: write at least ${MIN_PREFIX_CHARS} letters before the star`,
    )
  // A single character of a script without spaces is in the index only as part of pairs, so it is searched as their beginning.
  return { text, words, isPrefix: isStarred || (isShort && isUnspaced(last)) }
}
