import type { VisitReport } from '../../src/crawl/index.ts'
import type { Network } from '../../src/env/index.ts'
import type { World } from '../../test/world/index.ts'
import { keyOf } from './served.ts'

/** A request that no visit reports, such as a probe of how a server answers for pages that it lacks, is over after so many looks. */
const MAX_LOOKS = 2_000

/** A connection that brings no request, such as one for a name that is only looked up, is over after so many looks. */
const MAX_LOOKS_AT_CONNECTION = 100

/** Pages that the origin was asked for and the engine has not reported yet, and requests that are about to arrive. */
export class UnderWay {
  readonly #looks = new Map<string, number>()
  #world: World | undefined
  #read = 0
  /** Looks left until a connection that was begun is given up. */
  #connecting = 0

  /** The network of a world, through which this learns that a request is on its way before the origin does. */
  watch(world: World): Network {
    this.#world = world
    const { network } = world
    const noted =
      <A, R>(call: (asked: A) => R) =>
      (asked: A): R => {
        this.#connecting = MAX_LOOKS_AT_CONNECTION
        return call(asked)
      }
    return { resolve: noted(network.resolve), dial: noted(network.dial) }
  }

  /** Is anything? Asked once in a tick of the clock. */
  look(): boolean {
    this.#readLog()
    for (const [page, looks] of this.#looks)
      if (looks >= MAX_LOOKS) this.#looks.delete(page)
      else this.#looks.set(page, looks + 1)
    if (this.#connecting > 0) this.#connecting--
    const last = this.#world?.log.at(-1)
    return this.#connecting > 0 || this.#looks.size > 0 || (last !== undefined && last.leftAt === undefined)
  }

  reported({ url }: Pick<VisitReport, 'url'>): void {
    this.#readLog()
    this.#looks.delete(keyOf(url))
  }

  #readLog(): void {
    const log = this.#world?.log ?? []
    for (; this.#read < log.length; this.#read++) {
      const { host, path } = log[this.#read]!
      this.#connecting = 0
      if (path !== '/robots.txt') this.#looks.set(keyOf(`http://${host}${path}`), 0)
    }
  }
}
