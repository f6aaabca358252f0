import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { POLICY_NAMES, policyNamed } from '../refresh/index.ts'
import { compare } from './compare-policies.ts'
import { evenly, exponential, gammaFunction, weibull } from './draw.ts'
import { DueHeap } from './due-heap.ts'
import { theoryGates } from './gates.ts'
import { labReport } from './lab-report.ts'
import { LongestWaiting } from './longest.ts'
import { replay } from './replay.ts'
import { readTrace } from './trace.ts'
import { fromOperational, WORKING_WEEK } from './week.ts'
import { type LabWorld, timesByPage } from './world.ts'
import { WORLD_NAMES, worldNamed } from './worlds.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('traces', () => {
  it('an empty line is a page that never changed, the last line too', () => {
    const world = readTrace('x', bytes('# pages; span 50 days\n1,2.5,40\n\n3\n\n'))
    expect(world.pages).toBe(4)
    expect(world.spanDays).toBe(50)
    expect([...world.changes.starts]).toEqual([0, 3, 3, 4, 4])
  })
  it('may say the address of each page first', () => {
    const world = readTrace('x', bytes('# span 9 days\n/a/x.html,1,2\n/b\n/a/y,3\n'))
    expect(world.addresses).toEqual(['/a/x.html', '/b', '/a/y'])
    expect([...world.changes.starts]).toEqual([0, 2, 2, 3])
    expect(() => readTrace('x', bytes('/a,1\n2,3\n'))).toThrow('x, line 2: “2,3” has no address')
    expect(() => readTrace('x', bytes('/a,b\n'))).toThrow('x, line 1: “b” is no time')
  })
  it('may have whole addresses, whose hosts are directories', () => {
    const world = readTrace('x', bytes('# span 9 days\nhttps://a.test/x/y,1,2\nHTTP://b.test/\n/c/d,3\n'))
    expect(world.addresses).toEqual(['/a.test/x/y', '/b.test/', '/c/d'])
  })
  it('may be packed, unsorted and without a comment', () => {
    const world = readTrace('x', gzipSync(bytes('9,2\r\n3\r\n')))
    expect([...world.changes.times]).toEqual([2, 9, 3])
    expect(world.spanDays).toBe(9)
  })
  it.each(['\n', '\r\n', '\r'])('lines may end with %j, cells may be padded', end => {
    const world = readTrace('x', bytes(`\ufeff# span 20 days${end}1, 2${end}${end} 3 ${end}`))
    expect([...world.changes.starts]).toEqual([0, 2, 2, 3])
    expect(world.spanDays).toBe(20)
  })
  it.each([
    ['', 'x holds no pages'],
    ['# span 10 days\n1,two\n', 'x, line 2: “two” is no time in days'],
    ['\n\n', 'x has no length'],
    ['-1\n', 'x, line 1: “-1” is no time'],
    ['1,NaN\n', 'x, line 1: “NaN” is no time'],
    ['1\nInfinity\n', 'x, line 2: “Infinity” is no time'],
    ['1,,3\n', 'x, line 1: “” is no time'],
    ['1,2,\n', 'x, line 1: “” is no time'],
    ['page,time\n', 'x, line 1: “page” is no time'],
    ['0x10\n', 'x, line 1: “0x10” is no time'],
    ['\x00\x01\n', 'x, line 1: “??” is no time'],
    ['# span 0 days\n1\n', 'x cannot last “0 days”: say a number above 0'],
    ['# span 1.2.3 days\n1\n', 'x cannot last “1.2.3 days”'],
    [
      '# span 10 days\n3\n12.5\n',
      'x lasts 10 days by its first line, but in line 3 a page changes on day 12.5',
    ],
    ['1700000000\n', 'x lasts 1700000000 days: times are days, up to 100000'],
  ])('%j gets a sentence', (text, sentence) => expect(() => readTrace('x', bytes(text))).toThrow(sentence))
  it('broken gzip gets a sentence', () =>
    expect(() => readTrace('x', Uint8Array.of(0x1f, 0x8b, 1, 2))).toThrow(
      'x begins like gzip but cannot be unpacked',
    ))
})

describe('the queues', () => {
  it('the heap gives pages in order of due times, whatever was moved', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(19), fc.double({ min: 0, max: 9, noNaN: true }), fc.boolean())),
        moves => {
          const heap = new DueHeap(20)
          const model = new Map<number, number>()
          for (const [page, due, gone] of moves) {
            if (gone) heap.remove(page)
            else heap.set(page, due)
            if (gone) model.delete(page)
            else model.set(page, due)
            expect(heap.size).toBe(model.size)
            if (heap.first >= 0) expect(heap.dueOf(heap.first)).toBe(Math.min(...model.values()))
          }
        },
      ),
    ))
  it('the list gives the page that has waited longest', () => {
    const list = new LongestWaiting(4)
    for (const page of [2, 0, 3, 2]) list.visited(page)
    expect(list.first).toBe(0)
    list.remove(0)
    expect(list.first).toBe(3)
    list.remove(3)
    list.remove(2)
    expect(list.first).toBe(-1)
  })
})

describe('draws', () => {
  it('have mean 1', () => {
    const random = seededRandom(2)
    const mean = (draw: () => number) =>
      Array.from({ length: 40_000 }, draw).reduce((sum, x) => sum + x, 0) / 40_000
    expect(mean(() => exponential(random))).toBeCloseTo(1, 1)
    expect(mean(() => weibull(random, 0.6))).toBeCloseTo(1, 1)
    expect(mean(() => evenly(random, 4))).toBeCloseTo(1, 1)
    expect(gammaFunction(5)).toBeCloseTo(24, 6)
    expect(gammaFunction(1.5)).toBeCloseTo(Math.sqrt(Math.PI) / 2, 8)
  })
  it('a working week keeps its length', () => {
    expect(fromOperational(WORKING_WEEK, 7)).toBeCloseTo(7)
    expect(fromOperational(WORKING_WEEK, 2.9)).toBeLessThan(3)
  })
})

describe('the tally', () => {
  const changes = [3, 5, 6]
  const world: LabWorld = {
    name: 'by hand',
    pages: 1,
    spanDays: 10,
    changes: timesByPage([changes]),
    rates: Float64Array.of(0.3),
  }

  /** The replay draws one number for each page, then its start: visits at s, s+4, s+8. */
  function visitsOf(seed: number): number[] {
    const random = seededRandom(seed)
    random.next()
    const start = 4 * random.next()
    return [start, start + 4, start + 8].filter(at => at < 10)
  }

  it.each([1, 2, 3, 4, 5])('integrates staleness, age and missed changes exactly (seed %d)', seed => {
    const visits = visitsOf(seed)
    const result = replay(world, policyNamed('uniform'), { every: 4, seed, measureFrom: 0 })
    let [stale, age, harmonic] = [0, 0, 0]
    const step = 1 / 4096
    for (let at = step / 2; at < 10; at += step) {
      const since = Math.max(0, ...visits.filter(visit => visit <= at))
      const unseen = changes.filter(change => change > since && change <= at)
      if (unseen.length === 0) continue
      stale += step
      age += step * (at - unseen[0]!)
      unseen.forEach((_, i) => {
        harmonic += step / (i + 1)
      })
    }
    expect(result.freshness).toBeCloseTo(1 - stale / 10, 3)
    expect(result.age).toBeCloseTo(age / 10, 3)
    expect(result.harmonic).toBeCloseTo(harmonic / 10, 3)
    expect(result.fetches).toBe(visits.length)
  })
})

describe('worlds and replays', () => {
  it.each(WORLD_NAMES)(
    '%s is the same for the same seed, and every policy spends the same as far as it can',
    name => {
      const make = () => worldNamed(name, { pages: 40, spanDays: 60, seed: 9 })
      expect(make().changes.times).toEqual(make().changes.times)
      const world = make()
      const fetches = POLICY_NAMES.map(policy => replay(world, policyNamed(policy), { every: 5 }).fetches)
      const budget = 240
      // Where servers are capped or pages die, part of the budget cannot be spent.
      if (name === 'P8' || name === 'P9') {
        expect(Math.max(...fetches)).toBeLessThanOrEqual(budget)
        expect(fetches[POLICY_NAMES.indexOf('value')]).toBeGreaterThan(0.9 * budget)
      } else expect(new Set(fetches)).toEqual(new Set([budget]))
      const [again] = [replay(world, policyNamed('value'), { every: 5 })]
      expect(again).toEqual(replay(world, policyNamed('value'), { every: 5 }))
    },
  )
  it('a fetch of everything all the time leaves nothing stale', () => {
    const world = worldNamed('P1', { pages: 30, spanDays: 20, seed: 1 })
    expect(replay(world, policyNamed('uniform'), { every: 0.001 }).freshness).toBeGreaterThan(0.999)
  })
  it('learned rates come close to the oracle, signals beat ignoring them', () => {
    const world = worldNamed('P7', { pages: 240, spanDays: 140, seed: 2 })
    const value = replay(world, policyNamed('value'), { every: 7 }).freshness
    expect(value).toBeGreaterThan(replay(world, policyNamed('value'), { every: 7, deaf: true }).freshness)
  })
  it('compares by the words of the documents', () => {
    const world = worldNamed('P1', { pages: 200, spanDays: 120, seed: 2 })
    const result = compare(world, [policyNamed('value'), policyNamed('uniform')], {
      every: 7,
      objective: 'freshness',
      seed: 1,
    })
    expect(Object.keys(result)).toEqual(['pages', 'spanDays', 'fetchesPerPage', 'batched', 'policies'])
    expect(result.policies[1]!.staleRatio).toBe(1)
    expect(result.policies[0]!.staleRatio).toBeLessThan(1)
    expect(() => compare(world, [], { every: 100, objective: 'freshness', seed: 1 })).toThrow(
      /too short for one fetch a page in 100 days/,
    )
  })
  it('the report stands alone and escapes what it is given', () => {
    const world = worldNamed('P1', { pages: 50, spanDays: 60, seed: 2 })
    const comparison = compare(world, [policyNamed('value'), policyNamed('uniform')], {
      every: 7,
      objective: 'age',
      seed: 1,
    })
    const html = labReport({
      source: '<b>x',
      objective: 'age',
      seed: 1,
      runs: [{ every: 7, comparison }],
      gates: [],
    })
    expect(html).toContain('&lt;b&gt;x')
    expect(html).not.toMatch(/<script|src=|href=|https?:|NaN|Infinity/)
    expect(html.match(/<svg/g)!.length).toBe(3)
  })
})

it('the theory gates hold', () => {
  for (const gate of theoryGates()) expect(gate, gate.name).toMatchObject({ passed: true })
})
