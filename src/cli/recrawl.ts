import { Failure, realEnv } from '../env/index.ts'
import { extrasForRecrawl } from '../library/fetching.ts'
import { counted, holdingsOf } from '../library/index.ts'
import { open } from './context.ts'
import { type CrawlFlags, overridesOf, run, writeRecords } from './crawl.ts'
import { EXIT, type Output } from './output.ts'
import { shownSeconds } from './progress-line.ts'
import { configFor } from './run-config.ts'

export interface RecrawlFlags extends CrawlFlags {
  readonly due?: boolean
  readonly all?: boolean
}

/** One pass over what is due now, or over everything; new pages that it finds are fetched too, within the limits. */
export async function recrawlCommand(options: RecrawlFlags, output: Output): Promise<number> {
  if (options.due && options.all) throw new Failure('usage', '--due and --all cannot be combined: choose one')
  await (await open(options, 'read')).close()
  const collection = await open(options, 'write')
  try {
    const remembered = await collection.config()
    if (!remembered && !options.config)
      throw new Failure('usage', `${collection.name} has not been crawled yet: run tidewatch crawl first`)
    const config = await configFor(options.config, remembered, overridesOf(options, []))
    const extras = await extrasForRecrawl(holdingsOf(collection), options.all ? 'all' : 'due', realEnv)
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
