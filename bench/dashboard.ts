/**
 * What the dashboard costs, and how fast it is:
 *   node bench/dashboard.ts [--pages 4000] [--events 10000] [--runs 3] [--only costs|events]
 *
 * Our own site on loopback is crawled by `tidewatch crawl` alone, with one open page, and with a hundred, each of which requests what the
 * overview requests; the server is `tidewatch serve`, another process. Times are the best of all runs, shown with processor time. During
 * one of the crawls, the counters of an open page are compared with those of the collection: how much later do they show a number? The first
 * view is timed in the system's Chromium, from the request to the first figures. Then every page of the site changes twice, and a receiver
 * that refuses every third request must hear of each change, in the order of its page. An event that is refused repeatedly waits longer each
 * time: of 10,000 changes, one is refused some nine times in a row and arrives after ten minutes.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { realClock } from '../src/env/index.ts'
import { Collection } from '../src/index.ts'
import { chromiumPath } from '../test/chromium.ts'
import { openPage } from './dashboard/open-page.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '4000' },
    events: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const ROOT = join(import.meta.dirname, '..')
const COMMAND = join(ROOT, 'bin', 'tidewatch')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tidewatch-bench-'))
const seconds = (since: number) => (realClock.monotonic() - since) / 1000
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
/** Longer than the pauses before the twelfth attempt. */
const PATIENCE_S = 2 * 3_600
let isReached = true

function judge(what: string, value: number, limit: number, unit: string): void {
  const isGood = value <= limit
  isReached &&= isGood
  console.log(`${what}: ${value.toFixed(3)} ${unit} (asked: at most ${limit}) ${isGood ? '' : 'NOT REACHED'}`)
}

/** Letters instead of digits: addresses that only count are taken for a trap, and rightly. */
const named = (number: number): string =>
  number === 0
    ? ''
    : `${number.toString(4)}`.replace(/\d/g, digit => ['tide', 'bay', 'reef', 'kelp'][Number(digit)]!)

/** No two pages say the same, in no two editions: what pages share is no change of theirs. */
function mixed(number: number, edition: number): number {
  const once = Math.imul(number ^ Math.imul(edition, 0x9e3779b1), 0x85ebca6b)
  return Math.imul(once ^ (once >>> 13), 0xc2b2ae35) >>> 0
}

/** Pages in a tree, each with a few sentences of its own; `edit` writes them all anew. */
async function startSite(pages: number) {
  let edition = 1
  const words = (seed: number) =>
    Array.from({ length: 60 }, (_, i) => `word${mixed(seed * 64 + i, edition) % 50_000}`).join(' ')
  const numbers = new Map(Array.from({ length: pages }, (_, number) => [named(number), number]))
  const server = createServer((asked, answer) => {
    const number = numbers.get(asked.url?.slice(1) ?? '')
    if (number === undefined) return void answer.writeHead(404).end()
    const links = Array.from({ length: 10 }, (_, i) => 10 * number + 1 + i).filter(each => each < pages)
    answer.setHeader('content-type', 'text/html')
    answer.end(
      `<title>${named(number)}</title><main><p>${words(2 * number)}.</p><p>${words(2 * number + 1)}.</p></main>${links.map(each => `<a href=/${named(each)}>${named(each)}</a>`).join(' ')}`,
    )
  })
  return { ...(await listening(server)), edit: () => void edition++ }
}

async function listening(server: Server) {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

const crawlWords = (url: string, where: string): string[] => [
  ...['crawl', url, '--local', '--delay', '0', '--allow-private', '-c', where, '--progress', 'none'],
]

const crawl = (url: string, where: string, more: readonly string[] = []) =>
  run(COMMAND, [...crawlWords(url, where), ...more])

async function startDashboard(where: string) {
  const home = ['--home', join(folder, 'home'), '--proxy', '127.0.0.1']
  const child = spawn(COMMAND, ['serve', where, '--port', '0', ...home], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const address = await new Promise<string>(resolve =>
    child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())),
  )
  const [base = '', token = ''] = address.split('#token=')
  return { base, token, pid: child.pid!, stop: () => child.kill('SIGINT') }
}

interface Timed {
  readonly seconds: number
  /** Of the crawl, in user and kernel: what a busy machine bends least. */
  readonly cpuSeconds: number
  /** Of the server, while the crawl ran. */
  readonly serverCpuSeconds: number
}

/** A process and the threads in it, by Linux. */
function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

/** A crawl with so many pages of the dashboard open. */
async function timed(url: string, name: string, open: number): Promise<Timed> {
  const where = join(folder, name)
  await crawl(url, where, ['--pages', '1'])
  const dashboard = open > 0 ? await startDashboard(where) : null
  const controller = new AbortController()
  const pages = Array.from({ length: open }, (_, number) =>
    openPage(dashboard!, name.toLowerCase(), number, controller.signal),
  )
  const before = dashboard ? cpuSecondsOf(dashboard.pid) : 0
  const startedAt = realClock.monotonic()
  const child = spawn(COMMAND, crawlWords(url, where), { stdio: 'ignore' })
  let cpuSeconds = 0
  const looking = setInterval(() => {
    cpuSeconds = cpuSecondsOf(child.pid!) || cpuSeconds
  }, LOOK_MS)
  await once(child, 'exit')
  clearInterval(looking)
  const took = seconds(startedAt)
  const serverCpuSeconds = dashboard ? cpuSecondsOf(dashboard.pid) - before : 0
  controller.abort()
  const refused = (await Promise.all(pages)).reduce((sum, each) => sum + each, 0)
  isReached &&= refused === 0
  if (refused > 0) console.log(`${refused} questions of ${open} open pages were refused NOT REACHED`)
  dashboard?.stop()
  return { seconds: took, cpuSeconds, serverCpuSeconds }
}

interface Reading {
  readonly at: number
  readonly visits: number
}

/** When which number of visits was there, by the collection itself. */
async function watchCollection(where: string, signal: AbortSignal): Promise<Reading[]> {
  await using collection = await Collection.open(where)
  const seen: Reading[] = []
  while (!signal.aborted) {
    const { visits } = await collection.counts()
    if (visits > (seen.at(-1)?.visits ?? 0)) seen.push({ at: realClock.monotonic(), visits })
    await realClock.sleep(LOOK_MS)
  }
  return seen
}

/** The same by what an open page is told. */
async function watchStream(url: string, signal: AbortSignal): Promise<Reading[]> {
  const seen: Reading[] = []
  const answer = await fetch(url, { signal })
  let text = ''
  try {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text = (text + chunk).slice(-100_000)
      const visits = Number([...text.matchAll(/"visits":(\d+)/g)].at(-1)?.[1] ?? 0)
      if (visits > (seen.at(-1)?.visits ?? 0)) seen.push({ at: realClock.monotonic(), visits })
    }
  } catch {
    // The end of the crawl is the end of the page.
  }
  return seen
}

const LOOK_MS = 20
/** The last numbers are told within two looks of the server. */
const LAST_NEWS_MS = 2_000

async function lag(url: string): Promise<void> {
  const where = join(folder, 'lag')
  await crawl(url, where, ['--pages', '1'])
  const dashboard = await startDashboard(where)
  const controller = new AbortController()
  const there = watchCollection(where, controller.signal)
  const told = watchStream(`${dashboard.base}api/collections/lag/live`, controller.signal)
  await crawl(url, where)
  await realClock.sleep(LAST_NEWS_MS)
  controller.abort()
  const shown = await told
  const lags = (await there).map(({ at, visits }) => {
    const first = shown.find(each => each.visits >= visits)
    return first ? Math.max(0, first.at - at) / 1000 : Number.POSITIVE_INFINITY
  })
  dashboard.stop()
  const sorted = lags.toSorted((a, b) => a - b)
  console.log(
    `counters of an open page lag ${median(lags).toFixed(3)} s behind in the median of ${lags.length} readings`,
  )
  judge('lag of the counters, p95', sorted[Math.floor(sorted.length * 0.95)]!, 1, 's')
}

async function costs(): Promise<void> {
  const site = await startSite(Number(values.pages))
  const times: Record<number, Timed[]> = { 0: [], 1: [], 100: [] }
  for (let round = 0; round < Number(values.runs); round++)
    for (const open of [0, 1, 100]) times[open]!.push(await timed(site.url, `open${open}run${round}`, open))
  const fastest = (open: number) => Math.min(...times[open]!.map(each => each.seconds))
  const least = (open: number) => Math.min(...times[open]!.map(each => each.cpuSeconds))
  const server = (open: number) => median(times[open]!.map(each => each.serverCpuSeconds))
  const alone = fastest(0)
  const { stdout } = await run(COMMAND, ['pages', '-c', join(folder, 'open0run0'), '--json'], {
    maxBuffer: 2 ** 30,
  })
  const stored = stdout.trim().split('\n').length
  isReached &&= stored === Number(values.pages)
  console.log(
    `a crawl of ${values.pages} pages, ${stored} of them found: ${alone.toFixed(2)} s and ${least(0).toFixed(2)} s of processor time, the best of ${values.runs}`,
  )
  for (const [open, limit, words] of [
    [1, 1.05, 'one open page'],
    [100, 1.15, 'a hundred'],
  ] as const) {
    judge(`with ${words}`, fastest(open) / alone, limit, 'of that time')
    judge(`with ${words}`, least(open) / least(0), limit, 'of that processor time')
    console.log(`the server took ${server(open).toFixed(2)} s of processor time for ${words}`)
  }
  await lag(site.url)
  await firstView(join(folder, 'open0run0'))
  site.close()
}

async function firstView(where: string): Promise<void> {
  const dashboard = await startDashboard(where)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const page = await (await browser.newContext()).newPage()
    const startedAt = realClock.monotonic()
    await page.goto(`${dashboard.base}c/open0run0/overview`)
    await page.locator('dt:text-is("Pages stored") + dd').waitFor()
    times.push(seconds(startedAt))
  }
  await browser.close()
  dashboard.stop()
  judge('first view with figures', median(times), 1, 's')
  const assets = join(ROOT, 'dist', 'web', 'assets')
  const scripts = readdirSync(assets).filter(name => name.endsWith('.js'))
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0)
  judge('JavaScript, gzip', bytes / 1024, 200, 'KiB')
}

/** Each page changes so often: changes of one page can only be out of order if there are several. */
const EDITIONS = 2

async function deliveries(): Promise<void> {
  const site = await startSite(Math.ceil(Number(values.events) / EDITIONS))
  const where = join(folder, 'news')
  await crawl(site.url, where)
  const dashboard = await startDashboard(where)
  const last = new Map<string, number>()
  let [heard, refused, taken, outOfOrder, attempts] = [0, 0, 0, 0, 0]
  const receiver = await listening(
    createServer(async (asked, answer) => {
      let body = ''
      for await (const chunk of asked) body += chunk
      const { change } = JSON.parse(body) as { change: { url: string; revision: number } }
      attempts = Math.max(attempts, Number(asked.headers['tidewatch-attempt']))
      if (++heard % 3 === 0) {
        refused++
        return void answer.writeHead(503).end()
      }
      if ((last.get(change.url) ?? 0) >= change.revision) outOfOrder++
      last.set(change.url, change.revision)
      taken++
      answer.writeHead(204).end()
    }),
  )
  const hooks = `${dashboard.base}api/collections/news/hooks`
  const headers = { authorization: `Bearer ${dashboard.token}` }
  await fetch(hooks, {
    method: 'POST',
    headers,
    body: JSON.stringify({ kind: 'webhook', target: receiver.url }),
  })
  for (let edition = 0; edition < EDITIONS; edition++) {
    site.edit()
    await run(COMMAND, ['recrawl', '--all', '-c', where, '--progress', 'none'])
  }
  const { stdout } = await run(COMMAND, ['changes', '-c', where, '--json'], { maxBuffer: 2 ** 30 })
  const changes = stdout.trim().split('\n').length
  const startedAt = realClock.monotonic()
  let pending = changes
  while (pending > 0 && seconds(startedAt) < PATIENCE_S) {
    await realClock.sleep(1_000)
    // A server that is busy may close a connection that was kept open: then it is asked again.
    const answer = await fetch(hooks).catch(() => null)
    if (!answer?.ok) continue
    const hooked = (await answer.json()) as { pending: number; sent: number }[]
    // What was not taken in yet is pending, too.
    pending = Math.max(hooked[0]!.pending, changes - hooked[0]!.sent)
  }
  console.log(
    `${changes} changes, ${heard} requests of which ${refused} were refused: ${taken} arrived in ${seconds(startedAt).toFixed(0)} s, the last after ${attempts} attempts; ${pending} are pending, ${outOfOrder} out of order or twice`,
  )
  isReached &&= changes > 0 && taken === changes && pending === 0 && outOfOrder === 0
  receiver.close()
  dashboard.stop()
  site.close()
}

if (values.only !== 'events') await costs()
if (values.only !== 'costs') await deliveries()
rmSync(folder, { recursive: true, force: true })
process.exit(isReached ? 0 : 1)
