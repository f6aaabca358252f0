/** Turns the words of a query into terms of the index: each language of the indexed pages may stem a word in its own way. */
import { type QueryAtom, type QueryClause, type SearchQuery, TYPE_WORDS } from './search-query.ts'
import { Stemmer, UNKNOWN_LANGUAGE } from './stemmers.ts'
import { isUnspaced, unaccented, type Word } from './text-words.ts'

/** One word, one phrase, or a prefix. */
export interface TermMatch {
  /** Sequences of adjacent terms, of which one is enough. */
  readonly variants: readonly (readonly string[])[]
  /** Whether the last term of each variant is only a prefix. */
  readonly isPrefix: boolean
  /** A single word as typed: pages that have it in this form come first. */
  readonly form: string | null
}

/** Alternatives, of which one is enough. */
export type MatchClause = readonly TermMatch[]

/** What the stores search for. */
export interface SearchPlan {
  readonly wanted: readonly MatchClause[]
  readonly must: readonly MatchClause[]
  readonly not: readonly MatchClause[]
}

/** Conditions on pages besides the words. */
export interface PageFilter {
  /** A host, including its subdomains. */
  readonly site: string | null
  readonly pageClass: string | null
  /** Media types. */
  readonly types: readonly string[] | null
  readonly language: string | null
  /** Found since this time, in milliseconds. */
  readonly since: number | null
  /** A topic of a focused crawl, and the least relevance to it. */
  readonly topic: string | null
  readonly minRelevance: number | null
}

/** Each language makes a query longer; in a collection with more languages, words of the others are found only as typed. */
const MAX_LANGUAGES = 6

/** `languages` are those of the index, most frequent first. */
export async function planOf(query: SearchQuery, languages: readonly string[]): Promise<SearchPlan> {
  const { lang } = query.filters
  const spoken = lang === undefined ? languages.slice(0, MAX_LANGUAGES) : [lang]
  const stemmers = await Promise.all([UNKNOWN_LANGUAGE, ...spoken].map(each => Stemmer.for(each)))
  const planned = (clauses: readonly QueryClause[]) =>
    once(clauses.map(clause => clause.map(atom => matchOf(atom, [...new Set(stemmers)]))))
  return { wanted: planned(query.wanted), must: planned(query.must), not: planned(query.not) }
}

/** Removes duplicates: a word typed twice is searched once. */
function once(clauses: readonly MatchClause[]): readonly MatchClause[] {
  return [...new Map(clauses.map(clause => [JSON.stringify(clause), clause])).values()]
}

function matchOf({ words, isPrefix }: QueryAtom, stemmers: readonly Stemmer[]): TermMatch {
  const variants = new Map<string, readonly string[]>()
  for (const stemmer of stemmers) {
    const terms = words.map((text, i) =>
      isPrefix && i === words.length - 1 ? unaccented(text) : stemmer.stem(asWord(text)),
    )
    variants.set(terms.join(' '), terms)
  }
  const form = words.length === 1 && !isPrefix ? unaccented(words[0]!) : null
  return { variants: [...variants.values()], isPrefix, form }
}

const asWord = (text: string): Pick<Word, 'text' | 'isPair'> => ({ text, isPair: isUnspaced(text) })

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

export function filterOf({ filters }: SearchQuery, nowMs: number): PageFilter {
  const { site = null, class: pageClass = null, type, lang = null, since, topic = null, relevance } = filters
  return {
    site,
    pageClass,
    language: lang,
    types: type === undefined ? null : (TYPE_WORDS[type] ?? [type]),
    since: since === undefined ? null : timeOf(since, nowMs),
    topic,
    minRelevance: relevance === undefined ? null : Number(relevance),
  }
}

function timeOf(since: string, nowMs: number): number {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(since) ?? []
  return unit === undefined ? Date.parse(since) : nowMs - Number(count) * UNITS_MS[unit]!
}
