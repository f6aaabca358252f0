/**
 * The nested groups of a collection's pages, each with a clock: all pages, and every directory an address lies in. A directory that holds all
 * pages of the one above adds nothing and is left out, as is one of a page or two, which has nothing to say to others.
 */
import { type ClockSettings, GroupClock, SPANS_PER_ROUND, type Witness } from './group-clock.ts'

const MIN_PAGES = 3
/** Further directories share the clock of the one above. */
const MAX_GROUPS = 2_000

export class ClockGroups {
  /** Outermost first, so that a group is fitted after the one above. */
  readonly #clocks: readonly GroupClock[]
  /** For each page the places of its groups, outermost first. */
  readonly #groupsOf: readonly (readonly number[])[]

  /** `addresses` are paths; `roundDays` is how long a round of all pages takes. */
  constructor(addresses: readonly string[], roundDays: number, settings?: ClockSettings) {
    const counted = countDirectories(addresses)
    const chosen = chooseGroups(counted)
    const places = new Map(chosen.map((name, i) => [name, i]))
    const clocks: GroupClock[] = []
    for (const name of chosen) {
      const above = directoriesOf(name).findLast(outer => outer !== name && places.has(outer))
      clocks.push(
        new GroupClock(
          roundDays / SPANS_PER_ROUND,
          above === undefined ? undefined : clocks[places.get(above)!],
          settings,
        ),
      )
    }
    this.#clocks = clocks
    this.#groupsOf = addresses.map(address => directoriesOf(address).flatMap(name => places.get(name) ?? []))
  }

  clockOf(page: number): GroupClock {
    return this.#clocks[this.#groupsOf[page]!.at(-1)!]!
  }

  /** A visit of a page; `chanceOfNone` is what its belief, on its clock, gave to finding it unchanged. */
  saw(page: number, visit: Omit<Witness, 'rate'>, chanceOfNone: number): void {
    const elapsed = Math.max(1e-9, this.clockOf(page).between(visit.from, visit.to))
    const rate = -Math.log(Math.max(1e-6, Math.min(1 - 1e-9, chanceOfNone))) / elapsed
    const witness = { ...visit, rate }
    for (const group of this.#groupsOf[page]!) this.#clocks[group]!.saw(witness)
  }

  fit(now: number): void {
    for (const clock of this.#clocks) clock.fit(now)
  }
}

/** `/docs/api/x.html` → ``, `/docs/`, `/docs/api/`: every directory that an address, or a directory, lies in or is. */
export function directoriesOf(address: string): string[] {
  const path = address.replace(/[?#].*$/s, '')
  const names = ['']
  for (let slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1))
    names.push(path.slice(0, slash + 1))
  return names
}

function countDirectories(addresses: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>([['', 0]])
  for (const address of addresses)
    for (const name of directoriesOf(address)) counted.set(name, (counted.get(name) ?? 0) + 1)
  return counted
}

/** The largest groups, outer ones before inner ones. */
function chooseGroups(counted: ReadonlyMap<string, number>): string[] {
  const telling = [...counted].filter(([name, pages]) => {
    const above = directoriesOf(name).at(-2)
    return above === undefined || (pages >= MIN_PAGES && pages < counted.get(above)!)
  })
  const largest = telling.sort((a, b) => b[1] - a[1]).slice(0, MAX_GROUPS)
  return largest.map(([name]) => name).sort((a, b) => a.length - b.length)
}
