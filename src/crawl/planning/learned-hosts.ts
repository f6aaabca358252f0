import { RecentMap } from '../../env/recent-map.ts'
import type { HostId, HostStore, PlannedPage } from '../../store/index.ts'
import { storedMemory } from '../host/stored-memory.ts'
import { type CollectionLearning, HostLearning } from './host-learning.ts'

const MAX_HOSTS = 2_000

/** What was learned about hosts, read from the store as needed; bounded, and the one that was read first is dropped first. */
export class LearnedHosts {
  readonly #store: HostStore
  readonly #collection: CollectionLearning
  #hosts = new RecentMap<HostId, HostLearning>(MAX_HOSTS)

  constructor(store: HostStore, collection: CollectionLearning) {
    this.#store = store
    this.#collection = collection
  }

  of({ shard, host }: Pick<PlannedPage, 'shard' | 'host'>): HostLearning | Promise<HostLearning> {
    return this.#hosts.get(host) ?? this.#read(shard, host)
  }

  clear(): void {
    this.#hosts = new RecentMap(MAX_HOSTS)
  }

  async #read(shard: number, id: HostId): Promise<HostLearning> {
    const learning = learningIn(await this.#store.hostMemory({ shard, id }), this.#collection)
    this.#hosts.set(id, learning)
    return learning
  }
}

/** What was learned about a host, from its stored memory. */
export const learningIn = (memory: string | null, collection: CollectionLearning): HostLearning =>
  new HostLearning(collection, storedMemory(memory).refresh)
