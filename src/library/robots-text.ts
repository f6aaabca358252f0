/** The robots.txt of a site or a file, as the crawler would take it. */
import { readFile } from 'node:fs/promises'
import { configFrom } from '../config/index.ts'
import { type Env, errorCode, Failure } from '../env/index.ts'
import { Dns, type Exchange, Http, header } from '../fetch/index.ts'
import { inflate } from '../fetch/inflate.ts'
import { parseRobots, type RobotsFile } from '../robots/index.ts'
import { hostOf } from '../url/index.ts'

const MAX_BYTES = 512 * 1024
/** RFC 9309 2.3.1.2 */
const MAX_REDIRECTS = 5
const FORBIDS_ALL = Buffer.from('user-agent: *\ndisallow: /')
const FORBIDS_NOTHING = new Uint8Array(0)

/** By the address of a site, or the path of a file. */
export async function readRobots(source: string, allowPrivate: boolean, env: Env): Promise<RobotsFile> {
  return parseRobots(
    /^https?:/i.test(source) ? await downloadRobots(source, allowPrivate, env) : await readLocal(source),
  )
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

/** RFC 9309 2.3.1: what is not there allows everything, what cannot be had forbids everything. */
async function downloadRobots(
  address: string,
  allowPrivate: boolean,
  { network, clock }: Env,
): Promise<Uint8Array> {
  const { request } = configFrom({ request: { allowPrivate } }).settings
  const { connectTimeoutMs: connectMs, timeoutMs } = request
  const limits = {
    connectMs,
    headersMs: timeoutMs,
    idleMs: timeoutMs,
    totalMs: timeoutMs,
    maxBodyBytes: MAX_BYTES,
  }
  const usual = { http2: false, verifyTls: true, connections: 1, egress: [] }
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
  const location = header(exchange.headers, 'location')
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : null
}

async function bodyOf(exchange: Exchange, url: string): Promise<Uint8Array> {
  if (exchange.kind === 'breakdown')
    throw new Failure('broken', `${url} cannot be fetched: ${exchange.message}`)
  if (exchange.status >= 500) return FORBIDS_ALL
  if (exchange.status >= 400) return FORBIDS_NOTHING
  return (await inflate(exchange.body, header(exchange.headers, 'content-encoding'), MAX_BYTES)).bytes
}
