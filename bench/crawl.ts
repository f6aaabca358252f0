/**
 * How fast is a crawl as users run it, compared with the crawlers of the field on the same origin in the same hour?
 *   node bench/crawl.ts --folder DIR [--folder DIR] [--pages 20000] [--peers all|none|names] [--runs 3] [--seconds 600]
 *                       [--store sqlite|postgres] [--against DIR] [--json]
 *
 * Ours is `tidewatch crawl URL --local --delay 0 --allow-private` on a fresh collection with everything on, in a separate process:
 * the time it reports (like the peers, without the start of the program), processor time and peak memory of
 * that process. The median of the runs counts, and every run must have found every page (it stores all but those that say noindex or
 * redirect their reader). Peers (bench/peers) follow, one after another; each crawls the whole origin unless the time window ends first.
 * With `--against` another checkout of Tidewatch (with its node_modules) crawls in turns with this one.
 */
import { parseArgs } from 'node:util'
import { crawlOnce, type OwnRun } from './crawl/own-run.ts'
import { judge, table } from './crawl/table.ts'
import { comparedVersions } from './crawl/versions.ts'
import { startOrigin } from './origin.ts'
import { type PeerResult, runPeers } from './peers/index.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
    pages: { type: 'string', default: '20000' },
    peers: { type: 'string', default: 'all' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '600' },
    store: { type: 'string', default: 'sqlite' },
    against: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
if (!values.folder || !['sqlite', 'postgres'].includes(values.store)) {
  console.error(
    'usage: node bench/crawl.ts --folder DIR [--folder DIR] [--pages 20000] [--peers all|none|names]',
  )
  console.error('       [--runs 3] [--seconds 600] [--store sqlite|postgres] [--against DIR] [--json]')
  process.exit(2)
}

const origin = await startOrigin({ folders: values.folder, pages: Number(values.pages) }).catch(error => {
  console.error(error.message)
  process.exit(2)
})
const say = (line: string) => void (values.json || console.log(line))
say(`origin: ${origin.pages} pages of ${origin.averageBytes} bytes on average, served by ${origin.server}`)

const told = ({ seconds, wallSeconds, pages, cpuSeconds, peakMiB }: OwnRun) =>
  `${pages} pages in ${seconds} s (${wallSeconds.toFixed(1)} s from start to exit), ${cpuSeconds.toFixed(1)} s CPU, ${peakMiB} MiB`

const runs: OwnRun[] = []
const others: OwnRun[] = []
const sqlite: OwnRun[] = []
let peers: PeerResult[] = []
try {
  const store = values.store as 'sqlite' | 'postgres'
  for (let n = 0; n < Number(values.runs); n++) {
    runs.push(await crawlOnce(origin, store))
    say(`run ${n + 1}: ${told(runs.at(-1)!)}`)
    if (values.against === undefined) continue
    others.push(await crawlOnce(origin, store, values.against))
    say(`  the other version: ${told(others.at(-1)!)}`)
  }
  if (values.store === 'postgres') sqlite.push(await crawlOnce(origin, 'sqlite'))
  const only = values.peers === 'all' ? {} : { only: values.peers.split(',') }
  if (values.peers !== 'none')
    peers = await runPeers(origin, {
      ...only,
      seconds: Number(values.seconds),
      onResult: peer => say(JSON.stringify(peer)),
    })
} finally {
  await origin.stop()
}

const own = [...runs].sort((a, b) => a.wallSeconds - b.wallSeconds)[Math.floor(runs.length / 2)]!
const targets = judge(own, peers, sqlite[0])
if (values.json)
  console.log(JSON.stringify({ origin: { ...origin, stop: undefined }, own, runs, peers, targets }))
else console.log(`\n${table(own, peers)}\n\n${targets.map(target => target.sentence).join('\n')}`)
if (others.length > 0) say(`\n${comparedVersions(runs, others)}`)
const incomplete = runs.filter(run => run.answered < origin.pages)
for (const run of incomplete) console.error(`a run found ${run.answered} of ${origin.pages} pages`)
process.exitCode = incomplete.length > 0 ? 1 : 0
