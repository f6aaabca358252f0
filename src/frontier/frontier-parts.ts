/** What a frontier is made of, what it tells, and what it hands out. */
import type { Clock } from '../env/index.ts'
import type { Dns, Exchange, TurnEvent } from '../fetch/index.ts'
import type { HostStore, JournalStore, QueuedPage, Work, WorkerStore, WorkQueue } from '../store/index.ts'
import type { HeldServer, HostQueue } from './held-server.ts'
import type { LeaseSettings } from './held-servers.ts'

export interface FrontierSettings extends LeaseSettings {
  /** Who must be asked politely: the address behind the name, or the name. */
  readonly by: 'server' | 'host'
  /** Pages read ahead for one host, now. */
  readonly readAhead: () => number
  /** Servers that are ready are compared, so many at a time; 1 takes them as they come. */
  readonly choices: () => number
  /** How long to wait for retries and resting servers before the crawl counts as done. */
  readonly patienceMs: number
}

export interface FrontierEvents {
  readonly onTurnEvent: (server: string, event: TurnEvent) => void
  /** The hosts of these origins are done with for now. */
  readonly onReleased: (origins: readonly string[]) => void
  /** Another worker took a server over. */
  readonly onLost: (server: string) => void
}

export interface FrontierParts {
  readonly store: WorkerStore & HostStore & JournalStore
  /** Where the work comes from: the store itself, or a part of what it holds. */
  readonly queue: WorkQueue
  readonly dns: Dns
  readonly clock: Clock
  readonly worker: string
  /** What may be worked on now. */
  readonly work: () => Work
  readonly events: FrontierEvents
}

/** One request to a server that the visit does not hold itself. */
export interface BorrowedTurn {
  readonly mayStart: () => boolean
  end(exchange: Exchange): void
}

/** A page whose turn it is. Hand it back with `frontier.finish`. */
export interface Slot {
  readonly server: HeldServer
  readonly queue: HostQueue
  readonly page: QueuedPage
}
