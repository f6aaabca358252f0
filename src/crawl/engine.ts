/**
 * The engine starts visits when their turn comes, hands the results to the recorder, and knows when it is done. It does
 * nothing else: what a visit does is in `visit/visit.ts`, what comes next in `frontier/`, and how the parts are built and
 * connected in `assemble.ts`.
 */
import type { Slot } from '../frontier/index.ts'
import type { GuideData } from '../site/index.ts'
import { EMPTY_COMMIT, type HostRef, type Work } from '../store/index.ts'
import { assemble, type Parts } from './assemble.ts'
import type { EngineOptions } from './engine-options.ts'
import { giveUp } from './give-up.ts'
import { collectionDemand, type PageDemand } from './page-demand.ts'
import { PageLimit } from './page-limit.ts'
import { Spending } from './planning/spending.ts'
import { CrawlProgress, isPageStored, type VisitReport } from './progress.ts'
import { socketRoom } from './socket-room.ts'
import { Throttle } from './throttle.ts'
import type { Finished } from './visit/8-record.ts'
import type { PutBack } from './visit/unanswered.ts'

/** Finished visits that may wait for the disk before new ones are started. */
const MAX_UNRECORDED = 1_500
/** How long an engine that runs forever sleeps when nothing is due. */
const IDLE_MS = 500
/** How long visits in progress may take to finish when a run is stopped; a dead server would take minutes. */
const GRACE_MS = 5_000

export class Engine {
  readonly progress: CrawlProgress
  readonly #options: EngineOptions
  readonly #onVisit: (report: VisitReport) => void
  readonly #demand: PageDemand
  readonly #parts: Parts
  readonly #throttle: Throttle
  readonly #limit: PageLimit
  readonly #spending: Spending
  readonly #aborter = new AbortController()
  /** Visits under way; `#reserved` also counts those waiting to be recorded. */
  #inFlight = 0
  #reserved = 0
  #stopping = false
  #cancelGrace = () => {}
  #failure: unknown = null
  #idle: (() => void) | null = null

  /** `onVisit` is called for every visit once it is durable. */
  constructor(options: EngineOptions, onVisit: (report: VisitReport) => void = () => {}) {
    this.#options = options
    this.#onVisit = onVisit
    this.progress = new CrawlProgress(options.env.clock)
    this.#throttle = new Throttle(options.env.clock, options.settings.limits.bytesPerSecond)
    const { refreshing, budgeted = false, forever = false, store, worker, recorded } = options
    const { pages } = options.settings
    // A first crawl fills the collection with pages as they are found, and so does a run without plans.
    const isChosen = () => budgeted && refreshing.isCrawled
    this.#limit = new PageLimit({ store, worker, pages, clock: options.env.clock, isChosen })
    this.#spending = new Spending({ refreshing, budgeted, forever, isRecorded: recorded !== undefined })
    this.#demand = options.demand ?? collectionDemand({ store, worker, work: options.work, forever })
    this.#parts = assemble(options, {
      work: () => this.#work(),
      demand: this.#demand,
      signal: this.#aborter.signal,
      onFailure: error => this.#fail(error),
      onCommit: result => {
        this.progress.found(result)
        this.#spending.found(result.waiting)
        this.#parts.frontier.committed(result)
      },
    })
  }

  /** Whether visits are under way, or at least servers are held that may have something to do. */
  get underWay(): 'visits' | 'servers' | 'nothing' {
    if (this.#reserved > 0) return 'visits'
    return this.#parts.frontier.heldServers > 0 ? 'servers' : 'nothing'
  }

  /** What is known about hosts while they are visited; planning reads it too. */
  get memories(): Parts['memories'] {
    return this.#parts.memories
  }

  /** The parts that decide about addresses, and the one that hears from WebSub hubs. */
  get parts(): Pick<Parts, 'candidates' | 'guides' | 'websub'> {
    return this.#parts
  }

  get report(): Parts['report'] {
    return this.#parts.report
  }

  /** Replaces the site models that pages are read with from now on. */
  guideBy(guides: readonly GuideData[]): void {
    this.#parts.guides.replace(guides)
    this.#parts.pool.guideBy(guides)
  }

  /** Adds the seeds that are not known yet. */
  async addSeeds(): Promise<void> {
    await this.#options.store.add(this.#parts.candidates.seeds())
  }

  /** Visits pages until there is nothing left to do, the limit is reached, or `stop` was called. */
  async run(): Promise<void> {
    const { store } = this.#options
    const counts = await store.counts()
    this.progress.start(counts)
    this.#spending.found(counts.waiting)
    this.#limit.start(counts.fetched + counts.chosen)
    try {
      await this.#loop()
      await this.#settled()
      await this.#parts.recorder.drain()
      await this.#options.atEnd?.()
      await this.#parts.recorder.drain()
      await this.#parts.duplicates?.drain()
      await this.#saveMemories()
      await this.#parts.frontier.stop()
      await this.#parts.archive.close()
    } catch (error) {
      this.#failure ??= error
      this.#aborter.abort()
      await giveUp({ parts: this.#parts, clock: this.#options.env.clock, isBusy: () => this.#inFlight > 0 })
    } finally {
      this.#cancelGrace()
      await this.#parts.renderer?.stop()
      await this.#parts.http.close()
      await this.#parts.pool.stop()
    }
    if (this.#failure) throw this.#failure
  }

  /** Wakes the frontier for a host of which a page was requested. */
  wanted(host: HostRef): void {
    const server = this.#parts.frontier.serverOf(host)
    this.#parts.frontier.committed({ added: 0, waiting: 1, hosts: [{ ...host, server }] })
    this.#idle?.()
  }

  /** Starts no new visits; those under way are finished and recorded, or put back if that takes too long. */
  stop(): void {
    if (this.#stopping) return
    this.#stopping = true
    this.#parts.frontier.interrupt()
    this.#parts.dns.abandon()
    this.#cancelGrace = this.#options.env.clock.timer(GRACE_MS, () => this.#aborter.abort())
    this.#idle?.()
  }

  async #loop(): Promise<void> {
    while (!this.#stopping && !this.#failure) {
      if (this.#mustWait()) {
        if (this.#isFull()) return
        await this.#pause()
        continue
      }
      const { frontier } = this.#parts
      const slot = frontier.takeNow() ?? (await frontier.take())
      if (slot) void this.#run(slot)
      else if (await this.#demand.awaitsMore()) await this.#pause(IDLE_MS)
      else if (await this.#nothingLeft()) return
      else await this.#pause()
    }
  }

  /** Whether some part has as much as it can take. */
  #mustWait(): boolean {
    const { recorder, pool } = this.#parts
    this.#limit.recheck()
    const tooBusy = this.#inFlight >= socketRoom(this.#options.settings).connections || pool.busy
    if (tooBusy || recorder.waiting >= MAX_UNRECORDED || !this.#throttle.open) return true
    if (this.#options.isHeldUp?.()) return true
    return this.#spending.mustWait || this.#mayBecomeFull()
  }

  /** Whether first visits under way may fill the collection. Once it is full, do not wait: pages read ahead must be given back. */
  #mayBecomeFull(): boolean {
    if (this.#limit.allowsNew || this.#work().refresh) return false
    return !this.#limit.isReached || !this.#options.work.refresh
  }

  /** Whether the collection is full and there is nothing to refresh. */
  #isFull(): boolean {
    return this.#limit.isReached && !this.#options.work.refresh && this.#reserved === 0
  }

  /** Whether the run is done: the frontier sees no work, and no finished visit can bring more. */
  async #nothingLeft(): Promise<boolean> {
    if (this.#reserved > 0 || this.#parts.recorder.waiting > 0) return false
    if (this.#options.work.discover && this.#limit.mayAllowMore) return false
    await this.#parts.recorder.drain()
    return this.#inFlight === 0 && this.#parts.frontier.heldServers === 0
  }

  /** What may be worked on now: a full collection is only refreshed. */
  #work(): Work {
    const { discover, refresh } = this.#options.work
    return this.#spending.affordable({ discover: discover && this.#limit.allowsNew, refresh })
  }

  async #run(slot: Slot): Promise<void> {
    this.#inFlight++
    this.#reserved++
    try {
      const begun = [this.#spending.begin(slot.page), this.#limit.begin(slot.page)] as const
      const [isPaid, hasRoom] = await Promise.all(begun)
      const visited = isPaid && hasRoom ? await this.#visit(slot) : this.#skip(slot)
      if (visited.kind === 'putBack') {
        if (isPaid) this.#spending.giveBack(slot.page)
        if (hasRoom) this.#limit.end(slot.page, false)
        await this.#parts.frontier.putBackHost(slot)
        this.#demand.notVisited(slot.page)
        this.#over(slot)
      } else {
        this.#record(slot, visited)
      }
    } catch (error) {
      this.#reserved--
      this.#fail(error)
    } finally {
      this.#inFlight--
      if (this.#inFlight === 0) this.#parts.recorder.hurry()
      this.#idle?.()
    }
  }

  /** A visit that is cut short because the run ends leaves its page as it was. */
  async #visit(slot: Slot): Promise<Finished | PutBack> {
    try {
      return await this.#parts.visit(slot)
    } catch (error) {
      if (this.#aborter.signal.aborted) return { kind: 'putBack' }
      throw error
    }
  }

  /** Hands a visit to the recorder; until it is durable only what its report needs is kept. */
  #record(slot: Slot, { visit, outcome, record, fetches }: Finished): void {
    this.#throttle.spent(visit.records.reduce((sum, { bytes }) => sum + bytes.length, 0))
    const commit = { ...visit.commit, links: null }
    const report = { url: visit.url, depth: slot.page.depth, outcome, commit, record }
    this.#spending.settle(slot.page, report, fetches)
    this.#parts.recorder.add({
      ...visit,
      onCommitted: () => {
        this.#limit.end(slot.page, isPageStored(commit))
        this.progress.visited(report)
        this.#onVisit(report)
        this.#over(slot)
      },
      onRefused: () => {
        this.#limit.end(slot.page, false)
        this.#demand.notVisited(slot.page)
        this.#over(slot)
      },
    })
  }

  /** Puts back a page that was read ahead before the budget was spent or the collection full. */
  #skip(slot: Slot): PutBack {
    this.#parts.frontier.skipTurn(slot)
    return { kind: 'putBack' }
  }

  #over(slot: Slot): void {
    this.#reserved--
    this.#parts.frontier.finish(slot)
    this.#idle?.()
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#aborter.abort()
    this.#parts.frontier.interrupt()
    this.#idle?.()
  }

  async #settled(): Promise<void> {
    while (this.#inFlight > 0 && !this.#failure) await this.#pause()
  }

  /** Saves what was learned about hosts but was too little to be written with every visit. */
  async #saveMemories(): Promise<void> {
    const memories = this.#parts.memories.changed(true)
    if (memories.length > 0) await this.#options.store.commit({ ...EMPTY_COMMIT, memories })
  }

  /** Waits until a visit ends, but not long. */
  #pause(ms = 50): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.#options.env.clock.timer(ms, () => this.#idle?.())
      this.#idle = () => {
        this.#idle = null
        cancel()
        resolve()
      }
    })
  }
}
