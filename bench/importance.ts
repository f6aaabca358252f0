/**
 * The order of a first crawl: how much of what matters does a crawl hold that is stopped early? `npm run bench:importance`
 *
 *   node bench/importance.ts --folder DIR [--start index.html] [--least 1.0] [--scores] [--json]
 *
 * The pages of a folder are served over HTTP on loopback and crawled to the end by the real engine in three orders, one request at a time.
 * PageRank is computed on the links of all pages. Printed is the share of it that a crawl holds after 5, 10, 20 and 40 percent of its pages,
 * with the upper bound (the pages sorted by their PageRank) and the result of chance, and each crawl's processor time and time. Exits with 1
 * if `best` holds less than --least times what `breadth` does at some mark. --scores adds what other scores would bring, on the graph alone.
 * For the figures of the docs:
 *   apt-get download openjdk-17-doc && dpkg -x openjdk-17-doc*.deb jdk
 *   node bench/importance.ts --folder jdk/usr/share/doc/openjdk-17-jre-headless/api
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { realClock } from '../src/env/index.ts'
import { openCollection } from '../src/index.ts'
import { serveFolder } from './focus/served-folder.ts'
import { type Graph, graphOf, pageRank } from './importance/page-rank.ts'
import { SCORES, simulated } from './importance/simulated-orders.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    start: { type: 'string', default: 'index.html' },
    least: { type: 'string', default: '1' },
    scores: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
if (values.folder === undefined) {
  console.error('give --folder DIR, a folder of HTML pages')
  process.exit(2)
}

const MARKS = [0.05, 0.1, 0.2, 0.4]
const ORDERS = ['breadth', 'depth', 'best'] as const
type Order = (typeof ORDERS)[number]

interface Crawled {
  /** Addresses in the order in which they were asked for. */
  readonly asked: readonly string[]
  readonly cpuSeconds: number
  readonly seconds: number
  readonly graph: Graph
}

const site = await serveFolder(values.folder)

async function crawled(order: Order): Promise<Crawled> {
  site.asked = []
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-importance-'))
  const collection = await openCollection(folder, { mode: 'write' })
  const [before, begun] = [process.cpuUsage(), realClock.monotonic()]
  try {
    await collection.crawl({
      ...{ seeds: [`${site.origin}/${values.start}`], order },
      scope: { local: true, traps: { yield: false }, soft404: false },
      request: { delay: 0, allowPrivate: true, perServer: 1 },
      duplicates: { urls: 'off' },
    })
    const { user, system } = process.cpuUsage(before)
    const seconds = (realClock.monotonic() - begun) / 1000
    const asked = [...new Set(site.asked)].map(path => `${site.origin}${path}`)
    return { asked, cpuSeconds: (user + system) / 1e6, seconds, graph: await graphOf(collection) }
  } finally {
    await collection.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const results = new Map<Order, Crawled>()
for (const order of ORDERS) results.set(order, await crawled(order))
await site.stop()

const { graph } = results.get('breadth')!
const ranks = pageRank(graph)
const pages = graph.size

/** Of the PageRank of all pages, what the first of them hold, at each mark. */
const held = (order: readonly string[]) =>
  MARKS.map(mark =>
    order.slice(0, Math.round(mark * pages)).reduce((sum, url) => sum + (ranks.get(url) ?? 0), 0),
  )
const sorted = [...ranks].sort(([, a], [, b]) => b - a).map(([url]) => url)
const rows: [name: string, shares: number[], took: string][] = [
  ['sorted by PageRank', held(sorted), ''],
  ...ORDERS.map((order): [string, number[], string] => {
    const { asked, cpuSeconds, seconds } = results.get(order)!
    return [order, held(asked), `${cpuSeconds.toFixed(1)} s of ${seconds.toFixed(1)} s`]
  }),
  ['by chance', MARKS, ''],
  ...Object.entries(values.scores ? SCORES : {}).map(([name, score]): [string, number[], string] => [
    name,
    held(simulated(graph, `${site.origin}/${values.start}`, score)),
    'on the graph alone',
  ]),
]
const shareOf = (name: string) => rows.find(([each]) => each === name)![1]
const isReached = MARKS.every((_, i) => shareOf('best')[i]! >= Number(values.least) * shareOf('breadth')[i]!)

if (values.json) console.log(JSON.stringify({ pages, marks: MARKS, rows }))
else {
  console.log(
    `${pages} pages; share of PageRank held at ${MARKS.map(mark => `${100 * mark} %`).join(', ')} of them`,
  )
  for (const [name, shares, took] of rows) {
    const cells = shares.map(share => `${(100 * share).toFixed(1)} %`.padStart(8)).join('')
    console.log(`${name.padEnd(20)}${cells}   ${took}`.trimEnd())
  }
}
if (!isReached) {
  console.error(`NOT REACHED  wanted ${values.least} x breadth first at every mark`)
  process.exitCode = 1
}
