/** Reads the robots.txt of a site or in a file, as the crawler would interpret it. */
import { readFile } from 'node:fs/promises'
import { configFrom } from '../config/index.ts'
import type { RequestSettings } from '../crawl/settings.ts'
import { type Env, errorCode, Failure } from '../env/index.ts'
import { Dns, type Exchange, Http, header, locationOf } from '../fetch/index.ts'
import { inflate } from '../fetch/inflate.ts'
import { parseRobots, type RobotsFile } from '../robots/index.ts'
import { hostOf } from '../url/index.ts'

export type { RobotsFile } from '../robots/index.ts'

const MAX_BYTES = 512 * 1024
/** RFC 9309 2.3.1.2 */
const MAX_REDIRECTS = 5
const FORBIDS_ALL = Buffer.from('user-agent: *\ndisallow: /')
const FORBIDS_NOTHING = new Uint8Array(0)

/** Reads robots.txt from a site, given any of its addresses, or from a file. */
export async function readRobots(source: string, allowPrivate: boolean, env: Env): Promise<RobotsFile> {
  return parseRobots(
    /^https?:/i.test(source)
      ? await downloadRobots(source, configFrom({ request: { allowPrivate } }).settings.request, env)
      : await readLocal(source),
  )
}

export interface RobotsQuery {
  /** Product token of the crawler that the rules are checked for; by default that of the collection's crawler. */
  readonly agent?: string
}

/** What the robots.txt of a site says about one of its addresses. */
export interface UrlPermission {
  readonly url: string
  readonly agent: string
  readonly allowed: boolean
  /** Number of the line that decides; null if no rule applies. */
  readonly line: number | null
  /** Text of that line. */
  readonly rule: string | null
  readonly crawlDelayMs: number | null
  readonly sitemaps: readonly string[]
}

/** Fetches the robots.txt of each site once, as a crawl with these settings would. */
export async function urlPermissions(
  urls: readonly string[],
  query: RobotsQuery,
  request: RequestSettings,
  env: Env,
): Promise<readonly UrlPermission[]> {
  const { agent = request.agent } = query
  const files = new Map<string, RobotsFile>()
  const permissions: UrlPermission[] = []
  for (const url of urls) {
    if (!/^https?:/i.test(url) || !URL.canParse(url))
      throw new Failure('usage', `"${url}" is not a web address: write https://example.org/page`)
    const { origin } = new URL(url)
    const file = files.get(origin) ?? parseRobots(await downloadRobots(url, request, env))
    files.set(origin, file)
    const { allowed, line = null, rule = null } = file.check(agent, url)
    const crawlDelayMs = file.crawlDelay(agent) ?? null
    permissions.push({ url, agent, allowed, line, rule, crawlDelayMs, sitemaps: file.sitemaps })
  }
  return permissions
}

async function readLocal(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new Failure(
      'usage',
      `${file}: ${errorCode(error) === 'ENOENT' ? 'there is no such file' : `cannot be read (${errorCode(error)})`}`,
      { cause: error },
    )
  }
}

/** RFC 9309 2.3.1: a status of 4xx allows everything, 5xx forbids everything. Throws a `Failure` if there is no answer at all. */
async function downloadRobots(
  address: string,
  request: RequestSettings,
  { network, clock }: Env,
): Promise<Uint8Array> {
  const { allowPrivate, connectTimeoutMs: connectMs, timeoutMs } = request
  const limits = {
    connectMs,
    headersMs: timeoutMs,
    idleMs: timeoutMs,
    totalMs: timeoutMs,
    maxBodyBytes: MAX_BYTES,
  }
  const usual = { http2: false, verifyTls: request.verifyTls, connections: 1, egress: [] }
  const http = new Http({ network, clock, limits, allowPrivate, ...usual })
  const dns = new Dns(network, clock)
  const headers = ['User-Agent', request.profiles[0]!.userAgent, 'Accept-Encoding', 'gzip, br, zstd']
  try {
    let url = new URL('/robots.txt', address).href
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const found = await dns.lookup(hostOf(url))
      if (found.kind !== 'found')
        throw new Failure('broken', `${url} cannot be fetched: the name ${hostOf(url)} has no address`)
      const exchange = await http.exchange({ method: 'GET', url, headers, address: found.addresses[0]! })
      const next = movedTo(exchange, url)
      if (next === null) return await bodyOf(exchange, url)
      url = next
    }
    return FORBIDS_NOTHING
  } finally {
    await http.close()
  }
}

function movedTo(exchange: Exchange, url: string): string | null {
  if (exchange.kind === 'breakdown' || exchange.status < 300 || exchange.status >= 400) return null
  const location = locationOf(exchange.headers)
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : null
}

async function bodyOf(exchange: Exchange, url: string): Promise<Uint8Array> {
  if (exchange.kind === 'breakdown')
    throw new Failure('broken', `${url} cannot be fetched: ${exchange.message}`)
  if (exchange.status >= 500) return FORBIDS_ALL
  if (exchange.status >= 400) return FORBIDS_NOTHING
  return (await inflate(exchange.body, header(exchange.headers, 'content-encoding'), MAX_BYTES)).bytes
}
