import { type Clock, soon } from '../env/index.ts'
import type { HostStore, JournalStore, Work, WorkerStore } from '../store/index.ts'
import type { FrontierEvents, FrontierSettings } from './frontier-parts.ts'
import type { HeldServer } from './held-server.ts'
import type { HeldServers } from './held-servers.ts'
import type { Placement } from './placement.ts'
import type { ReadAhead } from './read-ahead.ts'
import type { ReadyServers } from './ready-servers.ts'

/** Leases are renewed when this share of their duration has passed. */
const RENEW_SHARE = 0.3
/** How long an idle server is kept: its last visits may still bring new pages for it. */
export const LINGER_MS = 300
/** Looks at the store are at least this far apart. */
export const ROUND_EVERY_MS = 20

interface UpkeepParts {
  readonly store: WorkerStore & HostStore & JournalStore
  readonly clock: Clock
  readonly work: () => Work
  readonly events: FrontierEvents
  readonly settings: FrontierSettings
  readonly held: HeldServers
  readonly ready: ReadyServers
  readonly ahead: ReadAhead
  readonly placement: Placement
  readonly onRound: () => void
  readonly onFailure: (error: unknown) => void
}

/** The work that goes on beside handing out pages: taking, renewing and releasing leases, and reading ahead for new servers. */
export class Upkeep {
  readonly #parts: UpkeepParts
  /** Whether something has changed since the last round. */
  #isDue = true
  #renewAt = 0
  #nextAt = 0
  #running: Promise<void> | null = null
  #cancelRenewal: (() => void) | null = null

  constructor(parts: UpkeepParts) {
    this.#parts = parts
  }

  get isDue(): boolean {
    return this.#isDue
  }

  get isBusy(): boolean {
    return this.#running !== null
  }

  /** Resolves when the round that is in progress has ended. */
  get ended(): Promise<void> {
    return this.#running ?? Promise.resolve()
  }

  /** Starts the timer that renews leases, however busy the worker is: a worker whose leases run out loses its servers. */
  start(): void {
    if (!this.#cancelRenewal) this.#keepLeases()
  }

  end(): void {
    this.#cancelRenewal?.()
    this.#cancelRenewal = () => {}
  }

  runSoon(): void {
    this.#isDue = true
  }

  run(): void {
    const { clock, onFailure, onRound } = this.#parts
    if (this.#running || clock.monotonic() < this.#nextAt) return
    this.#running = this.#round()
      .catch(onFailure)
      .finally(() => {
        this.#running = null
        this.#nextAt = clock.monotonic() + ROUND_EVERY_MS
        onRound()
      })
  }

  async release(servers: readonly HeldServer[]): Promise<void> {
    const { events, held } = this.#parts
    events.onReleased(servers.flatMap(server => [...server.hosts.values()].map(queue => queue.host.origin)))
    await held.release(servers)
  }

  #keepLeases(): void {
    const { clock, settings } = this.#parts
    this.#cancelRenewal = clock.timer(settings.leaseMs * RENEW_SHARE, () => {
      this.run()
      this.#keepLeases()
    })
  }

  async #round(): Promise<void> {
    const { clock, held, placement, work } = this.#parts
    // An embedded store answers at once: on a fast clock, rounds would follow each other without letting anything else run.
    await new Promise<void>(soon)
    const now = clock.monotonic()
    if (now >= this.#renewAt) await this.#renew(now)
    await this.#releaseIdle(now)
    if (!this.#isDue && held.size > 0) return
    this.#isDue = false
    await placement.placeHomeless(work())
    for (const server of await held.leaseMore(work())) await this.#serve(server)
  }

  /** Renews leases, drops servers that other workers took because ours had run out, and recovers what dead workers held. */
  async #renew(now: number): Promise<void> {
    const { store, clock, events, settings, held, ready } = this.#parts
    this.#renewAt = now + settings.leaseMs * RENEW_SHARE
    const { kept, lost } = await held.renew()
    for (const server of kept) ready.add(server)
    for (const server of lost) {
      for (const queue of server.hosts.values()) queue.pages = []
      events.onLost(server.lease.address)
    }
    const { pages } = await store.recover(clock.now(), settings.politeness.delayMs)
    if (pages + lost.length > 0) this.#isDue = true
  }

  /** Reads ahead for the hosts of a server that has just been leased. */
  async #serve(server: HeldServer): Promise<void> {
    const { store, clock, work, placement, ahead } = this.#parts
    const { lease } = server
    for (const host of await store.readyHosts(lease, work(), clock.now()))
      if (await placement.stillLivesAt(host, lease.address)) await ahead.fill(server, server.addHost(host))
  }

  async #releaseIdle(now: number): Promise<void> {
    const { settings, held, ahead } = this.#parts
    const idle = held.all.filter(
      server =>
        (server.idle && now - server.idleSince >= LINGER_MS) || server.rests(now, settings.patienceMs),
    )
    if (idle.length === 0) return
    await ahead.giveBack(idle)
    await this.release(idle)
    this.#isDue = true
  }
}
