import type { Clock } from '../env/index.ts'
import { type Dns, type Exchange, type PolitenessSettings, Turn, type TurnEvent } from '../fetch/index.ts'
import type { CommitResult, QueuedPage, ServerLease, Store, Work } from '../store/index.ts'
import { HeldServer, type HostQueue } from './held-server.ts'
import { Placement } from './placement.ts'
import { ReadyServers } from './ready-servers.ts'
import { Strangers, waitForTurn } from './strangers.ts'

export interface FrontierSettings {
  readonly politeness: PolitenessSettings
  /** Who must be asked politely: the address behind the name, or the name. */
  readonly by: 'server' | 'host'
  /** Servers held at a time. */
  readonly servers: number
  /** Pages read ahead for one host. */
  readonly readAhead: number
  /** Servers that are ready are compared, so many at a time; 1 takes them as they come. */
  readonly choices: number
  readonly leaseMs: number
  /** How long to wait for retries and resting servers before the crawl counts as done. */
  readonly patienceMs: number
}

export interface BorrowedTurn {
  end(exchange: Exchange): void
}

/** A page whose turn it is. Hand it back with `frontier.finish`. */
export interface Slot {
  readonly server: HeldServer
  readonly queue: HostQueue
  readonly page: QueuedPage
}

const RENEW_SHARE = 0.3
/** An idle server is kept this long: its last visits may still bring new pages for it. */
const LINGER_MS = 300
/** Looks at the store are at least this far apart. */
const LOOK_EVERY_MS = 20

/**
 * What to fetch next. The store is the truth; this holds leases on servers and a read-ahead of their best pages. See
 * `index.ts`.
 */
export class Frontier {
  readonly #store: Store
  readonly #clock: Clock
  readonly #settings: FrontierSettings
  readonly #worker: string
  readonly #work: () => Work
  readonly #placement: Placement
  readonly #held = new Map<number, HeldServer>()
  readonly #strangers: Strangers
  readonly #ready: ReadyServers
  #wake: (() => void) | null = null
  /** Something changed since the last look at the store. */
  #stale = true
  #stopping = false
  #renewAt = 0
  #lookAt = 0
  #maintaining: Promise<void> | null = null
  #failure: unknown = null
  onTurnEvent: (server: string, event: TurnEvent) => void = () => {}
  onReleased: (origins: string[]) => void = () => {}

  constructor(
    store: Store,
    dns: Dns,
    clock: Clock,
    worker: string,
    work: () => Work,
    settings: FrontierSettings,
  ) {
    this.#store = store
    this.#clock = clock
    this.#settings = settings
    this.#worker = worker
    this.#work = work
    this.#ready = new ReadyServers(settings.choices)
    this.#placement = new Placement(store, dns, clock, settings.by)
    this.#strangers = new Strangers(settings.politeness)
  }

  get heldServers(): number {
    return this.#held.size
  }

  /**
   * The next page whose turn it is; waits for one as long as there is hope. Resolves to null when everything is done, or
   * with the time at which something may be due after the patience.
   */
  async take(): Promise<Slot | null> {
    while (!this.#stopping) {
      const slot = this.#takeReady()
      if (slot) return slot
      if (await this.#finished()) return null
      await this.#pause()
    }
    return null
  }

  /** A page that is ready now, without waiting. */
  takeNow(): Slot | null {
    return this.#stopping ? null : this.#takeReady()
  }

  #takeReady(): Slot | null {
    const now = this.#clock.monotonic()
    for (let server = this.#ready.take(now); server; server = this.#ready.take(now)) {
      const next = server.nextPage()
      if (!next) continue
      server.turn.start(now)
      next.queue.inFlight++
      this.#refillIfLow(server, next.queue)
      this.#ready.add(server)
      return { server, queue: next.queue, page: next.page }
    }
    return null
  }

  /** The request of a slot is over: the server's next turn counts from here. */
  finishExchange(slot: Slot, exchange: Exchange, restMs = 0): void {
    const event = slot.server.turn.end(exchange, this.#clock.now())
    if (restMs > 0 && exchange.kind === 'answer') slot.server.turn.rest(exchange.firstByteAt + restMs)
    if (event) this.onTurnEvent(slot.server.lease.address, event)
    this.#ready.add(slot.server)
    this.#poke()
  }

  /**
   * A further request of the same visit (robots.txt, a probe) waits for its own turn, before new pages. False when the
   * server went to rest: that is too long to wait.
   */
  async nextTurn(slot: Slot, signal: AbortSignal): Promise<boolean> {
    slot.server.reserved++
    try {
      return await waitForTurn(slot.server.turn, this.#clock, signal)
    } finally {
      slot.server.reserved--
      this.#ready.add(slot.server)
    }
  }

  /** A turn at a server that this visit does not hold: a redirect of robots.txt, a login elsewhere. */
  async borrowTurn(address: string, signal: AbortSignal): Promise<BorrowedTurn | null> {
    const held = [...this.#held.values()].find(server => server.lease.address === address)
    const turn = held?.turn ?? this.#strangers.turnOf(address)
    if (!(await waitForTurn(turn, this.#clock, signal))) return null
    return {
      end: exchange => {
        turn.end(exchange, this.#clock.now())
        if (held) this.#ready.add(held)
        this.#poke()
      },
    }
  }

  /** The turn that came with the slot was not used. */
  skipTurn(slot: Slot): void {
    slot.server.turn.cancel()
    this.#ready.add(slot.server)
  }

  /** The visit of a slot is over and recorded, or given up. */
  finish(slot: Slot): void {
    slot.queue.inFlight--
    slot.server.idleSince = this.#clock.monotonic()
    this.#stale = true
    this.#poke()
  }

  /** New Urls were committed: hosts of held servers have more, others may have become leasable. */
  committed(result: CommitResult): void {
    for (const { id, server } of result.hosts) {
      const held = server === null ? undefined : this.#held.get(server.id)
      const queue = held?.hosts.get(id)
      if (held && queue) {
        queue.drained = false
        this.#refillIfLow(held, queue)
      } else if (held) held.idleSince = Number.NEGATIVE_INFINITY
    }
    if (result.waiting > 0) this.#stale = true
    this.#poke()
  }

  /** Pages of a host that must not be asked now go back to the store; the host rests until it is leased again. */
  async shelve(slot: Slot): Promise<void> {
    const pages = [slot.page, ...slot.queue.pages]
    slot.queue.pages = []
    await this.#store.putBack(pages)
  }

  /** `take` resolves to null from now on. */
  interrupt(): void {
    this.#stopping = true
    this.#poke()
  }

  /** Gives everything back to the store. */
  async stop(): Promise<void> {
    this.interrupt()
    await this.#maintaining
    while ([...this.#held.values()].some(server => [...server.hosts.values()].some(queue => queue.refilling)))
      await this.#clock.sleep(5)
    const buffered = [...this.#held.values()].flatMap(server =>
      [...server.hosts.values()].flatMap(queue => queue.pages),
    )
    await this.#store.putBack(buffered)
    await this.#release([...this.#held.values()])
  }

  #lookAgain(): void {
    this.#stale = true
    this.#poke()
  }

  #poke(): void {
    this.#wake?.()
  }

  /** Sleeps until the next turn, a change, or the next look at the store. */
  async #pause(): Promise<void> {
    this.#maintain()
    const now = this.#clock.monotonic()
    const untilTurn = (this.#ready.nextAt ?? now + LINGER_MS) - now
    const untilLook = this.#stale ? LOOK_EVERY_MS : LINGER_MS
    await new Promise<void>(resolve => {
      const cancel = this.#clock.timer(Math.max(0, Math.min(untilTurn, untilLook)), () => this.#wake?.())
      this.#wake = () => {
        this.#wake = null
        cancel()
        resolve()
      }
    })
  }

  #maintain(): void {
    if (this.#maintaining || this.#clock.monotonic() < this.#lookAt) return
    this.#maintaining = this.#look()
      .catch(error => void (this.#failure ??= error))
      .finally(() => {
        this.#maintaining = null
        this.#lookAt = this.#clock.monotonic() + LOOK_EVERY_MS
        this.#poke()
      })
  }

  async #look(): Promise<void> {
    // An embedded store answers at once: on a fast clock looks would follow each other and let nothing else run.
    await new Promise<void>(resolve => setImmediate(resolve))
    const now = this.#clock.monotonic()
    if (now >= this.#renewAt) {
      this.#renewAt = now + this.#settings.leaseMs * RENEW_SHARE
      await this.#store.renew(this.#worker, this.#clock.now() + this.#settings.leaseMs)
    }
    await this.#releaseIdle(now)
    if (!this.#stale && this.#held.size > 0) return
    this.#stale = false
    await this.#placement.placeHomeless(this.#work())
    await this.#leaseMore()
  }

  async #leaseMore(): Promise<void> {
    const room = this.#settings.servers - this.#held.size
    if (room <= 0) return
    const nowMs = this.#clock.now()
    const request = {
      worker: this.#worker,
      work: this.#work(),
      nowMs,
      untilMs: nowMs + this.#settings.leaseMs,
      limit: Math.min(room, 256),
    }
    for (const lease of await this.#store.lease(request)) await this.#hold(lease)
  }

  async #hold(lease: ServerLease): Promise<void> {
    const now = this.#clock.monotonic()
    const waitMs = Math.max(0, lease.nextAt - this.#clock.now())
    const server = new HeldServer(lease, new Turn(this.#settings.politeness, lease, now + waitMs), now)
    this.#held.set(lease.id, server)
    for (const host of await this.#store.readyHosts(lease, this.#work(), this.#clock.now())) {
      if (!(await this.#placement.stillLivesAt(host, lease.address))) continue
      await this.#refill(server, server.addHost(host))
    }
  }

  #refillIfLow(server: HeldServer, queue: HostQueue): void {
    if (!queue.wantsMore || queue.pages.length > this.#settings.readAhead / 4) return
    void this.#refill(server, queue)
  }

  async #refill(server: HeldServer, queue: HostQueue): Promise<void> {
    if (queue.refilling) return
    queue.refilling = true
    try {
      const limit = this.#settings.readAhead
      queue.drained = true
      const pages = await this.#store.take({
        host: queue.host,
        work: this.#work(),
        nowMs: this.#clock.now(),
        limit,
      })
      if (pages.length === limit) queue.drained = false
      if (this.#stopping && !this.#held.has(server.lease.id)) await this.#store.putBack(pages)
      else queue.pages.push(...pages)
    } catch (error) {
      this.#failure ??= error
    } finally {
      queue.refilling = false
    }
    this.#ready.add(server)
    this.#poke()
  }

  async #releaseIdle(now: number): Promise<void> {
    const idle = [...this.#held.values()].filter(server => {
      const { turn } = server
      const patienceMs = Math.max(this.#settings.patienceMs, turn.usualDelayMs)
      const rests = turn.readyAt - now > patienceMs && turn.inFlight === 0
      return (
        (server.idle && now - server.idleSince >= LINGER_MS) ||
        (rests && [...server.hosts.values()].every(q => q.inFlight === 0 && !q.refilling))
      )
    })
    if (idle.length === 0) return
    await this.#store.putBack(
      idle.flatMap(server => [...server.hosts.values()].flatMap(queue => queue.pages)),
    )
    await this.#release(idle)
    this.#stale = true
  }

  async #release(servers: readonly HeldServer[]): Promise<void> {
    const now = this.#clock.monotonic()
    const leases = servers.map(({ lease, turn }) => ({
      ...lease,
      ...turn.state,
      nextAt: Math.round(this.#clock.now() + Math.max(0, turn.readyAt - now)),
    }))
    for (const server of servers) this.#held.delete(server.lease.id)
    this.onReleased(servers.flatMap(server => [...server.hosts.values()].map(queue => queue.host.origin)))
    if (leases.length > 0) await this.#store.release(this.#worker, leases)
  }

  /** True when nothing is held, nothing is under way, and nothing comes up within the patience. */
  async #finished(): Promise<boolean> {
    if (this.#failure) throw this.#failure
    if (this.#held.size > 0 || this.#maintaining || this.#stale) return false
    const next = await this.#store.nextWorkAt(this.#work())
    if (this.#held.size > 0 || this.#maintaining) return false
    if (next === null) return true
    const waitMs = next - this.#clock.now()
    if (waitMs > this.#settings.patienceMs) return true
    if (waitMs <= 0) this.#stale = true
    else this.#clock.timer(waitMs, () => this.#lookAgain())
    return false
  }
}
