/**
 * Does memory grow with the size of robots.txt? `node bench/robots-memory.ts [--hosts 10000] [--bytes 512000] [--json]`
 *
 * This many hosts, each on its own address, are crawled twice by the command: once with a robots.txt of one rule each, once with
 * one of this many bytes, all of them rules. The peak of the second run must be within a tenth of the first.
 *
 * Measured on two busy cores with `--hosts 2000`: 331 MiB with small files and 352 with large ones, 1.06 ×.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atMost } from './crawl/table.ts'
import { measure } from './peers/measure.ts'

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '512000' },
    json: { type: 'boolean', default: false },
  },
})
const MAX_GROWTH = 1.1
const USUAL_BYTES = 40
const COMMAND = join(import.meta.dirname, '..', 'bin', 'tidewatch')
const ORIGIN = join(import.meta.dirname, 'robots-memory', 'origin.ts')

interface Result {
  readonly robotsBytes: number
  readonly pages: number
  readonly seconds: number
  readonly peakMiB: number
}

/** The child writes its own peak when it exits. */
const PEAK = `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS)))
`

async function crawl(hosts: number, robotsBytes: number): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-robots-'))
  const origin = spawn(process.execPath, [ORIGIN, String(robotsBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { port } = JSON.parse(String((await once(origin.stdout, 'data'))[0])) as { port: number }
    const config = join(folder, 'config.json')
    await writeFile(config, JSON.stringify(configFor(hosts, port)))
    const peak = join(folder, 'peak')
    const hook = join(folder, 'hook.mjs')
    await writeFile(hook, PEAK)
    const env = { NODE_OPTIONS: `--import=${hook}`, BENCH_PEAK: peak }
    const words = ['crawl', '--config', config, '--json', '-c', join(folder, 'collection')]
    const measured = await measure([COMMAND, ...words], { seconds: 1_800, env })
    if (measured.code !== 0)
      throw new Error(`tidewatch ended with ${measured.code}: ${measured.stderr.slice(-500)}`)
    const { pages } = JSON.parse(measured.stdout.trim()) as { pages: number }
    const peakMiB = Math.round(Number(await readFile(peak, 'utf8')) / 1024)
    return { robotsBytes, pages, seconds: measured.wallSeconds, peakMiB }
  } finally {
    origin.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

function configFor(hosts: number, port: number): object {
  const names = Array.from({ length: hosts }, (_, n) => `h${n}.robots.test`)
  const addressOf = (n: number) => `127.${1 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}:${port}`
  return {
    seeds: names.map(name => `http://${name}/`),
    patience: '2s',
    dns: { hosts: Object.fromEntries(names.map((name, n) => [name, addressOf(n)])) },
    request: { delay: 0, allowPrivate: true },
  }
}

const hosts = Number(values.hosts)
const results: Result[] = []
for (const bytes of [USUAL_BYTES, Number(values.bytes)]) {
  const result = await crawl(hosts, bytes)
  results.push(result)
  if (!values.json)
    console.log(
      `${hosts} hosts with a robots.txt of ${bytes} bytes: ${result.pages} pages in ${result.seconds.toFixed(1)} s, peak ${result.peakMiB} MiB`,
    )
}
const [usual, large] = results as [Result, Result]
const target = atMost('× the memory of small files', MAX_GROWTH, large.peakMiB / usual.peakMiB)
if (values.json) console.log(JSON.stringify({ results, targets: [target] }))
else console.log(target.sentence)
process.exitCode = target.reached ? 0 : 1
