/**
 * The library: everything a program can do with a collection. The commands are thin wrappers around it.
 *
 *   Collection            opens, crawls, lists, extracts, plans, exports, examines          collection.ts
 *   Page, Revision        what is known about a Url; bodies are read on demand              page.ts, revision.ts
 *   Visible               what readers may see: the only place that decides it               visible.ts
 *   Visit, Handlers       durable visits handed to a program, by page class                  plain-visit.ts, handling.ts
 *
 * Invariants: pages are read only through `Visible`, so that `refresh.publish: shadow` always holds; programs get plain values
 * (dates, strings, objects), never rows of the store; heavy modules are loaded on first use.
 */
export { type ChangeNote, type DiffLine, type DiffWords, formatDiff } from '../change/index.ts'
export {
  type CrawlProgress,
  loadPolicy,
  lossWords,
  type ProgressNow,
  type RefreshState,
  type RunResult,
} from '../crawl/index.ts'
export { type ModelledSite, makeModel, makeModels } from '../crawl/models/make-model.ts'
export { keepModel } from '../crawl/models/model-versions.ts'
export type {
  Conversion,
  DocumentBlock,
  DocumentLink,
  LinkMark,
  PageDocument,
  UnreadableFile,
} from '../document/convert/index.ts'
export {
  documentHeadings,
  documentHtml,
  documentMarkdown,
  documentText,
} from '../document/convert/render.ts'
export type { WallKind } from '../document/walls/index.ts'
export type { SpamReason } from '../search/spam.ts'
export { canonicalUrl, originOf } from '../url/index.ts'
export { addressOf } from './address.ts'
export type { IndexOptions, IndexProgress, IndexSummary } from './build-index.ts'
export type { ChangesQuery, PageChange } from './changes.ts'
export { freshnessChart } from './chart/freshness-chart.ts'
export {
  Collection,
  holdingsOf,
} from './collection.ts'
export type { CollectionCounts, OpenOptions, RecordsOptions } from './collection-options.ts'
export type { Sample, SampleOptions } from './collection-samples.ts'
export { type DoctorOptions, examine } from './doctor/examine.ts'
export type { DoctorFinding } from './doctor/finding.ts'
export type {
  DuplicateGroup,
  DuplicatesQuery,
  FindDuplicatesOptions,
  NearDuplicate,
} from './duplicates.ts'
export type { RateEstimates } from './estimates.ts'
export { type CollectionEvent, type EventOptions, latestEvents } from './events.ts'
export type { ChangingTogether, NextVisit, PageExplanation, SignalRecord } from './explain-page.ts'
export {
  type ExportContents,
  type ExportFormat,
  type ExportSummary,
  formatNamed,
  needsPlace,
} from './export/index.ts'
export { csvCell } from './export/page-rows.ts'
export { standardOutput, type Target } from './export/target.ts'
export type { PageDiff, PageVisit, VisitOutcome } from './history.ts'
export type { ModelOptions } from './infer-model.ts'
export type { LinkFinding, LinkHealthQuery, LinkProblem } from './link-health.ts'
export {
  classWords,
  type ErrorGroup,
  type Host,
  type PageClassCount,
  type PageRecord,
  type PagesQuery,
} from './listing.ts'
export { checkTargets, writeTargets } from './model-files.ts'
export { ModelShelf } from './model-shelf.ts'
export { type DiffOptions, type Page, type PageStatus, STATUSES } from './page.ts'
export {
  type FindOptions,
  type FindSummary,
  type PagePattern,
  type PatternsQuery,
  writeCsv,
} from './patterns.ts'
export type { RecordPlace } from './plain.ts'
export type { Handlers, Outcome, Visit } from './plain-visit.ts'
export { type BudgetOutlook, type PlanReport, planOf } from './plan.ts'
export type { PlanOptions } from './plan-options.ts'
export { writeExtracted } from './records/into.ts'
export type { ExtractOptions } from './records/read.ts'
export { type RecordFormat, recordWords, type WrittenRecords } from './records/write.ts'
export { configForReading, mergedConfig, rememberConfig } from './remembered.ts'
export { ReportFolder } from './report.ts'
export type { PageLink, ReadingOptions, Revision, RevisionResponse } from './revision.ts'
export { downloadRobots } from './robots-text.ts'
export {
  type CrawlOptions,
  type EngineExtras,
  envFor,
  extrasForRecrawl,
  loadPlugins,
  type RecrawlOptions,
  run,
  type WatchOptions,
  type WatchPlan,
} from './run.ts'
export type { SearchHit, SearchOptions, SearchSnippet } from './search-pages.ts'
export { counted, shownBytes, shownNumber, shownShare, shownTime } from './shown.ts'
export type { SpamFinding, SpamQuery } from './spam-pages.ts'
