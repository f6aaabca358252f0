/**
 * Where the pages come from that an engine visits: the queue of a collection, or pages that a reader requests one by one
 * (`asked-pages.ts`). The engine is the same for both.
 */
import type { PageRef, WorkerStore, WorkQueue } from '../store/index.ts'

export interface PageDemand {
  /** The frontier takes its servers and pages from here. */
  readonly queue: WorkQueue
  /** Called when nothing can be visited now or soon: true if the engine should wait for more, false if it is done. */
  awaitsMore(): boolean | Promise<boolean>
  /** Called when a page was not visited after all: the fault may be ours, or another worker has it. */
  notVisited(page: PageRef): void
}

/**
 * Everything queued in a collection; with `forever`, the engine also waits for pages that are due later. It waits while other workers hold
 * servers, too: what they find may be on servers that no worker holds, and if one of them dies, another has to take over. Workers that
 * crawl together end together.
 */
export function collectionDemand(
  store: WorkQueue & WorkerStore,
  worker: string,
  forever: boolean,
): PageDemand {
  const awaitsMore = () => forever || (store.kind === 'postgres' && store.isHeldByOthers(worker))
  return { queue: store, awaitsMore, notVisited: () => {} }
}
