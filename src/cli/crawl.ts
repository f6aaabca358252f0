import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure, realClock } from '../env/index.ts'
import { isModelWord } from '../library/checked-config.ts'
import {
  type CrawlProgress,
  type EngineExtras,
  lossWords,
  openReport,
  remember,
  runOn,
  seedProblems,
} from '../library/fetching.ts'
import {
  type Collection,
  type Config,
  type ConfigInput,
  counted,
  type RecordFormat,
  type RunResult,
} from '../library/index.ts'
import { recordWords } from '../library/records/write.ts'
import { open, type SharedOptions } from './context.ts'
import { onInterrupt } from './interrupt.ts'
import { listedSeeds } from './listed-seeds.ts'
import { modelingWords, unmodeledWords } from './model-print.ts'
import { namedSeeds } from './named-folders.ts'
import { EXIT, type Output } from './output.ts'
import { type ProgressStyle, shownSeconds, showProgress } from './progress-line.ts'
import { configFor, surroundings } from './run-config.ts'

/** What a site is: one host, or all hosts of a registrable domain. */
export type LocalScope = 'host' | 'domain'

export interface CrawlFlags extends SharedOptions {
  readonly config?: string
  readonly seeds?: string
  readonly pages?: number
  readonly depth?: number
  readonly local?: LocalScope | boolean
  readonly delay?: string
  readonly allowPrivate?: boolean
  readonly progress?: ProgressStyle
  readonly report?: string
  readonly threads?: number
  readonly render?: 'never' | 'auto' | 'always'
  readonly model?: string
  readonly topic?: readonly string[]
  readonly order?: ConfigInput['order']
  readonly forms?: 'search'
  readonly out?: string
  readonly format?: RecordFormat
}

export async function crawlCommand(
  urls: readonly string[],
  options: CrawlFlags,
  output: Output,
): Promise<number> {
  const listed = options.seeds ? await listedSeeds(options.seeds, output) : []
  const { seeds, folders } = namedSeeds([...urls, ...listed])
  const overrides = withinFolders(overridesOf(options, seeds), folders)
  await checkBeforeOpening(options, overrides)
  const collection = await open(options, 'write')
  try {
    // Seeds on the command line replace the stored config; without any, the last crawl is resumed.
    const remembered = seeds.length === 0 ? await collection.config() : null
    const config = await configFor(options.config, remembered, overrides)
    if (config.settings.seeds.length === 0) throw new Failure('usage', NOTHING_TO_CRAWL)
    await remember(collection, config)
    const work = { discover: true, refresh: false }
    const result = await run(collection, config, options, { work }, output)
    await writeRecords(collection, config, options, output)
    return await conclude(collection, config, result, options, output)
  } finally {
    await collection.close()
  }
}

/** Checks before opening, so that an invalid config, or nothing to crawl, does not leave an empty collection behind. */
async function checkBeforeOpening(options: CrawlFlags, overrides: ConfigInput): Promise<void> {
  const isNew = options.config === undefined && overrides.seeds === undefined
  if (isNew) {
    const collection = await open(options, 'read').catch(() => null)
    if (!collection) throw new Failure('usage', NOTHING_TO_CRAWL)
    return collection.close()
  }
  const { settings } = await configFor(options.config, null, overrides)
  if (settings.seeds.length === 0) throw new Failure('usage', NOTHING_TO_CRAWL)
}

const NOTHING_TO_CRAWL = 'nothing to crawl: give one or more URLs, --seeds FILE, or a config with seeds'

export function overridesOf(options: CrawlFlags, seeds: readonly string[]): ConfigInput {
  const scope = {
    ...(options.pages === undefined ? {} : { pages: options.pages }),
    ...(options.depth === undefined ? {} : { depth: options.depth }),
    ...(options.local === undefined ? {} : { local: options.local }),
  }
  const request = {
    ...(options.delay === undefined ? {} : { delay: options.delay === '0' ? 0 : options.delay }),
    ...(options.allowPrivate === undefined ? {} : { allowPrivate: options.allowPrivate }),
  }
  return {
    ...(seeds.length > 0 ? { seeds: [...seeds] } : {}),
    ...(Object.keys(scope).length > 0 ? { scope } : {}),
    ...(Object.keys(request).length > 0 ? { request } : {}),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.order === undefined ? {} : { order: options.order }),
    ...(options.topic === undefined ? {} : { topics: topicsNamed(options.topic) }),
    ...(options.forms === undefined ? {} : { forms: { search: true } }),
    ...(options.render === undefined ? {} : { render: { pages: options.render } }),
    ...(options.model === undefined ? {} : { extract: { model: modelNamed(options.model) } }),
  } as ConfigInput
}

/** Restricts a crawl of folders to the files in them. */
function withinFolders(overrides: ConfigInput, folders: readonly string[]): ConfigInput {
  if (folders.length === 0) return overrides
  return { ...overrides, scope: { ...overrides.scope, schemes: ['file'], fileRoots: [...folders] } }
}

/** Files named in options are relative to the current folder, not to the config. */
const modelNamed = (model: string) => (isModelWord(model) ? model : resolve(model))

/** Arguments that name files are examples, all of one topic; all others are words. */
function topicsNamed(given: readonly string[]): NonNullable<ConfigInput['topics']> {
  const examples = given.filter(each => existsSync(each)).map(each => resolve(each))
  const words = given.filter(each => !existsSync(each)).map(each => ({ words: each }))
  return [...words, ...(examples.length > 0 ? [{ examples }] : [])]
}

/** Runs the engine once, with progress, plug-ins, reports and a clean stop. Shared with `recrawl`. */
export async function run(
  collection: Collection,
  config: Config,
  options: CrawlFlags,
  extras: EngineExtras,
  output: Output,
): Promise<RunResult> {
  const report = options.report === undefined ? null : await openReport(options.report, collection)
  const interrupt = onInterrupt(output)
  const show = (progress: CrawlProgress, pages: number | null) =>
    showProgress(progress, options.progress ?? 'auto', pages, realClock, output)
  let stopProgress = () => {}
  try {
    const told = { env: surroundings(options), signal: interrupt.signal }
    return await runOn(collection, config, told, {
      ...extras,
      onStart: progress => {
        stopProgress = show(progress, config.settings.pages)
      },
      onLoss: loss => output.note(lossWords(loss)),
      onUnmoved: sentence => output.note(sentence),
      onUnmodeled: (start, why) => output.note(unmodeledWords(start, why)),
      onModeling: (starts, progress) => {
        output.note(modelingWords(starts))
        return show(progress, null)
      },
      onVisit: visit => report?.add(visit),
    })
  } finally {
    stopProgress()
    interrupt.release()
    await report?.close()
  }
}

/** Writes the records of a crawl with a model to a folder, even after an interruption. The folder is rewritten every time. */
export async function writeRecords(
  collection: Collection,
  config: Config,
  options: CrawlFlags,
  output: Output,
): Promise<void> {
  const { kind } = config.settings.model
  const isFolder = !options.collection.includes('://')
  const out = options.out ?? (isFolder ? join(options.collection, 'records') : undefined)
  if ((kind !== 'auto' && kind !== 'given') || out === undefined) return
  const written = await collection.exportRecords(out, { format: options.format ?? 'csv' })
  output.note(recordWords(written, out))
}

/** Prints the summary and returns the exit code. */
async function conclude(
  collection: Collection,
  config: Config,
  result: RunResult,
  options: CrawlFlags,
  output: Output,
): Promise<number> {
  const problems = await seedProblems(collection, config)
  for (const problem of problems) output.note(problem)
  const summary = {
    pages: result.pages,
    visits: result.visits,
    errors: result.errors,
    seconds: Math.round(result.elapsedMs / 100) / 10,
    interrupted: result.interrupted,
  }
  if (options.json) output.result(JSON.stringify(summary))
  else
    output.note(
      `${counted(result.pages, 'page')} in the collection; ${counted(result.visits, 'visit')} and ${counted(result.errors, 'error')} in ${shownSeconds(result.elapsedMs / 1000)}`,
    )
  if (result.interrupted) {
    output.note('interrupted: run the same command again to continue')
    return EXIT.interrupted
  }
  const counts = await collection.counts()
  const unfinished =
    config.settings.pages !== null && result.pages >= config.settings.pages ? 0 : counts.waiting
  if (unfinished > 0)
    output.note(
      `${counted(unfinished, 'page waits', 'pages wait')} for a server that is resting or unreachable: run the same command again later`,
    )
  return counts.fetched === 0 && problems.length > 0 ? EXIT.failed : EXIT.done
}
