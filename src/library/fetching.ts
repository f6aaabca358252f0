/**
 * The second door of the library, for commands that fetch and show more of a run than programs get to see. It loads the whole
 * engine; what only reads a collection comes through `index.ts` and starts in half the time.
 */
export {
  type CrawlProgress,
  loadPolicy,
  lossWords,
  type ProgressNow,
  type RefreshState,
} from '../crawl/index.ts'
export { type ModelledSite, makeModel, makeModels } from '../crawl/models/make-model.ts'
export { keepModel } from '../crawl/models/model-versions.ts'
export { checkTargets, writeTargets } from './model-files.ts'
export { rememberConfig } from './remembered.ts'
export { ReportFolder } from './report.ts'
export { downloadRobots } from './robots-text.ts'
export { type EngineExtras, envFor, extrasForRecrawl, loadPlugins, run } from './run.ts'
