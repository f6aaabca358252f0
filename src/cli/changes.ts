/** `tidewatch changes`: lists changes, filtered by time, host and class. */
import { type PageChange, shownShare, shownTime } from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { sinceOf } from './since.ts'
import { type Column, printRows } from './table.ts'

export interface ChangesFlags extends SharedOptions {
  readonly since?: string
  readonly host?: string
  readonly class?: string
  readonly limit?: number
}

const COLUMNS: readonly Column<PageChange>[] = [
  { title: 'found (UTC)', value: ({ at }) => shownTime(at.getTime()) },
  { title: 'revision', value: ({ revision }) => revision, align: 'right' },
  {
    title: 'by',
    value: ({ change }) => (change?.changed ? shownShare(change.difference) : null),
    align: 'right',
  },
  { title: 'class', value: change => change.class },
  { title: 'url', value: ({ url, change }) => (change?.summary ? `${url}  (${change.summary})` : url) },
]

export function changesCommand(options: ChangesFlags, output: Output): Promise<number> {
  const { host, limit, json = false } = options
  const since = options.since === undefined ? undefined : sinceOf(options.since)
  return reading(options, async collection => {
    const changes = collection.changes({
      ...(since && { since }),
      ...(await namedHost(collection, host)),
      ...(options.class !== undefined && { class: options.class }),
      ...(limit !== undefined && { limit }),
    })
    const toJson = (change: PageChange) => change
    await printRows(changes, { json, columns: COLUMNS, toJson, empty: 'no changes were found' }, output)
    return EXIT.done
  })
}
