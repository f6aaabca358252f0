/**
 * How large is an archive, and what does packing it cost?
 *
 *   node bench/archive.ts --folder DIR… [--pages 1000] [--level 5] [--dictionary 128] [--revisions 10] [--json]
 *
 * Each folder of saved pages counts as a site. Its pages go through the archive as a crawl's would: packed, written, and
 * read back to learn dictionaries from. For comparison, the same with gzip at level 6, as in most archives, and at our
 * level 2, both with one member per record. Compared are the response records (with the dictionaries they need) and
 * whole files; the time is processor time for packing a page's three records. `--dictionary` takes several sizes in KiB
 * (`32,64,128,256`). `--revisions N` stores 100 pages (`--watched`) of each site N times with small edits
 * instead, as a watch would.
 *
 * Target on template sites: response records at most 0.60 of the size of either gzip, in no more time than gzip at level 6.
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { pagesBelow, revisionsOf } from './archive/pages.ts'
import { type Packed, packAll } from './archive/pipeline.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: [] },
    pages: { type: 'string', default: '1000' },
    level: { type: 'string', default: '5' },
    dictionary: { type: 'string', default: '128' },
    revisions: { type: 'string' },
    watched: { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
  },
})
if (values.folder.length === 0) {
  console.error(
    'usage: node bench/archive.ts --folder DIR… [--pages 1000] [--level 5] [--dictionary 32,64,128] [--revisions 10] [--json]',
  )
  process.exit(2)
}

const TARGET = 0.6
const say = (line: string) => void (values.json || console.log(line))

interface Row {
  readonly site: string
  readonly pages: number
  readonly averageBytes: number
  readonly dictionaryKiB: number
  readonly gzip6: Packed
  readonly gzip2: Packed
  readonly plain: Packed
  readonly zstd: Packed
}

async function* measure(folder: string): AsyncGenerator<Row> {
  const found = pagesBelow(folder, Number(values.pages))
  const pages = values.revisions
    ? revisionsOf(found.slice(0, Number(values.watched)), Number(values.revisions))
    : found
  if (pages.length === 0) return void console.error(`no pages below ${folder}`)
  const level = Number(values.level)
  const averageBytes = Math.round(pages.reduce((sum, { html }) => sum + html.length, 0) / pages.length)
  const gzip6 = await packAll(pages, { compression: 'gzip', level: 6, dictionaryBytes: 0 })
  const gzip2 = await packAll(pages, { compression: 'gzip', level: 2, dictionaryBytes: 0 })
  const plain = await packAll(pages, { compression: 'zstd', level, dictionaryBytes: 0 })
  for (const dictionaryKiB of values.dictionary.split(',').map(Number)) {
    const zstd = await packAll(pages, { compression: 'zstd', level, dictionaryBytes: dictionaryKiB * 1024 })
    yield {
      site: basename(folder),
      pages: pages.length,
      averageBytes,
      dictionaryKiB,
      gzip6,
      gzip2,
      plain,
      zstd,
    }
  }
}

const htmlOf = ({ htmlBytes, dictionaryBytes }: Packed) => htmlBytes + dictionaryBytes
const COLUMNS = [
  'site',
  'pages',
  'bytes',
  'KiB',
  'html/gzip-6',
  'html/gzip-2',
  'files/gzip-6',
  'files/gzip-2',
  'plain/gzip-6',
  'packed with',
  'ms gzip-6',
  'ms gzip-2',
  'ms zstd',
  'learn ms',
]

function cells({ site, pages, averageBytes, dictionaryKiB, gzip6, gzip2, plain, zstd }: Row): string[] {
  const ratio = (a: number, b: number) => (a / b).toFixed(3)
  const html = htmlOf(zstd)
  return [
    site,
    String(pages),
    String(averageBytes),
    String(dictionaryKiB),
    ratio(html, gzip6.htmlBytes),
    ratio(html, gzip2.htmlBytes),
    ratio(zstd.fileBytes, gzip6.fileBytes),
    ratio(zstd.fileBytes, gzip2.fileBytes),
    ratio(plain.htmlBytes, gzip6.htmlBytes),
    `${Math.round((100 * zstd.withDictionary) / pages)} %`,
    gzip6.packMs.toFixed(3),
    gzip2.packMs.toFixed(3),
    zstd.packMs.toFixed(3),
    zstd.learnMs.toFixed(0),
  ]
}

const line = (columns: readonly string[]) =>
  columns.map((cell, i) => (i === 0 ? cell.padEnd(18) : cell.padStart(COLUMNS[i]!.length))).join('  ')

const rows: Row[] = []
say(line(COLUMNS))
for (const folder of values.folder)
  for await (const row of measure(folder)) {
    rows.push(row)
    say(line(cells(row)))
  }
const within = rows.filter(({ zstd, gzip6 }) => htmlOf(zstd) <= TARGET * gzip6.htmlBytes)
say(`\n${within.length} of ${rows.length} within ${TARGET} of gzip -6`)
if (values.json) console.log(JSON.stringify(rows))
