/** `tidewatch model --seeds FILE`: makes models of many sites concurrently, within the same limits as any crawl. */
import { Failure } from '../env/index.ts'
import {
  loadPlugins,
  type ModeledSite,
  makeModels,
  remember,
  storeModel,
  withoutModel,
} from '../library/fetching.ts'
import {
  type Collection,
  type Config,
  canonicalUrl,
  counted,
  originOf,
  readNamed,
  registrableDomain,
} from '../library/index.ts'
import { open } from './context.ts'
import { type LocalScope, overridesOf } from './crawl.ts'
import { onInterrupt } from './interrupt.ts'
import { linesIn } from './listed-seeds.ts'
import { type ModelFlags, numberOf, pagesOf } from './model-options.ts'
import { modelJson } from './model-print.ts'
import { EXIT, type Output } from './output.ts'
import { showProgress } from './progress-line.ts'
import { configFor, envFor } from './run-config.ts'

export async function modelMany(file: string, options: ModelFlags, output: Output): Promise<number> {
  const how = {
    pages: pagesOf(options.pages),
    seed: numberOf('--seed', options.seed, 0),
    navigation: options.strategy,
    split: options.split,
  }
  if (options.out.length > 0)
    throw new Failure(
      'usage',
      '--out names the file of one site: use --json for many, or model them one by one',
    )
  const { collection: where, local = 'host', delay, allowPrivate } = options
  const listed = addressesIn(await readNamed(file, 'seeds file'), file)
  const starts = startsOf(listed, local)
  const words = {
    collection: where,
    local,
    ...(delay && { delay }),
    ...(allowPrivate && { allowPrivate }),
  }
  const config = await configFor(
    options.config,
    null,
    overridesOf(words, local === 'domain' ? listed : starts),
  )
  const collection = await open(options, 'write')
  try {
    if ((await collection.config()) === null) await remember(collection, config)
    const left = await withoutModel(collection, starts)
    if (left.length < starts.length)
      output.note(`${starts.length - left.length} of ${starts.length} sites already have a model`)
    return await modelAll(collection, { config, starts: left, how }, options, output)
  } finally {
    await collection.close()
  }
}

function addressesIn(text: string, file: string): string[] {
  const listed = linesIn(text).map(({ text: line, number }) => {
    const url = canonicalUrl(line)
    if (url === undefined || !/^(?:https?|file):/.test(url))
      throw new Failure('usage', `${file}, line ${number}: "${line}" is not a web address`)
    return url
  })
  if (listed.length === 0) throw new Failure('usage', `${file} names no site`)
  return listed
}

/** Returns one start address for each site: the first one listed. */
function startsOf(listed: readonly string[], local: LocalScope): string[] {
  const starts = new Map<string, string>()
  for (const url of listed) {
    const site = local === 'domain' ? registrableDomain(new URL(url).hostname) : originOf(url)
    if (!starts.has(site)) starts.set(site, url)
  }
  return [...starts.values()]
}

interface Wanted {
  readonly config: Config
  readonly starts: readonly string[]
  readonly how: {
    readonly pages: number | 'auto'
    readonly seed: number
    readonly navigation: ModelFlags['strategy']
    readonly split: ModelFlags['split']
  }
}

async function modelAll(
  collection: Collection,
  { config, starts, how }: Wanted,
  options: ModelFlags,
  output: Output,
): Promise<number> {
  const env = envFor(config, options)
  const interrupt = onInterrupt(output)
  let made = 0
  const failed: string[] = []
  const onSite = async (site: ModeledSite) => {
    if (site.kind === 'failed') {
      failed.push(site.start)
      return output.note(site.why)
    }
    const kept = await storeModel(collection, site.model, interrupt.signal)
    made++
    if (options.json) output.result(JSON.stringify({ ...modelJson(site.model), ...kept }))
    else {
      const { classes, links, pagesUsed } = site.model
      const what = `${classes.length} classes, ${links.length} class links from ${pagesUsed} pages`
      output.result(`${originOf(site.model.start)}  ${what}`)
    }
  }
  const all = await makeModels(
    collection,
    starts,
    {
      env,
      settings: config.settings,
      how,
      signal: interrupt.signal,
      plugins: await loadPlugins(config.plugins),
      onStart: progress => showProgress(progress, options.progress ?? 'auto', null, env.clock, output),
    },
    onSite,
  ).finally(() => interrupt.release())
  if (all === null) {
    output.note('interrupted: run the same command again to continue')
    return EXIT.interrupted
  }
  if (starts.length > 0) output.note(ending(made, failed))
  return made === 0 && starts.length > 0 ? EXIT.failed : EXIT.done
}

const MAX_NAMED = 3

function ending(made: number, failed: readonly string[]): string {
  const told = `models of ${counted(made, 'site')}`
  if (failed.length === 0) return told
  const named = [...failed.slice(0, MAX_NAMED), ...(failed.length > MAX_NAMED ? ['others'] : [])].join(', ')
  return `${told}; none of ${named}`
}
