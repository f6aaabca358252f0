/**
 * The library: everything a program can do with a collection. The CLI commands are thin wrappers around it.
 *
 *   Collection            opens, crawls, lists, extracts, plans, exports, examines          collection.ts
 *   Page, Revision        what is known about a Url; bodies are read on demand              page.ts, revision.ts
 *   Visible               what readers may see: the only place that decides it              visible.ts
 *   Visit, Handlers       durable visits passed to the caller, by page class                plain-visit.ts, handling.ts
 *
 * Invariants: pages are read only through `Visible`, so that `refresh.publish: shadow` always holds; callers get plain values
 * (dates, strings, objects), never rows of the store; heavy modules are loaded on first use.
 */
export type { ChangeNote, DiffLine, DiffWords } from '../change/index.ts'
export { formatDiff } from '../change/show/format-diff.ts'
export type { Config, ConfigInput } from '../config/index.ts'
export { parseDuration, parseShare } from '../config/units.ts'
export type { RunResult } from '../crawl/index.ts'
export { formatScores } from '../document/accessibility/level-scores.ts'
export type {
  Conversion,
  DocumentBlock,
  DocumentLink,
  LinkMark,
  PageDocument,
  StyleMark,
  UnreadableFile,
  WritingStyle,
} from '../document/convert/index.ts'
export {
  documentHeadings,
  documentHtml,
  documentMarkdown,
  documentText,
} from '../document/convert/render.ts'
export type { WallKind } from '../document/walls/index.ts'
export type { SpamReason } from '../search/spam.ts'
export type { ModelVersion, Navigation, PageClass, Split, Wrapper, WrapperField } from '../site/index.ts'
export { PAGE_SORTS, type PageSort } from '../store/index.ts'
export { canonicalUrl, originOf, registrableDomain } from '../url/index.ts'
export type {
  AccessibilityRank,
  AccessibilityRankingQuery,
  AccessiblePagesQuery,
  CheckOptions,
  CheckSummary,
  FailedCheck,
  LevelScores,
  PageAccessibility,
} from './accessibility.ts'
export { addressOf } from './address.ts'
export type { IndexOptions, IndexProgress, IndexSummary } from './build-index.ts'
export type { BatchesQuery, ChangeBatch, ChangeBatches, HostChanges } from './change-batches.ts'
export type { ChangesQuery, PageChange } from './changes.ts'
export { freshnessChart } from './chart/freshness-chart.ts'
export { Collection } from './collection.ts'
export type { CollectionCounts, OpenOptions, RecordsOptions } from './collection-options.ts'
export type { Sample, SampleOptions } from './collection-samples.ts'
export type { CopySummary, CopyToOptions } from './copy-collection.ts'
export type { DoctorOptions } from './doctor/examine.ts'
export type { DoctorFinding } from './doctor/finding.ts'
export type {
  DuplicateGroup,
  DuplicatesQuery,
  FindDuplicatesOptions,
  NearDuplicate,
} from './duplicates.ts'
export type { SavedModel } from './edit-model.ts'
export type { EmptySummary } from './empty-collection.ts'
export type { RateEstimates } from './estimates.ts'
export type { CollectionEvent, EventOptions } from './events.ts'
export type {
  ChangingTogether,
  Expectation,
  NextVisit,
  PageExplanation,
  SignalRecord,
} from './explain-page.ts'
export type { ExportContents, ExportFormat, ExportSummary } from './export/index.ts'
export { csvCell } from './export/page-rows.ts'
export { standardOutput, type Target } from './export/target.ts'
export type { ForgetOptions, ForgetSummary } from './forget.ts'
export type { PageDiff, PageVisit, VisitOutcome } from './history.ts'
export type { ImportOptions, ImportSummary } from './import-files.ts'
export type { ModelOptions } from './infer-model.ts'
export type { LinkFinding, LinkHealthQuery } from './link-health.ts'
export { LINK_PROBLEMS, type LinkProblem } from './link-problems.ts'
export {
  classWords,
  type ErrorGroup,
  type Host,
  type LearnedUrlRule,
  type PageClassCount,
  type PageRecord,
  type PagesQuery,
  type RenderedKind,
  type Server,
} from './listing.ts'
export type { SiteWithModel } from './model-shelf.ts'
export { momentOf } from './moment.ts'
export { readNamed } from './named-file.ts'
export { type DiffOptions, type Page, type PageStatus, STATUSES } from './page.ts'
export type { FindOptions, FindSummary, PagePattern, PatternsQuery, PatternValue } from './patterns.ts'
export type { FieldChoices, FilledPage, TriedFields } from './pick-fields.ts'
export type { RecordPlace } from './plain.ts'
export type { Handlers, Outcome, Visit } from './plain-visit.ts'
export type { BudgetOutlook, GoalVerdict, PlanReport } from './plan.ts'
export type { PlanOptions } from './plan-options.ts'
export type { ExtractOptions, ModelText } from './records/read.ts'
export type { RecordFormat, WrittenRecords } from './records/write.ts'
export { mergedConfig } from './remembered.ts'
export type { PageLink, ReadingOptions, Revision, RevisionResponse } from './revision.ts'
export type { Revisited, RevisitOptions } from './revisit.ts'
export type { RobotsQuery, UrlPermission } from './robots-text.ts'
export type { CrawlOptions, CrawlResult, RecrawlOptions, WatchOptions, WatchPlan } from './run.ts'
export type { SearchHit, SearchOptions, SearchSnippet } from './search-pages.ts'
export { counted, shownBytes, shownNumber, shownShare, shownTime } from './shown.ts'
export type { FormsQuery, HostForms, SiteForm } from './site-forms.ts'
export type { PageList } from './sorted-pages.ts'
export type { SpamFinding, SpamPart, SpamPartQuery, SpamQuery } from './spam-pages.ts'
export type { TopicYield } from './topic-yields.ts'
export type { TypeShare } from './type-counts.ts'
