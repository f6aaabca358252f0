/**
 * What a plan made in a separate thread has to know besides what is stored: the settings, the price of the last plan, and what is known about
 * hosts but not yet saved. Everything in it can be sent to a thread.
 */
import type { CalibrationMemory, CollectionClockMemory, GroupMemory } from '../../refresh/index.ts'
import type { HostMemories } from '../host/host-memories.ts'
import { Breather } from './breather.ts'
import type { CollectionLearning, HostLearning } from './host-learning.ts'
import type { PlannerMemory, PlanTerms } from './planner.ts'
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
