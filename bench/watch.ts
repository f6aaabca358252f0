/**
 * Does the engine keep a collection as fresh as the lab says, with real HTTP, real parsing and noise on every page?
 *   node bench/watch.ts [--policies value,gamma,…] [--objective freshness] [--pages 240] [--days 84]
 *                       [--interval 7] [--seconds 84] [--seed 1] [--store sqlite|postgres] [--json]
 *   node bench/watch.ts --trace FILE… [--pages 150] [--interval 30] [--seconds 120] [the same options]
 *   node bench/watch.ts --first DIR [--pages 3000] [--runs 3] [--json]
 *
 * Each policy watches the same changing world on a fast clock under the same budget (one fetch of each page per
 * interval). The world, which knows every change, says how fresh the collection was over the second half; the lab replays the same
 * changes with the same number of visits for comparison, eight times: `±` is how far one replay is from another, and a run of the engine is
 * one more. With few pages that is more than engine and lab may be apart. With `--trace`, the pages of the world change when those of a trace did (a file
 * that `tidewatch lab run` reads), over its whole span. With `--first`, measures what a first crawl of the pages below a folder costs under
 * `watch` and under `crawl`. Exits with 1 if engine and lab are further apart than they should be.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../scripts/postgres.ts'
import { readTrace } from '../src/lab/index.ts'
import { POLICY_NAMES } from '../src/refresh/index.ts'
import { experiment, type Measured } from './watch/experiment.ts'
import { compareFirstCrawls } from './watch/first-crawl.ts'
import { type Ground, syntheticGround, traceGround } from './watch/ground.ts'

const { values } = parseArgs({
  options: {
    policies: { type: 'string', default: POLICY_NAMES.join(',') },
    objective: { type: 'string', default: 'freshness' },
    trace: { type: 'string', multiple: true, default: [] },
    pages: { type: 'string' },
    first: { type: 'string' },
    runs: { type: 'string', default: '3' },
    days: { type: 'string', default: '84' },
    interval: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    store: { type: 'string', default: 'sqlite' },
    json: { type: 'boolean', default: false },
  },
})

/** Engine and lab agree when their freshness differs by this share at most. */
const MAX_APART = 0.02
/** What the engine believes of its freshness, and what is true. */
const MAX_WRONG = 0.02

interface Row extends Measured {
  readonly ground: string
}

if (values.first === undefined) await comparePolicies()
else await compareFirst(values.first)

async function compareFirst(folder: string): Promise<void> {
  const { runs, ratio } = await compareFirstCrawls(folder, Number(values.pages ?? 3_000), Number(values.runs))
  if (values.json) return console.log(JSON.stringify({ runs, ratio }))
  for (const { command, visits, cpuSeconds, seconds } of runs)
    console.log(`${command}: ${visits} visits, ${cpuSeconds.toFixed(2)} s CPU, ${seconds.toFixed(1)} s`)
  console.log(`crawl costs ${ratio.toFixed(3)} of what watch costs`)
}

function grounds(): readonly Ground[] {
  if (values.trace.length === 0) return [syntheticGround(Number(values.pages ?? 240), Number(values.days))]
  return values.trace.map(file =>
    traceGround(readTrace(basename(file), readFileSync(file)), Number(values.pages ?? 150)),
  )
}

async function comparePolicies(): Promise<void> {
  const isTrace = values.trace.length > 0
  const server = values.store === 'postgres' ? await startTestPostgres({ durable: true }) : null
  const rows: Row[] = []
  try {
    for (const ground of grounds())
      for (const policy of values.policies.split(',')) {
        const store = server ? { store: `${server.url}?schema=bench_watch_${rows.length}` } : {}
        const measured = await experiment({
          ground,
          policy,
          objective: values.objective as 'freshness',
          seed: Number(values.seed),
          intervalDays: Number(values.interval ?? (isTrace ? 30 : 7)),
          seconds: Number(values.seconds ?? (isTrace ? 120 : 84)),
          ...store,
        })
        rows.push({ ground: ground.name, ...measured })
      }
  } finally {
    await server?.stop()
  }
  if (values.json) console.log(JSON.stringify(rows))
  else print(rows)
  const isApart = rows.some(row => apart(row) > MAX_APART || Math.abs(row.believed) > MAX_WRONG)
  if (isApart) process.exitCode = 1
}

function apart({ freshness, labFreshness }: Row): number {
  return Math.abs(freshness / labFreshness - 1)
}

function print(rows: readonly Row[]): void {
  console.log(
    'history               policy         pages  fetches  fresh    lab      ±  apart  age (d)  belief − truth  changes found  false  missed  stale ratio    lab',
  )
  for (const row of rows) {
    const uniform = rows.find(({ ground, policy }) => ground === row.ground && policy === 'uniform')
    const ratio = (fresh: 'freshness' | 'labFreshness') =>
      uniform ? ((1 - row[fresh]) / (1 - uniform[fresh])).toFixed(3) : '-'
    const cells: readonly (readonly [text: string, width: number])[] = [
      [String(row.pages), 5],
      [String(row.fetches), 8],
      [row.freshness.toFixed(3), 6],
      [row.labFreshness.toFixed(3), 6],
      [row.labSpread.toFixed(3), 6],
      [`${(apart(row) * 100).toFixed(1)} %`, 6],
      [row.ageDays.toFixed(2), 8],
      [row.believed.toFixed(3), 15],
      [String(row.changesFound), 14],
      [String(row.falseChanges), 6],
      [String(row.missedChanges), 7],
      [ratio('freshness'), 12],
      [ratio('labFreshness'), 6],
    ]
    const named = `${row.ground.padEnd(21)} ${row.policy.padEnd(13)}`
    console.log([named, ...cells.map(([text, width]) => text.padStart(width))].join(' '))
  }
  const worst = Math.max(...rows.map(apart))
  const wrong = Math.max(...rows.map(row => Math.abs(row.believed)))
  console.log(
    verdict(`engine and lab ${(worst * 100).toFixed(1)} % apart at most`, worst <= MAX_APART, '2 %'),
  )
  console.log(verdict(`estimates ${wrong.toFixed(3)} from the truth at most`, wrong <= MAX_WRONG, '0.02'))
}

function verdict(what: string, isReached: boolean, wanted: string): string {
  return `${isReached ? 'reached    ' : 'NOT REACHED'}  ${what} (wanted: ${wanted})`
}
