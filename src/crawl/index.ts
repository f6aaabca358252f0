/**
 * The engine: one loop for a first crawl, a guided crawl and a refresh.
 *
 * The way of a visit, as numbered in docs/architecture.md, and where each step lives:
 *   1 lease and pick      frontier/
 *   2 request             request.ts, plug-ins by plugin-runner.ts
 *   3 fetch               conversation.ts (turns), robots.ts, login.ts, fetch/http.ts
 *   4–6 parse             reader.ts, parse/ in threads: inflate, sniff, scan, compare, judge links, pack archive records
 *     outcome             assess.ts, soft404.ts, second-look.ts (noise or change?), aftermath.ts (all that is recorded of it)
 *   7 record              record.ts: archive first, then one transaction, then the report
 *   8 queue               queue.ts (order, traps, plug-ins), fruit.ts
 * `visit.ts` wires one visit, `engine.ts` many at once, `crawl.ts` a whole run with recovery before it.
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
