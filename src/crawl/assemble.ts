/** Builds the parts of an engine from its settings and ties them together. No part knows the engine. */
import { type ArchiveWriter, Redactor } from '../archive/index.ts'
import type { PageRenderer } from '../browser/index.ts'
import { Dns, type Http } from '../fetch/index.ts'
import type { Frontier, FrontierEvents, Slot } from '../frontier/index.ts'
import type { HostRef, QueuedPage } from '../store/index.ts'
import { Canonicalizer, Scope } from '../url/index.ts'
import { stepsOf } from './assemble-steps.ts'
import type { EngineHooks, EngineOptions } from './engine-options.ts'
import { archiveOf, familiesOf, frontierOf, httpOf, poolOf, redactionOf, rendererOf } from './engine-parts.ts'
import { HostMemories } from './host/host-memories.ts'
import { type NamedByRobots, RobotsGate } from './host/robots-gate.ts'
import { Guides } from './models/guides.ts'
import { SelectorRules } from './page-selector.ts'
import { PluginRunner } from './plugin-runner.ts'
import { BatchRecorder } from './recorder.ts'
import type { Report } from './report-event.ts'
import type { CrawlSettings } from './settings.ts'
import { DuplicateSorter } from './sort-duplicates.ts'
import type { ParsePool } from './thread/pool.ts'
import type { Finished } from './visit/8-record.ts'
import { Candidates } from './visit/candidates.ts'
import { namedByRobots } from './visit/named-by-robots.ts'
import { Spellings } from './visit/spellings.ts'
import { runTraced } from './visit/traced-visit.ts'
import { Turns, type TurnsParts } from './visit/turns.ts'
import type { PutBack } from './visit/unanswered.ts'
import { runVisit, type Steps, type Visit } from './visit/visit.ts'
import { webSubOf } from './websub/make-websub.ts'
import type { WebSub } from './websub/websub.ts'

export interface Parts {
  readonly frontier: Frontier
  readonly recorder: BatchRecorder
  readonly archive: ArchiveWriter
  readonly pool: ParsePool
  readonly http: Http
  readonly dns: Dns
  readonly candidates: Candidates
  readonly guides: Guides
  readonly memories: HostMemories
  /** Visits a page whose turn it is. */
  readonly visit: (slot: Slot) => Promise<Finished | PutBack>
  readonly report: Report
  /** Null unless pages are compared with each other. */
  readonly duplicates: DuplicateSorter | null
  /** Null unless the config asks for it and the run goes on forever. */
  readonly websub: WebSub | null
  /** Null unless some pages may be rendered in a browser. */
  readonly renderer: PageRenderer | null
}

export function assemble(options: EngineOptions, hooks: EngineHooks): Parts {
  const { env, store, settings } = options
  const { request } = settings
  const redactor = new Redactor(redactionOf(settings))
  const report: Report = (kind, subject, message) => {
    const shown = redactor.text(subject)
    const told = redactor.text(message)
    env.log.warn(`${shown}: ${told}`, { kind })
    recorder.event(kind, shown, told)
  }
  const memories = new HostMemories(request.cookies === 'persistent', options.refreshing, ({ hostname }) => {
    if (robots.overruled(hostname))
      report('robots-overridden', hostname, 'the config overrules robots.txt for this host')
  })
  const http = httpOf(options)
  const pool: ParsePool = poolOf(options, http, job => families?.numberFor(job.url, job.pageClass) ?? 0)
  const families = settings.archive.dictionaries ? familiesOf(options, pool) : null
  const archive = archiveOf(options, families)
  const duplicates = sorterOf(options)
  const recorder = new BatchRecorder(store, archive, env.clock, options.worker, {
    memories,
    onCommit: hooks.onCommit,
    onArrived: () => duplicates?.kick(hooks.onFailure),
    onFailure: hooks.onFailure,
    onStored: families && (page => families.stored(page)),
    keepsPast: options.keepsPast ?? false,
  })
  const robots = new RobotsGate({
    store,
    clock: env.clock,
    settings: request,
    readsPaths: settings.mentions,
    onSpent: ({ body }) => http.bodies.give(body.buffer),
    onNamed: (host, named) => void addNamed(host, named).catch(hooks.onFailure),
  })
  const dns = dnsOf(options, report)
  const frontier = frontierOf(options, dns, hooks, eventsOf(report, http))
  const plugins = new PluginRunner(options.plugins, env, settings.pluginTimeoutMs, report)
  const addresses = addressing(options, plugins, report)
  const { canonicalizer, guides, candidates } = addresses
  const addNamed = async (host: HostRef, named: NamedByRobots) => {
    const origin = memories.originOf(host)
    const all = origin ? namedByRobots(origin, named, { settings, candidates, canonicalizer }) : []
    if (all.length > 0) frontier.committed(await store.add(all))
  }
  const turns = turnsParts(options, { frontier, http, dns, signal: hooks.signal })
  const websub = webSubOf(options, { ...addresses, report, memories, turns })
  const renderer = rendererOf(settings)
  const shared = { ...addresses, settings, pool, plugins, robots, renderer, report, websub }
  const steps = stepsOf(options, shared, hooks.signal)
  const visit = visitsBy(steps, memories, turns, options)
  return {
    frontier,
    recorder,
    archive,
    pool,
    http,
    dns,
    candidates,
    guides,
    memories,
    visit,
    report,
    duplicates,
    websub,
    renderer,
  }
}

/** Makes visits, or repeats those that another crawl recorded. */
function visitsBy(
  steps: Steps,
  memories: HostMemories,
  turns: TurnsParts,
  { env, recorded, tracing }: EngineOptions,
): Parts['visit'] {
  return slot => {
    const { page } = slot
    const host = memories.of(slot.queue.host)
    const visit: Visit = recorded
      ? { slot, page, host, turns: recorded.turnsFor(slot, turns.frontier), at: recorded.timeOf(page) }
      : { slot, page, host, turns: new Turns(turns, slot), at: env.clock.now() }
    return tracing ? runTraced(visit, steps, tracing) : runVisit(visit, steps)
  }
}

const dnsOf = ({ env, settings }: EngineOptions, report: Report) =>
  new Dns(env.network, env.clock, settings.dns, raised =>
    report('dns-alarm', 'dns', raised ? ALARM_RAISED : ALARM_OVER),
  )

/** The parts that decide about addresses. */
function addressing(
  { env, store, settings, guides: data = [] }: EngineOptions,
  plugins: PluginRunner,
  report: Report,
) {
  const canonicalizer = new Canonicalizer(settings.canonical)
  const guides = new Guides(data, settings.leftOut)
  const scope = new Scope(settings.scope)
  const spellings = new Spellings({
    store,
    scope,
    report,
    isOn: settings.learnsUrls,
    now: () => env.clock.now(),
    isSpecified: url => guides.isSpecified(url),
  })
  const candidates = new Candidates({ settings, plugins, scope, canonicalizer, guides, spellings })
  return { canonicalizer, guides, spellings, candidates }
}

function sorterOf({ store, settings: { minResemblance } }: EngineOptions): DuplicateSorter | null {
  return minResemblance === null ? null : new DuplicateSorter(store.likenesses, minResemblance)
}

function turnsParts(
  { env, settings }: EngineOptions,
  parts: Pick<TurnsParts, 'frontier' | 'http' | 'dns' | 'signal'>,
): TurnsParts {
  const { maxBodyBytes, politeness: politenessBy } = settings.request
  const { fileRoots } = settings.scope
  return { ...parts, env, politenessBy, fileRoots, maxBodyBytes, restAfter: restOf(settings) }
}

const ALARM_RAISED = 'most names cannot be resolved: the crawl waits for the name server'
const LEASE_LOST =
  'this worker was silent for too long, so another one serves it now; visits that were under way are made again'
const ALARM_OVER = 'names can be resolved again: the crawl goes on'

function restOf({ request }: CrawlSettings): (page: QueuedPage) => number {
  const delays = new SelectorRules(
    request.delays.map(({ delayMs, ...which }) => ({ which, value: delayMs })),
    'request.delays',
  )
  return request.delays.length === 0 ? () => 0 : page => delays.of(page) ?? 0
}

const eventsOf = (report: Report, http: Http): FrontierEvents => ({
  onTurnEvent: (server, event) => {
    if (event.kind === 'rests')
      report('server-rests', server, `three time-outs in a row: rests for ${event.ms / 60_000} min`)
    else report('server-backs-off', server, `HTTP ${event.status}: waits ${Math.round(event.ms / 1000)} s`)
  },
  onLost: server => report('lease-lost', server, LEASE_LOST),
  onReleased: origins => {
    for (const origin of origins) http.forget(origin)
  },
})
