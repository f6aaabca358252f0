/** `tidewatch duplicates`: lists pages with the same content. */
import { Failure } from '../env/index.ts'
import type { Collection, DuplicateGroup, NearDuplicate } from '../library/index.ts'
import { open, reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'
import { knownPage } from './page-json.ts'
import { type Column, printRows } from './table.ts'

export interface DuplicatesFlags extends SharedOptions {
  readonly exact?: boolean
  readonly find?: boolean
  readonly resemblance?: number
}

const NEAR_COLUMNS: readonly Column<NearDuplicate>[] = [
  { title: 'alike', value: ({ resemblance }) => `${Math.floor(resemblance * 100)} %`, align: 'right' },
  { title: 'url', value: ({ url }) => url },
]

/** A group as rows: its original with the number of copies, then the copies. */
const GROUP_COLUMNS: readonly Column<{ readonly copies: number | null; readonly url: string }>[] = [
  { title: 'copies', value: ({ copies }) => copies ?? '', align: 'right' },
  { title: 'url', value: ({ copies, url }) => (copies === null ? `  ${url}` : url) },
]

const NO_SAME_BYTES = 'no other page has the same bytes'
const NOT_COMPARED =
  'run "tidewatch duplicates --find", which reads what is stored, or crawl with duplicates.find: near'

export async function duplicatesCommand(
  url: string | undefined,
  options: DuplicatesFlags,
  output: Output,
): Promise<number> {
  if (options.find) await find(options, output)
  return reading(options, collection =>
    url === undefined
      ? printGroups(collection, options, output)
      : printLike(collection, url, options, output),
  )
}

async function find(options: DuplicatesFlags, output: Output): Promise<void> {
  const collection = await open(options, 'write')
  try {
    const { resemblance } = options
    const pages = await collection.findDuplicates(resemblance === undefined ? {} : { resemblance })
    output.note(`${pages} ${pages === 1 ? 'page' : 'pages'} compared`)
  } finally {
    await collection.close()
  }
}

async function printGroups(
  collection: Collection,
  { exact = false, json = false }: DuplicatesFlags,
  output: Output,
): Promise<number> {
  const groups = collection.duplicates({ by: exact ? 'payload' : 'content' })
  if (json) {
    for await (const group of groups) output.result(JSON.stringify(group))
    return EXIT.done
  }
  const empty = exact
    ? 'no two pages have the same bytes'
    : `no duplicates are known; if pages were never compared, ${NOT_COMPARED}`
  await printRows(rowsOf(groups), { json: false, columns: GROUP_COLUMNS, toJson: row => row, empty }, output)
  return EXIT.done
}

async function* rowsOf(groups: AsyncIterable<DuplicateGroup>) {
  for await (const { original, copies } of groups) {
    yield { copies: copies.length, url: original }
    for (const url of copies) yield { copies: null, url }
  }
}

async function printLike(
  collection: Collection,
  url: string,
  { resemblance, exact = false, json = false }: DuplicatesFlags,
  output: Output,
): Promise<number> {
  const page = await knownPage(collection, url)
  if (exact) {
    const rows = (await page.copies()).map(copy => ({ url: copy }))
    const columns = [{ title: 'url', value: (row: { url: string }) => row.url }]
    await printRows(rows, { json, columns, toJson: row => row, empty: NO_SAME_BYTES }, output)
    return EXIT.done
  }
  const near = await page.duplicates(resemblance)
  if (near === null)
    throw new Failure('broken', `${url} was never compared with other pages: ${NOT_COMPARED}`)
  const empty = 'no other page says the same thing'
  await printRows(near, { json, columns: NEAR_COLUMNS, toJson: row => row, empty }, output)
  return EXIT.done
}
