/**
 * The engine: lets pages be visited when their turn comes, hands what they bring to the recorder, and knows when it is
 * done. It only wires: what one visit does is in `visit/visit.ts`, what comes next in `frontier/`, how the parts are made and
 * tied together in `assemble.ts`.
 */
import type { Slot } from '../frontier/index.ts'
import type { GuideData } from '../site/index.ts'
import type { HostRef, Work } from '../store/index.ts'
import { assemble, type Parts } from './assemble.ts'
import type { EngineOptions } from './engine-options.ts'
import { collectionDemand, type PageDemand } from './page-demand.ts'
import { CrawlProgress, type VisitReport } from './progress.ts'
import { Throttle } from './throttle.ts'
import type { Finished } from './visit/8-record.ts'
import type { PutBack } from './visit/unanswered.ts'

/** Finished visits that may wait for the disk before new ones are started. */
const MOST_UNRECORDED = 1_500
/** How long an engine that goes on for ever sleeps when nothing is due. */
const IDLE_MS = 500

export class Engine {
  readonly progress: CrawlProgress
  readonly #options: EngineOptions
  readonly #onVisit: (report: VisitReport) => void
  readonly #demand: PageDemand
  readonly #parts: Parts
  readonly #throttle: Throttle
  readonly #aborter = new AbortController()
  /** Visits under way, and those with the ones that wait for the disk. */
  #inFlight = 0
  #reserved = 0
  #stopping = false
  /** What the budget had earned for this run is spent. */
  #spent = false
  #failure: unknown = null
  #idle: (() => void) | null = null

  /** `onVisit` is called for every visit once it is durable. */
  constructor(options: EngineOptions, onVisit: (report: VisitReport) => void = () => {}) {
    this.#options = options
    this.#onVisit = onVisit
    this.progress = new CrawlProgress(options.env.clock)
    this.#throttle = new Throttle(options.env.clock, options.settings.limits.bytesPerSecond)
    this.#demand = options.demand ?? collectionDemand(options.store, options.forever ?? false)
    this.#parts = assemble(options, {
      work: () => this.#work(),
      demand: this.#demand,
      signal: this.#aborter.signal,
      onFailure: error => this.#fail(error),
      onCommit: result => {
        this.progress.found(result)
        this.#parts.frontier.committed(result)
      },
    })
  }

  /** Visits, or at least servers that are held and may have something to do. */
  get underWay(): 'visits' | 'servers' | 'nothing' {
    if (this.#reserved > 0) return 'visits'
    return this.#parts.frontier.heldServers > 0 ? 'servers' : 'nothing'
  }

  /** What is known of hosts while they are visited; planning reads it too. */
  get memories(): Parts['memories'] {
    return this.#parts.memories
  }

  get candidates(): Parts['candidates'] {
    return this.#parts.candidates
  }

  get report(): Parts['report'] {
    return this.#parts.report
  }

  /** Pages are read by other site models from now on. */
  guideBy(guides: readonly GuideData[]): void {
    this.#parts.pool.guideBy(guides)
  }

  /** Adds the seeds that are not known yet. */
  async addSeeds(): Promise<void> {
    const { settings, store } = this.#options
    const candidates = settings.seeds.flatMap(seed => {
      const candidate = this.#parts.candidates.candidate(
        seed.url,
        settings.seedDepth,
        null,
        seed.kind === 'page' ? { pageClass: this.#parts.guides.startAt(seed.url) } : { kind: seed.kind },
      )
      // Who names a seed wants it, whatever the rules say about links.
      return candidate ? [{ ...candidate, excluded: null }] : []
    })
    await store.add(candidates)
  }

  /** Visits pages until there is nothing left to do, the limit is reached, or `stop` was called. */
  async run(): Promise<void> {
    const { store } = this.#options
    this.progress.start(await store.counts())
    try {
      await this.#loop()
      await this.#settled()
      await this.#parts.recorder.drain()
      await this.#options.atEnd?.()
      await this.#parts.recorder.drain()
      await this.#saveMemories()
      await this.#parts.frontier.stop()
      await this.#parts.archive.close()
    } catch (error) {
      this.#failure ??= error
      this.#aborter.abort()
      this.#parts.frontier.abandon()
    } finally {
      await this.#parts.http.close()
      await this.#parts.pool.stop()
    }
    if (this.#failure) throw this.#failure
  }

  /** Somebody asks for a page of this host. */
  wanted(host: HostRef): void {
    const server = this.#parts.frontier.serverOf(host)
    this.#parts.frontier.committed({ added: 0, waiting: 1, hosts: [{ ...host, server }] })
    this.#idle?.()
  }

  /** No new visits; those under way are finished and recorded. */
  stop(): void {
    this.#stopping = true
    void this.#parts.frontier.interrupt()
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
      else if (this.#demand.awaitsMore()) await this.#pause(IDLE_MS)
      else if (await this.#nothingLeft()) return
      else await this.#pause()
    }
  }

  /** Some part has as much as it can take. */
  #mustWait(): boolean {
    const { recorder, pool } = this.#parts
    const tooBusy = this.#inFlight >= this.#options.settings.limits.connections || pool.busy
    if (tooBusy || recorder.waiting >= MOST_UNRECORDED || !this.#throttle.open) return true
    if (this.#options.isHeldUp?.()) return true
    return !this.#mayTakeMore() || this.#isSpent()
  }

  /** Nothing may be fetched before the budget is filled again; a first crawl costs nothing. */
  #isSpent(): boolean {
    const { forever, refreshing } = this.#options
    return (forever ?? false) && !this.#isFirstCrawl && !refreshing.budget.isOpen
  }

  get #isFirstCrawl(): boolean {
    return this.#options.refreshing.tally.crawledAt === null
  }

  /** As many pages as wanted are stored, and nothing else is to be done. */
  #isFull(): boolean {
    return this.#pagesReached() && !this.#options.work.refresh && this.#reserved === 0
  }

  /** The frontier sees no work; what finished visits still bring may change that. */
  async #nothingLeft(): Promise<boolean> {
    if (this.#inFlight > 0 || this.#parts.recorder.waiting > 0) return false
    await this.#parts.recorder.drain()
    return this.#inFlight === 0 && this.#parts.frontier.heldServers === 0
  }

  /** Once the collection holds as many pages as it may, only those are looked after. */
  #work(): Work {
    const { forever, budgeted, refreshing } = this.#options
    const work = this.#pagesReached() ? { ...this.#options.work, discover: false } : this.#options.work
    if (!budgeted) return work
    const mayRefresh = forever ? refreshing.isOpen && !this.#isFirstCrawl : !this.#spent
    const allowsNew = this.#isFirstCrawl || (refreshing.budget.allowsNew && !this.#spent)
    return { discover: work.discover && allowsNew, refresh: work.refresh && mayRefresh }
  }

  /** A run that ends fetches nothing on credit: what it has no money for is left to the next one. */
  #isTooDear(slot: Slot): boolean {
    const { forever, budgeted, refreshing } = this.#options
    const isFree = this.#isFirstCrawl && slot.page.revision === 0
    if (!budgeted || forever || isFree) return false
    this.#spent ||= !refreshing.budget.covers(this.#expectedCost(slot))
    return this.#spent
  }

  #pagesReached(): boolean {
    const { pages } = this.#options.settings
    return pages !== null && this.progress.fetched >= pages
  }

  /** With a limit of pages, no more are under way than may still be stored. */
  #mayTakeMore(): boolean {
    const { pages } = this.#options.settings
    return pages === null || this.#options.work.refresh || this.progress.fetched + this.#reserved < pages
  }

  async #run(slot: Slot): Promise<void> {
    this.#inFlight++
    this.#reserved++
    const isLeft = this.#isTooDear(slot) || (slot.page.revision === 0 && this.#pagesReached())
    this.#pay(slot, this.#expectedCost(slot))
    try {
      const visited = isLeft ? this.#skip(slot) : await this.#parts.visit(slot)
      if (visited.kind === 'putBack') {
        this.#pay(slot, -this.#expectedCost(slot))
        await this.#parts.frontier.putBackHost(slot)
        this.#demand.notVisited(slot.page)
        this.#over(slot)
      } else {
        this.#record(slot, visited)
      }
    } catch (error) {
      this.#reserved--
      if (!this.#aborter.signal.aborted) this.#fail(error)
    } finally {
      this.#inFlight--
      if (this.#inFlight === 0) this.#parts.recorder.hurry()
      this.#idle?.()
    }
  }

  /** Hands a visit to the recorder; until it is durable only what its report needs is kept. */
  #record(slot: Slot, { visit, outcome, record, fetches }: Finished): void {
    this.#throttle.spent(visit.records.reduce((sum, { bytes }) => sum + bytes.length, 0))
    const commit = { ...visit.commit, links: null }
    const report = { url: visit.url, depth: slot.page.depth, outcome, commit, record }
    this.#account(slot, report, fetches)
    this.#parts.recorder.add({
      ...visit,
      onCommitted: this.#reporting(slot, report),
      onRefused: () => {
        this.#demand.notVisited(slot.page)
        this.#over(slot)
      },
    })
  }

  /** Paid when a visit begins, so that no more are under way than the budget allows; what it really cost is settled afterwards. */
  #expectedCost({ page }: Slot): number {
    return this.#options.refreshing.refresher.cost(page.sizeBytes)
  }

  #pay({ page }: Slot, cost: number): void {
    const what = page.revision > 0 ? 'refresh' : 'discover'
    this.#options.refreshing.budget.pay(what, cost, what === 'refresh' || !this.#isFirstCrawl)
  }

  /** What the visit cost and what it brought. */
  #account(slot: Slot, { outcome, commit }: VisitReport, fetches: number): void {
    const { refreshing } = this.#options
    this.#pay(slot, fetches * refreshing.refresher.cost(commit.sizeBytes) - this.#expectedCost(slot))
    if (slot.page.revision > 0 && (outcome.kind === 'fetched' || outcome.kind === 'notModified'))
      refreshing.refreshed(commit.revision !== null)
  }

  #reporting(slot: Slot, report: VisitReport): () => void {
    return () => {
      this.progress.visited(report)
      this.#onVisit(report)
      this.#over(slot)
    }
  }

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

  /** What was learned of hosts and is too little to be written with every visit. */
  async #saveMemories(): Promise<void> {
    const memories = this.#parts.memories.changed(true)
    if (memories.length === 0) return
    await this.#options.store.commit({
      memories,
      ...{ visits: [], candidates: [], servers: [], archives: [], events: [] },
    })
  }

  /** Until a visit ends, or a little while. */
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
