/** `tidewatch plan --since TIME` and `--svg FILE`: past freshness and spending, as a table or a chart. */
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, Failure } from '../env/index.ts'
import { type Sample, shownNumber, shownShare, shownTime } from '../library/index.ts'
import type { Output } from './output.ts'
import { type Column, printRows } from './table.ts'

const right = { align: 'right' } as const

const COLUMNS: readonly Column<Sample>[] = [
  { title: 'at (UTC)', value: ({ at }) => shownTime(at.getTime())?.slice(0, 16) ?? null },
  { title: 'fresh', value: ({ freshness }) => freshness && shownShare(freshness), ...right },
  { title: 'days old', value: ({ ageDays }) => ageDays?.toFixed(2) ?? null, ...right },
  { title: 'price', value: ({ price }) => price?.toPrecision(3) ?? null, ...right },
  { title: 'spent', value: ({ spent }) => shownNumber(spent), ...right },
  { title: 'refreshes', value: ({ refreshes }) => shownNumber(refreshes), ...right },
  { title: 'changes', value: ({ changes }) => shownNumber(changes), ...right },
  { title: 'wasted', value: ({ wasted }) => shownNumber(wasted), ...right },
  { title: 'stored', value: ({ stored }) => shownNumber(stored), ...right },
  { title: 'known', value: ({ known }) => shownNumber(known), ...right },
]

const EMPTY =
  'no samples were stored in this time: crawl, recrawl and watch store one when they end, and watch every quarter of an hour'

export async function printSamples(samples: readonly Sample[], json: boolean, output: Output): Promise<void> {
  await printRows(samples, { json, columns: COLUMNS, toJson: sample => sample, empty: EMPTY }, output)
}

export async function writePicture(file: string, svg: string): Promise<void> {
  try {
    await writeFile(file, svg)
  } catch (error) {
    const code = errorCode(error)
    const why =
      code === 'ENOENT'
        ? `there is no folder ${dirname(file)}`
        : code === 'EISDIR'
          ? 'it is a folder'
          : `it cannot be written (${code})`
    throw new Failure('broken', `--svg ${file}: ${why}`, { cause: error })
  }
}
