/**
 * Is the first crawl under `watch` as cheap as `crawl`? Each in a process of its own, turn by turn, until every address of the origin
 * was visited. Processor time counts, of all threads: a busy machine changes it little.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCollection } from '../../src/index.ts'
import { startOrigin } from '../origin.ts'

type Command = 'crawl' | 'watch'

export interface FirstCrawl {
  readonly command: Command
  readonly visits: number
  readonly cpuSeconds: number
  readonly seconds: number
}

export interface Comparison {
  readonly runs: readonly FirstCrawl[]
  /** What `crawl` costs against what `watch` costs, medians: 1 is as cheap, less is dearer. */
  readonly ratio: number
}

export async function compareFirstCrawls(folder: string, pages: number, runs: number): Promise<Comparison> {
  const origin = await startOrigin({ folders: [folder], pages })
  const done: FirstCrawl[] = []
  try {
    for (let n = 0; n < runs; n++) {
      const crawl = await inProcess('crawl', origin.url, Infinity)
      done.push(crawl, await inProcess('watch', origin.url, crawl.visits))
    }
  } finally {
    await origin.stop()
  }
  const cpu = (command: Command) =>
    median(done.filter(run => run.command === command).map(run => run.cpuSeconds / run.visits))
  return { runs: done, ratio: cpu('crawl') / cpu('watch') }
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

async function inProcess(command: Command, url: string, visits: number): Promise<FirstCrawl> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, import.meta.filename, command, url, String(visits)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  child.stdout.on('data', chunk => (said += chunk))
  await once(child, 'close')
  return JSON.parse(said) as FirstCrawl
}

/** Until so many visits were made. */
async function firstCrawl(command: Command, url: string, most: number): Promise<FirstCrawl> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-first-'))
  const collection = await openCollection(join(folder, 'data'), { mode: 'write' })
  const stop = new AbortController()
  let visits = 0
  const onVisit = () => void (++visits === most && stop.abort())
  const config = {
    seeds: [url],
    scope: { local: true },
    request: { delay: 0 as const, allowPrivate: true },
  }
  const startedAt = performance.now()
  await collection[command](config, { signal: stop.signal, onVisit })
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage()
  await collection.close()
  await rm(folder, { recursive: true, force: true })
  return { command, visits, cpuSeconds: (user + system) / 1e6, seconds }
}

if (import.meta.main) {
  const [command, url, most] = process.argv.slice(2)
  console.log(JSON.stringify(await firstCrawl(command as Command, url!, Number(most))))
}
