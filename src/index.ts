/**
 * The library: the same engine as the commands.
 *
 *     const collection = await openCollection('./news', { mode: 'write' })
 *     const result = await crawl(collection, { seeds: ['https://example.org/'], scope: { local: true, pages: 100 } })
 *     for await (const page of collection.store.pages({ status: 'completed' })) console.log(page.url, page.title)
 *     await collection.close()
 *
 * `watch` does the same and then keeps the collection fresh inside its budget until its signal is aborted.
 */
import { type ConfigInput, configFrom } from './config/index.ts'
import {
  type Collection,
  type Plan,
  type Plugin,
  type RunOptions,
  type RunResult,
  runCrawl,
  type VisitReport,
} from './crawl/index.ts'
import { makeModel } from './crawl/models/infer.ts'
import { type Env, Failure, networkWithHosts, realEnv } from './env/index.ts'
import type { Policy } from './refresh/index.ts'
import type { ModelVersion, Navigation } from './site/index.ts'
import { canonicalUrl } from './url/index.ts'

export type { ConfigInput } from './config/index.ts'
export {
  type Collection,
  definePlugin,
  type Outcome,
  openCollection,
  type Plan,
  type Plugin,
  type PluginPage,
  type PluginRequest,
  type PluginVisit,
  type RunResult,
  type VisitReport,
} from './crawl/index.ts'
export { type Clock, type Env, Failure, type Log, type Network, type Random, realEnv } from './env/index.ts'
export type {
  Market,
  Next,
  Objective,
  Observation,
  PageFacts,
  Policy,
  Population,
  Reason,
  State,
} from './refresh/index.ts'
export type { ClassForm, ClassLink, ModelVersion, PageClass, SiteModel } from './site/index.ts'
export type { PageRow, PageStatus, RevisionRow, Store, VisitRow } from './store/index.ts'

export interface CrawlOptions {
  readonly plugins?: readonly Plugin[]
  /** Stops the crawl cleanly: what is under way is finished and recorded. */
  readonly signal?: AbortSignal
  /** Called for every visit once it is durable. */
  readonly onVisit?: (report: VisitReport) => void
  /** Clock, random, network and log, for tests and simulations. */
  readonly env?: Partial<Env>
  /** Also visit stored pages that are due again. */
  readonly refresh?: boolean
}

/** Crawls into a collection until there is nothing left to do; call it again with the same config to resume. */
export function crawl(
  collection: Collection,
  config: ConfigInput,
  options: CrawlOptions = {},
): Promise<RunResult> {
  return run(collection, config, options, { work: { discover: true, refresh: options.refresh ?? false } })
}

export interface WatchOptions extends Omit<CrawlOptions, 'refresh'> {
  /** Ends the watch: what is under way is finished and recorded. */
  readonly signal: AbortSignal
  /** Decides when pages come back, instead of the policy that the config names. */
  readonly policy?: Policy
  /** Called for every plan: freshness, age, price, and what the budget buys. */
  readonly onPlan?: (plan: Plan) => void
}

/** Crawls, then keeps refreshing inside the budget until the signal says so. */
export function watch(
  collection: Collection,
  config: ConfigInput,
  options: WatchOptions,
): Promise<RunResult> {
  return run(collection, config, options, {
    work: { discover: true, refresh: true },
    plan: 'always',
    ...(options.policy ? { policy: options.policy } : {}),
    ...(options.onPlan ? { onPlan: options.onPlan } : {}),
  })
}

export interface ModelOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
  /** The most pages to look at, 200 by default. */
  readonly pages?: number
  readonly seed?: number
  readonly navigation?: Navigation
}

/**
 * The page classes of a site and the links between them. Pages that the collection does not hold are fetched into it, as by a
 * crawl with this config; by default the crawl stays on the host of the address. Nothing of the model is stored.
 */
export async function inferModel(
  collection: Collection,
  address: string,
  config: ConfigInput = { scope: { local: true } },
  options: ModelOptions = {},
): Promise<ModelVersion> {
  const { plugins, signal, env: given, ...how } = options
  const url = canonicalUrl(address)
  if (url === undefined) throw new Failure('usage', `"${address}" is not a web address`)
  const seeds = [...(config.seeds ?? []), url]
  const { settings, hosts } = configFrom({ ...config, seeds }, { env: process.env })
  const env = surroundings(given, hosts)
  const made = await makeModel(collection, {
    env,
    settings,
    start: url,
    how,
    ...(plugins ? { plugins } : {}),
    ...(signal ? { signal } : {}),
  })
  if (made === null) throw new Failure('broken', 'interrupted: call it again to go on')
  return made.model
}

function surroundings(given: Partial<Env> | undefined, hosts: Readonly<Record<string, string>>): Env {
  const env = { ...realEnv, ...given }
  return Object.keys(hosts).length > 0 ? { ...env, network: networkWithHosts(hosts, env.network) } : env
}

function run(
  collection: Collection,
  config: ConfigInput,
  options: CrawlOptions,
  more: Pick<RunOptions, 'work' | 'plan' | 'policy' | 'onPlan'>,
): Promise<RunResult> {
  const { settings, hosts } = configFrom(config, { env: process.env })
  return runCrawl(collection, {
    env: surroundings(options.env, hosts),
    settings,
    plugins: options.plugins ?? [],
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onVisit ? { onVisit: options.onVisit } : {}),
    ...more,
  })
}
