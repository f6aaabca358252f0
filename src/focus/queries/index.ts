/**
 * Queries that bring the pages of a site which no link leads to: which words and choices to ask its search forms, and when to stop. Pure: the engine turns
 * queries into pages of the frontier and brings their answers back.
 */
export type { AnswerLink } from './answer-links.ts'
export type { NextQuery } from './choose-query.ts'
export { type FormReport, HostQueries, type SavedQueries } from './host-queries.ts'
