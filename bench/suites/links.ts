/**
 * Links against Google's security-crawl-maze, live: the maze is served here, the real engine crawls it as it crawls any site
 * (`resources`, `mentions` and `sitemaps: guess`, everything else as it is by default but the delay), and what counts is what the maze was
 * asked for. Each of its pages hides one address that ends in `.found`.
 *
 *   git clone https://github.com/google/security-crawl-maze
 *   node bench/suites/links.ts --folder security-crawl-maze
 *
 * Cases that only a script would show are left out, since no scripts are run. One of the others stands in robots.txt alone, which forbids
 * it: it counts as found when the collection lists it as forbidden, and must not be asked for.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { configFrom } from '../../src/config/index.ts'
import { openHoldings, runCrawl } from '../../src/crawl/index.ts'
import { networkWithHosts, realEnv, silentLog } from '../../src/env/index.ts'
import { startMaze } from './links/maze.ts'

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
if (values.folder === undefined) {
  console.error('usage: links.ts --folder security-crawl-maze')
  process.exit(2)
}
const HOST = 'maze.test'

const results = join(values.folder, 'blueprints/utils/resources/expected-results.json')
const expected = JSON.parse(await readFile(results, 'utf8')) as string[]
const judged = expected.filter(path => !/^(?:\/test)?\/javascript\//.test(path))
const { asked, forbidden } = await crawlMaze(values.folder)
const missing = judged.filter(path => !asked.has(path) && !forbidden.has(path))
for (const path of missing) console.log(`  not found: ${path}`)
console.log(
  `links: ${judged.length - missing.length} of ${judged.length} found (the maze has ${expected.length} in all, with scripts), ${forbidden.size} of them forbidden by robots.txt`,
)
for (const path of forbidden)
  if (asked.has(path)) console.log(`  asked for although it is forbidden: ${path}`)

interface Findings {
  readonly asked: ReadonlySet<string>
  readonly forbidden: ReadonlySet<string>
}

async function crawlMaze(folder: string): Promise<Findings> {
  const maze = await startMaze(folder, HOST)
  const place = await mkdtemp(join(tmpdir(), 'tidewatch-maze-'))
  const collection = await openHoldings(place, { mode: 'write' })
  const network = networkWithHosts({ [HOST]: `127.0.0.1:${maze.port}` }, realEnv.network)
  const { settings } = configFrom({
    seeds: [`http://${HOST}/`],
    scope: { resources: true, mentions: true, sitemaps: 'guess', local: true },
    request: { delay: 0, allowPrivate: true },
    patience: '2s',
    threads: 1,
  })
  try {
    await runCrawl(collection, { env: { ...realEnv, log: silentLog, network }, settings })
    const forbidden = new Set<string>()
    for await (const { url, excludedBy } of collection.store.pages({ status: 'excluded' }))
      if (excludedBy === 'robots') forbidden.add(new URL(url).pathname)
    return { asked: maze.asked, forbidden }
  } finally {
    await collection.close()
    await rm(place, { recursive: true, force: true })
    maze.stop()
  }
}
