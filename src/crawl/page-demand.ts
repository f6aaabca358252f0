/**
 * Where the pages come from that an engine visits: the queue of a collection, or pages that a reader asks for one by one
 * (`asked-pages.ts`). The engine is the same for both.
 */
import type { PageRef, WorkQueue } from '../store/index.ts'

export interface PageDemand {
  /** Asked by the frontier for servers and pages. */
  readonly queue: WorkQueue
  /** Nothing can be visited now or soon: does the engine wait for more, or is it done? */
  awaitsMore(): boolean
  /** A page was not visited after all: the fault may be ours, or another worker has it. */
  notVisited(page: PageRef): void
}

/** All that waits in a collection; `forever` waits for what falls due later. */
export function collectionDemand(store: WorkQueue, forever: boolean): PageDemand {
  return { queue: store, awaitsMore: () => forever, notVisited: () => {} }
}
