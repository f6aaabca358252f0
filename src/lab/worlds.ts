/**
 * The simulated populations P0 … P9. All are based on Cho and Garcia-Molina's measured classes (2003): 23 % of pages change daily,
 * 15 % weekly, 16 % monthly, 16 % every four months, 30 % once a year. Each further world breaks one assumption of the theory:
 * equal rates within a class, equal weights, even hours, chance, constancy, silence, unlimited servers, immortality.
 */
import { Failure, type Random, seededRandom } from '../env/index.ts'
import type { RateClass } from '../refresh/index.ts'
import { evenly, exponential, logUniform, shuffle, weibull } from './draw.ts'
import { honestyOf, signalsOf } from './honesty.ts'
import { fromOperational, WORKING_WEEK } from './week.ts'
import type { LabWorld, TimesByPage } from './world.ts'

export const CHO_CLASSES: readonly RateClass[] = [
  { rate: 1, share: 0.23 },
  { rate: 1 / 7, share: 0.15 },
  { rate: 1 / 30, share: 0.16 },
  { rate: 1 / 120, share: 0.16 },
  { rate: 1 / 365, share: 0.3 },
]

/** Bounds of the intervals of P1's classes, in days: the geometric means of neighboring classes. */
const EDGES = [
  1 / Math.sqrt(7),
  Math.sqrt(7),
  Math.sqrt(210),
  60,
  Math.sqrt(120 * 365),
  365 * Math.sqrt(365 / 120),
]

export const WORLD_NAMES = ['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9'] as const
export type WorldName = (typeof WORLD_NAMES)[number]

export interface WorldOptions {
  readonly pages: number
  readonly spanDays: number
  readonly seed: number
}

export function worldNamed(name: string, options: WorldOptions): LabWorld {
  if (!WORLD_NAMES.includes(name as WorldName))
    throw new Failure('usage', `There is no world “${name}”; choose one of ${WORLD_NAMES.join(', ')}.`)
  return made(name as WorldName, options, seededRandom(options.seed))
}

function made(name: WorldName, { pages, spanDays }: WorldOptions, random: Random): LabWorld {
  const rates = drawRates(name === 'P0', pages, random)
  const plain = { name, pages, spanDays, rates }
  const changing = (gap: Gap = exponential) => changesOf(rates, spanDays, random, gap)
  switch (name) {
    case 'P0':
    case 'P1':
      return { ...plain, changes: changing() }
    case 'P2':
      return { ...plain, changes: changing(), weights: zipfWeights(pages, random) }
    case 'P3':
      return { ...plain, changes: atWork(changing(), spanDays), hosts: spread(pages, 20) }
    case 'P4':
      return { ...plain, changes: changing(r => weibull(r, 0.6)) }
    case 'P5':
      return { ...plain, changes: changing(r => evenly(r, 4)) }
    case 'P6': {
      const laterRates = drawRates(false, pages, random)
      return { ...plain, laterRates, changes: redrawn(rates, laterRates, spanDays, random) }
    }
    case 'P7': {
      const hosts = spread(pages, 12)
      const changes = changing()
      return {
        ...plain,
        changes,
        hosts,
        signals: signalsOf({ changes, rates, hosts, spanDays }, honestyOf(12), random),
      }
    }
    case 'P8':
      return { ...plain, changes: changing(), hosts: lopsided(pages), capShares: [0.05, 0.1] }
    case 'P9':
      return mortal(plain, changing(), random)
  }
}

type Gap = (random: Random) => number

function drawRates(exact: boolean, pages: number, random: Random): Float64Array {
  const total = CHO_CLASSES.reduce((sum, one) => sum + one.share, 0)
  const rates: number[] = []
  let share = 0
  CHO_CLASSES.forEach((one, c) => {
    share += one.share / total
    while (rates.length < Math.round(share * pages))
      rates.push(exact ? one.rate : 1 / logUniform(random, EDGES[c]!, EDGES[c + 1]!))
  })
  return Float64Array.from(shuffle(rates, random))
}

/** Above this many changes, times are stored as 32-bit floats: two seconds of precision in a year, half the memory. */
const MANY = 20_000_000

class TimesWriter {
  readonly #starts: Uint32Array
  #times: Float64Array | Float32Array
  #count = 0
  #page = 0

  constructor(pages: number, expected: number) {
    this.#starts = new Uint32Array(pages + 1)
    const room = Math.ceil(expected * 1.05 + 1_000)
    this.#times = room > MANY ? new Float32Array(room) : new Float64Array(room)
  }

  add(time: number): void {
    if (this.#count === this.#times.length) this.#grow()
    this.#times[this.#count++] = time
  }

  #grow(): void {
    const Kind = this.#times.constructor as typeof Float64Array
    const larger = new Kind(Math.ceil(this.#times.length * 1.2) + 1_000)
    larger.set(this.#times)
    this.#times = larger
  }

  endPage(): void {
    this.#starts[++this.#page] = this.#count
  }

  done(): TimesByPage {
    return { starts: this.#starts, times: this.#times.subarray(0, this.#count) }
  }
}

function expectedChanges(rates: Float64Array, spanDays: number): number {
  return rates.reduce((sum, rate) => sum + rate, 0) * spanDays
}

function changesOf(rates: Float64Array, spanDays: number, random: Random, gap: Gap): TimesByPage {
  const writer = new TimesWriter(rates.length, expectedChanges(rates, spanDays))
  for (const rate of rates) {
    // Starts long before day 0, so that day 0 is a moment like any other.
    const ahead = gap === exponential ? 0 : 8 / rate
    for (let at = gap(random) / rate - ahead * random.next(); at < spanDays; at += gap(random) / rate)
      if (at >= 0) writer.add(at)
    writer.endPage()
  }
  return writer.done()
}

function redrawn(early: Float64Array, late: Float64Array, spanDays: number, random: Random): TimesByPage {
  const writer = new TimesWriter(
    early.length,
    (expectedChanges(early, spanDays) + expectedChanges(late, spanDays)) / 2,
  )
  const middle = spanDays / 2
  for (let i = 0; i < early.length; i++) {
    for (let at = exponential(random) / early[i]!; at < middle; at += exponential(random) / early[i]!)
      writer.add(at)
    for (
      let at = middle + exponential(random) / late[i]!;
      at < spanDays;
      at += exponential(random) / late[i]!
    )
      writer.add(at)
    writer.endPage()
  }
  return writer.done()
}

/** Turns operational time into wall time, so that changes fall into working hours. */
function atWork(changes: TimesByPage, spanDays: number): TimesByPage {
  return {
    starts: changes.starts,
    times: changes.times.map(time => Math.min(spanDays, fromOperational(WORKING_WEEK, time))) as Float64Array,
  }
}

/** Rank r has weight 1/r, scaled to mean 1. Weight and rate are independent. */
function zipfWeights(pages: number, random: Random): Float64Array {
  const ranks = shuffle(
    Array.from({ length: pages }, (_, i) => i + 1),
    random,
  )
  const harmonic = ranks.reduce((sum, rank) => sum + 1 / rank, 0)
  return Float64Array.from(ranks, rank => pages / rank / harmonic)
}

const spread = (pages: number, hosts: number) => Uint16Array.from({ length: pages }, (_, i) => i % hosts)

/** Half the pages live on one host, a quarter on the next, the rest on eight more. */
const lopsided = (pages: number) =>
  Uint16Array.from({ length: pages }, (_, i) => (i % 4 < 2 ? 0 : i % 4 === 2 ? 1 : 2 + ((i >> 2) % 8)))

/** A third of the pages exists from start to end; the others are born or die in between. */
function mortal(
  plain: Pick<LabWorld, 'name' | 'pages' | 'spanDays' | 'rates'>,
  changes: TimesByPage,
  random: Random,
): LabWorld {
  const births = new Float64Array(plain.pages)
  const deaths = new Float64Array(plain.pages).fill(Infinity)
  for (let i = 0; i < plain.pages; i++) {
    if (i % 3 === 1) births[i] = random.next() * plain.spanDays
    if (i % 3 === 2) deaths[i] = random.next() * plain.spanDays
  }
  return { ...plain, changes, births, deaths }
}
