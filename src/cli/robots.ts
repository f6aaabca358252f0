import { readFile } from 'node:fs/promises'
import { configFrom } from '../config/index.ts'
import { inflate } from '../crawl/thread/inflate.ts'
import { errorCode, Failure, realEnv } from '../env/index.ts'
import { Dns, Http, header } from '../fetch/index.ts'
import { parseRobots } from '../robots/index.ts'
import { hostOf } from '../url/index.ts'
import { EXIT, type Output } from './output.ts'

export interface RobotsOptions {
  readonly agent: string
  readonly json?: boolean
  readonly allowPrivate?: boolean
}

/** Asks a robots.txt, from a file or from its site, what an agent may fetch. Exit 0 when all is allowed, else 1. */
export async function robotsCommand(
  source: string,
  urls: readonly string[],
  options: RobotsOptions,
  output: Output,
): Promise<number> {
  for (const url of urls)
    if (!isPathOrUrl(url)) throw new Failure('usage', `"${url}" is neither a URL nor a path`)
  const robots = parseRobots(
    /^https?:/i.test(source) ? await download(source, options) : await readLocal(source),
  )
  let allAllowed = true
  for (const url of urls) {
    const verdict = robots.check(options.agent, url)
    allAllowed &&= verdict.allowed
    const word = verdict.allowed ? 'allowed' : 'disallowed'
    if (options.json)
      output.result(
        JSON.stringify({ url, verdict: word, line: verdict.line ?? null, rule: verdict.rule ?? null }),
      )
    else
      output.result(
        `${word}  ${url}  ${verdict.line === undefined ? '(no rule applies)' : `line ${verdict.line}: ${verdict.rule}`}`,
      )
  }
  if (urls.length === 0) summary(robots, options, output)
  return allAllowed ? EXIT.done : EXIT.failed
}

function summary(robots: ReturnType<typeof parseRobots>, options: RobotsOptions, output: Output): void {
  const delayMs = robots.crawlDelay(options.agent)
  if (options.json)
    output.result(JSON.stringify({ crawlDelayMs: delayMs ?? null, sitemaps: robots.sitemaps }))
  else {
    output.result(`crawl delay  ${delayMs === undefined ? 'none' : `${delayMs / 1000} s`}`)
    for (const sitemap of robots.sitemaps) output.result(`sitemap      ${sitemap}`)
  }
}

const isPathOrUrl = (text: string) => text.startsWith('/') || URL.canParse(text)

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

/** RFC 9309 2.3.1: what is not there allows everything, what cannot be had forbids everything. */
async function download(address: string, options: RobotsOptions): Promise<Uint8Array> {
  const { request } = configFrom({ request: { allowPrivate: options.allowPrivate ?? false } }).settings
  const limits = {
    connectMs: request.connectTimeoutMs,
    headersMs: request.timeoutMs,
    idleMs: request.timeoutMs,
    totalMs: request.timeoutMs,
    maxBodyBytes: 512 * 1024,
  }
  const http = new Http({
    network: realEnv.network,
    clock: realEnv.clock,
    limits,
    allowPrivate: request.allowPrivate,
    http2: false,
    verifyTls: true,
    connections: 1,
    egress: [],
  })
  const dns = new Dns(realEnv.network, realEnv.clock)
  let url = new URL('/robots.txt', address).href
  try {
    for (let hop = 0; hop <= 5; hop++) {
      const found = await dns.lookup(hostOf(url))
      if (found.kind !== 'found')
        throw new Failure('broken', `${url} cannot be fetched: the name ${hostOf(url)} has no address`)
      const exchange = await http.exchange({
        method: 'GET',
        url,
        headers: ['User-Agent', request.profiles[0]!.userAgent, 'Accept-Encoding', 'gzip, br, zstd'],
        address: found.addresses[0]!,
      })
      if (exchange.kind === 'breakdown')
        throw new Failure('broken', `${url} cannot be fetched: ${exchange.message}`)
      if (exchange.status >= 500) return Buffer.from('user-agent: *\ndisallow: /')
      const location = header(exchange.headers, 'location')
      if (
        exchange.status >= 300 &&
        exchange.status < 400 &&
        location !== undefined &&
        URL.canParse(location, url)
      )
        url = new URL(location, url).href
      else if (exchange.status >= 400) return new Uint8Array(0)
      else
        return (await inflate(exchange.body, header(exchange.headers, 'content-encoding'), 512 * 1024)).bytes
    }
    return new Uint8Array(0)
  } finally {
    await http.close()
  }
}
