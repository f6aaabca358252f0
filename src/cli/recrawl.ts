import { Failure, printable, realEnv } from '../env/index.ts'
import { recrawlExtras } from '../library/fetching.ts'
import { counted } from '../library/index.ts'
import { open } from './context.ts'
import { type CrawlFlags, overridesOf, run, writeRecords } from './crawl.ts'
import { onInterrupt } from './interrupt.ts'
import { EXIT, type Output } from './output.ts'
import { shownSeconds } from './progress-line.ts'
import { configFor, surroundings } from './run-config.ts'

export interface RecrawlFlags extends CrawlFlags {
  readonly due?: boolean
  readonly all?: boolean
}

/** Makes one pass over the pages that are due now, or over all pages. New pages that it finds are fetched too, within the limits. */
export async function recrawlCommand(
  urls: readonly string[],
  options: RecrawlFlags,
  output: Output,
): Promise<number> {
  if (urls.length > 0) return revisitCommand(urls, options, output)
  if (options.due && options.all) throw new Failure('usage', '--due and --all cannot be combined: choose one')
  await (await open(options, 'read')).close()
  const collection = await open(options, 'write')
  try {
    const remembered = await collection.config()
    if (!remembered && !options.config)
      throw new Failure('usage', `${collection.name} has not been crawled yet: run tidewatch crawl first`)
    const config = await configFor(options.config, remembered, overridesOf(options, []))
    const extras = await recrawlExtras(collection, options.all ? 'all' : 'due', realEnv)
    const result = await run(collection, config, options, extras, output)
    await writeRecords(collection, config, options, output)
    if (options.json)
      output.result(
        JSON.stringify({
          pages: result.pages,
          visits: result.visits,
          errors: result.errors,
          interrupted: result.interrupted,
        }),
      )
    else
      output.note(
        `${counted(result.visits, 'visit')} and ${counted(result.errors, 'error')} in ${shownSeconds(result.elapsedMs / 1000)}; ${counted(result.pages, 'page')} in the collection`,
      )
    return result.interrupted ? EXIT.interrupted : EXIT.done
  } finally {
    await collection.close()
  }
}

/** Visits single pages, whether or not they are due. */
async function revisitCommand(
  urls: readonly string[],
  options: RecrawlFlags,
  output: Output,
): Promise<number> {
  if (options.due || options.all)
    throw new Failure('usage', '--due and --all are for the whole collection: name pages, or leave them out')
  await (await open(options, 'read')).close()
  await using collection = await open(options, 'write')
  const interrupt = onInterrupt(output)
  try {
    const { source } = await configFor(options.config, await collection.config(), overridesOf(options, []))
    const visits = await collection.revisit(urls, {
      config: source,
      signal: interrupt.signal,
      env: surroundings(options),
    })
    for (const { url, visit } of visits)
      output.result(
        options.json
          ? JSON.stringify({ url, ...visit })
          : printable(
              `${visit?.outcome ?? 'not visited'}  ${url}${visit?.error ? `  (${visit.error})` : ''}`,
            ),
      )
    return EXIT.done
  } finally {
    interrupt.release()
  }
}
