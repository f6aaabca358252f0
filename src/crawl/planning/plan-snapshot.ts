/**
 * What a plan made in a separate thread has to know besides what is stored: the settings, the price of the last plan, and what is known about
 * hosts but not yet saved. Everything in it can be sent to a thread.
 */
import {
  type CalibrationMemory,
  CollectionClock,
  type CollectionClockMemory,
  type GroupMemory,
  PriorGroup,
} from '../../refresh/index.ts'
import { type HostId, type HostStore, hostId, type PlannedPage } from '../../store/index.ts'
import type { HostMemories } from '../host/host-memories.ts'
import { Breather } from './breather.ts'
import { type CollectionLearning, HostLearning, type SavedLearning } from './host-learning.ts'
import { LearnedHosts } from './learned-hosts.ts'
import type { MovedClocks, PlannerMemory, PlanTerms } from './planner.ts'
import type { PlannedMarket, ScheduleSettings } from './scheduler.ts'

export interface PlanSnapshot {
  /** The folder or address that opens the collection. */
  readonly source: string
  readonly settings: ScheduleSettings
  readonly delayMs: number
  readonly nowMs: number
  readonly terms: Omit<PlanTerms, 'purse'>
  readonly market: PlannedMarket | null
  /** Factor by which the price must exceed what beliefs alone say. */
  readonly correction: number
  readonly memory: PlannerMemory
  readonly calibration: CalibrationMemory
  readonly learned: LearnedSnapshot
}

/** What visits taught, except what is in the rows of pages. */
export interface LearnedSnapshot {
  readonly priors: GroupMemory
  readonly clock: CollectionClockMemory | undefined
  /** Whether the clock of all pages has moved, and with it those of hosts that are not in memory. */
  readonly hasMoved: boolean
  readonly hosts: ReadonlyMap<number, HeldHost>
}

/** A host about which the engine knows more than the store does. */
export interface HeldHost {
  /** As JSON; null if it is already stored. */
  readonly learning: string | null
  /** Groups whose clocks have moved. */
  readonly moved: readonly string[]
}

/** Approximate microseconds to fit the clocks of a host and to serialize what it has learned. */
const SNAPPING = 1_000

export async function learnedSnapshot(
  { priors, clock }: CollectionLearning,
  memories: HostMemories,
  usesClocks: boolean,
  signal?: AbortSignal,
): Promise<LearnedSnapshot> {
  const breather = new Breather(signal)
  const hosts = new Map<number, HeldHost>()
  for (const id of memories.hosts) {
    if (breather.did(SNAPPING)) await breather.rest()
    const learning = memories.held(id)?.learning
    if (learning) hosts.set(id, heldHost(learning, usesClocks))
  }
  return {
    priors: priors.exact(),
    clock: clock.toJSON(),
    hosts,
    hasMoved: usesClocks && (clock.clock?.hasMoved ?? false),
  }
}

const heldHost = (learning: HostLearning, usesClocks: boolean): HeldHost => ({
  learning: learning.unsaved > 0 ? JSON.stringify(learning.snapshot()) : null,
  moved: usesClocks ? learning.movedGroups : [],
})

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
