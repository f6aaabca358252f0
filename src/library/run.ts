/** Runs the engine for `crawl`, `watch` and `recrawl`: resolves the config, loads plug-ins, and calls the handlers. */
import { pathToFileURL } from 'node:url'
import { type Config, type ConfigInput, configFrom } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import {
  type RunOptions as EngineOptions,
  type Plan,
  type Plugin,
  type RunResult,
  runCrawl,
} from '../crawl/index.ts'
import { type Env, errorCode, Failure } from '../env/index.ts'
import type { Policy } from '../refresh/index.ts'
import type { MetaStore, PlanStore } from '../store/index.ts'
import { Handling } from './handling.ts'
import type { Handlers, Visit } from './plain-visit.ts'
import { rememberedConfig } from './remembered.ts'
import { envFor } from './run-env.ts'
import { seedProblemsOf } from './seed-problems.ts'

export interface CrawlOptions {
  readonly plugins?: readonly Plugin[]
  /** Stops the crawl cleanly: visits in progress are completed and recorded. */
  readonly signal?: AbortSignal
  /** Called for every visit once it is durable. */
  readonly onVisit?: (visit: Visit) => void
  /** Handlers by page class or address, like a router: `{ product(visit) { … }, '/news/*'(visit) { … }, default(visit) { … } }`. */
  readonly on?: Handlers
  /** Replaces the clock, random numbers, network or log, for tests and simulations. */
  readonly env?: Partial<Env>
  /** Also visit stored pages that are due again. */
  readonly refresh?: boolean
}

export interface WatchOptions extends Omit<CrawlOptions, 'refresh'> {
  /** Ends the watch: visits in progress are completed and recorded. */
  readonly signal: AbortSignal
  /** Decides when pages are visited again, instead of the policy in the config. */
  readonly policy?: Policy
  /** Called for every plan: freshness, age, price, and what the budget buys. */
  readonly onPlan?: (plan: WatchPlan) => void
}

export interface RecrawlOptions extends Omit<CrawlOptions, 'refresh'> {
  /** Visit the pages that are due now (the default), or all pages. */
  readonly which?: 'due' | 'all'
}

/** Estimated state of a collection when a plan is made. */
export interface WatchPlan {
  readonly at: Date
  readonly pages: number
  readonly budgetPerDay: number
  /** What a fetch must be worth to be made now. */
  readonly price: number
  /** Weighted average, over all pages, of the chance that the stored copy is current. */
  readonly freshness: number
  /** Weighted average of the days that a stored copy has been out of date. */
  readonly ageDays: number
  /** For each goal in the config, a sentence that says whether it is met. */
  readonly goals: readonly string[]
}

export interface CrawlResult extends RunResult {
  /** A sentence for each seed that could not be crawled, among the first twenty. */
  readonly problems: readonly string[]
}

/** Options for the engine in addition to the config. */
export type EngineExtras = Partial<
  Omit<EngineOptions, 'env' | 'settings' | 'plugins' | 'signal' | 'isHeldUp'>
>

export const resolvedConfig = (config: ConfigInput): Config => configFrom(config, { env: process.env })

/** Resolves the given config, or the one that the collection was last crawled with. */
export async function configOf(
  holdings: Holdings<MetaStore>,
  config: ConfigInput | undefined,
): Promise<Config> {
  const input = config ?? (await rememberedConfig(holdings))
  if (input) return resolvedConfig(input)
  throw new Failure('usage', `${holdings.name} has not been crawled yet: crawl it first, or give a config`)
}

/** Crawls what the config names, for the public API. */
export async function crawlOnce(
  holdings: Holdings,
  config: Config,
  options: CrawlOptions,
): Promise<CrawlResult> {
  const { seeds } = config.settings
  if (seeds.length === 0 && (await holdings.store.counts()).hosts === 0)
    throw new Failure('usage', `there is nothing to crawl in ${holdings.name}: give seeds`)
  const work = { discover: true, refresh: options.refresh ?? false }
  const result = await run(holdings, config, options, { work })
  return { ...result, problems: await seedProblemsOf(holdings, seeds) }
}

/** Runs the engine once, for the public API and, with more hooks (`extras`), for the commands. */
export async function run(
  holdings: Holdings,
  config: Config,
  options: CrawlOptions,
  extras: EngineExtras,
): Promise<RunResult> {
  const env = envFor(config, options.env)
  const handling = new Handling(holdings, env, options)
  const signals = [handling.signal, ...(options.signal ? [options.signal] : [])]
  const plugins = await pluginsOf(config, options.plugins)
  const result = await runCrawl(holdings, {
    ...extras,
    env,
    settings: config.settings,
    plugins,
    signal: AbortSignal.any(signals),
    isHeldUp: () => handling.isFull,
    onVisit: report => {
      extras.onVisit?.(report)
      handling.saw(report)
    },
  })
  await handling.settled()
  return result
}

export function extrasForWatch({ policy, onPlan }: Partial<WatchOptions>): EngineExtras {
  return {
    work: { discover: true, refresh: true },
    plan: 'always',
    ...(policy ? { policy } : {}),
    ...(onPlan ? { onPlan: plan => onPlan(plainPlan(plan)) } : {}),
  }
}

export async function extrasForRecrawl(
  { store }: Holdings<PlanStore>,
  which: 'due' | 'all',
  env: Env,
): Promise<EngineExtras> {
  const work = { discover: true, refresh: true }
  if (which === 'due') return { work, plan: 'once' }
  await store.makeAllDue(env.clock.now())
  return { work }
}

const plainPlan = ({ at, pages, budgetPerDay, price, freshness, age, goals }: Plan): WatchPlan => ({
  at: new Date(at),
  pages,
  budgetPerDay,
  price,
  freshness,
  ageDays: age,
  goals: goals.map(({ sentence }) => sentence),
})

const STAGES = ['request', 'response', 'queue'] as const

/** The plug-ins whose files a config names, and those that a program gives. */
export async function pluginsOf(
  { plugins: paths }: Pick<Config, 'plugins'>,
  given: readonly Plugin[] = [],
): Promise<Plugin[]> {
  return [...(await loadPlugins(paths)), ...given.map(plugin => usable(plugin, 'one of the plug-ins'))]
}

/** Loads the plug-ins whose files a config names. */
export async function loadPlugins(paths: readonly string[]): Promise<Plugin[]> {
  const plugins: Plugin[] = []
  for (const path of paths) {
    const { default: plugin } = await moduleAt(path)
    if (typeof plugin !== 'object')
      throw new Failure('usage', `plug-in ${path} has no default export made with definePlugin`)
    plugins.push(usable(plugin, `plug-in ${path}`))
  }
  return plugins
}

function usable(plugin: Plugin, which: string): Plugin {
  if (typeof plugin?.name !== 'string') throw new Failure('usage', `${which} has no name`)
  if (STAGES.every(stage => typeof plugin[stage] !== 'function'))
    throw new Failure('usage', `${which} does nothing: it has none of the methods ${STAGES.join(', ')}`)
  return plugin
}

async function moduleAt(path: string): Promise<{ readonly default?: Plugin }> {
  try {
    return (await import(pathToFileURL(path).href)) as { default?: Plugin }
  } catch (error) {
    const code = errorCode(error)
    const why =
      code === 'ERR_MODULE_NOT_FOUND'
        ? 'there is no such file'
        : error instanceof Error
          ? error.message
          : code
    throw new Failure('usage', `plug-in ${path} cannot be loaded: ${why}`, { cause: error })
  }
}
