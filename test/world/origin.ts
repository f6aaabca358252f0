/** The one HTTP server behind all hosts of a world: finds site and page, logs, and answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../src/env/clock.ts'
import { type Faults, spoil } from './faults.ts'
import type { LogEntry } from './log.ts'
import { el } from './markup.ts'
import { encoded, render } from './render.ts'
import type { Asked, Page, Site } from './site.ts'
import { siteSeed } from './truth.ts'

export interface OriginOptions {
  readonly clock: Clock
  readonly seed: number
  readonly faults: Faults
  siteOf(host: string, address: string): Site | undefined
  arrived(entry: LogEntry): void
  answered(entry: LogEntry): void
  readonly closing: AbortSignal
}

const MAX_REQUEST_BODY_CHARS = 1 << 20
const LOGGED_HEADERS = [
  'user-agent',
  'accept',
  'accept-language',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'cookie',
  'authorization',
  'referer',
  'from',
  'connection',
]

/** The answer of a site that lacks the page. */
const missing: Page = {
  template: 'missing',
  status: 404,
  draw: () =>
    el('html', {}, el('head', {}, el('title', {}, 'Not found')), el('body', {}, el('h1', {}, 'Not found'))),
}

export function createOrigin(options: OriginOptions): Server {
  const underWay = new Map<string, number>()
  const connections = new WeakMap<Socket, number>()
  let serial = 0
  let connection = 0
  const server = createServer(
    { maxHeaderSize: 1 << 17, keepAlive: true, noDelay: true },
    (request, response) => {
      const address = request.socket.localAddress ?? ''
      const { host, path } = targetOf(request)
      const concurrency = (underWay.get(address) ?? 0) + 1
      underWay.set(address, concurrency)
      const entry: LogEntry = {
        serial: ++serial,
        arrivedAt: options.clock.monotonic(),
        leftAt: undefined,
        address,
        host,
        method: request.method ?? 'GET',
        path,
        status: 0,
        sentBytes: 0,
        concurrency,
        connection: connections.get(request.socket) ?? 0,
        headers: headersOfInterest(request),
        forbidden: false,
        trap: false,
      }
      response.once('close', () => {
        entry.leftAt = options.clock.monotonic()
        entry.status = response.headersSent ? response.statusCode : 0
        underWay.set(address, underWay.get(address)! - 1)
        options.answered(entry)
      })
      options.arrived(entry)
      serve(request, response, entry, options).catch(error => response.destroy(error))
    },
  )
  server.on('connection', socket => {
    connections.set(socket, ++connection)
    socket.on('error', () => {})
    if (!socket.localAddress?.startsWith('127.')) socket.destroy()
  })
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, timeout: 0 })
  return server
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  entry: LogEntry,
  options: OriginOptions,
) {
  const site = options.siteOf(entry.host, entry.address)
  if (!site) {
    response.writeHead(421, { 'content-type': 'text/plain' }).end('no such host in this world')
    return
  }
  const asked = await askedOf(request, entry)
  if (site.latencyMs) await options.clock.sleep(site.latencyMs, options.closing).catch(() => {})
  const at = { seed: siteSeed(options.seed, site.host), nowMs: options.clock.now() }
  const found = site.find(entry.path, at) ?? missing
  const page = found.given?.(asked) ?? found
  entry.forbidden = page.forbidden ?? false
  entry.trap = page.trap ?? false
  if (page.act) return act(page.act, request, response, options)
  const answer = encoded(render(page, { ...at, serial: entry.serial, asked }), site.codings ?? [], asked)
  const fault = options.faults.strike(site.host, entry.path, entry.serial)
  if (fault) return spoil(fault, answer, response)
  const headers = { 'content-length': String(answer.body.length), ...answer.headers }
  if (answer.status === 304) headers['content-length'] = '0'
  entry.sentBytes = answer.body.length
  response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : answer.body)
}

async function act(
  run: NonNullable<Page['act']>,
  request: IncomingMessage,
  response: ServerResponse,
  options: OriginOptions,
) {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, options.closing])
  try {
    await run({ request, response, socket: request.socket, clock: options.clock, signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Host and path of a request, in origin form or (from a client that takes us for a proxy) in absolute form. */
function targetOf(request: IncomingMessage): { host: string; path: string } {
  const target = request.url ?? '/'
  if (/^https?:\/\//.test(target) && URL.canParse(target)) {
    const url = new URL(target)
    return { host: url.hostname, path: url.pathname + url.search }
  }
  return { host: (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, ''), path: target }
}

function headersOfInterest(request: IncomingMessage): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of LOGGED_HEADERS) {
    const value = request.headers[name]
    if (value !== undefined) found[name] = String(value)
  }
  return found
}

async function askedOf(request: IncomingMessage, entry: LogEntry): Promise<Asked> {
  const headers = request.headers as Record<string, string | undefined>
  const path = entry.path.startsWith('/') ? entry.path : '/'
  const scheme = 'encrypted' in request.socket ? 'https' : 'http'
  const url = new URL(`${scheme}://${entry.host || 'nowhere.invalid'}${path}`)
  let body = ''
  if (request.method === 'POST') {
    for await (const chunk of request) if (body.length < MAX_REQUEST_BODY_CHARS) body += chunk
  }
  return { method: entry.method, url, headers, body }
}
