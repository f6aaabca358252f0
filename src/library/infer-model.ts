/** The model of a site, made from its pages in the collection. */
import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { makeModel } from '../crawl/models/make-model.ts'
import { Failure } from '../env/index.ts'
import type { ModelVersion, Navigation, Split } from '../site/index.ts'
import { addressOf } from './address.ts'
import { keepAndRead } from './edit-model.ts'
import { type CrawlOptions, envFor, loadPlugins, resolvedConfig } from './run.ts'

export interface ModelOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
  /** As for a crawl; by default it stays on the host of the address. */
  readonly config?: ConfigInput
  /** Maximum number of pages to sample, 200 by default; `auto`: as many as bring new classes. */
  readonly pages?: number | 'auto'
  /** The same pages and seed give the same model. */
  readonly seed?: number
  /** Which links come first. */
  readonly navigation?: Navigation
  /** `semantic`: split classes whose pages look alike but are about different things. */
  readonly split?: Split
  /**
   * Stores the model in the collection, as a new version if it differs from the last, and gives the stored pages their classes and
   * records; true by default.
   */
  readonly keep?: boolean
}

export async function modelOfSite(
  holdings: Holdings,
  address: string,
  options: ModelOptions,
): Promise<ModelVersion> {
  const {
    config: given = { scope: { local: true } },
    plugins = [],
    signal,
    env,
    keep = true,
    ...how
  } = options
  const start = addressOf(address)
  const config = resolvedConfig({ ...given, seeds: [...(given.seeds ?? []), start] })
  const made = await makeModel(holdings, {
    env: envFor(config, env),
    settings: config.settings,
    start,
    how,
    plugins: [...(await loadPlugins(config.plugins)), ...plugins],
    ...(signal ? { signal } : {}),
  })
  if (made === null) throw new Failure('broken', 'interrupted: call it again to continue')
  if (keep) await keepAndRead(holdings, made.model, signal)
  return made.model
}
