/** Single parts of an engine, each made from the options of a run. `assemble.ts` ties them together. */
import {
  ArchiveWriter,
  DictionaryGroups,
  keptDictionaries,
  type Redaction,
  SOFTWARE,
} from '../archive/index.ts'
import { findChromium, PageRenderer } from '../browser/index.ts'
import { type Dns, Http } from '../fetch/index.ts'
import { Frontier, type FrontierEvents } from '../frontier/index.ts'
import type { EngineHooks, EngineOptions } from './engine-options.ts'
import type { CrawlSettings } from './settings.ts'
import { socketRoom } from './socket-room.ts'
import type { ParseJob } from './thread/job.ts'
import { ParsePool } from './thread/pool.ts'

/** Pages read ahead for each host: few if a visit may find pages that should come next, or if time passes between visits. */
const READ_AHEAD = { eager: 2, polite: 16, fast: 256 }
/** Servers compared to find the best page when fetches are scarce. */
const CHOICES = 32

/** Connects the parts that pack records, place them, and learn dictionaries from them. */
export function familiesOf({ env, archiveFolder }: EngineOptions, pool: ParsePool): DictionaryGroups {
  const kept = keptDictionaries(archiveFolder)
  return new DictionaryGroups({ school: pool, kept, chance: () => env.random.next() })
}

export function archiveOf(
  { env, store, settings, archiveFolder, worker }: EngineOptions,
  dictionaries: DictionaryGroups | null,
): ArchiveWriter {
  const newId = () => `urn:uuid:${env.random.uuid()}`
  return new ArchiveWriter(
    {
      ...settings.archive,
      folder: archiveFolder,
      worker,
      dictionaries,
      software: SOFTWARE,
      now: () => env.clock.now(),
      newId,
    },
    store,
  )
}

export function httpOf({ env, settings }: EngineOptions): Http {
  const { request } = settings
  const { timeoutMs, connectTimeoutMs, maxBodyBytes, allowPrivate, http2, verifyTls, egress } = request
  return new Http({
    network: env.network,
    clock: env.clock,
    allowPrivate,
    http2,
    verifyTls,
    egress,
    connections: request.perServer,
    sockets: socketRoom(settings).sockets,
    limits: {
      connectMs: connectTimeoutMs,
      headersMs: timeoutMs,
      idleMs: timeoutMs,
      totalMs: timeoutMs,
      maxBodyBytes,
    },
  })
}

/** Null unless some pages may be rendered in a browser; a browser must then be installed, and starts with the first such page. */
export function rendererOf({ render, request }: CrawlSettings): PageRenderer | null {
  if (render.pages === 'never' && render.rules.every(({ pages = 'never' }) => pages === 'never')) return null
  const executable = findChromium(render.browser, process.env.PATH ?? '')
  const maxHtmlChars = request.maxBodyBytes
  return new PageRenderer({ ...render, blocked: new Set(render.blocked), executable, maxHtmlChars })
}

export function frontierOf(
  options: EngineOptions,
  dns: Dns,
  { work, demand: { queue } }: EngineHooks,
  events: FrontierEvents,
): Frontier {
  const { env, store, settings, worker, budgeted = false, refreshing } = options
  const { request, limits, order, topics, patienceMs } = settings
  // A first crawl is not charged to the budget, so until it is complete pages need not compete for fetches.
  const isScarce = () => budgeted && refreshing.isCrawled
  return new Frontier(
    { store, queue, dns, clock: env.clock, worker, work, events },
    {
      politeness: { delayMs: request.delayMs, concurrency: request.perServer },
      by: request.politeness,
      servers: limits.servers,
      readAhead: () => readAheadOf(options, isScarce()),
      choices: () => (isScarce() || order === 'best' || topics.length > 0 ? CHOICES : 1),
      leaseMs: limits.leaseMs,
      patienceMs,
    },
  )
}

function readAheadOf({ settings, order }: EngineOptions, isScarce: boolean): number {
  if (order && !isScarce) return order.readAhead
  if (isScarce || settings.order !== 'breadth') return READ_AHEAD.eager
  return settings.request.delayMs > 0 ? READ_AHEAD.polite : READ_AHEAD.fast
}

export const redactionOf = ({ archive, secrets }: CrawlSettings): Redaction => ({
  cookies: archive.cookies,
  secrets,
})

/** Share of a page's parse time that reading a document may take; the rest is for processing its text. */
const DOCUMENT_SHARE = 0.5

export function poolOf(
  { settings, archiveFolder, guides = [] }: EngineOptions,
  http: Http,
  packWith: (job: ParseJob) => number,
): ParsePool {
  const { canonical, scope, types, resources, follow, mentions, walls, hiddenRule } = settings
  const { archive, threads, usualThreads, request, limits } = settings
  const { agent, maxBodyBytes } = request
  return new ParsePool(
    {
      canonical,
      scope,
      types,
      agent,
      maxBodyBytes,
      resources,
      follow,
      mentions,
      walls,
      hiddenRule,
      guides,
      ...archive,
      redaction: redactionOf(settings),
      search: settings.search !== 'off',
      focus: settings.topics.length > 0,
      sampling: settings.sampling ?? false,
      countsLinks: settings.order === 'best' && settings.topics.length === 0,
      forms: settings.forms,
      patterns: settings.patterns,
      accessibility: settings.accessibility,
      documentMs: limits.parseMs * DOCUMENT_SHARE,
    },
    {
      threads,
      usualThreads,
      archiveFolder: archiveFolder.path,
      packWith,
      pageLimitMs: limits.parseMs,
      onSpent: buffer => http.bodies.give(buffer),
    },
  )
}
