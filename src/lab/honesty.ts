/** Signals of different honesty: what the hosts of world P7 announce, truthfully or not. */
import type { Random } from '../env/index.ts'
import { exponential } from './draw.ts'
import { type TimesByPage, timesByPage } from './world.ts'

export interface Honesty {
  /** Share of changes that are announced. */
  readonly recall: number
  /** False announcements for each true change. */
  readonly falseRate: number
}

/** From hosts that announce every change and nothing else to hosts that announce only changes that never happened. */
const KINDS: readonly Honesty[] = [
  { recall: 1, falseRate: 0 },
  { recall: 0.8, falseRate: 0.2 },
  { recall: 0.5, falseRate: 0 },
  { recall: 0.9, falseRate: 4 },
  { recall: 0, falseRate: 0 },
  { recall: 0, falseRate: 3 },
]

export const honestyOf = (hosts: number): Honesty[] =>
  Array.from({ length: hosts }, (_, host) => KINDS[host % KINDS.length]!)

/** The pages that hosts announce: how often and when each changes, and which host it is on. */
interface Announced {
  readonly changes: TimesByPage
  readonly rates: Float64Array
  readonly hosts: Uint16Array
  readonly spanDays: number
}

export function signalsOf(
  { changes, rates, hosts, spanDays }: Announced,
  honesty: readonly Honesty[],
  random: Random,
): TimesByPage {
  const lists: number[][] = []
  for (let page = 0; page < rates.length; page++) {
    const { recall, falseRate } = honesty[hosts[page]!]!
    const list: number[] = []
    for (let i = changes.starts[page]!; i < changes.starts[page + 1]!; i++)
      if (random.next() < recall) list.push(changes.times[i]!)
    const rate = falseRate * rates[page]!
    if (rate > 0)
      for (let at = exponential(random) / rate; at < spanDays; at += exponential(random) / rate) list.push(at)
    lists.push(list.sort((a, b) => a - b))
  }
  return timesByPage(lists)
}
