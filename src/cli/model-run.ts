/** `tidewatch model URL`: pages are fetched into the collection as by any crawl; the model of them is printed, kept and written out. */
import type { Config, ConfigInput } from '../config/index.ts'
import type { Collection } from '../crawl/index.ts'
import { Interrupted, modelSite, openPages } from '../crawl/page-source.ts'
import { type Env, Failure } from '../env/index.ts'
import type { Inference, Navigation } from '../site/index.ts'
import { canonicalUrl } from '../url/index.ts'
import {
  configFor,
  envFor,
  loadPlugins,
  open,
  rememberConfig,
  rememberedConfig,
  type SharedOptions,
} from './context.ts'
import { overridesOf } from './crawl.ts'
import { onInterrupt } from './interrupt.ts'
import { diffModels } from './model-diff.ts'
import { withBetterNames } from './model-names.ts'
import { checkTargets, writeTargets } from './model-out.ts'
import { modelJson, printModel } from './model-print.ts'
import { scoreCommand } from './model-score.ts'
import { keepVersion, versionOf } from './model-versions.ts'
import { EXIT, type Output } from './output.ts'
import { type ProgressStyle, showProgress } from './progress.ts'

export interface ModelOptions extends SharedOptions {
  readonly pages: string
  readonly strategy: Navigation
  readonly seed: string
  readonly out: readonly string[]
  readonly site?: string
  readonly golden?: string
  readonly config?: string
  readonly delay?: string
  readonly allowPrivate?: boolean
  readonly progress?: ProgressStyle
}

export function modelCommand(
  what: string,
  more: readonly string[],
  options: ModelOptions,
  output: Output,
): Promise<number> {
  if (what === 'diff') return diffModels(more, options, output)
  if (what === 'score') return scoreCommand(more, options, output)
  if (more.length > 0) throw new Failure('usage', `one site at a time: what is "${more[0]}" for?`)
  return inferCommand(what, options, output)
}

async function inferCommand(address: string, options: ModelOptions, output: Output): Promise<number> {
  const url = canonicalUrl(address)
  if (url === undefined || !/^(?:https?|file):/.test(url))
    throw new Failure('usage', `"${address}" is neither a web address nor one of the words diff and score`)
  const limits = { pages: numberOf('--pages', options.pages, 1), seed: numberOf('--seed', options.seed, 0) }
  await checkTargets(options.out)
  // A wrong config must not leave an empty collection behind.
  await settled(url, options, null)
  const collection = await open(options, 'write')
  try {
    const remembered = await rememberedConfig(collection)
    const config = await settled(url, options, remembered)
    if (remembered === null) await rememberConfig(collection, config)
    return await infer(collection, config, url, limits, options, output)
  } finally {
    await collection.close()
  }
}

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least || text.trim() === '')
    throw new Failure('usage', `${name} ${text}: it must be a whole number, ${least} or more`)
  return value
}

/** The config of the file or of the collection with the site among its seeds; without either, the site alone. */
async function settled(url: string, options: ModelOptions, remembered: ConfigInput | null): Promise<Config> {
  const { config: file, delay, allowPrivate } = options
  const alone = file === undefined && remembered === null
  const overrides = overridesOf(
    {
      collection: options.collection,
      ...(alone ? { local: true } : {}),
      ...(delay === undefined ? {} : { delay }),
      ...(allowPrivate === undefined ? {} : { allowPrivate }),
    },
    [],
  )
  const found = await configFor(file, remembered, overrides)
  if (found.settings.seeds.some(seed => seed.url === url)) return found
  const seeds = [...(found.source.seeds ?? []), url] as NonNullable<ConfigInput['seeds']>
  return configFor(file, remembered, { ...overrides, seeds })
}

async function infer(
  collection: Collection,
  config: Config,
  url: string,
  limits: { readonly pages: number; readonly seed: number },
  options: ModelOptions,
  output: Output,
): Promise<number> {
  const env = envFor(config, options)
  const inferred = await explored(collection, config, env, url, limits, options, output)
  if (inferred === null) {
    output.note('interrupted: run the same command again to go on')
    return EXIT.interrupted
  }
  const unnamed = versionOf(inferred.inference)
  const version = withBetterNames(unnamed, await titlesOf(collection, unnamed.members.flat()))
  const kept = await keepVersion(collection.store, version)
  await writeTargets(options.out, version)
  if (options.json)
    output.result(JSON.stringify({ ...modelJson(version), ...kept, fetched: inferred.visits }))
  else {
    printModel(version, output)
    const state = kept.isNew ? `kept as version ${kept.version}` : `the same as version ${kept.version}`
    output.note(`${version.pagesUsed} pages, after ${inferred.visits} visits now; ${state}`)
  }
  return EXIT.done
}

async function titlesOf({ store }: Collection, urls: readonly string[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const url of urls) {
    const title = (await store.page(url))?.title
    if (title) titles.set(url, title)
  }
  return titles
}

/** The model and how many visits it took, or null when it was interrupted. */
async function explored(
  collection: Collection,
  config: Config,
  env: Env,
  url: string,
  { pages: most, seed }: { readonly pages: number; readonly seed: number },
  options: ModelOptions,
  output: Output,
): Promise<{ readonly inference: Inference; readonly visits: number } | null> {
  const plugins = await loadPlugins(config.plugins)
  const interrupt = onInterrupt(output)
  const { signal } = interrupt
  try {
    const pages = await openPages(collection, { env, settings: config.settings, plugins, signal })
    const limit = pages.progress.now().pages + most
    const stop = showProgress(pages.progress, options.progress ?? 'auto', limit, env.clock, output)
    try {
      const madeAt = new Date(env.clock.now()).toISOString()
      const how = { pages: most, seed, navigation: options.strategy, madeAt }
      const inference = await modelSite(pages, url, how)
      return { inference, visits: pages.progress.now().visits }
    } finally {
      stop()
      await pages.close()
    }
  } catch (error) {
    if (error instanceof Interrupted) return null
    throw error
  } finally {
    interrupt.release()
  }
}
