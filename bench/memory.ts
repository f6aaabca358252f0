/**
 * Does memory grow with the number of Urls known? `node bench/memory.ts --folder DIR [--known 1000000,5000000] [--pages 2000] [--json]`
 *
 * A collection is filled with this many queued Urls on ten thousand other hosts, which the crawl may not visit; then the
 * origin (bench/origin.ts) is crawled into it by the command, and the peak memory of that process counts.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSqliteStore } from '../src/store/index.ts'
import { atMost, type Target } from './crawl/table.ts'
import { fillWith } from './memory/fill.ts'
import { startOrigin } from './origin.ts'
import { measure } from './peers/measure.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
    known: { type: 'string', default: '1000000,5000000' },
    pages: { type: 'string', default: '2000' },
    json: { type: 'boolean', default: false },
  },
})
if (!values.folder) {
  console.error('usage: node bench/memory.ts --folder DIR [--known 1000000,5000000] [--pages 2000] [--json]')
  process.exit(2)
}
const MAX_MIB = 350
const MAX_GROWTH = 1.1
const COMMAND = join(import.meta.dirname, '..', 'bin', 'tidewatch')

interface Result {
  readonly known: number
  readonly pages: number
  readonly seconds: number
  readonly peakMiB: number
}

async function crawlKnowing(known: number, url: string): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-memory-'))
  try {
    const collection = join(folder, 'collection')
    const store = openSqliteStore({ folder: collection, mode: 'write' })
    await fillWith(store, known)
    await store.close()
    const peakFile = join(folder, 'peak')
    const hook = join(folder, 'hook.mjs')
    await writeFile(hook, PEAK)
    const env = { NODE_OPTIONS: `--import=${hook}`, BENCH_PEAK: peakFile }
    const words = ['crawl', url, '--local', '--delay', '0', '--allow-private', '--json', '-c', collection]
    const measured = await measure([COMMAND, ...words], { seconds: 900, env })
    if (measured.code !== 0)
      throw new Error(`tidewatch ended with ${measured.code}: ${measured.stderr.slice(-500)}`)
    const { pages } = JSON.parse(measured.stdout.trim()) as { pages: number }
    const peakMiB = Math.round(Number(await readFile(peakFile, 'utf8')) / 1024)
    return { known, pages, seconds: measured.wallSeconds, peakMiB }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The child writes its own peak when it exits. */
const PEAK = `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS)))
`

function judged(results: readonly Result[]): Target[] {
  const [first, last] = [results[0]!, results.at(-1)!]
  return [
    atMost(`MiB at ${last.known.toLocaleString('en')} Urls`, MAX_MIB, last.peakMiB),
    ...(results.length > 1
      ? [
          atMost(
            `× the memory at ${first.known.toLocaleString('en')}`,
            MAX_GROWTH,
            last.peakMiB / first.peakMiB,
          ),
        ]
      : []),
  ]
}

const origin = await startOrigin({ folders: values.folder, pages: Number(values.pages) }).catch(error => {
  console.error(error.message)
  process.exit(2)
})
const results: Result[] = []
try {
  for (const known of values.known.split(',').map(Number)) {
    const result = await crawlKnowing(known, origin.url)
    results.push(result)
    if (!values.json)
      console.log(
        `${result.known.toLocaleString('en')} Urls known: ${result.pages} pages in ${result.seconds.toFixed(1)} s, peak ${result.peakMiB} MiB`,
      )
  }
} finally {
  await origin.stop()
}
const targets = judged(results)
if (values.json) console.log(JSON.stringify({ results, targets }))
else for (const { sentence } of targets) console.log(sentence)
process.exitCode = targets.every(({ reached }) => reached) ? 0 : 1
