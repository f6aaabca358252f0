/**
 * Models of many sites at once, in the time of the slowest: `npm run bench:model-many`
 *
 *   node bench/model-many.ts [--sites 100] [--pages 200] [--delay 1s]
 *
 * The real command (`tidewatch model --seeds FILE`) over HTTP on loopback, with a server for each site and a polite delay between requests to
 * each. Then the site that took longest among the others is modeled alone, into a separate collection. Target: all of them in at most 1.5
 * times the time of that one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { KINDS, startWorld, type World } from '../test/world/index.ts'

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '100' },
    pages: { type: 'string', default: '200' },
    delay: { type: 'string', default: '1s' },
  },
})
const MOST = 1.5
const COMMAND = join(import.meta.dirname, '..', 'bin', 'tidewatch')
const SHAPES = ['template', 'blog', 'news', 'shop', 'docs', 'wiki', 'forum', 'portal'] as const

interface Modelled {
  readonly seconds: number
  readonly made: number
  readonly peakMiB: number
}

async function modelled(world: World, starts: readonly string[]): Promise<Modelled> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-models-'))
  try {
    const config = join(folder, 'config.json')
    await writeFile(
      config,
      JSON.stringify({
        dns: { hosts: world.hosts() },
        scope: { local: true },
        request: { allowPrivate: true },
      }),
    )
    const seeds = join(folder, 'seeds.txt')
    await writeFile(seeds, starts.join('\n'))
    const words = ['model', '--seeds', seeds, '--pages', values.pages, '--delay', values.delay, '--json']
    const startedAt = performance.now()
    const child = spawn('/usr/bin/time', [
      ...['-f', '%M', COMMAND, ...words, '--config', config, '-c', join(folder, 'data')],
    ])
    let [rows, said] = ['', '']
    child.stdout.setEncoding('utf8').on('data', text => {
      rows += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      said += text
    })
    const [code] = await once(child, 'close')
    const seconds = (performance.now() - startedAt) / 1000
    if (code !== 0) throw new Error(`the command failed:\n${said}`)
    const peakMiB = Math.round(Number(said.trim().split('\n').at(-1)) / 1024)
    return { seconds, made: rows.trim().split('\n').length, peakMiB }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const spans = new Map<string, { from: number; to: number; requests: number }>()
const sites = Array.from({ length: Number(values.sites) }, (_, i) => {
  const kind = SHAPES[i % SHAPES.length]!
  return KINDS[kind](`${kind}${i}.world.test`)
})
const world = await startWorld({
  sites,
  keepLog: false,
  onAnswered: ({ host, arrivedAt, leftAt }) => {
    const span = spans.get(host)
    spans.set(host, {
      from: span?.from ?? arrivedAt,
      to: leftAt ?? arrivedAt,
      requests: (span?.requests ?? 0) + 1,
    })
  },
})
try {
  const all = await modelled(
    world,
    sites.map(({ host }) => world.url(host)),
  )
  const [[slowest, span]] = [...spans].sort(([, a], [, b]) => b.to - b.from - (a.to - a.from)) as [
    [string, { from: number; to: number; requests: number }],
  ]
  const requests = [...spans.values()].reduce((sum, each) => sum + each.requests, 0)
  console.log(
    `${all.made} of ${sites.length} sites in ${all.seconds.toFixed(0)} s, ${requests} requests, peak ${all.peakMiB} MiB; slowest among them ${slowest}: ${span.requests} requests in ${((span.to - span.from) / 1000).toFixed(0)} s`,
  )
  const alone = await modelled(world, [world.url(slowest)])
  const ratio = all.seconds / alone.seconds
  console.log(`${slowest} alone: ${alone.seconds.toFixed(0)} s, peak ${alone.peakMiB} MiB`)
  const isReached = ratio <= MOST && all.made === sites.length
  console.log(`${isReached ? 'reached' : 'NOT REACHED'}  ${ratio.toFixed(2)} (wanted at most ${MOST})`)
  process.exitCode = isReached ? 0 : 1
} finally {
  await world.stop()
}
