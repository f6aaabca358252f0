import type { World } from '../../test/world/index.ts'

/**
 * When the origin drew what a visit got. On a fast clock, hours pass between the moment at which a visit begins and that at which its
 * request arrives, and what changes meanwhile is in the copy.
 */
export class Served {
  readonly #world: World
  readonly #startAt: number
  readonly #times = new Map<string, number[]>()
  #read = 0

  constructor(world: World, startAt: number) {
    this.#world = world
    this.#startAt = startAt
  }

  /** The first arrival of a request for this address at or after a time; that time if there is none. */
  after(url: string, at: number): number {
    this.#readLog()
    const times = this.#times.get(keyOf(url)) ?? []
    return times[firstFrom(times, at)] ?? at
  }

  #readLog(): void {
    const { log } = this.#world
    for (; this.#read < log.length; this.#read++) {
      const { host, path, arrivedAt } = log[this.#read]!
      const key = keyOf(`http://${host}${path}`)
      const times = this.#times.get(key)
      const at = this.#startAt + arrivedAt
      if (times) times.push(at)
      else this.#times.set(key, [at])
    }
  }
}

/** Index of the first of these sorted times that is not before `at`; clocks are read in whole milliseconds. */
function firstFrom(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < at - 1) low = middle + 1
    else high = middle
  }
  return low
}

/** Without the port: the world has one of its own. */
export function keyOf(url: string): string {
  const { hostname, pathname, search } = new URL(url)
  return hostname + pathname + search
}
