/**
 * How good, how fast and how large is search?
 *   node bench/search.ts [--pages 100000] [--queries 400] [--folder DIR] [--real 4000] [--items 500] [--only latency|real]
 *
 * - latency: a made-up collection of `--pages` pages (300 words by Zipf's law, 200,000 different ones) in SQLite, and queries of all
 *   kinds: the 95th percentile of their times, without snippets.
 * - real: pages of `--folder` from an origin on loopback, crawled with search and without: the index size relative to the text of the pages,
 *   the time of the crawls, and known items: the share of pages that their own title finds among the first three (with snippets).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startOrigin } from './origin.ts'
import { measureLatency } from './search/latency.ts'
import { crawlInto, knownItems, sizeOf } from './search/real-pages.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '400' },
    folder: { type: 'string', default: '/usr/share/cppreference/doc/html' },
    real: { type: 'string', default: '4000' },
    items: { type: 'string', default: '500' },
    only: { type: 'string', default: 'all' },
  },
})

const ms = (value: number) => `${value.toFixed(1)} ms`
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
let reached = true

function told(line: string, isReached: boolean): void {
  reached &&= isReached
  console.log(`${line}${isReached ? '' : '  (missed)'}`)
}

async function latency(folder: string): Promise<void> {
  const result = await measureLatency(folder, Number(values.pages), Number(values.queries))
  const bound = result.pages > 100_000 ? 150 : 50
  console.log(`${result.pages} made-up pages indexed in ${result.fillSeconds.toFixed(0)} s`)
  told(
    `query: median ${ms(result.medianMs)}, p95 ${ms(result.p95Ms)}, p95 of processor time ${ms(result.p95CpuMs)} (wanted: < ${bound} ms)`,
    result.p95CpuMs < bound,
  )
  console.log(`slowest: ${ms(result.worstMs)} for ${result.worst}`)
}

async function real(folder: string): Promise<void> {
  const origin = await startOrigin({ folders: [values.folder], pages: Number(values.real) })
  try {
    const without = await crawlInto(join(folder, 'off'), origin, 'off')
    const withSearch = await crawlInto(join(folder, 'on'), origin, 'current')
    const times = (name: 'seconds' | 'cpuSeconds') =>
      `${without[name].toFixed(1)} s without search, ${withSearch[name].toFixed(1)} s with it (${(withSearch[name] / without[name]).toFixed(2)} times)`
    console.log(
      `crawl of ${withSearch.pages} pages: ${times('seconds')}; processor time ${times('cpuSeconds')}`,
    )
  } finally {
    await origin.stop()
  }
  const { indexBytes, textBytes } = await sizeOf(join(folder, 'on'))
  const ratio = indexBytes / textBytes
  told(
    `index ${(indexBytes / 2 ** 20).toFixed(1)} MiB, text ${(textBytes / 2 ** 20).toFixed(1)} MiB: ${ratio.toFixed(2)} times (wanted: <= 0.5)`,
    ratio <= 0.5,
  )
  const items = await knownItems(join(folder, 'on'), Number(values.items))
  told(
    `known items: ${items.asked} titles; first ${share(items.first, items.asked)}, among three ${share(items.inThree, items.asked)} (wanted: >= 90 %), among ten ${share(items.inTen, items.asked)}; p95 ${ms(items.p95Ms)}`,
    items.inThree >= 0.9 * items.asked,
  )
  for (const title of items.missed) console.log(`  missed: ${title}`)
}

const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-search-'))
try {
  if (values.only !== 'latency') await real(folder)
  if (values.only !== 'real') await latency(join(folder, 'many'))
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = reached ? 0 : 1
