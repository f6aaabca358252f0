/**
 * The engine: one loop for a first crawl, a guided crawl and a refresh.
 *
 * `visit/visit.ts` is one visit in eight steps, numbered as in docs/architecture.md and in the names of the files:
 *   1 admit  2 request  3 fetch  4 read  5 judge  6 follow  7 schedule  8 record
 * `engine.ts` runs many visits at once, `crawl.ts` a whole run with recovery before it; `assemble.ts` and `assemble-steps.ts` make and
 * connect all the parts. Of the folders, `host/` is what we know about a host, `thread/` what runs in worker threads, `planning/` when
 * pages are visited again, `models/` how site models are made and applied, `order/` and `focus/` which links come first, `forms/` what
 * search forms are asked, `render/` pages in a browser, `websub/` hubs that call when pages change, and `import/` what other crawls recorded.
 *
 * Invariants: a visit is reported only when the archive and the store both have it; a request is sent only in its server's turn;
 * only the disk and the database can fail a crawl.
 */

export * from './crawl.ts'
export * from './holdings.ts'
export type { Expectation } from './order/link-order.ts'
export type { Plan } from './planning/planner.ts'
export type { RefreshState } from './planning/refresh-state.ts'
export * from './plugin.ts'
export { CrawlProgress, type ProgressNow, type VisitReport } from './progress.ts'
export * from './recover.ts'
export type { RunOptions, RunResult } from './run-options.ts'
export * from './settings.ts'
export { type TriedPage, type TriedPlugin, tryPlugin } from './try-plugin.ts'
