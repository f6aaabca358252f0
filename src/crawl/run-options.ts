/** What a run is asked to do, what it tells on the way, and what it says at the end. */
import type { Env } from '../env/index.ts'
import type { Policy } from '../refresh/index.ts'
import type { GuideData } from '../site/index.ts'
import type { Work } from '../store/index.ts'
import type { Plan } from './planning/planner.ts'
import type { RefreshState } from './planning/refresh-state.ts'
import type { Plugin } from './plugin.ts'
import type { CrawlProgress, VisitReport } from './progress.ts'
import type { Loss } from './recover.ts'
import type { CrawlSettings } from './settings.ts'

export interface RunOptions {
  readonly env: Env
  readonly settings: CrawlSettings
  readonly plugins?: readonly Plugin[]
  /** The site models to use; by default those named in the settings. */
  readonly guides?: readonly GuideData[]
  /** Called when sampling of sites to make their models starts; the returned function is called when it is done. */
  readonly onModeling?: (starts: readonly string[], progress: CrawlProgress) => () => void
  /** Called for a site that could not be sampled and is crawled without a model. */
  readonly onUnmodeled?: (start: string, why: string) => void
  readonly work?: Work
  /** Decides when pages are visited again; by default the policy in the settings. */
  readonly policy?: Policy
  /** Plan once before starting (`once`), or run forever within the budget and keep planning (`always`). */
  readonly plan?: 'once' | 'always'
  readonly onPlan?: (plan: Plan) => void
  /** Stops the run cleanly: visits in progress are finished and recorded. */
  readonly signal?: AbortSignal
  /** True while the listener has as many visits queued as it can take; no new ones are started. */
  readonly isHeldUp?: () => boolean
  /** Called when the archive was found to be damaged and some pages have lost their copies. */
  readonly onLoss?: (loss: Loss) => void
  /** Called at the end with a sentence if archive files could not be moved to the bucket. */
  readonly onUnmoved?: (sentence: string) => void
  readonly onStart?: (progress: CrawlProgress, refreshing: RefreshState) => void
  /** Called for every visit once it is durable. */
  readonly onVisit?: (report: VisitReport) => void
}

export interface RunResult {
  /** Pages the collection holds now. */
  readonly pages: number
  /** Visits of this run, including those made to sample sites for their models. */
  readonly visits: number
  readonly errors: number
  readonly elapsedMs: number
  readonly interrupted: boolean
  /** When postponed work is due, or null when everything is done. */
  readonly nextWorkAt: number | null
}
