/**
 * `tidewatch watch CONFIG`: crawls, then keeps refreshing within the budget, forever. When the config file changes, the run ends
 * cleanly and continues with the new config; if that has errors, they are reported and the old one stays in force.
 */
import { watch as watchFile } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { Failure, realClock } from '../env/index.ts'
import { lossWords, remember, runOn } from '../library/fetching.ts'
import { type Collection, type Config, parseDuration, type Visit } from '../library/index.ts'
import { open } from './context.ts'
import { type CrawlFlags, overridesOf } from './crawl.ts'
import { onInterrupt } from './interrupt.ts'
import { modelingWords, unmodeledWords } from './model-print.ts'
import { EXIT, explain, type Output } from './output.ts'
import { configFor, surroundings } from './run-config.ts'
import { showWatch, watchJson } from './watch-progress.ts'

export interface WatchFlags extends CrawlFlags {
  /** Stop after this time. */
  readonly for?: string
}

/** How long to wait after a change of the file, since editors write in several steps. */
const SETTLE_MS = 300

export async function watchCommand(
  file: string | undefined,
  options: WatchFlags,
  output: Output,
): Promise<number> {
  const lasts = options.for === undefined ? null : parseDuration(options.for)
  const overrides = overridesOf(options, [])
  const read = async (remembered: Parameters<typeof configFor>[1]) => configFor(file, remembered, overrides)
  if (file !== undefined) withSeeds(await read(null))
  const collection = await open(options, 'write')
  const interrupt = onInterrupt(output)
  const cancel = lasts === null ? () => {} : realClock.timer(lasts, () => interrupt.stop())
  try {
    let config = withSeeds(await read(file === undefined ? await collection.config() : null))
    while (!interrupt.signal.aborted) {
      await remember(collection, config)
      const next = followConfig(file, () => read(null), output)
      const signal = AbortSignal.any([interrupt.signal, next.signal])
      await watchUnder(collection, config, options, signal, output).finally(() => next.stop())
      config = next.config ?? config
    }
    return lasts === null ? EXIT.interrupted : EXIT.done
  } finally {
    cancel()
    interrupt.release()
    await collection.close()
  }
}

function withSeeds(config: Config): Config {
  if (config.settings.seeds.length === 0)
    throw new Failure(
      'usage',
      'nothing to watch: give a config with seeds, or a collection that was crawled before',
    )
  return config
}

async function watchUnder(
  collection: Collection,
  config: Config,
  options: WatchFlags,
  signal: AbortSignal,
  output: Output,
): Promise<void> {
  const env = surroundings(options)
  const onVisit = (visit: Visit) => {
    if (options.json) output.result(JSON.stringify(watchJson(visit)))
  }
  let stopShowing = () => {}
  try {
    const told = { env, signal, onVisit }
    await runOn(collection, config, told, {
      work: { discover: true, refresh: true },
      plan: 'always',
      onStart: (progress, refreshing) => {
        stopShowing = showWatch(progress, refreshing, options.progress ?? 'auto', output)
      },
      onLoss: loss => output.note(lossWords(loss)),
      onUnmoved: sentence => output.note(sentence),
      onUnmodeled: (start, why) => output.note(unmodeledWords(start, why)),
      onModeling: starts => {
        output.note(modelingWords(starts))
        return () => {}
      },
      onPlan: plan => env.log?.info('planned', { ...plan }),
    })
  } finally {
    stopShowing()
  }
}

/** Watches the config file for changes. */
function followConfig(file: string | undefined, read: () => Promise<Config>, output: Output) {
  const changed = new AbortController()
  const next: { readonly signal: AbortSignal; config: Config | null; stop: () => void } = {
    signal: changed.signal,
    config: null,
    stop: () => {},
  }
  if (file === undefined) return next
  let cancel = () => {}
  const reread = async () => {
    try {
      next.config = withSeeds(await read())
      output.note(`${file} has changed: continuing with the new config`)
      changed.abort()
    } catch (error) {
      for (const line of explain(error).sentence.split('\n')) output.note(line)
      output.note(`${file} cannot be used: continuing with the previous config`)
    }
  }
  // The folder is watched, because many editors replace the file with a new one.
  const watcher = watchFile(dirname(resolve(file)), (_event, name) => {
    if (name !== basename(file)) return
    cancel()
    cancel = realClock.timer(SETTLE_MS, () => void reread())
  })
  next.stop = () => {
    cancel()
    watcher.close()
  }
  return next
}
