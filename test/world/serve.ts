/**
 * Runs a world in a separate process:
 *   node test/world/serve.ts --kind farm --hosts 200 --pages 20 --port 0 --log requests.jsonl
 * prints one JSON line {port, hosts, seeds} and serves until it is killed. --kind may be given several times; `demo`
 * is the demonstration. --static draws each page once and keeps no log in memory, for measurements.
 */
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { acceleratedClock, realClock } from '../../src/env/clock.ts'
import { demoSites } from './demo.ts'
import { farm } from './kinds/farm.ts'
import { KIND_NAMES, KINDS, type KindName } from './kinds/index.ts'
import type { LogEntry } from './log.ts'
import type { Site } from './site.ts'
import { frozen } from './site-parts.ts'
import { startWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: ['demo'] },
    hosts: { type: 'string', default: '10' },
    pages: { type: 'string', default: '10' },
    'per-address': { type: 'string', default: '1' },
    paragraphs: { type: 'string', default: '4' },
    port: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    speed: { type: 'string', default: '1' },
    log: { type: 'string' },
    static: { type: 'boolean', default: false },
  },
})

function sitesOf(kind: string): Site[] {
  if (kind === 'demo') return demoSites(Number(values.seed))
  if (kind === 'farm') {
    const shape = {
      pages: Number(values.pages),
      hostsPerAddress: Number(values['per-address']),
      paragraphs: Number(values.paragraphs),
    }
    return farm(Number(values.hosts), shape)
  }
  const known = KIND_NAMES.find(name => name === kind)
  if (known) return [KINDS[known as KindName](`${kind}.world.test`)]
  console.error(`There is no site kind "${kind}"; take one of demo, farm, ${KIND_NAMES.join(', ')}.`)
  process.exit(2)
}

const made = values.kind.flatMap(sitesOf)
const sites = values.static ? made.map(frozen) : made
const logFile = values.log === undefined ? undefined : createWriteStream(values.log)
const writeEntry = (entry: LogEntry) =>
  logFile?.write(`${JSON.stringify({ ...entry, headers: undefined })}\n`)
const speed = Number(values.speed)
const world = await startWorld({
  sites,
  seed: Number(values.seed),
  port: Number(values.port),
  clock: speed === 1 ? realClock : acceleratedClock(speed),
  keepLog: false,
  ...(logFile ? { onAnswered: writeEntry } : {}),
})
const seeds = sites.flatMap(({ host, entries }) => entries.map(path => world.url(host, path)))
console.log(JSON.stringify({ port: world.port, hosts: world.hosts(), seeds }))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await world.stop()
    logFile?.end()
  })
