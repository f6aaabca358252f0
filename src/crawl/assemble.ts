/** Builds the parts of an engine from its settings and ties them together. No part knows the engine. */
import { type ArchiveWriter, Redactor } from '../archive/index.ts'
import type { PageRenderer } from '../browser/index.ts'
import { Dns, type Http, type TurnEvent } from '../fetch/index.ts'
import type { Frontier, Slot } from '../frontier/index.ts'
import type { HostRef, QueuedPage } from '../store/index.ts'
import { Canonicalizer, Scope } from '../url/index.ts'
import { ByteCache } from './byte-cache.ts'
import type { EngineHooks, EngineOptions } from './engine-options.ts'
import { archiveOf, familiesOf, frontierOf, httpOf, poolOf, redactionOf, rendererOf } from './engine-parts.ts'
import { CrawlForms } from './forms/crawl-forms.ts'
import { HostMemories } from './host/host-memories.ts'
import type { HostMemory } from './host/host-memory.ts'
import { HostTalk } from './host/host-talk.ts'
import { Login } from './host/login.ts'
import { type NamedByRobots, RobotsGate } from './host/robots-gate.ts'
import { Actions } from './models/form-actions.ts'
import { Guides } from './models/guides.ts'
import { SelectorRules } from './page-selector.ts'
import { PluginRunner } from './plugin-runner.ts'
import { BatchRecorder } from './recorder.ts'
import { Renders } from './render/renders.ts'
import type { Report } from './report-event.ts'
import type { CrawlSettings } from './settings.ts'
import { DuplicateSorter } from './sort-duplicates.ts'
import type { ParsePool } from './thread/pool.ts'
import { Admit } from './visit/1-admit.ts'
import { RequestBuilder } from './visit/2-request.ts'
import { Fetch, type FetchParts } from './visit/3-fetch.ts'
import { Read, type ReadParts } from './visit/4-read.ts'
import { Judge } from './visit/5-judge.ts'
import { Follow, type FollowParts } from './visit/6-follow.ts'
import { Schedule } from './visit/7-schedule.ts'
import { type Finished, Recording } from './visit/8-record.ts'
import { Candidates } from './visit/candidates.ts'
import { Comparer } from './visit/comparer.ts'
import { namedByRobots } from './visit/named-by-robots.ts'
import { NoveltyTracker } from './visit/novelty.ts'
import { SecondLooks } from './visit/second-look.ts'
import { sendElsewhere } from './visit/send-elsewhere.ts'
import { Soft404Probe } from './visit/soft404.ts'
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
    const [shown, told] = [redactor.text(subject), redactor.text(message)]
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
    memories: () => memories.changed(),
    readmits: () => memories.readmits(),
    onCommit: hooks.onCommit,
    onArrived: () => duplicates?.kick(hooks.onFailure),
    onFailure: hooks.onFailure,
    onStored: families && (page => families.stored(page)),
    keepsPast: options.keepsPast ?? false,
  })
  const robots = new RobotsGate(store, env.clock, request.agent, {
    overrides: request.robotsOverrides,
    retryDelayMs: request.retryDelayMs,
    onSpent: ({ body }) => http.bodies.give(body.buffer),
    readsPaths: settings.mentions,
    onNamed: (host, named) => void addNamed(host, named).catch(hooks.onFailure),
  })
  const dns = dnsOf(options, report)
  const frontier = frontierOf(options, dns, hooks, {
    onTurnEvent: (server, event) => report(...turnReport(server, event)),
    onLost: server => report('lease-lost', server, LEASE_LOST),
    onReleased: origins => {
      for (const origin of origins) http.forget(origin)
    },
  })
  const plugins = new PluginRunner(options.plugins, env, settings.pluginTimeoutMs, (name, message) =>
    report('plugin-failed', name, message),
  )
  const addresses = addressing(options, plugins, report)
  const { canonicalizer, guides, candidates } = addresses
  const addNamed = async (host: HostRef, named: NamedByRobots) => {
    const origin = memories.originOf(host)
    const all = origin ? namedByRobots(origin, named, { settings, candidates, canonicalizer }) : []
    if (all.length > 0) frontier.committed(await store.add(all))
  }
  const turns = turnsParts(options, { frontier, http, dns, signal: hooks.signal })
  const websub = webSubOf(options, {
    ...{ report, memories, canonicalizer, candidates },
    send: request => sendElsewhere(turns, request),
    onFound: result => frontier.committed(result),
  })
  const onOffer: FollowParts['onOffer'] = websub && ((page, offer) => websub.noticed(page, offer))
  const shared = { settings, pool, plugins, robots, report, onOffer, ...addresses }
  const renderer = rendererOf(settings)
  const steps = stepsOf(options, { ...shared, renderer }, hooks.signal)
  const visit = (slot: Slot) => {
    const begun = begin(slot, memories.of(slot.queue.host), options, turns)
    return options.tracing ? runTraced(begun, steps, options.tracing) : runVisit(begun, steps)
  }
  const lasting = { frontier, recorder, archive, pool, http, dns, memories, duplicates, websub, renderer }
  return { ...lasting, candidates, guides, visit, report }
}

/** A visit that has just begun, or one that another crawl recorded. */
function begin(slot: Slot, host: HostMemory, { env, recorded }: EngineOptions, turns: TurnsParts): Visit {
  const { page } = slot
  return recorded
    ? { slot, page, host, turns: recorded.turnsFor(slot, turns.frontier), at: recorded.timeOf(page) }
    : { slot, page, host, turns: new Turns(turns, slot), at: env.clock.now() }
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
    ...{ store, scope, report, isOn: settings.learnsUrls },
    now: () => env.clock.now(),
    isSpecified: url => guides.isSpecified(url),
  })
  const candidates = new Candidates({ settings, plugins, scope, canonicalizer, guides, spellings })
  return { canonicalizer, guides, spellings, candidates }
}

function sorterOf({ store, settings: { minResemblance } }: EngineOptions): DuplicateSorter | null {
  return minResemblance === null ? null : new DuplicateSorter(store.likenesses, minResemblance)
}

type Shared = Pick<
  ReadParts & FollowParts & FetchParts,
  | 'settings'
  | 'pool'
  | 'plugins'
  | 'robots'
  | 'guides'
  | 'canonicalizer'
  | 'candidates'
  | 'report'
  | 'onOffer'
  | 'spellings'
> & { readonly renderer: PageRenderer | null }

/** Concurrent requests for one rendered page: as many as browsers make to one host. */
const MAX_PARALLEL = 6
/** Size of the cache of scripts and styles that rendered pages share. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024

/** The eight steps of a visit, each with the parts it needs. */
function stepsOf(
  { env, store, archiveFolder, refreshing, recorded, order = null }: EngineOptions,
  shared: Shared,
  signal: AbortSignal,
): Steps {
  const { settings, plugins, guides, robots, canonicalizer, candidates, report, onOffer, spellings } = shared
  const { renderer } = shared
  const now = () => env.clock.now()
  const forbidden = (visit: Visit, url: string): Promise<string | null> => admit.forbidden(visit, url)
  const isRendered = ({ page, host }: Visit): boolean => renders?.isPossible(page, host) ?? false
  const requests = new RequestBuilder({
    settings: settings.request,
    plugins,
    guides,
    random: env.random,
    forbidden,
    isRendered,
  })
  const { maxBodyBytes, cookies, perServer } = settings.request
  const renders =
    renderer &&
    new Renders({
      ...{ settings: settings.render, renderer, store, canonicalizer, report },
      axeRules: settings.accessibility?.by === 'browser' ? axeRules : null,
      supply: {
        ...{ requests, forbidden, maxBodyBytes, now },
        kept: new ByteCache(MAX_KEPT_BYTES),
        parallel: Math.min(perServer, MAX_PARALLEL),
        keepsCookies: cookies !== 'off',
        keepsParts: settings.archive.complete,
      },
    })
  const talk = new HostTalk(requests, now)
  const login = new Login(settings.request, talk, report)
  const admit = new Admit({ settings, guides, robots, requests, login, spellings })
  const fetch = new Fetch({ settings, requests, canonicalizer, renders })
  const novelty = new NoveltyTracker()
  const comparer = new Comparer(store, archiveFolder, settings.change, recorded === undefined)
  const { formOrigins } = settings.request
  const actions = new Actions({ talk, formOrigins, forbidden, report })
  const comparesPages = settings.minResemblance !== null
  const read = new Read({ ...shared, comparer, novelty, actions, comparesPages })
  const soft404 = settings.soft404 ? new Soft404Probe(env, requests, read) : null
  const { walls } = settings
  const secondLooks = new SecondLooks({ env, comparer, signal, read, fetch, canonicalizer, walls })
  const judge = new Judge({ canonicalizer, walls, login, guides, comparer, soft404, secondLooks, report })
  const linksOf = (page: QueuedPage) => store.links(page)
  const { retries } = settings.request
  const forms =
    settings.forms && new CrawlForms({ settings: settings.forms, retries, store, candidates, canonicalizer })
  const follow = new Follow({
    ...{ settings, plugins, candidates, novelty, comparer, spellings, linksOf, onOffer, report },
    ...{ order, forms },
  })
  const { refresher } = refreshing
  const schedule = new Schedule({ clock: env.clock, settings, refresher, candidates })
  return {
    admit: recorded ? EVERYTHING : admit,
    request: requests,
    ...{ fetch, read, judge, follow, schedule },
    record: new Recording(env.clock),
  }
}

function turnsParts(
  { env, settings }: EngineOptions,
  parts: Pick<TurnsParts, 'frontier' | 'http' | 'dns' | 'signal'>,
): TurnsParts {
  const { maxBodyBytes, politeness: politenessBy } = settings.request
  const { fileRoots } = settings.scope
  return { ...parts, env, politenessBy, fileRoots, maxBodyBytes, restAfter: restOf(settings) }
}

/** What was recorded is not requested: no rule has to allow it. */
const EVERYTHING: Steps['admit'] = { admit: async () => ({ kind: 'admitted' }), release: () => {} }

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

function turnReport(server: string, event: TurnEvent): [kind: string, subject: string, message: string] {
  return event.kind === 'rests'
    ? ['server-rests', server, `three time-outs in a row: rests for ${event.ms / 60_000} min`]
    : ['server-backs-off', server, `HTTP ${event.status}: waits ${Math.round(event.ms / 1000)} s`]
}

/** The accessibility rules are large, so they are loaded only by crawls that check pages. */
const axeRules = async () => (await import('../document/accessibility/index.ts')).AXE_RULES
