import { CollectionClock, PriorGroup } from '../../refresh/index.ts'
import { type HostId, type HostStore, hostId, type PlannedPage } from '../../store/index.ts'
import { type CollectionLearning, HostLearning, type SavedLearning } from './host-learning.ts'
import { LearnedHosts } from './learned-hosts.ts'
import type { LearnedSnapshot } from './plan-snapshot.ts'
import type { MovedClocks } from './planner.ts'

/** What was learned of hosts, as a snapshot has it, and as it is stored where the snapshot says nothing. */
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

  /** A clock that is made from what is stored seems to have moved: the one that it was stored from knows. */
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
    // Not read yet: it is asked, which does no harm.
    return learning instanceof Promise || held.moved.includes(learning.clockGroup(page))
  }
}
