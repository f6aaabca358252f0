import { directoryOf } from '../../refresh/index.ts'
import type { HostId } from '../../store/index.ts'

/** Maximum number of groups remembered; pages of further groups are judged by their host, or by all pages. */
const MAX_GROUPS = 50_000
/** A group is judged as if it had this many more pages like those of the group above it. */
const PULL = 4

/** What decides which groups a page belongs to. */
export interface Grouped {
  readonly host: HostId
  readonly url: string
  readonly pageClass: string | null
}

/** What to expect of a page that was never visited. */
export interface Expectation {
  /** The chance that the page exists and is worth keeping. */
  readonly odds: number
  /** What refreshing it gains, if it exists. */
  readonly refreshing: number
}

interface Sums {
  tried: number
  stored: number
  refreshing: number
}

/** Before anything is known. */
const UNKNOWN: Expectation = { odds: 1, refreshing: 0.5 }

/** What pages turned out to be, by class or directory, by host, and overall. Each group is pulled toward the one above it. */
export class PageGroups {
  readonly #groups = new Map<string, Sums>()

  /** Adds a page that was visited: the odds that it exists, and what refreshing it gains. */
  add(page: Grouped, { odds, refreshing }: Expectation): void {
    for (const name of namesOf(page)) {
      const sums = this.#sums(name)
      if (!sums) continue
      sums.tried++
      sums.stored += odds
      sums.refreshing += odds * refreshing
    }
  }

  expect(page: Grouped): Expectation {
    return namesOf(page).reduce((above, name) => pulled(this.#groups.get(name), above), UNKNOWN)
  }

  #sums(name: string): Sums | undefined {
    const known = this.#groups.get(name)
    if (known || this.#groups.size >= MAX_GROUPS) return known
    const made = { tried: 0, stored: 0, refreshing: 0 }
    this.#groups.set(name, made)
    return made
  }
}

function pulled(sums: Sums | undefined, above: Expectation): Expectation {
  if (!sums) return above
  return {
    odds: (sums.stored + PULL * above.odds) / (sums.tried + PULL),
    refreshing: (sums.refreshing + PULL * above.refreshing) / (sums.stored + PULL),
  }
}

/** The outermost group first. */
function namesOf({ host, url, pageClass }: Grouped): readonly string[] {
  const own = pageClass === null ? `${host} ${directoryOf(url)}` : `${host} class ${pageClass}`
  return ['', `${host}`, own]
}
