/** `export parquet`: the columns of `export csv` as a Parquet file, for data frames. Lists and fields are JSON. */
import { sinkFor } from '../records/write.ts'
import type { Visible } from '../visible.ts'
import { COLUMNS, CONTENTS, type ExportOrder, exportedPages, hasContents } from './exported-pages.ts'
import { intoFile } from './target.ts'

const NUMBERS: ReadonlySet<string> = new Set(['httpStatus', 'depth', 'sizeBytes', 'revision'])
/** Columns that the sink adds to every row itself. */
const OF_ALL_ROWS: ReadonlySet<string> = new Set(['url', 'fetchedAt'])

export async function exportParquet(
  visible: Visible,
  path: string,
  order: ExportOrder,
): Promise<{ readonly pages: number; readonly bytes: number }> {
  return intoFile(path, async file => {
    // The sink gets no `commit`: `intoFile` commits the file once everything has succeeded.
    const sink = await sinkFor(
      'parquet',
      { write: bytes => file.write(bytes) },
      columnsFor(hasContents(order)),
    )
    let pages = 0
    for await (const { url, fetchedAt, contents, ...page } of exportedPages(visible, order)) {
      const at = fetchedAt === null ? null : Date.parse(fetchedAt)
      await sink.add({ url, pageClass: '', fetchedAt: at, values: { ...page, ...contents } })
      pages++
    }
    await sink.end()
    return { pages, bytes: file.sizeBytes }
  })
}

const columnsFor = (hasText: boolean): ReadonlyMap<string, 'number' | 'text'> =>
  new Map(
    [...COLUMNS, ...(hasText ? CONTENTS : [])]
      .filter(name => !OF_ALL_ROWS.has(name))
      .map(name => [name, NUMBERS.has(name) ? 'number' : 'text']),
  )
