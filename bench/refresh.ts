/**
 * Measures what the refresh room promises:
 *
 *   node bench/refresh.ts [--traces DIR] [--json] [--quick]
 *   node bench/refresh.ts --parts --traces DIR [--every 30] [--seeds 1,2]     only what each part of a policy is worth
 *
 * - theory: the gates of `tidewatch lab theory`;
 * - learned: `value` against the oracle on P1, at one fetch in 7 days after 5–10 visits and in 30 days after 20–40 visits;
 * - worlds: `value` against the oracle and uniform on P0 … P9; P7 with signals against ignoring them;
 * - traces: stale ratio against uniform over the last half for every trace in DIR (CSV, plain or gzip), at one fetch in 3, 7 and 30 days,
 *   with the better of `step` and `adaptive`;
 * - price: ten million known rates on one core; - speed: 10^4 pages, a year, one policy; - memory: 10^6 pages; - state: bytes per page.
 *
 * Times are CPU times. Exits with 1 if a promise is broken; says what is missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/env/index.ts'
import {
  batchShare,
  type LabWorld,
  readTrace,
  replay,
  theoryGates,
  WORLD_NAMES,
  worldNamed,
} from '../src/lab/index.ts'
import { policyNamed, RateHistogram } from '../src/refresh/index.ts'
import { printParts } from './refresh/parts.ts'

const { values: options } = parseArgs({
  options: {
    traces: { type: 'string' },
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    parts: { type: 'boolean', default: false },
    every: { type: 'string', default: '30' },
    seeds: { type: 'string', default: '1' },
    memory: { type: 'boolean', default: true },
  },
  allowNegative: true,
})

interface Row {
  readonly name: string
  readonly value: number | string
  readonly goal?: string
  readonly kept?: boolean
}

const rows: Row[] = []

function tell(row: Row): void {
  rows.push(row)
  if (options.json) return
  const verdict = row.kept === undefined ? '      ' : row.kept ? 'kept  ' : 'BROKEN'
  const value = typeof row.value === 'number' ? Number(row.value.toFixed(4)).toString() : row.value
  console.log(`${verdict}  ${row.name.padEnd(52)} ${value.padStart(12)}  ${row.goal ?? ''}`)
}

const promise = (name: string, value: number, goal: string, kept: boolean) =>
  tell({ name, value, goal, kept })

function cpuSeconds<T>(work: () => T): { readonly result: T; readonly seconds: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

const freshness = (world: LabWorld, name: string, every: number) =>
  replay(world, policyNamed(name), { every }).freshness

const oracleOf = (world: LabWorld, every: number) =>
  replay(world, policyNamed('optimal'), { every, knowsRates: true, explore: 0, deaf: true }).freshness

function theory(): void {
  for (const gate of theoryGates())
    promise(gate.name, gate.value, `${Number(gate.expected.toFixed(4))}`, gate.passed)
}

/** The measured half holds visits 5–10, or 20–40. */
function learned(): void {
  for (const [every, rounds, goal] of [
    [7, 10, 95],
    [30, 40, 98],
  ] as const) {
    const percents = [1, 2, 3].map(seed => {
      const world = worldNamed('P1', { pages: 2_000, spanDays: every * rounds, seed })
      return (100 * freshness(world, 'value', every)) / oracleOf(world, every)
    })
    const mean = percents.reduce((sum, each) => sum + each, 0) / percents.length
    promise(
      `P1, 1 in ${every} d, visits ${rounds / 2}–${rounds}, % of oracle`,
      mean,
      `≥ ${goal}`,
      mean >= goal,
    )
  }
}

function worlds(): void {
  for (const name of WORLD_NAMES) {
    const world = worldNamed(name, { pages: options.quick ? 500 : 1_000, spanDays: 280, seed: 5 })
    const [oracle, uniform, value] = [
      oracleOf(world, 7),
      freshness(world, 'uniform', 7),
      freshness(world, 'value', 7),
    ]
    promise(
      `${name}, 1 in 7 d: freshness (uniform ${uniform.toFixed(3)}, oracle ${oracle.toFixed(3)})`,
      value,
      '≥ uniform',
      value >= uniform,
    )
  }
  for (const every of [3, 7, 30]) {
    const world = worldNamed('P7', { pages: 1_000, spanDays: 40 * every, seed: 6 })
    const deaf = replay(world, policyNamed('value'), { every, deaf: true }).freshness
    const value = freshness(world, 'value', every)
    promise(
      `P7, 1 in ${every} d: with signals (ignoring them ${deaf.toFixed(3)})`,
      value,
      '≥ ignoring',
      value >= deaf,
    )
  }
}

function traces(folder: string | undefined): void {
  if (folder === undefined || !existsSync(folder)) {
    tell({ name: 'traces', value: 'missing', goal: 'name a folder of CSV files with --traces DIR' })
    return
  }
  const worlds = tracesIn(folder)
  if (worlds.length === 0)
    tell({ name: 'traces', value: 'missing', goal: `${folder} holds no .csv or .csv.gz` })
  else for (const every of [30, 7, 3]) meanRatios(worlds, every)
}

const tracesIn = (folder: string): LabWorld[] =>
  readdirSync(folder)
    .filter(file => /\.csv(\.gz)?$/.test(file))
    .sort()
    .map(file => readTrace(file, readFileSync(join(folder, file))))

function meanRatios(worlds: readonly LabWorld[], every: number): void {
  const ratios = worlds.map(world => traceRatio(world, every))
  const mean = ratios.reduce((sum, each) => sum + each, 0) / ratios.length
  const name = `traces, 1 in ${every} d, mean stale ratio`
  if (every === 30) promise(name, mean, '≤ 0.75', mean <= 0.75)
  else tell({ name, value: mean })
}

function traceRatio(world: LabWorld, every: number): number {
  const uniform = 1 - freshness(world, 'uniform', every)
  const ratio = (name: string) => (1 - freshness(world, name, every)) / uniform
  const [value, step, adaptive] = [ratio('value'), ratio('step'), ratio('adaptive')]
  const allowed = Math.min(1, 1.02 * Math.min(step, adaptive))
  promise(
    `${world.name}, 1 in ${every} d, ${Math.round(100 * batchShare(world))} % in batches (step ${step.toFixed(2)}, adaptive ${adaptive.toFixed(2)})`,
    value,
    `≤ ${allowed.toFixed(2)}`,
    value <= allowed,
  )
  return value
}

function parts(folder: string | undefined): void {
  const worlds = folder === undefined ? [] : tracesIn(folder)
  const [every, seeds] = [Number(options.every), options.seeds.split(',').map(Number)]
  printParts(worlds, every, seeds)
}

function price(): void {
  const pages = 10_000_000
  const random = seededRandom(1)
  const rates = Float64Array.from({ length: pages }, () => 0.002 * 500 ** random.next())
  const { seconds, result } = cpuSeconds(() => {
    const histogram = new RateHistogram()
    for (let i = 0; i < pages; i++) histogram.add(rates[i]!)
    return histogram.price(pages / 30)
  })
  promise(`price of 10^7 known rates, CPU s (μ = ${result.toFixed(3)})`, seconds, '< 1', seconds < 1)
}

function speed(): void {
  const world = worldNamed('P1', { pages: 10_000, spanDays: 365, seed: 1 })
  for (const every of [30, 7]) {
    const { seconds } = cpuSeconds(() => freshness(world, 'value', every))
    promise(`10^4 pages, 1 year, value, 1 in ${every} d, CPU s`, seconds, '< 10', seconds < 10)
  }
}

function memory(): void {
  const world = worldNamed('P1', { pages: 1_000_000, spanDays: 120, seed: 1 })
  const { seconds } = cpuSeconds(() => freshness(world, 'value', 60))
  const peak = process.resourceUsage().maxRSS / 1024 ** 2
  promise(`10^6 pages, 120 days: peak memory GiB (${seconds.toFixed(0)} CPU s)`, peak, '< 2', peak < 2)
}

function state(): void {
  const bytes = policyNamed('value').width * Float32Array.BYTES_PER_ELEMENT
  promise('state of a page, bytes', bytes, '≤ 150', bytes <= 150)
}

function everything(): void {
  theory()
  learned()
  worlds()
  traces(options.traces)
  price()
  speed()
  state()
  if (options.memory && !options.quick) memory()
  else tell({ name: 'memory of 10^6 pages', value: 'left out' })
  if (options.json) console.log(JSON.stringify(rows))
}

if (options.parts) parts(options.traces)
else everything()
process.exitCode = rows.some(row => row.kept === false) ? 1 : 0
