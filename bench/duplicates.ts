/**
 * Are pages that say the same found, and no others? What does it cost?
 *
 *   node bench/duplicates.ts --folder DIR [--pages 300] [--json]
 *   node bench/duplicates.ts --scale 1000000 [--json]
 *
 * With `--folder`, real pages are served under several addresses each: with a session identifier (the same bytes), with another menu and
 * another date in the footer, and with one word in two hundred replaced. The real crawler fetches them all with `duplicates.find: near`; the
 * groups it reports are judged by where each address came from. Two pages of the folder that have the same visible text count as one.
 *
 * With `--scale`, this many likenesses of random texts are put into an embedded collection; every tenth repeats an earlier one. Prints the
 * time an insert takes at the beginning and at the end, and the bytes of the indexes.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signatureOf } from '../src/change/index.ts'
import { seededRandom } from '../src/env/index.ts'
import { openCollection } from '../src/index.ts'
import { measureScale } from './duplicates/scale.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    pages: { type: 'string', default: '300' },
    scale: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const WAYS = ['plain', 'session', 'menu', 'edited'] as const
type Way = (typeof WAYS)[number]

const MIN_BYTES = 2_000
/** One word in two hundred: a page of average length keeps more than nine tenths of its phrases. */
const EDITED_SHARE = 0.005
const chance = seededRandom(1)

/** The page as it is found this way. */
function shown(html: string, way: Way, n: number): string {
  if (way === 'menu') {
    const menu = `<nav><ul>${['Start', 'Products', 'Jobs', 'Imprint'].map(word => `<li><a href="/${word}">${word} ${n}</a></li>`).join('')}</ul></nav>`
    return html
      .replace(/<body[^>]*>/i, body => `${body}${menu}`)
      .replace(/<\/body>/i, `<footer>Last updated: ${1 + (n % 28)} March 2026</footer></body>`)
  }
  if (way !== 'edited') return html
  // Words of the text, not of tags.
  return html.replace(/>[^<]+</g, text =>
    text.replace(/\p{L}{4,}/gu, word => (chance.next() < EDITED_SHARE ? `${word}ish` : word)),
  )
}

function filesBelow(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter(file => /\.html?$/.test(file) && statSync(join(folder, file)).size >= MIN_BYTES)
    .sort()
}

/** Evenly spread over the folder. */
const spread = <T>(all: readonly T[], count: number): T[] =>
  all.length <= count
    ? [...all]
    : Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!)

async function measureFolder(folder: string, count: number) {
  const files = spread(filesBelow(folder), count)
  if (files.length === 0) throw new Error(`${folder} has no HTML files of ${MIN_BYTES} bytes`)
  const pages = files.map(file =>
    readFileSync(join(folder, file), 'utf8').replace(/<link[^>]+canonical[^>]*>/gi, ''),
  )
  // By what a reader sees: files that say the same are one.
  const texts = pages.map(html => signatureOf(html, 'http://localhost/').levels.text!)
  const pathOf = (n: number, way: Way) => (way === 'session' ? `/p${n}?view=${7_000 + n}` : `/${way}/p${n}`)
  const truth = new Map<string, string>()
  const bodies = new Map<string, string>()
  for (const [n, html] of pages.entries())
    for (const way of WAYS) {
      truth.set(pathOf(n, way), texts[n]!)
      bodies.set(pathOf(n, way), shown(html, way, n))
    }
  bodies.set('/', [...bodies.keys()].map(path => `<a href="${path}">.</a>`).join(''))
  const without = await crawled(bodies, 'off')
  const { groups, seconds, cpuSeconds } = await crawled(bodies, 'near')
  const cost = cpuSeconds / without.cpuSeconds
  return { pages: pages.length, addresses: truth.size, seconds, cost, ...score(groups, truth) }
}

async function crawled(bodies: ReadonlyMap<string, string>, find: 'off' | 'near') {
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(body ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-duplicates-'))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const collection = await openCollection(folder, { mode: 'write' })
  try {
    const scope = { depth: 1, sitemaps: false, feeds: false, traps: { yield: false } }
    const before = process.cpuUsage()
    const { elapsedMs } = await collection.crawl({
      ...{ seeds: [origin], scope, request: { delay: 0, allowPrivate: true }, duplicates: { find } },
    })
    const { user, system } = process.cpuUsage(before)
    const groups: string[][] = []
    for await (const { original, copies } of collection.duplicates())
      groups.push([original, ...copies].map(url => url.slice(origin.length)))
    return { groups, seconds: elapsedMs / 1_000, cpuSeconds: (user + system) / 1e6 }
  } finally {
    await collection.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Over pairs of addresses. */
function score(groups: readonly (readonly string[])[], truth: ReadonlyMap<string, string>) {
  let [found, right] = [0, 0]
  for (const group of groups)
    for (const [i, a] of group.entries())
      for (const b of group.slice(i + 1)) {
        found++
        if (truth.get(a) === truth.get(b)) right++
      }
  const sizes = new Map<string, number>()
  for (const text of truth.values()) sizes.set(text, (sizes.get(text) ?? 0) + 1)
  const all = [...sizes.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
  return { pairs: all, precision: right / Math.max(1, found), recall: right / all }
}

const results = values.scale !== undefined ? await measureScale(Number(values.scale)) : null
if (results) {
  if (values.json) console.log(JSON.stringify(results))
  else
    for (const { pages, microseconds, bytes } of results)
      console.log(
        `${pages} pages: ${microseconds.toFixed(0)} µs an insert, indexes ${bytes.toFixed(0)} bytes a page`,
      )
} else {
  if (values.folder === undefined) {
    console.error('name a folder of HTML files (--folder DIR), or a number of pages (--scale N)')
    process.exit(2)
  }
  const result = await measureFolder(values.folder, Number(values.pages))
  if (values.json) console.log(JSON.stringify(result))
  else {
    const { pages, addresses, seconds, cost, pairs, precision, recall } = result
    console.log(
      `${pages} pages under ${addresses} addresses in ${seconds.toFixed(1)} s; ${pairs} pairs that say the same`,
    )
    console.log(`processor time, origin and all: ${cost.toFixed(2)} times that of the same crawl without`)
    console.log(`precision ${precision.toFixed(4)} (asked 0.95), recall ${recall.toFixed(4)} (asked 0.95)`)
  }
  process.exit(result.precision >= 0.95 && result.recall >= 0.95 ? 0 : 1)
}
