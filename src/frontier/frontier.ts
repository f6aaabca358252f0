import type { Clock } from '../env/index.ts'
import type { Answer, Exchange } from '../fetch/index.ts'
import type { AddResult, HostRef, ServerLease, Work, WorkQueue } from '../store/index.ts'
import { borrowServer } from './borrow-server.ts'
import type { BorrowedTurn, FrontierEvents, FrontierParts, FrontierSettings, Slot } from './frontier-parts.ts'
import { HeldServers } from './held-servers.ts'
import { Placement } from './placement.ts'
import { ReadAhead } from './read-ahead.ts'
import { ReadyServers } from './ready-servers.ts'
import { LINGER_MS, ROUND_EVERY_MS, Upkeep } from './upkeep.ts'
import { waitForTurn } from './wait-for-turn.ts'

/**
 * Decides what to fetch next. The store holds the truth; this class holds leases on servers and a read-ahead of their best pages. See
 * `index.ts`.
 */
export class Frontier {
  readonly #queue: WorkQueue
  readonly #clock: Clock
  readonly #settings: FrontierSettings
  readonly #worker: string
  readonly #work: () => Work
  readonly #held: HeldServers
  readonly #ready: ReadyServers
  readonly #ahead: ReadAhead
  readonly #upkeep: Upkeep
  #wake: (() => void) | null = null
  #stopping = false
  #failure: unknown = null
  readonly #events: FrontierEvents

  constructor(parts: FrontierParts, settings: FrontierSettings) {
    const { store, queue, dns, clock, worker, work, events } = parts
    this.#events = events
    this.#queue = queue
    this.#clock = clock
    this.#settings = settings
    this.#worker = worker
    this.#work = work
    this.#held = new HeldServers({ store, queue, clock, worker }, settings)
    this.#ready = new ReadyServers(settings.choices)
    this.#ahead = new ReadAhead({
      queue,
      clock,
      worker,
      work,
      limit: settings.readAhead,
      isHeld: server => this.#held.has(server),
      onFilled: server => {
        this.#ready.add(server)
        this.#poke()
      },
      onFailure: error => void (this.#failure ??= error),
    })
    this.#upkeep = new Upkeep({
      store,
      clock,
      work,
      events,
      settings,
      held: this.#held,
      ready: this.#ready,
      ahead: this.#ahead,
      placement: new Placement({ store, queue, dns, clock }, settings.by),
      onRound: () => this.#poke(),
      onFailure: error => void (this.#failure ??= error),
    })
  }

  get heldServers(): number {
    return this.#held.size
  }

  /**
   * The next page whose turn it is; waits for one while there is hope. Resolves to null when everything is done, when nothing becomes due
   * within the patience, or after `interrupt`.
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

  /** A page that is ready now, if any; never waits. */
  takeNow(): Slot | null {
    return this.#stopping ? null : this.#takeReady()
  }

  /**
   * Whether the request of a slot may be sent. It may not once the lease of its server has run out: another worker may be talking to the
   * server.
   */
  mayStart(slot: Slot): boolean {
    return slot.server.isLeased(this.#clock.monotonic())
  }

  /** A host of the server asks for a longer delay. It is saved at once, because the next worker to hold the server must respect it too. */
  async raiseCrawlDelay({ server }: Slot, crawlDelayMs: number): Promise<boolean> {
    if (!server.turn.raiseCrawlDelay(crawlDelayMs)) return false
    await this.#held.save(server)
    return true
  }

  #takeReady(): Slot | null {
    this.#upkeep.start()
    const now = this.#clock.monotonic()
    for (let server = this.#ready.take(now); server; server = this.#ready.take(now)) {
      const next = server.nextPage()
      if (!next) continue
      server.turn.start(now)
      next.queue.inFlight++
      this.#ahead.fillIfLow(server, next.queue)
      this.#ready.add(server)
      return { server, queue: next.queue, page: next.page }
    }
    return null
  }

  /** The request of a slot is over: the delay before the server's next turn counts from here. */
  finishExchange(slot: Slot, exchange: Exchange, restMs = 0): void {
    const event = slot.server.turn.end(exchange, this.#clock.now())
    if (restMs > 0 && exchange.kind === 'answer') slot.server.turn.rest(exchange.firstByteAt + restMs)
    if (event) this.#events.onTurnEvent(slot.server.lease.address, event)
    this.#ready.add(slot.server)
    this.#poke()
  }

  /** The content of a page asks us to slow down, although its status did not. */
  backOff(slot: Slot, answer: Answer): void {
    const event = slot.server.turn.backOff(answer, this.#clock.now())
    if (event) this.#events.onTurnEvent(slot.server.lease.address, event)
  }

  /**
   * Waits for the turn of a further request of the same visit (robots.txt, a probe); it comes before new pages. False when the server is
   * resting, which is too long to wait.
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
   * A turn at a server that this visit does not hold, for a redirect of robots.txt or a login elsewhere. The server is leased like any
   * other, so that no other worker talks to it at the same time. Null when it is resting, or another worker keeps it for too long.
   */
  async borrowTurn(address: string, signal: AbortSignal): Promise<BorrowedTurn | null> {
    const server = await borrowServer(this.#held, address, this.#clock, signal)
    if (!server) return null
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

  /** Returns the turn that came with the slot unused. */
  skipTurn(slot: Slot): void {
    slot.server.turn.cancel()
    this.#ready.add(slot.server)
  }

  /** The visit of a slot is over and recorded, or was given up. */
  finish(slot: Slot): void {
    slot.queue.inFlight--
    slot.server.idleSince = this.#clock.monotonic()
    this.#upkeep.runSoon()
    this.#poke()
  }

  /** New Urls were committed: hosts of held servers may have more pages, and other servers may now be worth leasing. */
  committed(result: AddResult): void {
    for (const { id, server } of result.hosts) {
      const held = server === null ? undefined : this.#held.get(server.id)
      const queue = held?.hosts.get(id)
      if (held && queue) {
        queue.drained = false
        this.#ahead.fillIfLow(held, queue)
      } else if (held) held.idleSince = Number.NEGATIVE_INFINITY
    }
    if (result.waiting > 0) this.#upkeep.runSoon()
    this.#poke()
  }

  /** The held server on which a host lives, if any. */
  serverOf({ id }: HostRef): ServerLease | null {
    return this.#held.all.find(server => server.hosts.has(id))?.lease ?? null
  }

  /** Returns all pages of a host that must not be fetched now to the store; the host rests until it is leased again. */
  async putBackHost(slot: Slot): Promise<void> {
    const pages = [slot.page, ...slot.queue.pages]
    slot.queue.pages = []
    // Nothing would read more pages for it, and a server with a host that is not drained is never released.
    slot.queue.drained = true
    await this.#queue.putBack(pages, this.#worker)
  }

  /** From now on, `take` resolves to null. */
  interrupt(): void {
    this.#stopping = true
    this.#poke()
  }

  /** Stops without writing to the store, which may be what failed. */
  abandon(): void {
    this.interrupt()
    this.#upkeep.end()
  }

  /** Stops and returns all pages and servers to the store. */
  async stop(): Promise<void> {
    this.abandon()
    await this.#upkeep.ended
    while (this.#held.all.some(server => [...server.hosts.values()].some(queue => queue.refilling)))
      await this.#clock.sleep(5)
    await this.#ahead.giveBack(this.#held.all)
    await this.#upkeep.release(this.#held.all)
  }

  #poke(): void {
    this.#wake?.()
  }

  /** Sleeps until the next turn, a change, or the next look at the store. */
  async #pause(): Promise<void> {
    this.#upkeep.run()
    const now = this.#clock.monotonic()
    const untilTurn = (this.#ready.nextAt ?? now + LINGER_MS) - now
    const untilRound = this.#upkeep.isDue ? ROUND_EVERY_MS : LINGER_MS
    await new Promise<void>(resolve => {
      const cancel = this.#clock.timer(Math.max(0, Math.min(untilTurn, untilRound)), () => this.#wake?.())
      this.#wake = () => {
        this.#wake = null
        cancel()
        resolve()
      }
    })
  }

  /** Whether nothing is held, nothing is in progress, and nothing becomes due within the patience. */
  async #finished(): Promise<boolean> {
    if (this.#failure) throw this.#failure
    if (this.#held.size > 0 || this.#upkeep.isBusy || this.#upkeep.isDue) return false
    const next = await this.#queue.nextWorkAt(this.#work())
    if (this.#held.size > 0 || this.#upkeep.isBusy) return false
    if (next === null) return true
    const waitMs = next - this.#clock.now()
    if (waitMs > this.#settings.patienceMs) return true
    if (waitMs <= 0) this.#upkeep.runSoon()
    else
      this.#clock.timer(waitMs, () => {
        this.#upkeep.runSoon()
        this.#poke()
      })
    return false
  }
}
