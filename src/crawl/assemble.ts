/** Builds the parts of an engine from its settings and ties them together. No part knows the engine. */
import { randomUUID } from 'node:crypto'
import { ArchiveWriter, Families, keptDictionaries, type Redaction, Redactor } from '../archive/index.ts'
import type { Env } from '../env/index.ts'
import { Dns, Http, type TurnEvent } from '../fetch/index.ts'
import { Frontier } from '../frontier/index.ts'
import type { GuideData } from '../site/index.ts'
import type { CommitResult, QueuedPage, Store, Work } from '../store/index.ts'
import { Canonicalizer, Scope } from '../url/index.ts'
import { Comparer } from './compare.ts'
import { Guides } from './guide/guides.ts'
import { HostMemories } from './host-memories.ts'
import type { ParseJob } from './parse/job.ts'
import { ParsePool } from './parse/pool.ts'
import type { Plugin } from './plugin.ts'
import { PluginRunner } from './plugin-runner.ts'
import { QueueStage } from './queue.ts'
import { Recorder } from './record.ts'
import type { Refreshing } from './refresh/refreshing.ts'
import { RequestBuilder } from './request.ts'
import { RobotsGate } from './robots.ts'
import type { CrawlSettings } from './settings.ts'
import { Visitor } from './visit.ts'
import { WhichRules } from './which-pages.ts'

export interface EngineOptions {
  readonly env: Env
  readonly store: Store
  readonly archiveFolder: string
  readonly settings: CrawlSettings
  readonly plugins: readonly Plugin[]
  readonly work: Work
  readonly worker: string
  readonly refreshing: Refreshing
  /** Site models at work. */
  readonly guides?: readonly GuideData[]
  /** Called when all visits are recorded; what it reports is recorded too. */
  readonly atEnd?: () => Promise<void>
  /** Goes on for ever inside the budget, instead of ending when nothing is left to do. */
  readonly forever?: boolean
}

/** What the parts tell the engine. */
export interface EngineHooks {
  /** What may be worked on now. */
  readonly work: () => Work
  readonly onCommit: (result: CommitResult) => void
  readonly onFailure: (error: unknown) => void
  readonly signal: AbortSignal
}

export interface Parts {
  readonly frontier: Frontier
  readonly recorder: Recorder
  readonly archive: ArchiveWriter
  readonly pool: ParsePool
  readonly http: Http
  readonly robots: RobotsGate
  readonly queue: QueueStage
  readonly guides: Guides
  readonly memories: HostMemories
  readonly visitor: Visitor
  readonly report: (kind: string, subject: string, message: string) => void
}

const SOFTWARE = 'tidewatch/0.1'
/** Pages read ahead for a host: few where what a visit finds may have to come next, or where time passes between visits. */
const READ_AHEAD = { eager: 2, polite: 16, fast: 256 }
/** Servers compared where fetches are scarce. */
const CHOICES = 32

export function assemble(options: EngineOptions, hooks: EngineHooks): Parts {
  const { env, store, settings } = options
  const { request } = settings
  const redactor = new Redactor(redactionOf(settings))
  const report = (kind: string, subject: string, message: string) => {
    const [shown, told] = [redactor.text(subject), redactor.text(message)]
    env.log.warn(`${shown}: ${told}`, { kind })
    recorder.event(kind, shown, told)
  }
  const memories = new HostMemories(
    request.cookies === 'persistent',
    options.refreshing.priors,
    ({ hostname }) => {
      if (robots.overruled(hostname))
        report('robots-overridden', hostname, 'the config overrules robots.txt for this host')
    },
  )
  const http = httpOf(options)
  const pool: ParsePool = poolOf(options, http, job => families?.numberFor(job.url, job.pageClass) ?? 0)
  const families = settings.archive.dictionaries ? familiesOf(options, pool) : null
  const archive = archiveOf(options, families)
  const recorder = new Recorder(store, archive, env.clock, options.worker, {
    memories: () => memories.changed(),
    onCommit: hooks.onCommit,
  })
  recorder.onFailure = hooks.onFailure
  if (families) recorder.onStored = page => families.stored(page)
  const robots = new RobotsGate(store, env.clock, request.agent, {
    overrides: request.robotsOverrides,
    retryDelayMs: request.retryDelayMs,
    onSpent: ({ body }) => http.bodies.give(body.buffer as ArrayBuffer),
  })
  const dns = new Dns(env.network, env.clock, settings.dns, raised =>
    report('dns-alarm', 'dns', raised ? ALARM_RAISED : ALARM_OVER),
  )
  const frontier = frontierOf(options, dns, hooks)
  frontier.onTurnEvent = (server, event) => report(...turnReport(server, event))
  frontier.onLost = server => report('lease-lost', server, LEASE_LOST)
  frontier.onReleased = origins => {
    for (const origin of origins) http.forget(origin)
  }
  const plugins = new PluginRunner(options.plugins, env, settings.pluginTimeoutMs, (name, message) =>
    report('plugin-failed', name, message),
  )
  const canonicalizer = new Canonicalizer(settings.canonical)
  const guides = new Guides(options.guides ?? [])
  const queue = new QueueStage(settings, plugins, new Scope(settings.scope), canonicalizer, guides)
  const requests = new RequestBuilder(request, plugins, env.random)
  const { fileRoots } = settings.scope
  const { maxBodyBytes, politeness: politenessBy } = request
  const conversation = {
    env,
    frontier,
    http,
    dns,
    politenessBy,
    fileRoots,
    maxBodyBytes,
    signal: hooks.signal,
    restAfter: restOf(settings),
  }
  const visitor = new Visitor({
    env,
    settings,
    conversation,
    robots,
    requests,
    pool,
    plugins,
    queue,
    canonicalizer,
    guides,
    linksOf: page => store.links(page),
    comparer: new Comparer(store, options.archiveFolder, settings.change),
    refresher: options.refreshing.refresher,
    report,
  })
  return { frontier, recorder, archive, pool, http, robots, queue, guides, memories, visitor, report }
}

const ALARM_RAISED = 'most names cannot be resolved: the crawl waits for the name server'
const LEASE_LOST =
  'this worker was silent for too long, so another one serves it now; visits that were under way are made again'
const ALARM_OVER = 'names can be resolved again: the crawl goes on'

/** Ties those who pack records, place them and learn from them together. */
function familiesOf({ env, archiveFolder }: EngineOptions, pool: ParsePool): Families {
  const kept = keptDictionaries(archiveFolder)
  return new Families({ school: pool, kept, chance: () => env.random.next() })
}

function archiveOf(
  { env, store, settings, archiveFolder, worker }: EngineOptions,
  dictionaries: Families | null,
): ArchiveWriter {
  const newId = () => `urn:uuid:${randomUUID()}`
  return new ArchiveWriter(
    {
      folder: archiveFolder,
      worker,
      ...settings.archive,
      dictionaries,
      software: SOFTWARE,
      now: () => env.clock.now(),
      newId,
    },
    store,
  )
}

function httpOf({ env, settings: { request } }: EngineOptions): Http {
  const { timeoutMs, connectTimeoutMs, maxBodyBytes, allowPrivate, http2, verifyTls, egress } = request
  return new Http({
    network: env.network,
    clock: env.clock,
    allowPrivate,
    http2,
    verifyTls,
    egress,
    connections: request.perServer,
    limits: {
      connectMs: connectTimeoutMs,
      headersMs: timeoutMs,
      idleMs: timeoutMs,
      totalMs: timeoutMs,
      maxBodyBytes,
    },
  })
}

function frontierOf(
  { env, store, settings, worker, forever }: EngineOptions,
  dns: Dns,
  hooks: EngineHooks,
): Frontier {
  const { request, limits, order, patienceMs } = settings
  return new Frontier(store, dns, env.clock, worker, hooks.work, {
    politeness: { delayMs: request.delayMs, concurrency: request.perServer },
    by: request.politeness,
    servers: limits.servers,
    readAhead: readAheadOf(forever || order !== 'breadth', request.delayMs > 0),
    choices: forever ? CHOICES : 1,
    leaseMs: limits.leaseMs,
    patienceMs,
  })
}

function readAheadOf(isOrdered: boolean, isPolite: boolean): number {
  if (isOrdered) return READ_AHEAD.eager
  return isPolite ? READ_AHEAD.polite : READ_AHEAD.fast
}

const redactionOf = ({ archive, secrets }: CrawlSettings): Redaction => ({
  cookies: archive.cookies,
  secrets,
})

function poolOf(
  { settings, archiveFolder, guides = [] }: EngineOptions,
  http: Http,
  packWith: (job: ParseJob) => number,
): ParsePool {
  const { canonical, scope, types, resources, archive, threads, request, limits } = settings
  const { agent, maxBodyBytes } = request
  return new ParsePool(
    {
      ...{ canonical, scope, types, agent, maxBodyBytes, resources, guides, ...archive },
      redaction: redactionOf(settings),
    },
    {
      threads,
      archiveFolder,
      packWith,
      pageLimitMs: limits.parseMs,
      onSpent: buffer => http.bodies.give(buffer),
    },
  )
}

function restOf({ request }: CrawlSettings): (page: QueuedPage) => number {
  const delays = new WhichRules(
    request.delays.map(({ delayMs, ...which }) => ({ which, value: delayMs })),
    'request.delays',
  )
  return request.delays.length === 0 ? () => 0 : page => delays.of(page) ?? 0
}

function turnReport(server: string, event: TurnEvent): [kind: string, subject: string, message: string] {
  return event.kind === 'rests'
    ? ['server-rests', server, `three time-outs in a row: rests for ${event.ms / 60_000} min`]
    : ['server-backs-off', server, `HTTP ${event.status}: waits ${Math.round(event.ms / 1000)} s`]
}
