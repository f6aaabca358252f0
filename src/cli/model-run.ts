/** `tidewatch model URL`: fetches pages into the collection as any crawl does; then prints, stores and exports their model. */
import { Failure } from '../env/index.ts'
import {
  checkTargets,
  loadPlugins,
  makeModel,
  remember,
  storeModel,
  writeTargets,
} from '../library/fetching.ts'
import { type Collection, type Config, type ConfigInput, canonicalUrl, counted } from '../library/index.ts'
import { open } from './context.ts'
import { overridesOf } from './crawl.ts'
import { onInterrupt } from './interrupt.ts'
import { diffModels } from './model-diff.ts'
import { modelMany } from './model-many.ts'
import { type ModelFlags, numberOf, pagesOf } from './model-options.ts'
import { modelJson, printModel } from './model-print.ts'
import { scoreCommand } from './model-score.ts'
import { EXIT, type Output } from './output.ts'
import { showProgress } from './progress-line.ts'
import { configFor, envFor } from './run-config.ts'

export function modelCommand(
  what: string | undefined,
  more: readonly string[],
  options: ModelFlags,
  output: Output,
): Promise<number> {
  if (options.seeds !== undefined) {
    if (what !== undefined) throw new Failure('usage', `--seeds names the sites: what is "${what}" for?`)
    return modelMany(options.seeds, options, output)
  }
  if (what === undefined)
    throw new Failure(
      'usage',
      'which site? Give an address, --seeds FILE, or one of the subcommands diff and score',
    )
  if (what === 'diff') return diffModels(more, options, output)
  if (what === 'score') return scoreCommand(more, options, output)
  if (more.length > 0) throw new Failure('usage', `one site at a time: what is "${more[0]}" for?`)
  return inferCommand(what, options, output)
}

async function inferCommand(address: string, options: ModelFlags, output: Output): Promise<number> {
  const url = canonicalUrl(address)
  if (url === undefined || !/^(?:https?|file):/.test(url))
    throw new Failure(
      'usage',
      `"${address}" is neither a web address nor one of the subcommands diff and score`,
    )
  const limits = { pages: pagesOf(options.pages), seed: numberOf('--seed', options.seed, 0) }
  await checkTargets(options.out)
  // Checked before opening: an invalid config must not leave an empty collection behind.
  await settled(url, options, null)
  const collection = await open(options, 'write')
  try {
    const remembered = await collection.config()
    const config = await settled(url, options, remembered)
    if (remembered === null) await remember(collection, config)
    return await infer(collection, { config, url, ...limits }, options, output)
  } finally {
    await collection.close()
  }
}

/** The config from the file or the collection, with the site added to its seeds; without either, a config for the site alone. */
async function settled(url: string, options: ModelFlags, remembered: ConfigInput | null): Promise<Config> {
  const { config: file, local, delay, allowPrivate } = options
  const alone = file === undefined && remembered === null
  const overrides = overridesOf(
    {
      collection: options.collection,
      ...(local !== undefined || alone ? { local: local ?? true } : {}),
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

interface Wanted {
  readonly config: Config
  readonly url: string
  readonly pages: number | 'auto'
  readonly seed: number
}

async function infer(
  collection: Collection,
  wanted: Wanted,
  options: ModelFlags,
  output: Output,
): Promise<number> {
  const made = await madeAndKept(collection, wanted, options, output)
  if (made === null) {
    output.note('interrupted: run the same command again to continue')
    return EXIT.interrupted
  }
  const { model, visits, kept } = made
  await writeTargets(options.out, model)
  if (options.json) output.result(JSON.stringify({ ...modelJson(model), ...kept, fetched: visits }))
  else {
    printModel(model, output)
    const state = kept.isNew ? `kept as version ${kept.version}` : `the same as version ${kept.version}`
    const read = kept.pagesRead > 0 ? `; ${counted(kept.pagesRead, 'stored page')} read by it` : ''
    output.note(`${model.pagesUsed} pages, after ${visits} visits now; ${state}${read}`)
  }
  return EXIT.done
}

/** Returns null if interrupted. */
async function madeAndKept(
  collection: Collection,
  { config, url, pages, seed }: Wanted,
  options: ModelFlags,
  output: Output,
) {
  const env = envFor(config, options)
  const interrupt = onInterrupt(output)
  const { signal } = interrupt
  try {
    const made = await makeModel(collection, {
      env,
      settings: config.settings,
      plugins: await loadPlugins(config.plugins),
      signal,
      start: url,
      how: { pages, seed, navigation: options.strategy, split: options.split },
      onStart: progress => {
        const limit = pages === 'auto' ? null : progress.now().pages + pages
        return showProgress(progress, options.progress ?? 'auto', limit, env.clock, output)
      },
    })
    const kept = made && (await storeModel(collection, made.model, signal))
    return made && kept && !signal.aborted ? { ...made, kept } : null
  } finally {
    interrupt.release()
  }
}
