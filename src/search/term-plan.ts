/** From the words of a query to terms of the index: every language that pages have may have stemmed a word its own way. */
import { type QueryAtom, type QueryClause, type SearchQuery, TYPE_WORDS } from './search-query.ts'
import { Stemmer, UNKNOWN_LANGUAGE } from './stemmers.ts'
import { isUnspaced, unaccented, type Word } from './text-words.ts'

/** One word, one phrase, or the beginning of words. */
export interface TermMatch {
  /** Terms next to each other; one variant is enough. */
  readonly variants: readonly (readonly string[])[]
  /** The last term of each variant is only a beginning. */
  readonly isPrefix: boolean
  /** A single word as it was typed: pages that have it so come first. */
  readonly form: string | null
}

/** One of them is enough. */
export type MatchClause = readonly TermMatch[]

/** What the stores look for. */
export interface SearchPlan {
  readonly wanted: readonly MatchClause[]
  readonly must: readonly MatchClause[]
  readonly not: readonly MatchClause[]
}

/** What pages must be besides having the words. */
export interface PageFilter {
  /** A host, with the hosts below it. */
  readonly site: string | null
  readonly pageClass: string | null
  /** Media types. */
  readonly types: readonly string[] | null
  readonly language: string | null
  /** Found since, in milliseconds. */
  readonly since: number | null
  /** About this topic of a focused crawl, and at least so relevant. */
  readonly topic: string | null
  readonly minRelevance: number | null
}

/** Every one makes a query longer; a collection in more languages finds words of the others as they are typed. */
const MAX_LANGUAGES = 6

/** `languages`: those of the index, the most frequent first. */
export async function planOf(query: SearchQuery, languages: readonly string[]): Promise<SearchPlan> {
  const { lang } = query.filters
  const spoken = lang === undefined ? languages.slice(0, MAX_LANGUAGES) : [lang]
  const stemmers = await Promise.all([UNKNOWN_LANGUAGE, ...spoken].map(each => Stemmer.for(each)))
  const planned = (clauses: readonly QueryClause[]) =>
    once(clauses.map(clause => clause.map(atom => matchOf(atom, [...new Set(stemmers)]))))
  return { wanted: planned(query.wanted), must: planned(query.must), not: planned(query.not) }
}

/** A word that is typed twice is looked for once. */
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
    ...{ site, pageClass },
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
