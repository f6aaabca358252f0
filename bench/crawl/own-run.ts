import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { openHoldings } from '../../src/crawl/index.ts'
import { measure } from '../peers/measure.ts'

export interface OwnRun {
  readonly store: 'sqlite' | 'postgres'
  /** Pages stored. */
  readonly pages: number
  /** Pages that were there: those stored and the few that forbid it, or send their reader elsewhere. */
  readonly answered: number
  /** Answers read: the pages, and the 404s of links that lead out of the choice. */
  readonly visits: number
  /** Of the crawl itself, as for the peers. */
  readonly seconds: number
  /** From start to exit. */
  readonly wallSeconds: number
  readonly cpuSeconds: number
  readonly peakMiB: number
}

const OWN = join(import.meta.dirname, '..', '..')
/** The child writes its own peak when it exits; nothing else on the machine knows it afterwards. */
const PEAK = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs'
   process.on('exit', () => writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS)))`,
)}`

/** One crawl on a fresh collection, as a user would type it; by another checkout, if it is named. */
export async function crawlOnce(
  origin: { readonly url: string },
  store: OwnRun['store'],
  checkout: string = OWN,
): Promise<OwnRun> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-crawl-'))
  const server = store === 'postgres' ? await startTestPostgres({ durable: true }) : null
  try {
    const where = server ? `${server.url}?schema=bench` : join(folder, 'collection')
    const words = ['crawl', origin.url, '--local', '--delay', '0', '--allow-private', '--json', '-c', where]
    const peakFile = join(folder, 'peak')
    const env = { NODE_OPTIONS: `--import=${PEAK}`, BENCH_PEAK: peakFile }
    const archive = server ? ['--archive', join(folder, 'archive')] : []
    const command = join(checkout, 'bin', 'tidewatch')
    const measured = await measure([command, ...words, ...archive], { seconds: 3_600, cwd: folder, env })
    if (measured.code !== 0)
      throw new Error(`tidewatch ended with ${measured.code}: ${measured.stderr.slice(-500)}`)
    const said = JSON.parse(measured.stdout.trim()) as { pages: number; visits: number; seconds: number }
    const peakMiB = Math.round(Number(await readFile(peakFile, 'utf8')) / 1024)
    const answered = checkout === OWN ? await answeredIn(where) : said.pages
    return {
      store,
      pages: said.pages,
      visits: said.visits,
      answered,
      seconds: said.seconds,
      wallSeconds: measured.wallSeconds,
      cpuSeconds: measured.cpuSeconds,
      peakMiB,
    }
  } finally {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function answeredIn(collection: string): Promise<number> {
  const { store, close } = await openHoldings(collection, { mode: 'read' })
  let answered = 0
  for await (const page of store.pages({})) if (page.httpStatus === 200) answered++
  await close()
  return answered
}
