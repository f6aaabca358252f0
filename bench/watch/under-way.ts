import type { VisitReport } from '../../src/crawl/index.ts'
import type { World } from '../../test/world/index.ts'
import { keyOf } from './served.ts'

/** A request that no visit reports, such as a probe of how a server answers for pages that it lacks, is over after so many looks. */
const MAX_LOOKS = 2_000

/** Pages that the origin was asked for and the engine has not reported yet. */
export class UnderWay {
  readonly #looks = new Map<string, number>()
  #world: World | undefined
  #read = 0

  watch(world: World): void {
    this.#world = world
  }

  /** Is anything? Asked once in a tick of the clock. */
  look(): boolean {
    this.#readLog()
    for (const [page, looks] of this.#looks)
      if (looks >= MAX_LOOKS) this.#looks.delete(page)
      else this.#looks.set(page, looks + 1)
    const last = this.#world?.log.at(-1)
    return this.#looks.size > 0 || (last !== undefined && last.leftAt === undefined)
  }

  reported({ url }: Pick<VisitReport, 'url'>): void {
    this.#readLog()
    this.#looks.delete(keyOf(url))
  }

  #readLog(): void {
    const log = this.#world?.log ?? []
    for (; this.#read < log.length; this.#read++) {
      const { host, path } = log[this.#read]!
      if (path !== '/robots.txt') this.#looks.set(keyOf(`http://${host}${path}`), 0)
    }
  }
}
