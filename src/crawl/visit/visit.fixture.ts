/** A visit made by hand, for tests of single steps: no world, no store, no threads. */
import { type ConfigInput, configFrom } from '../../config/index.ts'
import { realEnv, seededRandom } from '../../env/index.ts'
import type { Answer, Breakdown, Exchange, Outgoing } from '../../fetch/index.ts'
import type { Slot } from '../../frontier/index.ts'
import { CollectionClock, PriorGroup } from '../../refresh/index.ts'
import { hostId, pageId } from '../../store/ids.ts'
import type { QueuedPage } from '../../store/index.ts'
import { asUrl, Canonicalizer, Scope } from '../../url/index.ts'
import { HostMemory } from '../host/host-memory.ts'
import { Guides } from '../models/guides.ts'
import type { Plugin } from '../plugin.ts'
import { PluginRunner } from '../plugin-runner.ts'
import type { CrawlSettings, RequestProfile } from '../settings.ts'
import type { ParseResult, ReadFacts } from '../thread/job.ts'
import { RequestBuilder } from './2-request.ts'
import { Candidates } from './candidates.ts'
import { Spellings } from './spellings.ts'
import type { Visit } from './visit.ts'

export const NOW = 1_700_000_000_000

export function pageAt(url: string, over: Partial<QueuedPage> = {}): QueuedPage {
  return {
    shard: 0,
    id: pageId(1),
    host: hostId(1),
    url: asUrl(url),
    kind: 'page',
    depth: 0,
    rank: 0,
    hops: 0,
    via: null,
    failures: 0,
    fetchedAt: null,
    changedAt: null,
    payloadAt: null,
    digest: null,
    etag: null,
    lastModified: null,
    revision: 0,
    chosenAt: null,
    settled: 0,
    sizeBytes: null,
    httpStatus: null,
    hintedAt: null,
    hintedBy: 0,
    saidRate: null,
    dueAt: null,
    belief: null,
    importance: null,
    copyOf: null,
    pageClass: null,
    accessibility: null,
    relevance: null,
    ...over,
  }
}

export function answer(status: number, headers: readonly string[] = [], body = ''): Answer {
  return {
    kind: 'answer',
    status,
    statusText: '',
    headers,
    body: Buffer.from(body),
    truncated: null,
    address: '192.0.2.1',
    startedAt: 0,
    firstByteAt: 5,
    endedAt: 9,
  }
}

export const breakdown = (code: Breakdown['code'], message = 'broken'): Breakdown => ({
  kind: 'breakdown',
  code,
  message,
  startedAt: 0,
  endedAt: 40,
})

export interface HandMade extends Visit {
  /** What was sent, in order. */
  readonly sent: Omit<Outgoing, 'address'>[]
  readonly delays: number[]
}

/** Answers come one after another; the last one repeats. */
export function visitOf(page: QueuedPage, exchanges: readonly Exchange[] = [answer(200)]): HandMade {
  const sent: HandMade['sent'] = []
  const delays: number[] = []
  const { origin } = new URL(page.url)
  const host = { shard: 0, id: page.host, origin, memory: null, fetched: 0, dnsFailures: 0 }
  const state = { delayMs: 0, failures: 0, latencyMs: 0 }
  const lease = { shard: 0, id: 7, address: '192.0.2.1:80', nextAt: 0, ...state }
  const turns = {
    send: async (request: Omit<Outgoing, 'address'>) => {
      sent.push(request)
      return exchanges[Math.min(sent.length, exchanges.length) - 1]!
    },
    slowDown: async (ms: number) => void delays.push(ms),
    backOff: () => void delays.push(-1),
    end: () => {},
  }
  const slot = { server: { lease, turn: { readyAt: 0, state } }, queue: { host }, page } as unknown as Slot
  return {
    slot,
    page,
    host: new HostMemory(host, { priors: new PriorGroup(), clock: new CollectionClock() }),
    turns,
    at: NOW,
    sent,
    delays,
  }
}

export function settingsOf(input: ConfigInput = {}): CrawlSettings {
  return configFrom({ seeds: ['http://a.test/'], ...input }).settings
}

export const canonicalizer = new Canonicalizer()

/** Parts that several steps share, with the given plug-ins. */
export function partsOf(
  input: ConfigInput = {},
  plugins: readonly Plugin[] = [],
  profiles: readonly Partial<RequestProfile>[] = [],
) {
  const usual = settingsOf(input)
  const [first] = usual.request.profiles
  const several = profiles.map(profile => ({ ...first!, ...profile }))
  const request = { ...usual.request, profiles: several.length > 0 ? several : usual.request.profiles }
  const settings = { ...usual, request }
  const reports: string[] = []
  const report = (kind: string, subject: string) => void reports.push(`${kind} ${subject}`)
  const runner = new PluginRunner(plugins, realEnv, 1_000, report)
  const guides = new Guides([])
  const random = seededRandom(1)
  const forbidden = async (_: unknown, url: string) => (url.includes('/private') ? 'robots.txt line 2' : null)
  const requests = new RequestBuilder({
    settings: settings.request,
    plugins: runner,
    guides,
    random,
    forbidden,
    isRendered: () => false,
  })
  const scope = new Scope(settings.scope)
  const spellings = new Spellings({
    store: { page: async () => null },
    scope,
    report,
    now: () => NOW,
    isOn: settings.learnsUrls,
    isSpecified: url => guides.isSpecified(url),
  })
  const candidates = new Candidates({ settings, plugins: runner, scope, canonicalizer, guides, spellings })
  return {
    settings,
    report,
    reports,
    plugins: runner,
    guides,
    requests,
    candidates,
    canonicalizer,
    spellings,
  }
}

export function factsOf(over: Partial<ReadFacts> = {}): ReadFacts {
  return {
    type: 'text/html',
    charset: 'utf-8',
    title: 'Title',
    sizeBytes: 100,
    truncated: false,
    same: false,
    wanted: true,
    noindex: false,
    linkCount: 3,
    outline: 1,
    fingerprints: null,
    ...over,
  }
}

export function parsedOf(over: Partial<ParseResult> = {}, facts: Partial<ReadFacts> = {}): ParseResult {
  const found = {
    hrefs: [],
    keys: new Uint8Array(0),
    excluded: [],
    hints: null,
    saidRates: null,
    kind: 'links',
    promises: null,
    repeated: '',
  } as const
  return {
    facts: factsOf(facts),
    unreadable: null,
    patterns: null,
    bearing: null,
    forms: null,
    accessibility: null,
    isPartMissing: false,
    guided: null,
    comparison: null,
    likeness: null,
    digest: new Uint8Array(20),
    canonical: null,
    refresh: null,
    wall: null,
    push: null,
    found,
    sources: [],
    packedLinks: null,
    search: null,
    records: new Uint8Array(10),
    firstLength: 5,
    dictionary: 0,
    beside: [],
    content: null,
    text: null,
    body: null,
    links: null,
    ...over,
  }
}
