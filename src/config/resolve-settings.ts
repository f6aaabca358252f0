/** Converts validated values to the engine's settings, some of which depend on several keys, the environment or the machine. */
import type { CrawlSettings, RequestProfile, RequestSettings, Seed } from '../crawl/settings.ts'
import { DOCUMENT_TYPES } from '../document/converted-types.ts'
import { Canonicalizer, hostOf, originOf, type ScopePattern } from '../url/index.ts'
import { substitute } from './environment.ts'
import { absolute, type ConfigPlace } from './place.ts'
import { resolveModel } from './resolve-model.ts'
import { resolveChange, resolveRefresh, resolveWeights, which } from './resolve-refresh.ts'
import type { ConfigValues } from './schema.ts'
import { resolveForms } from './schema-forms.ts'
import { resolveTopics } from './schema-topics.ts'
import { secretsIn } from './secrets.ts'
import { seedUrl } from './seed-address.ts'

const PAGE_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', ...DOCUMENT_TYPES]

/** Media types that a browser loads to show a page. Each is listed, because types are compared exactly. */
// biome-ignore format: a list
const RESOURCE_TYPES = [
  'text/css', 'text/javascript', 'application/javascript', 'application/x-javascript', 'application/json',
  'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml', 'image/bmp',
  'image/tiff',
  'image/x-icon', 'image/vnd.microsoft.icon', 'image/jxl', 'image/heic', 'image/apng',
  'font/woff', 'font/woff2', 'font/ttf', 'font/otf', 'font/collection', 'application/font-woff',
  'application/x-font-woff', 'application/x-font-ttf', 'application/vnd.ms-fontobject',
  'application/wasm',
  'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/mp4', 'audio/webm', 'audio/aac', 'audio/flac',
  'video/mp4', 'video/webm', 'video/ogg', 'video/mpeg', 'video/quicktime', 'text/vtt',
  'application/manifest+json', 'application/xml', 'text/xml', 'application/ogg',
]

export function resolveSettings(values: ConfigValues, place: ConfigPlace): CrawlSettings {
  const { scope, dns, limits, archive } = values
  const canonical = { ...values.url, hashRoutes: hasHashRoutes(values) }
  const canonicalizer = new Canonicalizer(canonical)
  const seeds = values.seeds.map(seed => settledSeed(seed, canonicalizer))
  const auto = scope.depth === null && scope.follow.length === 0
  const model = resolveModel(values, place)
  const ofModel = model.kind === 'given' ? Object.values(model.guide.variables) : []
  return {
    seeds,
    seedDepth: scope.seedDepth,
    canonical,
    scope: settledScope(values, seeds, place),
    pages: scope.pages,
    perHost: scope.perHost,
    sitemapsPerHost: scope.sitemapsPerHost,
    leftOut: values.extract.leaveOut,
    patterns: values.extract.patterns.map(each =>
      typeof each === 'string' ? { kind: each } : { kind: 'regexp', ...each },
    ),
    types: scope.types ?? (scope.resources ? [...PAGE_TYPES, ...RESOURCE_TYPES] : PAGE_TYPES),
    order: values.order,
    topics: resolveTopics(values.topics, place),
    forms: resolveForms(values.forms),
    sitemaps: scope.sitemaps === 'auto' ? auto : scope.sitemaps !== false,
    guessesSitemaps: scope.sitemaps === 'guess',
    feeds: scope.feeds === 'auto' ? auto : scope.feeds,
    resources: scope.resources,
    follow: scope.follow,
    mentions: scope.mentions,
    soft404: scope.soft404,
    walls: scope.walls,
    yieldRule: scope.traps.yield,
    dateRule: scope.traps.dates,
    hiddenRule: scope.traps.hidden,
    request: settledRequest(values.request, place),
    dns: { alarmShare: dns.alarm, window: dns.window, least: dns.least },
    limits: {
      connections: limits.connections,
      bytesPerSecond: limits.bandwidth,
      servers: limits.servers,
      leaseMs: limits.lease,
      parseMs: limits.parse,
    },
    archive: settledArchive(archive, place),
    // With shadow publishing, readers see a past state, so past revisions must be searchable.
    search: values.search === 'current' && values.refresh.publish === 'shadow' ? 'all' : values.search,
    change: resolveChange(values),
    learnsUrls: values.duplicates.urls === 'learn',
    minResemblance: values.duplicates.find === 'near' ? values.duplicates.resemblance : null,
    refresh: resolveRefresh(values, place),
    render: settledRender(values.render, place),
    ...threadsFor(values.threads, place.cores),
    pluginTimeoutMs: values.pluginTimeout,
    patienceMs: values.patience,
    weights: resolveWeights(values, place, canonicalizer),
    model,
    accessibility: settledAccessibility(values.analyse),
    secrets: [...secretsIn(values.request, place), ...ofModel],
  }
}

function settledAccessibility({ accessibility, linkWords }: ConfigValues['analyse']) {
  return accessibility === 'off' ? null : { by: accessibility, linkWords }
}

const PURPOSES = { images: 'image', fonts: 'font', media: 'media', styles: 'style' } as const

function settledRender(render: ConfigValues['render'], place: ConfigPlace): CrawlSettings['render'] {
  const { pages, rules, tabs, timeout, wait, requests, bytes, memory, block, browser, sandbox } = render
  return {
    pages,
    rules: rules.map(rule => ({
      ...which(rule),
      ...(rule.pages !== undefined && { pages: rule.pages }),
      ...(rule.until !== undefined && { until: rule.until }),
      ...(rule.when !== undefined && { when: rule.when }),
      ...(rule.scroll !== undefined && { scrolls: rule.scroll }),
    })),
    scrolls: render.scroll,
    rejectsConsent: render.consent === 'reject',
    presses: render.press,
    pictures: render.pictures,
    tabs,
    timeoutMs: timeout,
    waitMs: wait,
    maxRequests: requests,
    maxBytes: bytes,
    maxPageBytes: memory,
    blocked: block.flatMap(each => (each === 'trackers' ? [] : [PURPOSES[each]])),
    blocksTrackers: block.includes('trackers'),
    browser: browser === undefined ? null : absolute(browser, place),
    sandbox,
  }
}

/** Default levels, which take about the same time. */
const USUAL_LEVEL = { gzip: 2, zstd: 5, none: 1 }

function settledArchive(archive: ConfigValues['archive'], place: ConfigPlace): CrawlSettings['archive'] {
  const { folder, bucket, endpoint, region, compression, level, dictionaries, rotate, cookies, complete } =
    archive
  return {
    folder: folder === undefined ? null : absolute(folder, place),
    bucket: bucket === undefined ? null : { url: bucket, endpoint: endpoint ?? null, region: region ?? null },
    compression,
    level: level ?? USUAL_LEVEL[compression],
    dictionaries: compression === 'zstd' && dictionaries === 'auto',
    rotateBytes: rotate,
    cookies,
    complete,
  }
}

/** Without a browser, all routes of an application are one page. */
function hasHashRoutes({ url, render }: ConfigValues): boolean {
  if (url.hashRoutes !== 'auto') return url.hashRoutes === 'keep'
  return (
    render.pages !== 'never' || render.rules.some(({ pages }) => pages !== undefined && pages !== 'never')
  )
}

function settledSeed(seed: ConfigValues['seeds'][number], canonicalizer: Canonicalizer): Seed {
  const url = (typed: string) => seedUrl(typed, canonicalizer)!
  if (typeof seed === 'string') return { kind: 'page', url: url(seed) }
  return seed.sitemap === undefined
    ? { kind: 'feed', url: url(seed.feed!) }
    : { kind: 'sitemap', url: url(seed.sitemap) }
}

function settledScope(
  { scope }: ConfigValues,
  seeds: readonly Seed[],
  place: ConfigPlace,
): CrawlSettings['scope'] {
  const local = scope.local === true ? 'host' : scope.local
  return {
    schemes: scope.schemes,
    include: scope.include as readonly ScopePattern[],
    exclude: scope.exclude as readonly ScopePattern[],
    ...(scope.depth === null ? {} : { depth: scope.depth }),
    ...(local === false ? {} : { local }),
    seedHosts: [...new Set(seeds.map(seed => hostOf(seed.url)).filter(host => host !== ''))],
    fileRoots: scope.fileRoots.map(root => absolute(root, place)),
    limits: scope.limits,
  }
}

function settledRequest(request: ConfigValues['request'], place: ConfigPlace): RequestSettings {
  const secret = <T>(value: T): T => substitute(value, place.env)
  return {
    agent: request.agent ?? productToken(request.userAgent),
    profiles: profilesOf(request),
    headers: secret(request.headers),
    delayMs: request.delay,
    delays: request.delays.map(rule => ({ ...which(rule), delayMs: rule.delay })),
    perServer: request.perServer === 'auto' ? (request.delay > 0 ? 1 : 16) : request.perServer,
    politeness: request.politeness,
    timeoutMs: request.timeout,
    connectTimeoutMs: Math.min(request.connectTimeout, request.timeout),
    maxBodyBytes: request.maxBody,
    retries: request.retries,
    retryDelayMs: request.retryDelay,
    robotsOverrides: request.robotsOverrides,
    cookies: request.cookies,
    auth: request.auth.map(entry => settledCredentials(secret(entry))),
    http2: request.http2,
    verifyTls: request.verifyTls,
    allowPrivate: request.allowPrivate,
    egress: secret(request.egress),
    formOrigins: request.formOrigins.map(origin => originOf(seedUrl(origin)!)),
  }
}

/** `accept` varies fastest: a server that answers with the wrong content most likely chose it by that header. */
export function profilesOf(request: ConfigValues['request']): readonly RequestProfile[] {
  const userAgents = new Set([request.userAgent, ...request.userAgents])
  return [...userAgents].flatMap(userAgent =>
    request.acceptLanguage.flatMap(acceptLanguage =>
      request.accept.map(accept => ({ accept, acceptLanguage, userAgent })),
    ),
  )
}

/** The product token of `tidewatch/1 (+https://example.org/bot)` is `tidewatch`. */
export function productToken(userAgent: string): string {
  return userAgent.split(/[/\s]/, 1)[0]!
}

function settledCredentials(entry: ConfigValues['request']['auth'][number]): RequestSettings['auth'][number] {
  const { basic, bearer, form, headers } = entry
  const origin = originOf(seedUrl(entry.origin)!)
  if (basic !== undefined) return { origin, credentials: { kind: 'basic', ...basic } }
  if (bearer !== undefined) return { origin, credentials: { kind: 'bearer', token: bearer } }
  if (headers !== undefined) return { origin, credentials: { kind: 'headers', headers } }
  return { origin, credentials: { kind: 'form', ...form! } }
}

/** The main thread keeps a core busy: a parse thread that has none to itself costs its start and memory, and speeds up nothing. */
function threadsFor(
  threads: number | 'auto',
  cores: number,
): Pick<CrawlSettings, 'threads' | 'usualThreads'> {
  if (threads !== 'auto') return { threads, usualThreads: threads }
  const usualThreads = Math.max(1, cores - 1)
  return { threads: Math.min(cores, Math.max(2, usualThreads)), usualThreads }
}
