/** `tidewatch patterns`: lists email addresses, phone numbers and other values found on pages. */
import { type FindOptions, type PagePattern, type PatternsQuery, shownTime } from '../library/index.ts'
import { writeCsv } from '../library/patterns.ts'
import { open, reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { type Column, printRows } from './table.ts'

export interface PatternsFlags extends SharedOptions {
  readonly kind?: string
  readonly host?: string
  readonly limit?: number
  readonly csv?: boolean
  /** Look for patterns in the archived pages again first. */
  readonly again?: boolean
  readonly find?: string
}

const NONE =
  'nothing was found; if nothing was looked for, use --again --find email,phone, or name extract.patterns in the config'

const COLUMNS: readonly Column<PagePattern>[] = [
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'value', value: ({ value }) => value },
  { title: 'last seen (UTC)', value: ({ lastSeenAt }) => shownTime(lastSeenAt.getTime()) },
  { title: 'page', value: ({ url, isCurrent }) => (isCurrent ? url : `${url}  (no longer there)`) },
]

export async function patternsCommand(options: PatternsFlags, output: Output): Promise<number> {
  if (options.again) await lookAgain(options, output)
  const { kind, host, limit, json = false } = options
  const query: PatternsQuery = {
    ...(kind !== undefined && { kind }),
    ...(limit !== undefined && { limit }),
  }
  return reading(options, async collection => {
    const found = collection.patterns({ ...query, ...(await namedHost(collection, host)) })
    if (options.csv) await writeCsv(found)
    else await printRows(found, { json, columns: COLUMNS, toJson: each => each, empty: NONE }, output)
    return EXIT.done
  })
}

async function lookAgain(options: PatternsFlags, output: Output): Promise<void> {
  const kinds = options.find?.split(/[\s,]+/).filter(word => word !== '') as FindOptions['patterns']
  const collection = await open(options, 'write')
  try {
    const { pages, values } = await collection.findPatterns(kinds === undefined ? {} : { patterns: kinds })
    output.note(`looked at ${pages} pages and found ${values} values`)
  } finally {
    await collection.close()
  }
}
