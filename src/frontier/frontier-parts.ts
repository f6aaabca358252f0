/** The dependencies and settings of a frontier, the events it reports, and what it hands out. */
import type { Clock } from '../env/index.ts'
import type { Dns, Exchange, TurnEvent } from '../fetch/index.ts'
import type { HostStore, JournalStore, QueuedPage, Work, WorkerStore, WorkQueue } from '../store/index.ts'
import type { HeldServer, HostQueue } from './held-server.ts'
import type { LeaseSettings } from './held-servers.ts'

export interface FrontierSettings extends LeaseSettings {
  /** The unit of politeness: the address behind the host name, or the host name itself. */
  readonly by: 'server' | 'host'
  /** How many pages to read ahead for one host; may change over time. */
  readonly readAhead: () => number
  /** How many ready servers to compare before one is picked; 1 takes them as they come. */
  readonly choices: () => number
  /** How long to wait for retries and resting servers before the crawl counts as done. */
  readonly patienceMs: number
}

export interface FrontierEvents {
  readonly onTurnEvent: (server: string, event: TurnEvent) => void
  /** The frontier has let go of the hosts with these origins for now. */
  readonly onReleased: (origins: readonly string[]) => void
  /** Another worker took over a server. */
  readonly onLost: (server: string) => void
}

export interface FrontierParts {
  readonly store: WorkerStore & HostStore & JournalStore
  /** Where the work comes from: the store itself, or a part of what it holds. */
  readonly queue: WorkQueue
  readonly dns: Dns
  readonly clock: Clock
  readonly worker: string
  /** What kinds of work may be done now. */
  readonly work: () => Work
  readonly events: FrontierEvents
}

/** One request to a server that the visit does not hold itself. */
export interface BorrowedTurn {
  readonly mayStart: () => boolean
  end(exchange: Exchange): void
}

/** A page whose turn it is. Return it with `frontier.finish`. */
export interface Slot {
  readonly server: HeldServer
  readonly queue: HostQueue
  readonly page: QueuedPage
}
