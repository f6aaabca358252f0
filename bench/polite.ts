/**
 * Polite and fast at once: `node bench/polite.ts [--servers 200] [--seconds 60] [--delay 1] [--json]`
 *
 * This many servers (a farm of small sites in a separate process, each on its own address) are crawled with a delay.
 * The ideal is one page per server and delay. The judge is the origin's own log: pages per second in the window that begins
 * one delay after the first page, the smallest gap between two requests to one address, requests under way at once,
 * requests for what robots.txt forbids. A second round puts three host names on each address: they share one delay.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { realClock } from '../src/env/index.ts'
import { gapsMs, type LogEntry, maxConcurrency } from '../test/world/log.ts'
import { atLeast, atMost, type Target } from './crawl/table.ts'

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    delay: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const servers = Number(values.servers)
const seconds = Number(values.seconds)
const delaySeconds = Number(values.delay)
const ROOT = join(import.meta.dirname, '..')

interface Result {
  readonly hostsPerAddress: number
  /** Pages; with several hosts an address, their robots.txt take turns too. */
  readonly pagesPerSecond: number
  readonly requestsPerSecond: number
  readonly smallestGapMs: number
  readonly mostAtOnce: number
  readonly violations: number
  readonly targets: readonly Target[]
}

async function startFarm(hosts: number, hostsPerAddress: number, log: string) {
  const pages = Math.ceil((seconds / delaySeconds) * 1.5) + 10
  const words = [
    '--kind',
    'farm',
    '--hosts',
    String(hosts),
    '--pages',
    String(pages),
    '--static',
    '--log',
    log,
  ]
  const script = join(ROOT, 'test', 'world', 'serve.ts')
  const child = spawn(process.execPath, [script, ...words, '--per-address', String(hostsPerAddress)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let line = ''
  while (!line.includes('\n')) line += String((await once(child.stdout, 'data'))[0])
  return { child, ...(JSON.parse(line) as { hosts: Record<string, string>; seeds: string[] }) }
}

async function measure(hostsPerAddress: number): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-polite-'))
  const log = join(folder, 'log.jsonl')
  const farm = await startFarm(servers * hostsPerAddress, hostsPerAddress, log)
  try {
    const config = join(folder, 'config.json')
    const request = { delay: `${delaySeconds}s`, allowPrivate: true }
    await writeFile(config, JSON.stringify({ seeds: farm.seeds, request, dns: { hosts: farm.hosts } }))
    const words = ['crawl', '--config', config, '-c', join(folder, 'data'), '--progress', 'none']
    const crawl = spawn(join(ROOT, 'bin', 'tidewatch'), words, { stdio: 'ignore' })
    const ended = once(crawl, 'exit')
    await realClock.sleep((seconds + 2 * delaySeconds + 3) * 1000)
    crawl.kill('SIGINT')
    await ended
    farm.child.kill('SIGTERM')
    await once(farm.child, 'exit')
    return judged(await readLog(log), hostsPerAddress)
  } finally {
    farm.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

async function readLog(file: string): Promise<LogEntry[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line !== '')
  return lines.map(line => JSON.parse(line) as LogEntry).sort((a, b) => a.arrivedAt - b.arrivedAt)
}

function judged(log: readonly LogEntry[], hostsPerAddress: number): Result {
  const pages = log.filter(entry => entry.path !== '/robots.txt' && entry.status === 200)
  const from = (pages[0]?.arrivedAt ?? 0) + delaySeconds * 1000
  const inWindow = log.filter(({ arrivedAt }) => arrivedAt >= from && arrivedAt < from + seconds * 1000)
  const requestsPerSecond = inWindow.length / seconds
  const pagesPerSecond = inWindow.filter(entry => entry.path !== '/robots.txt').length / seconds
  const ideal = servers / delaySeconds
  const [what, rate] = hostsPerAddress === 1 ? ['pages', pagesPerSecond] : ['requests', requestsPerSecond]
  const smallestGapMs = gapsMs(log).reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY)
  const mostAtOnce = maxConcurrency(log)
  const violations = log.filter(entry => entry.forbidden).length
  const targets = [
    atLeast(`% of the ideal ${ideal} ${what}/s`, 97, (rate / ideal) * 100),
    atLeast('ms between requests to one address', delaySeconds * 1000, smallestGapMs),
    atMost('requests at once to one address', 1, mostAtOnce),
    atMost('requests for forbidden pages', 0, violations),
  ]
  return {
    hostsPerAddress,
    pagesPerSecond,
    requestsPerSecond,
    smallestGapMs,
    mostAtOnce,
    violations,
    targets,
  }
}

const results: Result[] = []
for (const hostsPerAddress of [1, 3]) {
  const result = await measure(hostsPerAddress)
  results.push(result)
  if (values.json) continue
  console.log(
    `${servers} servers, ${hostsPerAddress} host${hostsPerAddress > 1 ? 's' : ''} each, ${delaySeconds} s apart, ${seconds} s:`,
  )
  for (const { sentence } of result.targets) console.log(`  ${sentence}`)
}
if (values.json) console.log(JSON.stringify(results))
process.exitCode = results.every(({ targets }) => targets.every(({ reached }) => reached)) ? 0 : 1
