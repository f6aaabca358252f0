/**
 * The entry point of a thread that makes one plan: it reads all pages through its own connection and posts the moves, a few pages at a time. The
 * thread that fetches writes them, since an embedded store has one writer, and asks for more when it is done.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { VirtualClock } from '../../env/index.ts'
import { Calibration, MarketMaker } from '../../refresh/index.ts'
import type { Rescheduled, Resting, Store } from '../../store/index.ts'
import { openHoldings } from '../holdings.ts'
import { packMoves } from './moves.ts'
import type { PlanSnapshot } from './plan-snapshot.ts'
import { SnapshotHosts } from './plan-snapshot.ts'
import { type Plan, Planner, type PlannerMemory } from './planner.ts'
import { policyOf } from './policy.ts'
import { type PlannedMarket, RefreshScheduler } from './scheduler.ts'

/** What the thread posts. After `moved` it waits for the message that the moves were written. */
export type PlanMessage =
  | { readonly kind: 'market'; readonly market: PlannedMarket }
  | { readonly kind: 'moved'; readonly moves: Float64Array }
  | { readonly kind: 'planned'; readonly made: MadePlan }

export interface MadePlan {
  readonly plan: Plan | null
  readonly memory: PlannerMemory
  readonly correction: number
}

const port = parentPort!
const post = (message: PlanMessage, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

/** What the log may hold at a checkpoint: 40 MiB, less than half of what would make the writer checkpoint. */
const LOG_BLOCKS = 10_000
/** Blocks written for a page: as many as there may be in a large collection, until some were counted, and the fewest that are reckoned with. */
const MOST_BLOCKS = 6
const FEWEST_BLOCKS = 0.25

async function reschedule(pages: readonly Rescheduled[]): Promise<void> {
  const written = new Promise<void>(resolve => port.once('message', () => resolve()))
  const moves = packMoves(pages)
  post({ kind: 'moved', moves }, [moves.buffer])
  await written
}

/** The parts of a store that the planner needs: it reads by itself, and lets the main thread write. */
function writtenByOthers(store: Store) {
  const log = new LogKeeper(store)
  return {
    servers: () => store.servers(),
    hosts: () => store.hosts(),
    counts: () => store.counts(),
    plannedChunks: (oneIn?: number) => store.plannedChunks(oneIn),
    movableChunks: (resting: Resting | null) => store.movableChunks(resting),
    reschedule: async (pages: readonly Rescheduled[]) => {
      await log.grows(pages.length)
      await reschedule(pages)
    },
  }
}

/** Keeps the log short, so that no write of the main thread has to stop for a checkpoint. */
class LogKeeper {
  readonly #store: Store
  // Checkpoint first: visits have left their writes in the log.
  #room = 0
  #moved = 0

  constructor(store: Store) {
    this.#store = store
  }

  async grows(pages: number): Promise<void> {
    if (this.#moved + pages > this.#room) await this.#shorten()
    this.#moved += pages
  }

  async #shorten(): Promise<void> {
    const blocks = await this.#store.checkpoint()
    const perPage = this.#moved === 0 ? MOST_BLOCKS : Math.max(FEWEST_BLOCKS, blocks / this.#moved)
    this.#room = LOG_BLOCKS / perPage
    this.#moved = 0
  }
}

async function plan(snapshot: PlanSnapshot): Promise<MadePlan> {
  const { settings, market, delayMs, memory, terms } = snapshot
  const holdings = await openHoldings(snapshot.source, { mode: 'read' })
  const calibration = new Calibration(snapshot.calibration)
  try {
    const hosts = new SnapshotHosts(snapshot.learned, holdings.store)
    const maker = new MarketMaker(snapshot.correction)
    const planner = new Planner({
      store: writtenByOthers(holdings.store),
      settings: settings.refresh,
      delayMs,
      memory,
      market: maker,
      clock: new VirtualClock(snapshot.nowMs),
      refresher: new RefreshScheduler(await policyOf(settings.refresh), settings, market, calibration),
      learning: page => hosts.of(page),
      moved: hosts.moved,
      onMarket: made => post({ kind: 'market', market: made }),
    })
    const made = await planner.plan({ ...terms, purse: null })
    return { plan: made, memory: planner.memory, correction: maker.correction }
  } finally {
    await holdings.close()
  }
}

post({ kind: 'planned', made: await plan(workerData as PlanSnapshot) })
port.close()
