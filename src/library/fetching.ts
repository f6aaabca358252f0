/**
 * The library's second entry point, for commands that fetch and show more of a run than the public API does. It loads the whole
 * engine; commands that only read a collection use `index.ts` and start in half the time.
 */
import type { Config } from '../config/index.ts'
import type { RunResult } from '../crawl/index.ts'
import * as models from '../crawl/models/make-model.ts'
import type { Env } from '../env/index.ts'
import type { ModelVersion } from '../site/index.ts'
import { originOf } from '../url/index.ts'
import type { Collection } from './collection.ts'
import { holdingsOf } from './collection-reader.ts'
import { type KeptModel, keepAndRead } from './edit-model.ts'
import { rememberConfig } from './remembered.ts'
import { ReportFolder } from './report.ts'
import { type CrawlOptions, type EngineExtras, extrasForRecrawl, run } from './run.ts'
import { seedProblemsOf } from './seed-problems.ts'

export { type CrawlProgress, lossWords, type ProgressNow, type RefreshState } from '../crawl/index.ts'
export type { ModeledSite } from '../crawl/models/make-model.ts'
export { checkTargets, writeTargets } from './model-files.ts'
export { type EngineExtras, loadPlugins } from './run.ts'

/** Stores a config for the next run of the collection. */
export const remember = (collection: Collection, config: Config): Promise<void> =>
  rememberConfig(holdingsOf(collection), config)

/** Runs the engine once, with hooks for showing its progress. */
export const runOn = (
  collection: Collection,
  config: Config,
  options: CrawlOptions,
  extras: EngineExtras,
): Promise<RunResult> => run(holdingsOf(collection), config, options, extras)

export const recrawlExtras = (
  collection: Collection,
  which: 'due' | 'all',
  env: Env,
): Promise<EngineExtras> => extrasForRecrawl(holdingsOf(collection), which, env)

export const openReport = (folder: string, collection: Collection): Promise<ReportFolder> =>
  ReportFolder.open(folder, holdingsOf(collection))

/** Makes the model of a site; null if interrupted. */
export const makeModel = (
  collection: Collection,
  options: Parameters<typeof models.makeModel>[1],
): ReturnType<typeof models.makeModel> => models.makeModel(holdingsOf(collection), options)

/** Makes the models of many sites concurrently; null if interrupted. */
export const makeModels = (
  collection: Collection,
  starts: readonly string[],
  options: Parameters<typeof models.makeModels>[2],
  onSite: Parameters<typeof models.makeModels>[3],
): ReturnType<typeof models.makeModels> => models.makeModels(holdingsOf(collection), starts, options, onSite)

/** Stores a model as a new version, unless it equals the last one, and applies it to the stored pages of its site. */
export const storeModel = (
  collection: Collection,
  model: ModelVersion,
  signal: AbortSignal,
): Promise<KeptModel> => keepAndRead(holdingsOf(collection), model, signal)

/** Returns those of the addresses whose site has no model yet. */
export async function withoutModel(collection: Collection, starts: readonly string[]): Promise<string[]> {
  const { store } = holdingsOf(collection)
  const left: string[] = []
  for (const start of starts) if ((await store.modelNumbers(originOf(start))).length === 0) left.push(start)
  return left
}

/** Returns a sentence for each seed that could not be crawled. */
export const seedProblems = (collection: Collection, { settings }: Config): Promise<string[]> =>
  seedProblemsOf(holdingsOf(collection), settings.seeds)
