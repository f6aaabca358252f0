/**
 * Decides which dictionary a record is packed with. A family consists of the pages of one host, or of one page class of it if there is a
 * site model; its members look alike, so what most of them share needs to be stored only once.
 *
 * The life of a family: its first pages are packed without a dictionary, while the places of samples are remembered (a fair sample of all
 * pages so far, 64 at most). When there are enough, a parse thread reads them back from the archive and learns a dictionary (`learn.ts`);
 * if it is worth it, later pages are packed with it, into a separate file. The dictionary is learned again when four times as many pages
 * were seen, and replaced if the new one is better by a tenth. A later run finds the dictionary in the archive, and uses it again once the
 * family has a few pages.
 *
 * Bounded: a limited number of families is remembered, and a limited number has a seat (an open file here, a compressor in each thread). A
 * family without a seat waits until one has been idle for a while; in a crawl of very many hosts, most pages are packed without a
 * dictionary.
 *
 * Filled by the recorder, queried by the parse pool, both on the main thread.
 */
import { dictionaryId } from './dictionary.ts'
import type { SamplePlace } from './samples.ts'

/** Learns and uses dictionaries: the parse threads. */
export interface DictionaryTrainer {
  /** Null when a dictionary is no better than the one with the number `current`, or than none. */
  train(samples: readonly SamplePlace[], current: number): Promise<Uint8Array | null>
  teach(number: number, dictionary: Uint8Array): void
  forget(number: number): void
}

export interface DictionaryGroupsOptions {
  readonly school: DictionaryTrainer
  /** Dictionaries of earlier runs: a function for each family that reads its dictionary. */
  readonly kept: Promise<ReadonlyMap<string, () => Promise<Uint8Array | null>>>
  /** A random number from 0 to below 1. */
  readonly chance: () => number
}

export interface StoredPage {
  readonly url: string
  readonly pageClass: string | null
  /** The place of all records of the visit. */
  readonly place: SamplePlace
  /** Whether it is a complete page, which can be learned from. */
  readonly isSample: boolean
}

interface Family {
  readonly name: string
  readonly samples: SamplePlace[]
  pages: number
  seen: number
  /** How many pages must have been seen before a dictionary is learned (again). */
  learnAt: number
  /** The dictionary in use, or 0. */
  number: number
  usedAt: number
}

const MAX_FAMILIES = 500
const MAX_SEATS = 8
const MAX_SAMPLES = 64
const FIRST_LEARNING = 20
const NEXT_LEARNING = 4
/** A file with a dictionary of an earlier run pays off from about this many pages. */
const TAKE_UP_AT = 8
/** A seat may be taken away after this many records of other families were stored since it was last used. */
const IDLE_RECORDS = 2_000
/** Dictionaries kept for records that are still being packed when theirs is replaced. */
const MAX_REMEMBERED = 64

export class DictionaryGroups {
  readonly #school: DictionaryTrainer
  readonly #chance: () => number
  /** By name, least recently updated first. */
  readonly #families = new Map<string, Family>()
  readonly #seated = new Set<Family>()
  readonly #dictionaries = new Map<number, { readonly dictionary: Uint8Array; readonly family: string }>()
  #kept: ReadonlyMap<string, () => Promise<Uint8Array | null>> = new Map()
  #stored = 0
  #busy = false

  constructor({ school, kept, chance }: DictionaryGroupsOptions) {
    this.#school = school
    this.#chance = chance
    // Whatever is wrong with earlier files, new dictionaries can still be learned.
    void kept.then(
      found => (this.#kept = found),
      () => {},
    )
  }

  /** The number of the dictionary for a page; 0 for none. */
  numberFor(url: string, pageClass: string | null): number {
    for (const name of namesOf(url, pageClass)) {
      const family = this.#families.get(name)
      if (!family || family.number === 0) continue
      family.usedAt = this.#stored
      return family.number
    }
    return 0
  }

  of(number: number): { readonly dictionary: Uint8Array; readonly family: string } {
    const known = this.#dictionaries.get(number)
    if (!known) throw new Error(`dictionary ${number} was forgotten too soon`)
    return known
  }

  /** Must be called for every page, once it is durable. */
  stored(page: StoredPage): void {
    this.#stored++
    for (const name of namesOf(page.url, page.pageClass)) {
      const family = this.#family(name)
      family.pages++
      if (page.isSample) this.#sample(family, page.place)
      if (!this.#busy) this.#consider(family, this.numberFor(page.url, page.pageClass))
    }
  }

  #family(name: string): Family {
    const found = this.#families.get(name) ?? newFamily(name)
    this.#families.delete(name)
    this.#families.set(name, found)
    if (this.#families.size > MAX_FAMILIES)
      for (const [first, family] of this.#families)
        if (family.number === 0) {
          this.#families.delete(first)
          break
        }
    return found
  }

  #sample(family: Family, place: SamplePlace): void {
    family.seen++
    if (family.samples.length < MAX_SAMPLES) family.samples.push(place)
    else {
      const at = Math.floor(this.#chance() * family.seen)
      if (at < MAX_SAMPLES) family.samples[at] = place
    }
  }

  #consider(family: Family, current: number): void {
    if (family.number === 0 && !this.#hasSeat()) return
    const kept = this.#kept.get(family.name)
    if (kept && family.number === 0 && family.pages >= TAKE_UP_AT) void this.#adopt(family, kept)
    else if (family.seen >= family.learnAt) {
      family.learnAt = family.seen * NEXT_LEARNING
      const samples = [...family.samples]
      void this.#adopt(family, () => this.#school.train(samples, current))
    }
  }

  /** Runs one at a time, while the crawl continues. */
  async #adopt(family: Family, from: () => Promise<Uint8Array | null>): Promise<void> {
    this.#busy = true
    const dictionary = await from().catch(() => null)
    this.#busy = false
    if (!dictionary) return void (this.#kept = without(this.#kept, family.name))
    // It may have been dropped meanwhile, in a crawl of many hosts: nobody would find the dictionary, and its seat would be wasted.
    if (this.#families.get(family.name) !== family) return
    if (family.number === 0) this.#clearSeat()
    else this.#school.forget(family.number)
    family.number = dictionaryId(dictionary)
    this.#seated.add(family)
    family.usedAt = this.#stored
    this.#remember(family, dictionary)
    this.#school.teach(family.number, dictionary)
  }

  #remember({ number, name }: Family, dictionary: Uint8Array): void {
    this.#dictionaries.set(number, { dictionary, family: name })
    const inUse = new Set([...this.#seated].map(family => family.number))
    for (const known of this.#dictionaries.keys())
      if (this.#dictionaries.size > MAX_REMEMBERED && !inUse.has(known)) this.#dictionaries.delete(known)
  }

  #hasSeat(): boolean {
    return this.#seated.size < MAX_SEATS || this.#idlest() !== null
  }

  #clearSeat(): void {
    const idlest = this.#seated.size < MAX_SEATS ? null : this.#idlest()
    if (!idlest) return
    this.#school.forget(idlest.number)
    this.#seated.delete(idlest)
    idlest.number = 0
  }

  #idlest(): Family | null {
    const [first] = [...this.#seated].sort((a, b) => a.usedAt - b.usedAt)
    return first && this.#stored - first.usedAt > IDLE_RECORDS ? first : null
  }
}

const newFamily = (name: string): Family => ({
  name,
  samples: [],
  pages: 0,
  seen: 0,
  learnAt: FIRST_LEARNING,
  number: 0,
  usedAt: 0,
})

/** The narrowest family comes first. */
function namesOf(url: string, pageClass: string | null): string[] {
  const start = url.indexOf('//') + 2
  const end = url.indexOf('/', start)
  const host = url.slice(start, end < 0 ? undefined : end) || 'file'
  return pageClass === null ? [host] : [`${host} ${pageClass}`, host]
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  return new Map([...map].filter(([each]) => each !== key))
}
