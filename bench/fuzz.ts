/**
 * Mutated input for everything that reads untrusted bytes.
 *
 *   npm run bench:fuzz -- [--cases 100000] [--reader page]… [--seed 1] [--folder DIR] [--case N]
 *   npm run bench:fuzz -- --shapes [--reader page]…
 *
 * Each reader (test/faults/readers.ts) reads this many small cases in a separate thread: pages of the synthetic world (or of a folder), hostile
 * shapes and archives of our writer, cut, flipped, doubled and spliced. A finding is a case that takes more than a second, throws,
 * breaks a promise or runs out of memory; its line names reader, seed and case, and `--case` runs it alone. Any finding ends the
 * bench with status 1. Add findings to test/faults/shapes/, as shapes.
 *
 * `--shapes` feeds each hostile shape at two megabytes instead, and prints the slowest of each reader.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { realClock } from '../src/env/index.ts'
import { HOSTILE_SHAPES } from '../test/faults/hostile-shapes.ts'
import { ReaderWatch } from '../test/faults/reader-watch.ts'
import { makeReaders, type Reader } from '../test/faults/readers.ts'
import { Chance } from './change/chance.ts'
import { mutated } from './fuzz/mutate.ts'
import { seedsOf } from './fuzz/seeds.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    reader: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
    case: { type: 'string' },
    shapes: { type: 'boolean', default: false },
  },
})
const SLOW_CPU_MS = 1_000
const PATIENCE_MS = 10_000
const MAX_FINDINGS = 10
const SHAPE_BYTES = 1_990_000

const watch = new ReaderWatch()
let total = 0
for (const reader of await makeReaders())
  if (values.reader.length === 0 || values.reader.includes(reader.name))
    total += await (values.shapes ? feedShapes(reader) : fuzz(reader))
await watch.stop()
if (total > 0) process.exitCode = 1

async function fuzz(reader: Reader): Promise<number> {
  const seeds = reader.kinds.flatMap(kind => seedsOf(kind, values.folder))
  const started = realClock.monotonic()
  const [first, last] =
    values.case === undefined ? [0, Number(values.cases)] : [Number(values.case), Number(values.case) + 1]
  let findings = 0
  let slowest = 0
  let n = first
  for (; n < last && findings < MAX_FINDINGS; n++) {
    const bytes = mutated(seeds, new Chance(Number(values.seed) * 1_000_003 + n))
    const outcome = await watch.feed({ reader: reader.name, bytes }, PATIENCE_MS)
    if (outcome.kind === 'read') slowest = Math.max(slowest, outcome.cpuMs)
    if (outcome.kind === 'read' && outcome.cpuMs <= SLOW_CPU_MS) continue
    findings++
    console.log(
      `  ${reader.name} --seed ${values.seed} --case ${n}: ${JSON.stringify(outcome).slice(0, 400)}`,
    )
    if (values.case !== undefined) writeFileSync(`fuzz-${reader.name}-${n}.bin`, bytes)
  }
  const seconds = Math.round((realClock.monotonic() - started) / 1000)
  console.log(
    `${reader.name.padEnd(10)} ${n - first} cases in ${seconds} s, slowest ${Math.round(slowest)} ms, ${findings} findings`,
  )
  return findings
}

async function feedShapes(reader: Reader): Promise<number> {
  let findings = 0
  let slowest = { name: 'nothing', cpuMs: 0 }
  for (const { kind, name } of HOSTILE_SHAPES) {
    if (!reader.kinds.includes(kind)) continue
    const feeding = { reader: reader.name, shape: `${kind}: ${name}`, size: SHAPE_BYTES }
    const outcome = await watch.feed(feeding, PATIENCE_MS)
    if (outcome.kind === 'read' && outcome.cpuMs > slowest.cpuMs) slowest = { name, cpuMs: outcome.cpuMs }
    if (outcome.kind === 'read' && outcome.cpuMs <= SLOW_CPU_MS) continue
    findings++
    console.log(`  ${reader.name}, ${name}: ${JSON.stringify(outcome).slice(0, 400)}`)
  }
  console.log(
    `${reader.name.padEnd(10)} slowest shape: ${slowest.name}, ${Math.round(slowest.cpuMs)} ms; ${findings} findings`,
  )
  return findings
}
