/** The options of an engine, and what its parts report to it. */
import type { ArchiveFolder } from '../archive/index.ts'
import type { Env } from '../env/index.ts'
import type { Tracing } from '../env/tracing.ts'
import type { GuideData } from '../site/index.ts'
import type { CommitResult, Store, Work } from '../store/index.ts'
import type { RecordedVisits } from './import/recorded-visits.ts'
import type { LinkOrder } from './order/link-order.ts'
import type { PageDemand } from './page-demand.ts'
import type { RefreshState } from './planning/refresh-state.ts'
import type { Plugin } from './plugin.ts'
import type { CrawlSettings } from './settings.ts'

export interface EngineOptions {
  readonly env: Env
  readonly store: Store
  readonly archiveFolder: ArchiveFolder
  readonly settings: CrawlSettings
  readonly plugins: readonly Plugin[]
  readonly work: Work
  readonly worker: string
  readonly refreshing: RefreshState
  /** Makes traces of visits, if somebody listens. */
  readonly tracing?: Tracing | null
  /** The site models in use. */
  readonly guides?: readonly GuideData[]
  /** An order of links that learns, if the crawl has one. */
  readonly order?: LinkOrder | null
  /** Called when all visits are recorded; events it reports are recorded too. */
  readonly atEnd?: () => Promise<void>
  /** Where the engine's pages come from; by default everything queued in the collection. */
  readonly demand?: PageDemand
  /** Answers that were recorded by another crawl, in place of requests. */
  readonly recorded?: RecordedVisits
  /** True while the listener has as many visits queued as it can take; no new ones are started. */
  readonly isHeldUp?: () => boolean
  /** Run forever within the budget, instead of ending when nothing is left to do. */
  readonly forever?: boolean
  /** Spend no more than the budget has earned; a run that does not go on forever ends there. */
  readonly budgeted?: boolean
  /** Whether the full-text index keeps revisions that are no longer current. */
  readonly keepsPast?: boolean
}

/** Callbacks by which the parts reach the engine. */
export interface EngineHooks {
  /** What may be worked on now. */
  readonly work: () => Work
  readonly demand: PageDemand
  readonly onCommit: (result: CommitResult) => void
  readonly onFailure: (error: unknown) => void
  readonly signal: AbortSignal
}
