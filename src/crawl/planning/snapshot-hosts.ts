import { CollectionClock, PriorGroup } from '../../refresh/index.ts'
import { type HostId, type HostStore, hostId, type PlannedPage } from '../../store/index.ts'
import { type CollectionLearning, HostLearning, type SavedLearning } from './host-learning.ts'
import { LearnedHosts } from './learned-hosts.ts'
import type { LearnedSnapshot } from './plan-snapshot.ts'
import type { MovedClocks } from './planner.ts'

/** What was learned about hosts: from the snapshot and, for hosts it does not cover, from the store. */
export class SnapshotHosts {
  readonly #snapshot: LearnedSnapshot
  readonly #collection: CollectionLearning
  readonly #stored: LearnedHosts
  readonly #held = new Map<HostId, HostLearning>()

  constructor(snapshot: LearnedSnapshot, store: HostStore) {
    this.#snapshot = snapshot
    this.#collection = {
      priors: PriorGroup.from(snapshot.priors),
      clock: new CollectionClock(snapshot.clock),
    }
    this.#stored = new LearnedHosts(store, this.#collection)
  }

  of(page: Pick<PlannedPage, 'shard' | 'host'>): HostLearning | Promise<HostLearning> {
    const known = this.#held.get(page.host)
    if (known) return known
    const unsaved = this.#snapshot.hosts.get(page.host)?.learning
    if (!unsaved) return this.#stored.of(page)
    const learning = new HostLearning(this.#collection, JSON.parse(unsaved) as SavedLearning)
    this.#held.set(page.host, learning)
    return learning
  }

  /** Which clocks have moved, as the snapshot says: a clock rebuilt from what is stored would always seem to have moved. */
  get moved(): MovedClocks {
    const { hosts, hasMoved } = this.#snapshot
    const held = (isMoved: boolean) =>
      [...hosts].filter(([, { moved }]) => moved.length > 0 === isMoved).map(([id]) => hostId(id))
    return {
      still: hasMoved ? { only: held(false) } : { except: held(true) },
      has: page => this.#hasMoved(page),
    }
  }

  #hasMoved(page: PlannedPage): boolean {
    const held = this.#snapshot.hosts.get(page.host)
    if (!held) return this.#snapshot.hasMoved
    if (held.moved.length === 0) return false
    const learning = this.of(page)
    // If the host is not read yet, the page is asked about, which does no harm.
    return learning instanceof Promise || held.moved.includes(learning.clockGroup(page))
  }
}
