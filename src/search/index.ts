/**
 * The text side of search: how text becomes terms, what a query may contain, and how a hit is shown. All of it is pure; the stores
 * keep the terms (`store/search-store.ts`).
 *
 *   text-words.ts text to words; pairs of characters where words are not separated
 *   stemmers.ts   words to stems, by language
 *   guess-language.ts the language of pages that do not declare one
 *   terms.ts      the texts of a page to the terms of its fields, and the weight of each field
 *   search-query.ts what people type to a query, or a sentence about what is wrong
 *   term-plan.ts  a query to terms, in the languages of the index
 *   snippet.ts    the part of a text that shows the hits
 *
 * Invariants: terms are letters, digits and marks only, so that nothing a page or a person writes means anything to a database;
 * everything is linear in its input and bounded.
 */

export { parseQuery, type SearchQuery } from './search-query.ts'
export { snippetOf } from './snippet.ts'
export { languageOf, Stemmer, UNKNOWN_LANGUAGE } from './stemmers.ts'
export {
  filterOf,
  type MatchClause,
  type PageFilter,
  planOf,
  type SearchPlan,
  type TermMatch,
} from './term-plan.ts'
export { addressWords, FIELD_WEIGHTS, type PageTexts, type SearchTerms, termsOf } from './terms.ts'
