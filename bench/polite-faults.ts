/**
 * Is a delay kept across kills and freezes? `node bench/polite-faults.ts [--times 50] [--delay 2000] [--store sqlite|postgres|both] [--json]`
 *
 * A crawl of slow servers is killed (SIGKILL) and started again, or stopped (SIGSTOP) beyond its lease and continued, at random
 * moments, this many times each. On PostgreSQL two workers crawl and are stopped in turn, so that each takes over from the
 * other. Judged by the origins' own log: the shortest gap between two requests to a server, and the most requests at once.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../scripts/postgres.ts'
import { seededRandom } from '../src/env/index.ts'
import { crawlAndKill, freeze, type Place, Scene, startCrawl } from '../test/faults/killing.ts'
import { gapsMs, maxConcurrency } from '../test/world/index.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '50' },
    delay: { type: 'string', default: '2000' },
    store: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)
const delayMs = Number(values.delay)
const random = seededRandom(Number(values.seed))
/** Longer than the lease that `Scene` gives workers. */
const FROZEN_MS = 3_500
const HOSTS = 12

interface Result {
  readonly store: string
  readonly fault: 'kills' | 'freezes'
  readonly times: number
  readonly requests: number
  readonly minGapMs: number
  readonly atOnce: number
  readonly problems: readonly string[]
}

/** Enough pages that the crawl never ends while it is disturbed. */
const pagesFor = (seconds: number) => Math.ceil((seconds * 1000) / delayMs) + 20

async function onScene(
  store: string,
  fault: Result['fault'],
  collection: (folder: string) => string,
  disturb: (scene: Scene, place: Place) => Promise<void>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-polite-'))
  const scene = await Scene.open(folder, { hosts: HOSTS, pages: pagesFor(times * 12), delayMs })
  try {
    await disturb(scene, { collection: collection(folder), archive: join(folder, 'archive') })
    const { log } = scene.world
    const minGapMs = Math.round(
      gapsMs(log).reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY),
    )
    const problems = scene.rudeness(delayMs)
    return { store, fault, times, requests: log.length, minGapMs, atOnce: maxConcurrency(log), problems }
  } finally {
    await scene.world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function kills(scene: Scene, place: Place): Promise<void> {
  for (let n = 0; n < times; n++)
    await crawlAndKill(scene, place, 1 + random.next() * HOSTS, random.next() * 1_000)
}

async function freezes(scene: Scene, place: Place, count: number): Promise<void> {
  const workers = Array.from({ length: count }, () => startCrawl(scene, place))
  for (const worker of workers) {
    worker.stdout!.resume()
    worker.stderr!.on('data', chunk => process.stderr.write(chunk))
  }
  await scene.more(4, workers[0]!)
  for (let n = 0; n < times; n++) {
    await freeze(workers[n % count]!, scene, FROZEN_MS + random.next() * 1_000)
    await scene.world.clock.sleep(1_000 + random.next() * 2_000)
  }
  await Promise.all(workers.map(end))
}

async function end(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const exited = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exited
}

const results: Result[] = []
if (values.store !== 'postgres') {
  const folderOf = (folder: string) => join(folder, 'data')
  results.push(await onScene('sqlite', 'kills', folderOf, kills))
  results.push(await onScene('sqlite', 'freezes', folderOf, (scene, place) => freezes(scene, place, 1)))
}
if (values.store !== 'sqlite') {
  const server = await startTestPostgres({ durable: true })
  try {
    results.push(await onScene('postgres', 'kills', () => `${server.url}?schema=polite_kills`, kills))
    const two = (scene: Scene, place: Place) => freezes(scene, place, 2)
    results.push(await onScene('postgres', 'freezes', () => `${server.url}?schema=polite_freezes`, two))
  } finally {
    await server.stop()
  }
}
if (values.json) console.log(JSON.stringify(results))
else {
  console.log(`store     fault    times  requests  least gap (of ${delayMs} ms)  most at once`)
  for (const { store, fault, times, requests, minGapMs, atOnce, problems } of results) {
    const figures = [String(times).padStart(5), String(requests).padStart(9), String(minGapMs).padStart(24)]
    console.log(`${store.padEnd(9)} ${fault.padEnd(8)} ${figures.join(' ')} ${String(atOnce).padStart(13)}`)
    for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  }
}
process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1
