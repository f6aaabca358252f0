/**
 * Where the pages come from that an engine visits: the queue of a collection, or pages that a reader requests one by one
 * (`asked-pages.ts`). The engine is the same for both.
 */
import type { PageRef, Work, WorkerStore, WorkQueue } from '../store/index.ts'

export interface PageDemand {
  /** The frontier takes its servers and pages from here. */
  readonly queue: WorkQueue
  /** Called when nothing can be visited now or soon: true if the engine should wait for more, false if it is done. */
  awaitsMore(): boolean | Promise<boolean>
  /** Called when a page was not visited after all: the fault may be ours, or another worker has it. */
  notVisited(page: PageRef): void
}

export interface CollectionDemand {
  readonly store: WorkQueue & WorkerStore
  readonly worker: string
  readonly work: Work
  /** Also wait for pages that are due later. */
  readonly forever: boolean
}

/**
 * Everything queued in a collection. A crawl also waits while other workers hold servers with pages that have not been visited yet: what
 * they find may be on servers that no worker holds, and if one of them dies, another has to take over. Workers that crawl together end
 * together.
 */
export function collectionDemand({ store, worker, work, forever }: CollectionDemand): PageDemand {
  const isShared = store.kind === 'postgres' && work.discover
  const awaitsMore = () => forever || (isShared && store.isHeldByOthers(worker))
  return { queue: store, awaitsMore, notVisited: () => {} }
}
