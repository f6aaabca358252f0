/**
 * The engine: one loop for a first crawl, a guided crawl and a refresh.
 *
 * `visit/visit.ts` is one visit in eight steps, numbered as in docs/architecture.md and in the names of the files:
 *   1 admit  2 request  3 fetch  4 read  5 judge  6 follow  7 schedule  8 record
 * `engine.ts` runs many at once, `crawl.ts` a whole run with recovery before it, `assemble.ts` makes all parts and ties them
 * together. `host/` is what is known of a host, `parse/` what runs in threads, `guide/` site models at work, `refresh/` planning.
 *
 * Invariants: a visit is reported only when archive and store have it; a request is only sent in its server's turn; no
 * step can fail a crawl except the disk and the database.
 */
export * from './collection.ts'
export * from './crawl.ts'
export * from './plugin.ts'
export { CrawlProgress, type ProgressNow, type VisitReport } from './progress.ts'
export * from './recover.ts'
export { type Explanation, explainPage, surveyCollection } from './refresh/look.ts'
export type { Plan, Survey } from './refresh/planner.ts'
export { loadPolicy } from './refresh/policy.ts'
export { publishedAt, type Refreshing } from './refresh/refreshing.ts'
export * from './settings.ts'
export type { Outcome } from './visit/outcome.ts'
