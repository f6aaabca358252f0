/**
 * A worker that was silent for longer than its lease (stopped, swapped out, cut off) has lost its servers to others and does not know it
 * yet. Whatever it still wants to write about them is refused, because another worker visits those pages now.
 */
import type { Commit, CommitResult } from './batch.ts'
import type { HostId } from './ids.ts'

/** The hosts that a batch writes about. */
export function hostsIn({ visits, memories }: Commit): HostId[] {
  return [...new Set([...visits, ...memories].map(({ host }) => host.id))]
}

/** A batch without its writes about hosts that another worker serves. */
export function fenced(batch: Commit, foreignHosts: ReadonlySet<HostId>): Commit {
  if (foreignHosts.size === 0) return batch
  return {
    ...batch,
    visits: batch.visits.filter(({ host }) => !foreignHosts.has(host.id)),
    memories: batch.memories.filter(({ host }) => !foreignHosts.has(host.id)),
  }
}

/** The pages whose visits were refused. */
export function refusedIn({ visits }: Commit, foreignHosts: ReadonlySet<HostId>): CommitResult['refused'] {
  if (foreignHosts.size === 0) return NOBODY
  return new Set(visits.filter(({ host }) => foreignHosts.has(host.id)).map(({ page }) => page.id))
}

const NOBODY: CommitResult['refused'] = new Set()
