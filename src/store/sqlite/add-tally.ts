import type { AddResult, Candidate, HostRef } from '../batch.ts'
import { type HostId, type ServerId, shardOfId } from '../ids.ts'

export interface KnownHost extends HostRef {
  server: ServerId | null
}

/** What adding candidates brought, by host. */
export class AddTally {
  readonly hosts = new Map<HostId, { host: KnownHost; known: number; waiting: number }>()
  #added = 0
  #waiting = 0

  count(candidate: Candidate, host: KnownHost): void {
    const entry = this.hosts.get(host.id) ?? { host, known: 0, waiting: 0 }
    entry.known++
    this.#added++
    if (!candidate.excluded) {
      entry.waiting++
      this.#waiting++
    }
    this.hosts.set(host.id, entry)
  }

  /** Counts known Urls that wait again. */
  admit(host: KnownHost, count = 1): void {
    const entry = this.hosts.get(host.id) ?? { host, known: 0, waiting: 0 }
    entry.waiting += count
    this.#waiting += count
    this.hosts.set(host.id, entry)
  }

  result(): AddResult {
    const hosts = [...this.hosts.values()]
      .filter(entry => entry.waiting > 0)
      .map(({ host }) => ({
        shard: host.shard,
        id: host.id,
        server: host.server === null ? null : { shard: shardOfId(host.server), id: host.server },
      }))
    return { added: this.#added, waiting: this.#waiting, hosts }
  }
}
