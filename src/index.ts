/**
 * The package: its public API. Every change to it shows in `docs/api.d.ts`.
 *
 *     const news = await Collection.open('./news', { mode: 'write' })
 *     await news.crawl({ seeds: ['https://example.org/'], scope: { local: true, pages: 100 } })
 *     for await (const page of news.pages({ status: 'completed' })) console.log(page.url, await page.text())
 *     await news.close()
 *
 * `openCollection`, `crawl`, `watch` and `inferModel` do the same as functions.
 */
import type { ConfigInput } from './config/index.ts'
import type { RunResult } from './crawl/index.ts'
import {
  Collection,
  type CrawlOptions,
  type CrawlResult,
  type ModelOptions,
  type OpenOptions,
  type WatchOptions,
} from './library/index.ts'
import type { ModelVersion } from './site/index.ts'

export type { ConfigInput } from './config/index.ts'
export {
  definePlugin,
  type Plugin,
  type PluginContext,
  type PluginPage,
  type PluginRequest,
  type PluginVisit,
  type QueueContext,
  type RequestContext,
  type ResponseContext,
  type RunResult,
  type TriedPage,
  type TriedPlugin,
  tryPlugin,
} from './crawl/index.ts'
export { type Clock, type Env, Failure, type Log, type Network, type Random, realEnv } from './env/index.ts'
export type { Selected } from './html/index.ts'
export {
  type AccessibilityRank,
  type AccessibilityRankingQuery,
  type AccessiblePagesQuery,
  type BatchesQuery,
  type BudgetOutlook,
  type ChangeBatch,
  type ChangeBatches,
  type ChangeNote,
  type ChangesQuery,
  type ChangingTogether,
  type CheckOptions,
  type CheckSummary,
  Collection,
  type CollectionCounts,
  type CollectionEvent,
  type Conversion,
  type CopySummary,
  type CopyToOptions,
  type CrawlOptions,
  type DiffLine,
  type DiffOptions,
  type DiffWords,
  type DoctorFinding,
  type DoctorOptions,
  type DocumentBlock,
  type DocumentLink,
  type DuplicateGroup,
  type DuplicatesQuery,
  documentHeadings,
  documentHtml,
  documentMarkdown,
  documentText,
  type EmptySummary,
  type ErrorGroup,
  type EventOptions,
  type Expectation,
  type ExportContents,
  type ExportFormat,
  type ExportSummary,
  type ExtractOptions,
  type FailedCheck,
  type FieldChoices,
  type FilledPage,
  type FindDuplicatesOptions,
  type FindOptions,
  type FindSummary,
  type ForgetOptions,
  type ForgetSummary,
  type FormsQuery,
  type GoalVerdict,
  type Handlers,
  type Host,
  type HostChanges,
  type HostForms,
  type ImportOptions,
  type ImportSummary,
  type IndexOptions,
  type IndexProgress,
  type IndexSummary,
  type LearnedUrlRule,
  type LevelScores,
  type LinkFinding,
  type LinkHealthQuery,
  type LinkMark,
  type LinkProblem,
  type ModelOptions,
  type ModelText,
  type NearDuplicate,
  type NextVisit,
  type OpenOptions,
  type Outcome,
  type Page,
  type PageAccessibility,
  type PageChange,
  type PageClassCount,
  type PageDiff,
  type PageDocument,
  type PageExplanation,
  type PageLink,
  type PageList,
  type PagePattern,
  type PageRecord,
  type PageSort,
  type PageStatus,
  type PagesQuery,
  type PageVisit,
  type PatternsQuery,
  type PatternValue,
  type PlanOptions,
  type PlanReport,
  type RateEstimates,
  type ReadingOptions,
  type RecordFormat,
  type RecordPlace,
  type RecordsOptions,
  type RecrawlOptions,
  type RenderedKind,
  type Revision,
  type RevisionResponse,
  type Revisited,
  type RevisitOptions,
  type RobotsQuery,
  type Sample,
  type SampleOptions,
  type SavedModel,
  type SearchHit,
  type SearchOptions,
  type SearchSnippet,
  type Server,
  type SignalRecord,
  type SiteForm,
  type SiteWithModel,
  type SpamFinding,
  type SpamPart,
  type SpamPartQuery,
  type SpamQuery,
  type SpamReason,
  type StyleMark,
  type Target,
  type TopicYield,
  type TriedFields,
  type TypeShare,
  type UnreadableFile,
  type UrlPermission,
  type Visit,
  type VisitOutcome,
  type WallKind,
  type WatchOptions,
  type WatchPlan,
  type WritingStyle,
  type WrittenRecords,
} from './library/index.ts'
export type { Market, Next, Objective, Observation, PageFacts, Policy, State } from './refresh/index.ts'
export type { ClassForm, ClassLink, ModelVersion, PageClass, SiteModel } from './site/index.ts'

/** `Collection.open` as a function. */
export const openCollection = (where: string, options?: OpenOptions): Promise<Collection> =>
  Collection.open(where, options)

/** `collection.crawl` as a function. */
export const crawl = (
  collection: Collection,
  config: ConfigInput,
  options?: CrawlOptions,
): Promise<CrawlResult> => collection.crawl(config, options)

/** `collection.watch` as a function. */
export const watch = (
  collection: Collection,
  config: ConfigInput,
  options: WatchOptions,
): Promise<RunResult> => collection.watch(config, options)

/** `collection.model` as a function that does not store the model. */
export const inferModel = (
  collection: Collection,
  address: string,
  config?: ConfigInput,
  options?: Omit<ModelOptions, 'config' | 'keep'>,
): Promise<ModelVersion> => collection.model(address, { ...options, ...(config && { config }), keep: false })
