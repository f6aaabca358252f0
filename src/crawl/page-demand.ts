/**
 * Where the pages come from that an engine visits: the queue of a collection, or pages that a reader asks for one by one
 * (`asked-pages.ts`). The engine is the same for both.
 */
import type { PageRef, WorkerStore, WorkQueue } from '../store/index.ts'

export interface PageDemand {
  /** Asked by the frontier for servers and pages. */
  readonly queue: WorkQueue
  /** Nothing can be visited now or soon: does the engine wait for more, or is it done? */
  awaitsMore(): boolean | Promise<boolean>
  /** A page was not visited after all: the fault may be ours, or another worker has it. */
  notVisited(page: PageRef): void
}

/**
 * All that waits in a collection; `forever` waits for what falls due later. Other workers may hold what is left: what they find may
 * be on servers that nobody holds, and if one of them dies, somebody has to go on. Whoever crawls together ends together.
 */
export function collectionDemand(
  store: WorkQueue & WorkerStore,
  worker: string,
  forever: boolean,
): PageDemand {
  const awaitsMore = () => forever || (store.kind === 'postgres' && store.isHeldByOthers(worker))
  return { queue: store, awaitsMore, notVisited: () => {} }
}
