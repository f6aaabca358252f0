/**
 * Learned addresses: how many copies does a crawl fetch, and does it lose pages? `npm run bench:equivalences`
 *
 *   node bench/equivalences.ts [--golden DIR --sites DIR] [--only NAME,NAME] [--details]
 *
 * Each site is crawled twice by the real engine, with `duplicates.urls` off and on, over HTTP on loopback. Sites of the synthetic world know
 * which addresses show the same page; for golden sets (jwhisky, smartika; folders as for bench/model.ts) their classes tell:
 * those marked as traps hold copies. Redirects are neither. Printed are, for both crawls, the requests, the distinct pages and the
 * requests per distinct page; the copies fetched after the first 300 requests; and the distinct pages that only the first crawl found.
 * Target: at least 95 % of these copies avoided, no distinct page lost.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCollection } from '../src/index.ts'
import { goldenTruths } from './equivalences/golden-sites.ts'
import type { ServedSite } from './equivalences/served-site.ts'
import { worldTruths } from './equivalences/world-sites.ts'

const { values } = parseArgs({
  options: {
    golden: { type: 'string', default: '' },
    sites: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    details: { type: 'boolean', default: false },
  },
})

/** Requests before which nothing is asked of a rule. */
const FIRST = 300
const MIN_AVOIDED = 0.95
/** Endless sites are left alone after so many. */
const MAX_PAGES = 4_000

interface Crawled {
  readonly requests: number
  readonly distinct: ReadonlySet<string>
  readonly copies: number
  readonly lateCopies: number
  readonly cpuSeconds: number
  readonly rules: readonly string[]
}

async function crawled(site: ServedSite, urls: 'learn' | 'off'): Promise<Crawled> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const html = path === '/robots.txt' ? null : site.answer(path)
    if (html !== null) asked.push(path)
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(html ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-equivalences-'))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const collection = await openCollection(folder, { mode: 'write' })
  try {
    const before = process.cpuUsage()
    await collection.crawl({
      ...{ seeds: [origin + site.start], duplicates: { urls }, threads: 1 },
      scope: { local: true, pages: MAX_PAGES },
      // Shops mark links to their copies as nofollow; here these are what is measured.
      request: { delay: 0, allowPrivate: true, robotsOverrides: ['127.0.0.1'] },
    })
    const { user, system } = process.cpuUsage(before)
    const rules: string[] = []
    for await (const host of collection.hosts())
      for (const { words, state, support, counterExamples } of host.urlRules)
        if (state === 'applied' || state === 'withdrawn')
          rules.push(`${state}: ${words} (${support} pairs, ${counterExamples} against)`)
    return { ...tallied(site, asked), cpuSeconds: (user + system) / 1e6, rules }
  } finally {
    await collection.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function tallied(site: ServedSite, asked: readonly string[]) {
  const distinct = new Set<string>()
  let [copies, lateCopies] = [0, 0]
  for (const [at, path] of asked.entries()) {
    const page = site.pageAt(path)
    if (page === null) continue
    if (!distinct.has(page)) distinct.add(page)
    else {
      copies++
      if (at >= FIRST) lateCopies++
    }
  }
  return { requests: asked.length, distinct, copies, lateCopies }
}

async function judge(site: ServedSite): Promise<boolean> {
  const without = await crawled(site, 'off')
  const learned = await crawled(site, 'learn')
  const lost = [...without.distinct].filter(page => !learned.distinct.has(page))
  const avoided = without.lateCopies === 0 ? 1 : 1 - learned.lateCopies / without.lateCopies
  const line = ({ requests, distinct, copies, lateCopies, cpuSeconds }: Crawled) =>
    `${requests} requests for ${distinct.size} pages (${(requests / distinct.size).toFixed(2)} each), ${copies} copies, ${lateCopies} after ${FIRST}, ${cpuSeconds.toFixed(1)} s CPU`
  const isReached = avoided >= MIN_AVOIDED && lost.length === 0
  console.log(`${site.name}`)
  console.log(`  off    ${line(without)}`)
  console.log(`  learn  ${line(learned)}`)
  console.log(
    `  ${(100 * avoided).toFixed(1)} % of the copies avoided after ${FIRST} requests, ${lost.length} pages lost  ${isReached ? 'kept' : 'NOT REACHED'}`,
  )
  if (values.details)
    for (const text of [...learned.rules, ...lost.slice(0, 10).map(page => `lost: ${page}`)])
      console.log(`    ${text}`)
  return isReached
}

const sites = [
  ...worldTruths(),
  ...(values.golden === '' ? [] : goldenTruths(values.golden, values.sites)),
].filter(({ name }) => values.only === '' || values.only.split(',').includes(name))
const verdicts: boolean[] = []
for (const site of sites) verdicts.push(await judge(site))
process.exitCode = verdicts.every(reached => reached) ? 0 : 1
