/**
 * Queries that reach pages of a site that no link leads to: which words and choices to send to its search forms, and when to stop. Pure:
 * the engine turns queries into pages of the frontier and returns their answers.
 */
export type { AnswerLink } from './answer-links.ts'
export type { NextQuery } from './choose-query.ts'
export { type FormReport, HostQueries, type SavedQueries } from './host-queries.ts'
