/**
 * Reads answers that break the rules of HTTP/1.1 and that browsers read all the same: a forbidden character in a header, a length next to
 * chunks, line feeds without carriage returns, a `100 Continue` that nobody asked for. The usual client refuses these, so an origin that
 * has sent one gets its requests from Node's own client, with the lenient parser.
 *
 * Each exchange has a connection of its own, so that a parser that was misled cannot take the end of one answer for the beginning of the next.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { errorCode } from '../env/failure.ts'
import type { Clock } from '../env/index.ts'
import { request as send } from '../env/node-http.ts'
import type { Limits, Outgoing } from './exchange.ts'
import type { Reply } from './reply.ts'

export interface LenientOptions {
  readonly limits: Limits
  readonly deadlines: Clock
  readonly maxHeaderBytes: number
  /** Opens a connection on which HTTP/1.1 is spoken. */
  readonly connect: () => Promise<Socket>
}

/** Whether an error says that an answer broke the rules, so that a lenient parser may read it. */
export function isMalformed(error: unknown, hasBegun: boolean): boolean {
  if (!(error instanceof Error)) return false
  // How undici refuses a length next to chunks, and a status of 100.
  if (errorCode(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return !hasBegun
  return error.name === 'HTTPParserError' || error.message === 'bad response'
}

export function exchangeLeniently(
  { method, headers, body }: Outgoing,
  url: URL,
  reply: Reply,
  { limits, deadlines, maxHeaderBytes, connect }: LenientOptions,
): void {
  const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))]
  const request = send({
    method,
    path: url.pathname + url.search,
    headers: ['Host', url.host, ...headers, ...length],
    insecureHTTPParser: true,
    maxHeaderSize: maxHeaderBytes,
    createConnection: (_options, onOpen) => {
      const isOpen = (socket: Socket) => {
        reply.onRequestStart(controller)
        onOpen(null, socket)
      }
      connect().then(isOpen, (error: Error) => onOpen(error, undefined as never))
      return undefined
    },
  })
  const controller = new ExchangeController(request)
  const fail = (error: Error) => reply.onResponseError(controller, error)
  const patience = new Patience(deadlines, error => request.destroy(error))
  patience.begin(limits.headersMs)
  request.on('error', fail).on('close', () => patience.end())
  request.on('response', response => {
    patience.begin(limits.idleMs)
    controller.rawHeaders = response.rawHeaders
    controller.response = response
    reply.onResponseStart(controller, response.statusCode ?? 0, {}, response.statusMessage)
    response.on('data', (chunk: Buffer) => {
      patience.begin(limits.idleMs)
      reply.onResponseData(controller, chunk)
    })
    response.on('error', fail)
    response.on('end', () => reply.onResponseEnd())
  })
  request.end(body)
}

/** Ends an exchange if the server is silent for too long. */
class Patience {
  readonly #deadlines: Clock
  readonly #onSilence: (error: Error) => void
  #cancel = () => {}

  constructor(deadlines: Clock, onSilence: (error: Error) => void) {
    this.#deadlines = deadlines
    this.#onSilence = onSilence
  }

  /** Starts waiting, or starts over. */
  begin(ms: number): void {
    this.#cancel()
    const error = Object.assign(new Error(`nothing was sent for ${ms} ms`), { code: 'ETIMEDOUT' })
    this.#cancel = this.#deadlines.timer(ms, () => this.#onSilence(error))
  }

  end(): void {
    this.#cancel()
  }
}

/** Lets a `Reply` control the exchange. */
class ExchangeController implements Dispatcher.DispatchController {
  readonly #request: ClientRequest
  rawHeaders: string[] = []
  response: IncomingMessage | null = null
  reason: Error | null = null

  constructor(request: ClientRequest) {
    this.#request = request
  }

  get aborted(): boolean {
    return this.reason !== null
  }

  get paused(): boolean {
    return this.response?.isPaused() ?? false
  }

  abort(reason: Error): void {
    this.reason = reason
    this.#request.destroy(reason)
  }

  pause(): void {
    this.response?.pause()
  }

  resume(): void {
    this.response?.resume()
  }
}
