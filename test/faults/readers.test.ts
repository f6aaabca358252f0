/**
 * Whatever bytes strangers send: two megabytes of them take no reader more than a second of processor time (three here, for slow
 * machines) and no more than 200 MiB of memory. Each hostile shape goes through each reader of its kind.
 */
import { afterAll, expect, it } from 'vitest'
import { HOSTILE_SHAPES, type HostileShape } from './hostile-shapes.ts'
import { ReaderWatch } from './reader-watch.ts'
import { makeReaders, type Reader } from './readers.ts'

const CEILING_CPU_MS = 3_000
const PATIENCE_MS = 30_000
/** A little less than two megabytes, so that no limit of a round number stands between the shape and the reader. */
const FULL_SIZE = 1_990_000
const SIZES = [FULL_SIZE / 16, FULL_SIZE / 8, FULL_SIZE / 4, FULL_SIZE / 2, FULL_SIZE]
/** Below this a measurement is mostly noise. */
const MIN_CPU_MS = 20
/** Shapes that are known for the memory they take: they are fed in full, however fast they are read. */
const LARGE = /nested|paragraphs|seams|bold|forms|items|JSON-LD|attributes|anchors|cards/

const watches = [new ReaderWatch(), new ReaderWatch()]
afterAll(() => Promise.all(watches.map(watch => watch.stop())))

/** What is wrong with readings at doubling sizes, or null. They end where the growth so far says that the rest will do. */
async function problemOf(watch: ReaderWatch, reader: Reader, shape: HostileShape): Promise<string | null> {
  let before: number | null = null
  for (const size of reader.name === 'page' && LARGE.test(shape.name) ? [FULL_SIZE] : SIZES) {
    const feeding = { reader: reader.name, shape: `${shape.kind}: ${shape.name}`, size }
    const outcome = await watch.feed(feeding, PATIENCE_MS)
    if (outcome.kind !== 'read') return `${shape.name}, ${size} bytes: ${JSON.stringify(outcome)}`
    const cpuMs = Math.max(MIN_CPU_MS, outcome.cpuMs)
    if (cpuMs > CEILING_CPU_MS) return `${shape.name}, ${size} bytes: ${Math.round(cpuMs)} ms`
    // As if it grew at least linearly, and by a power as between the last two sizes; of one size alone little is known.
    const factor = before === null ? 2 : Math.max(2, cpuMs / before)
    const ceiling = before === null ? CEILING_CPU_MS / 2 : CEILING_CPU_MS
    if (cpuMs * factor ** Math.log2(FULL_SIZE / size) < ceiling) return null
    before = cpuMs
  }
  return null
}

it.each(await makeReaders())('$name: every hostile shape in bounded time and memory', async reader => {
  const shapes = HOSTILE_SHAPES.filter(({ kind }) => reader.kinds.includes(kind))
  const waiting = [...shapes]
  const problems: string[] = []
  const work = async (watch: ReaderWatch) => {
    for (let shape = waiting.shift(); shape !== undefined; shape = waiting.shift()) {
      const problem = await problemOf(watch, reader, shape)
      if (problem !== null) problems.push(problem)
    }
  }
  await Promise.all(watches.map(work))
  expect(shapes.length).toBeGreaterThan(0)
  expect(problems).toEqual([])
})
