/** `tidewatch spam`: lists pages that look as if they were written for search engines, with the reasons. */
import { type SpamFinding, shownShare } from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { type Column, printRows } from './table.ts'

export interface SpamFlags extends SharedOptions {
  readonly min?: number
  readonly host?: string
  readonly limit?: number
}

const COLUMNS: readonly Column<SpamFinding>[] = [
  { title: 'score', value: ({ score }) => shownShare(score), align: 'right' },
  { title: 'page', value: ({ url }) => url },
  { title: 'why', value: ({ reasons }) => reasons.map(({ what }) => what).join('; ') },
]

export function spamCommand({ min, host, limit, ...options }: SpamFlags, output: Output): Promise<number> {
  return reading(options, async collection => {
    const findings = collection.spam({
      ...(min !== undefined && { minScore: min }),
      ...(await namedHost(collection, host)),
      ...(limit !== undefined && { limit }),
    })
    const { json = false } = options
    const toJson = (finding: SpamFinding) => finding
    await printRows(findings, { json, columns: COLUMNS, toJson, empty: 'no pages found' }, output)
    return EXIT.done
  })
}
