/** Infers the model of a site from its pages in the collection. */
import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { makeModel } from '../crawl/models/make-model.ts'
import { Failure } from '../env/index.ts'
import type { ModelVersion, Navigation, Split } from '../site/index.ts'
import { asUrl, withoutHash } from '../url/index.ts'
import { addressOf } from './address.ts'
import { keepAndRead } from './edit-model.ts'
import { type CrawlOptions, pluginsOf, resolvedConfig } from './run.ts'
import { envFor } from './run-env.ts'

export interface ModelOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
  /** Config for fetching pages, as for a crawl; by default, stays on the host of the address. */
  readonly config?: ConfigInput
  /** Maximum number of pages to sample, 200 by default; `auto` samples for as long as new classes are found. */
  readonly pages?: number | 'auto'
  /** Seed for random choices: the same pages and seed give the same model. */
  readonly seed?: number
  /** Which links to follow first. */
  readonly navigation?: Navigation
  /** `semantic` splits classes whose pages look alike but are about different things. */
  readonly split?: Split
  /**
   * Store the model in the collection, as a new version if it differs from the last, and assign classes and records to the stored
   * pages; true by default.
   */
  readonly keep?: boolean
}

export async function modelOfSite(
  holdings: Holdings,
  address: string,
  options: ModelOptions,
): Promise<ModelVersion> {
  const { config: given = { scope: { local: true } }, plugins, signal, env, keep = true, ...how } = options
  const start = asUrl(withoutHash(addressOf(address)))
  const config = resolvedConfig({ ...given, seeds: [...(given.seeds ?? []), start] })
  const made = await makeModel(holdings, {
    env: envFor(config, env),
    settings: config.settings,
    start,
    how,
    plugins: await pluginsOf(config, plugins),
    ...(signal ? { signal } : {}),
  })
  if (made === null) throw new Failure('broken', 'interrupted: call it again to continue')
  if (keep) await keepAndRead(holdings, made.model, signal)
  return made.model
}
