import { SeenPages } from '../../duplicates/index.ts'
import type { HostRef, LeasedHost } from '../../store/index.ts'
import type { CollectionLearning } from '../planning/host-learning.ts'
import { HostMemory } from './host-memory.ts'

const MAX_HELD = 5_000
/** Far more than the memories held usually take, but hosts decide how many cookies they set and how much there is to learn about them. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/** More hosts than can be visited at once, so that memories in use stay. */
const MIN_HELD = 512

export interface SavedMemory {
  readonly host: HostRef
  readonly memory: string
}

/** What is known about the hosts being visited; the memories of the least recently visited are saved and dropped. */
export class HostMemories {
  readonly #persistCookies: boolean
  readonly #collection: CollectionLearning
  readonly #onMet: (memory: HostMemory) => void
  /** Pages of all hosts, for comparison with other spellings of their addresses. */
  readonly #seen = new SeenPages()
  readonly #held = new Map<number, HostMemory>()
  /** Memories that were dropped with changes that no commit has written yet. */
  #leftovers: SavedMemory[] = []

  constructor(persistCookies: boolean, collection: CollectionLearning, onMet: (memory: HostMemory) => void) {
    this.#persistCookies = persistCookies
    this.#collection = collection
    this.#onMet = onMet
  }

  of(host: LeasedHost): HostMemory {
    const known = this.#held.get(host.id)
    if (known) {
      this.#held.delete(host.id)
      this.#held.set(host.id, known)
      return known
    }
    if (this.#held.size >= MAX_HELD) this.#letGo()
    const memory = new HostMemory(host, this.#collection, this.#seen)
    this.#held.set(host.id, memory)
    this.#onMet(memory)
    return memory
  }

  originOf(host: HostRef): string | undefined {
    return this.#held.get(host.id)?.origin
  }

  /** The memory of a host if it is held, without counting this as a use. */
  held(host: number): HostMemory | undefined {
    return this.#held.get(host)
  }

  /** Hosts at which a rule failed, so that the addresses it gave up must be queued again. */
  readmits(): HostRef[] {
    return [...this.#held.values()]
      .filter(({ equivalences }) => equivalences.takeOwed())
      .map(({ host }) => host)
  }

  /** The hosts whose memories are held. */
  get hosts(): readonly number[] {
    return [...this.#held.keys()]
  }

  /** What changed since the last call, to be stored with the next commit. */
  changed(isEnd = false): SavedMemory[] {
    let bytes = 0
    for (const memory of this.#held.values()) {
      this.#leftovers.push(...this.#save(memory, isEnd))
      bytes += memory.sizeBytes
    }
    while (bytes > MAX_HELD_BYTES && this.#held.size > MIN_HELD) bytes -= this.#letGo().sizeBytes
    const saved = this.#leftovers
    this.#leftovers = []
    return saved
  }

  #letGo(): HostMemory {
    const [id, memory] = this.#held.entries().next().value!
    this.#held.delete(id)
    this.#leftovers.push(...this.#save(memory, true))
    return memory
  }

  #save(memory: HostMemory, isEnd: boolean): SavedMemory[] {
    const text = memory.save(this.#persistCookies, isEnd)
    return text === null ? [] : [{ host: memory.host, memory: text }]
  }
}
