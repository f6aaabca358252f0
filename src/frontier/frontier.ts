import { type Clock, soon } from '../env/index.ts'
import type { Exchange } from '../fetch/index.ts'
import type {
  AddResult,
  HostRef,
  HostStore,
  JournalStore,
  ServerLease,
  Work,
  WorkerStore,
  WorkQueue,
} from '../store/index.ts'
import type { BorrowedTurn, FrontierEvents, FrontierParts, FrontierSettings, Slot } from './frontier-parts.ts'
import type { HeldServer, HostQueue } from './held-server.ts'
import { HeldServers } from './held-servers.ts'
import { Placement } from './placement.ts'
import { ReadyServers } from './ready-servers.ts'
import { waitForTurn } from './wait-for-turn.ts'

const RENEW_SHARE = 0.3
/** How long a visit waits for a server that another worker holds, and how often it looks. */
const BORROW_PATIENCE_MS = 30_000
const BORROW_EVERY_MS = 250
/** An idle server is kept this long: its last visits may still bring new pages for it. */
const LINGER_MS = 300
/** Looks at the store are at least this far apart. */
const LOOK_EVERY_MS = 20

/**
 * What to fetch next. The store is the truth; this holds leases on servers and a read-ahead of their best pages. See
 * `index.ts`.
 */
export class Frontier {
  readonly #store: WorkerStore & HostStore & JournalStore
  readonly #queue: WorkQueue
  readonly #clock: Clock
  readonly #settings: FrontierSettings
  readonly #worker: string
  readonly #work: () => Work
  readonly #placement: Placement
  readonly #held: HeldServers
  readonly #ready: ReadyServers
  #wake: (() => void) | null = null
  /** Something changed since the last look at the store. */
  #stale = true
  #stopping = false
  #renewAt = 0
  #lookAt = 0
  #maintaining: Promise<void> | null = null
  #cancelRenewal: (() => void) | null = null
  #failure: unknown = null
  readonly #events: FrontierEvents

  constructor(parts: FrontierParts, settings: FrontierSettings) {
    const { store, queue, dns, clock, worker, work, events } = parts
    this.#events = events
    this.#queue = queue
    this.#store = store
    this.#clock = clock
    this.#settings = settings
    this.#worker = worker
    this.#work = work
    this.#held = new HeldServers({ store, queue, clock, worker }, settings)
    this.#ready = new ReadyServers(settings.choices)
    this.#placement = new Placement({ store, queue, dns, clock }, settings.by)
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

  /** May the request of a slot be sent? Not when the lease of its server ran out meanwhile: somebody else may ask it now. */
  mayStart(slot: Slot): boolean {
    return slot.server.isLeased(this.#clock.monotonic())
  }

  /** A host of the server asks for a longer delay. It must outlive us: whoever is next may have to wait for it. */
  async raiseCrawlDelay({ server }: Slot, crawlDelayMs: number): Promise<boolean> {
    if (!server.turn.raiseCrawlDelay(crawlDelayMs)) return false
    await this.#held.save(server)
    return true
  }

  /** However busy everybody is: a worker that is not heard of loses its servers. */
  #keepLeases(): void {
    this.#cancelRenewal = this.#clock.timer(this.#settings.leaseMs * RENEW_SHARE, () => {
      this.#maintain()
      this.#keepLeases()
    })
  }

  #takeReady(): Slot | null {
    if (!this.#cancelRenewal) this.#keepLeases()
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
    if (event) this.#events.onTurnEvent(slot.server.lease.address, event)
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
      return await waitForTurn(slot.server, this.#clock, signal)
    } finally {
      slot.server.reserved--
      this.#ready.add(slot.server)
    }
  }

  /**
   * A turn at a server that this visit does not hold: a redirect of robots.txt, a login elsewhere. It is leased like any other,
   * so that no worker talks to it beside us. Null when it rests, or another worker keeps it for too long.
   */
  async borrowTurn(address: string, signal: AbortSignal): Promise<BorrowedTurn | null> {
    const giveUpAt = this.#clock.monotonic() + BORROW_PATIENCE_MS
    let server = await this.#held.borrow(address)
    while (!server && this.#clock.monotonic() < giveUpAt) {
      await this.#clock.sleep(BORROW_EVERY_MS, signal)
      server = await this.#held.borrow(address)
    }
    if (!server) return null
    server.reserved++
    try {
      if (!(await waitForTurn(server, this.#clock, signal))) return null
    } finally {
      server.reserved--
    }
    return {
      mayStart: () => server.isLeased(this.#clock.monotonic()),
      end: exchange => {
        server.turn.end(exchange, this.#clock.now())
        server.idleSince = this.#clock.monotonic()
        this.#ready.add(server)
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
  committed(result: AddResult): void {
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

  /** The held server on which a host lives, if any. */
  serverOf({ id }: HostRef): ServerLease | null {
    return this.#held.all.find(server => server.hosts.has(id))?.lease ?? null
  }

  /** Pages of a host that must not be asked now go back to the store; the host rests until it is leased again. */
  async putBackHost(slot: Slot): Promise<void> {
    const pages = [slot.page, ...slot.queue.pages]
    slot.queue.pages = []
    // Nothing would ask for more, and a server with more to do is never given back.
    slot.queue.drained = true
    await this.#queue.putBack(pages, this.#worker)
  }

  /** `take` resolves to null from now on. */
  interrupt(): void {
    this.#stopping = true
    this.#poke()
  }

  /** Ends without a word to the store, which may be what failed. */
  abandon(): void {
    this.interrupt()
    this.#cancelRenewal?.()
    this.#cancelRenewal = () => {}
  }

  /** Gives everything back to the store. */
  async stop(): Promise<void> {
    this.abandon()
    await this.#maintaining
    while (this.#held.all.some(server => [...server.hosts.values()].some(queue => queue.refilling)))
      await this.#clock.sleep(5)
    const buffered = this.#held.all.flatMap(server =>
      [...server.hosts.values()].flatMap(queue => queue.pages),
    )
    await this.#queue.putBack(buffered, this.#worker)
    await this.#release(this.#held.all)
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
    await new Promise<void>(soon)
    const now = this.#clock.monotonic()
    if (now >= this.#renewAt) await this.#renew(now)
    await this.#releaseIdle(now)
    if (!this.#stale && this.#held.size > 0) return
    this.#stale = false
    await this.#placement.placeHomeless(this.#work())
    for (const server of await this.#held.leaseMore(this.#work())) await this.#serve(server)
  }

  /** Says that we live, lets go of what others took because we were silent for too long, and takes over from the dead. */
  async #renew(now: number): Promise<void> {
    const { leaseMs, politeness } = this.#settings
    this.#renewAt = now + leaseMs * RENEW_SHARE
    const { kept, lost } = await this.#held.renew()
    for (const server of kept) this.#ready.add(server)
    for (const server of lost) {
      for (const queue of server.hosts.values()) queue.pages = []
      this.#events.onLost(server.lease.address)
    }
    const { pages } = await this.#store.recover(this.#clock.now(), politeness.delayMs)
    if (pages + lost.length > 0) this.#stale = true
  }

  /** Reads ahead for the hosts of a server that has just been leased. */
  async #serve(server: HeldServer): Promise<void> {
    const { lease } = server
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
      const pages = await this.#queue.take({
        host: queue.host,
        work: this.#work(),
        nowMs: this.#clock.now(),
        limit,
        worker: this.#worker,
      })
      if (pages.length === limit) queue.drained = false
      if (!this.#held.has(server)) await this.#queue.putBack(pages, this.#worker)
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
    const idle = this.#held.all.filter(server => {
      const { turn } = server
      const patienceMs = Math.max(this.#settings.patienceMs, turn.usualDelayMs)
      const rests = turn.readyAt - now > patienceMs && turn.inFlight === 0 && server.reserved === 0
      return (
        (server.idle && now - server.idleSince >= LINGER_MS) ||
        (rests && [...server.hosts.values()].every(q => q.inFlight === 0 && !q.refilling))
      )
    })
    if (idle.length === 0) return
    await this.#queue.putBack(
      idle.flatMap(server => [...server.hosts.values()].flatMap(queue => queue.pages)),
      this.#worker,
    )
    await this.#release(idle)
    this.#stale = true
  }

  async #release(servers: readonly HeldServer[]): Promise<void> {
    this.#events.onReleased(
      servers.flatMap(server => [...server.hosts.values()].map(queue => queue.host.origin)),
    )
    await this.#held.release(servers)
  }

  /** True when nothing is held, nothing is under way, and nothing comes up within the patience. */
  async #finished(): Promise<boolean> {
    if (this.#failure) throw this.#failure
    if (this.#held.size > 0 || this.#maintaining || this.#stale) return false
    const next = await this.#queue.nextWorkAt(this.#work())
    if (this.#held.size > 0 || this.#maintaining) return false
    if (next === null) return true
    const waitMs = next - this.#clock.now()
    if (waitMs > this.#settings.patienceMs) return true
    if (waitMs <= 0) this.#stale = true
    else this.#clock.timer(waitMs, () => this.#lookAgain())
    return false
  }
}
