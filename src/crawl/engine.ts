/**
 * The engine: leases servers, lets pages be visited when their turn comes, hands what they bring to the recorder. It only
 * wires; what one visit does is in `visit.ts`, what comes next in `frontier/`.
 */
import { randomUUID } from 'node:crypto'
import { ArchiveWriter } from '../archive/index.ts'
import type { Env } from '../env/index.ts'
import { Dns, Http } from '../fetch/index.ts'
import { Frontier, type Slot } from '../frontier/index.ts'
import type { HostRef, Store, Work } from '../store/index.ts'
import { Canonicalizer, originOf, Scope } from '../url/index.ts'
import type { Finished } from './aftermath.ts'
import { HostMemory } from './host-memory.ts'
import { ParsePool } from './parse/pool.ts'
import type { Plugin } from './plugin.ts'
import { PluginRunner } from './plugin-runner.ts'
import { CrawlProgress, type VisitReport } from './progress.ts'
import { QueueStage, SOURCE_RANK } from './queue.ts'
import { Recorder } from './record.ts'
import { RequestBuilder } from './request.ts'
import { RobotsGate } from './robots.ts'
import type { CrawlSettings } from './settings.ts'
import { Throttle } from './throttle.ts'
import { Visitor } from './visit.ts'

export interface EngineOptions {
  readonly env: Env
  readonly store: Store
  readonly archiveFolder: string
  readonly settings: CrawlSettings
  readonly plugins: readonly Plugin[]
  readonly work: Work
  readonly worker: string
  /** Called for every visit once it is durable. */
  readonly onVisit?: (report: VisitReport) => void
}

const LEASE_MS = 60_000
const MOST_MEMORIES = 5_000
/** Finished visits that may wait for the disk before new ones are started. */
const MOST_UNRECORDED = 1_500
const SOFTWARE = 'tidewatch/0.1'

export class Engine {
  readonly progress: CrawlProgress
  readonly #options: EngineOptions
  readonly #frontier: Frontier
  readonly #recorder: Recorder
  readonly #archive: ArchiveWriter
  readonly #pool: ParsePool
  readonly #http: Http
  readonly #visitor: Visitor
  readonly #queue: QueueStage
  readonly #robots: RobotsGate
  readonly #throttle: Throttle
  /** Least recently used first. */
  readonly #memories = new Map<number, HostMemory>()
  readonly #aborter = new AbortController()
  #inFlight = 0
  #reserved = 0
  #stopping = false
  #failure: unknown = null
  #idle: (() => void) | null = null

  constructor(options: EngineOptions) {
    const { env, settings, store } = options
    this.#options = options
    this.progress = new CrawlProgress(env.clock)
    const report = (kind: string, subject: string, message: string) => this.#report(kind, subject, message)
    const plugins = new PluginRunner(options.plugins, env, settings.pluginTimeoutMs, (name, message) =>
      report('plugin-failed', name, message),
    )
    const canonicalizer = new Canonicalizer(settings.canonical)
    const { request } = settings
    const dns = new Dns(env.network, env.clock, settings.dns, raised =>
      report(
        'dns-alarm',
        'dns',
        raised
          ? 'most names cannot be resolved: the crawl waits for the name server'
          : 'names can be resolved again: the crawl goes on',
      ),
    )
    this.#http = new Http({
      network: env.network,
      clock: env.clock,
      allowPrivate: request.allowPrivate,
      http2: request.http2,
      verifyTls: request.verifyTls,
      connections: request.perServer,
      egress: request.egress,
      limits: {
        connectMs: request.connectTimeoutMs,
        headersMs: request.timeoutMs,
        idleMs: request.timeoutMs,
        totalMs: request.timeoutMs,
        maxBodyBytes: request.maxBodyBytes,
      },
    })
    this.#frontier = new Frontier(store, dns, env.clock, options.worker, () => this.#work(), {
      politeness: { delayMs: request.delayMs, concurrency: request.perServer },
      by: request.politeness,
      servers: settings.limits.servers,
      readAhead: request.delayMs > 0 || settings.order !== 'breadth' ? 16 : 256,
      leaseMs: LEASE_MS,
      patienceMs: settings.patienceMs,
    })
    this.#frontier.onTurnEvent = (server, event) =>
      report(
        event.kind === 'rests' ? 'server-rests' : 'server-backs-off',
        server,
        event.kind === 'rests'
          ? `three time-outs in a row: rests for ${event.ms / 60_000} min`
          : `HTTP ${event.status}: waits ${Math.round(event.ms / 1000)} s`,
      )
    this.#frontier.onReleased = origins => {
      for (const origin of origins) this.#http.forget(origin)
    }
    this.#archive = new ArchiveWriter(
      {
        folder: options.archiveFolder,
        worker: options.worker,
        ...settings.archive,
        software: SOFTWARE,
        now: () => env.clock.now(),
        newId: () => `urn:uuid:${randomUUID()}`,
      },
      store,
    )
    this.#pool = new ParsePool(
      {
        canonical: settings.canonical,
        scope: settings.scope,
        types: settings.types,
        agent: request.agent,
        maxBodyBytes: request.maxBodyBytes,
        resources: settings.resources,
        ...settings.archive,
      },
      settings.threads,
      buffer => this.#http.bodies.give(buffer),
    )
    this.#recorder = new Recorder(
      store,
      this.#archive,
      env.clock,
      () => this.#changedMemories(),
      result => {
        this.progress.found(result)
        this.#frontier.committed(result)
      },
    )
    this.#recorder.onFailure = error => this.#fail(error)
    this.#queue = new QueueStage(settings, plugins, new Scope(settings.scope), canonicalizer)
    this.#robots = new RobotsGate(store, env.clock, request.agent, {
      overrides: request.robotsOverrides,
      retryDelayMs: request.retryDelayMs,
    })
    this.#robots.onSitemaps = (host, sitemaps) => void this.#addSitemaps(host, sitemaps)
    this.#throttle = new Throttle(env.clock, settings.limits.bytesPerSecond)
    const requests = new RequestBuilder(request, plugins, env.random)
    const conversation = {
      env,
      frontier: this.#frontier,
      http: this.#http,
      dns,
      politenessBy: request.politeness,
      fileRoots: settings.scope.fileRoots,
      maxBodyBytes: request.maxBodyBytes,
      signal: this.#aborter.signal,
    }
    this.#visitor = new Visitor({
      env,
      settings,
      conversation,
      robots: this.#robots,
      requests,
      pool: this.#pool,
      plugins,
      queue: this.#queue,
      canonicalizer,
      report,
    })
  }

  /** Adds the seeds that are not known yet. */
  async addSeeds(): Promise<void> {
    const { settings, store } = this.#options
    const candidates = settings.seeds.flatMap(seed => {
      const candidate = this.#queue.candidate(
        seed.url,
        settings.seedDepth,
        null,
        seed.kind === 'page' ? {} : { rank: SOURCE_RANK },
      )
      // Who names a seed wants it, whatever the rules say about links.
      return candidate ? [{ ...candidate, status: 'waiting' as const, reason: null }] : []
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
      await this.#recorder.drain()
      await this.#frontier.stop()
      await this.#archive.close()
    } catch (error) {
      this.#failure ??= error
      this.#aborter.abort()
    } finally {
      await this.#http.close()
      await this.#pool.stop()
    }
    if (this.#failure) throw this.#failure
  }

  /** No new visits; those under way are finished and recorded. */
  stop(): void {
    this.#stopping = true
    void this.#frontier.interrupt()
  }

  async #loop(): Promise<void> {
    const { limits } = this.#options.settings
    while (!this.#stopping && !this.#failure) {
      if (
        this.#inFlight >= limits.connections ||
        this.#recorder.waiting >= MOST_UNRECORDED ||
        this.#pool.busy ||
        !this.#throttle.open ||
        !this.#mayTakeMore()
      ) {
        if (
          this.#pagesReached() &&
          !this.#options.work.refresh &&
          this.#inFlight === 0 &&
          this.#recorder.waiting === 0 &&
          this.#reserved === 0
        )
          return
        await this.#pause()
        continue
      }
      const slot = this.#frontier.takeNow() ?? (await this.#frontier.take())
      if (!slot) {
        if (this.#inFlight === 0 && this.#recorder.waiting === 0 && (await this.#nothingLeft())) return
        await this.#pause()
        continue
      }
      void this.#run(slot)
    }
  }

  /** The frontier sees no work; what finished visits still bring may change that. */
  async #nothingLeft(): Promise<boolean> {
    await this.#recorder.drain()
    return this.#inFlight === 0 && this.#frontier.heldServers === 0
  }

  /** Once the collection holds as many pages as it may, only those are looked after. */
  #work(): Work {
    const { work } = this.#options
    return this.#pagesReached() ? { ...work, discover: false } : work
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
    try {
      const tooMany = slot.page.revision === 0 && this.#pagesReached()
      const visited = tooMany ? this.#skip(slot) : await this.#visitor.visit(slot, this.#memory(slot))
      if (visited.kind === 'put-back') {
        await this.#frontier.shelve(slot)
        this.#over(slot)
      } else {
        this.#record(slot, visited)
      }
    } catch (error) {
      this.#reserved--
      if (!this.#aborter.signal.aborted) this.#fail(error)
    } finally {
      this.#inFlight--
      if (this.#inFlight === 0) this.#recorder.hurry()
      this.#idle?.()
    }
  }

  /** Hands a visit to the recorder; until it is durable only what its report needs is kept. */
  #record(slot: Slot, { visit, outcome }: Finished): void {
    this.#throttle.spent(visit.records?.bytes.length ?? 0)
    const commit = { ...visit.commit, links: null }
    const report = { url: visit.url, depth: slot.page.depth, outcome, commit }
    this.#recorder.add({ ...visit, onCommitted: this.#reporting(slot, report) })
  }

  #reporting(slot: Slot, report: VisitReport): () => void {
    return () => {
      this.progress.visited(report)
      this.#options.onVisit?.(report)
      this.#over(slot)
    }
  }

  #skip(slot: Slot): { readonly kind: 'put-back' } {
    this.#frontier.skipTurn(slot)
    return { kind: 'put-back' }
  }

  #over(slot: Slot): void {
    this.#reserved--
    this.#frontier.finish(slot)
    this.#idle?.()
  }

  #memory({ queue: { host } }: Slot): HostMemory {
    const known = this.#memories.get(host.id)
    if (known) return known
    if (this.#memories.size >= MOST_MEMORIES) this.#memories.delete(this.#memories.keys().next().value!)
    const memory = new HostMemory(host)
    if (this.#robots.overruled(memory.hostname))
      this.#report('robots-overridden', memory.hostname, 'the config overrules robots.txt for this host')
    this.#memories.set(host.id, memory)
    return memory
  }

  #changedMemories(): { host: HostRef; memory: string }[] {
    const persist = this.#options.settings.request.cookies === 'persistent'
    return [...this.#memories.values()].flatMap(memory => {
      const text = memory.save(persist)
      return text === null ? [] : [{ host: memory.host, memory: text }]
    })
  }

  async #addSitemaps(host: HostRef, sitemaps: readonly string[]): Promise<void> {
    const { settings, store } = this.#options
    const origin = this.#memories.get(host.id)?.origin
    if (!settings.sitemaps || !settings.seeds.some(seed => originOf(seed.url) === origin)) return
    const candidates = sitemaps.flatMap(url => {
      const canonical = URL.canParse(url)
        ? this.#queue.candidate(new URL(url).href, settings.seedDepth, null, { rank: SOURCE_RANK })
        : null
      return canonical ? [{ ...canonical, status: 'waiting' as const, reason: null }] : []
    })
    this.#frontier.committed(await store.add(candidates))
  }

  #report(kind: string, subject: string, message: string): void {
    this.#options.env.log.warn(`${subject}: ${message}`, { kind })
    this.#recorder.event(kind, subject, message)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#aborter.abort()
    this.#frontier.interrupt()
    this.#idle?.()
  }

  async #settled(): Promise<void> {
    while (this.#inFlight > 0 && !this.#failure) await this.#pause()
  }

  /** Until a visit ends, or a little while. */
  #pause(): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.#options.env.clock.timer(50, () => this.#idle?.())
      this.#idle = () => {
        this.#idle = null
        cancel()
        resolve()
      }
    })
  }
}
