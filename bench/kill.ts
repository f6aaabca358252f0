/**
 * How often can a crawl be killed? `node bench/kill.ts [--kills 50] [--store sqlite|postgres|both] [--pages 9000] [--json]`
 *
 * A crawl of a small web in a separate process is killed with SIGKILL at random moments and started again with the same
 * arguments, this many times; then it runs to its end. Judged are the pages, the counters, the database and every record of the
 * archive, as in test/faults. `again` is what was fetched more than once: the batches that were not yet written.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../scripts/postgres.ts'
import { realClock, seededRandom } from '../src/env/index.ts'
import { crawlAndKill, crawlToEnd, type Place, problemsOf, Scene } from '../test/faults/killing.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    store: { type: 'string', default: 'both' },
    pages: { type: 'string', default: '9000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
const HOSTS = 10
const MOMENT_MS = 400

interface Result {
  readonly store: string
  readonly kills: number
  readonly pages: number
  readonly again: number
  readonly seconds: number
  readonly problems: readonly string[]
}

async function measure(store: string, collectionIn: (folder: string) => string): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-kill-'))
  const scene = await Scene.open(folder, { hosts: HOSTS, pages: Math.ceil(Number(values.pages) / HOSTS) })
  const place: Place = { collection: collectionIn(folder), archive: join(folder, 'archive') }
  const random = seededRandom(Number(values.seed))
  const started = realClock.monotonic()
  let killed = 0
  try {
    for (let n = 0; n < kills; n++) {
      const requests = (1 + random.next()) * (scene.expected.length / kills / 5)
      if (await crawlAndKill(scene, place, requests, random.next() ** 2 * MOMENT_MS)) killed++
    }
    const ended = await crawlToEnd(scene, place)
    const problems = [...(ended === null ? [] : [ended]), ...(await problemsOf(place, scene.expected))]
    const again = scene.requests - scene.expected.length - HOSTS
    const seconds = Math.round((realClock.monotonic() - started) / 1000)
    return { store, kills: killed, pages: scene.expected.length, again, seconds, problems }
  } finally {
    await scene.world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<Result> {
  const server = await startTestPostgres({ durable: true })
  try {
    return await measure('postgres', () => `${server.url}?schema=bench_kill`)
  } finally {
    await server.stop()
  }
}

const results: Result[] = []
if (values.store !== 'postgres') results.push(await measure('sqlite', folder => join(folder, 'collection')))
if (values.store !== 'sqlite') results.push(await onPostgres())
if (values.json) console.log(JSON.stringify(results))
else {
  console.log('store     killed   pages  fetched again  seconds  verdict')
  for (const { store, kills, pages, again, seconds, problems } of results) {
    const verdict = problems.length === 0 ? 'nothing lost, nothing doubled' : `${problems.length} problems`
    console.log(
      `${store.padEnd(9)} ${String(kills).padStart(6)} ${String(pages).padStart(7)} ${String(again).padStart(14)} ${String(seconds).padStart(8)}  ${verdict}`,
    )
    for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  }
}
process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1
