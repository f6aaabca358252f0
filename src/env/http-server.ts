/** A small HTTP server for incoming calls. It reads a whole request, within limits, and answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from './node-http.ts'

export interface Call {
  readonly method: string
  /** The request target as sent, with its query. */
  readonly target: string
  header(name: string): string | undefined
  /** Null if it was larger than allowed. */
  readonly body: Uint8Array | null
}

export interface CallAnswer {
  readonly status: number
  /** Plain text. */
  readonly body?: string
}

export interface ListenOptions {
  readonly address: string
  readonly port: number
  readonly maxBodyBytes: number
}

export interface OpenPort {
  readonly port: number
  close(): Promise<void>
}

/** Strangers may connect: slow clients and crowds are cut off. */
const MAX_CONNECTIONS = 64
const HEADERS_MS = 10_000
const REQUEST_MS = 30_000

/** Rejects with a Node error if the port is not available. */
export async function listenHttp(
  { address, port, maxBodyBytes }: ListenOptions,
  answer: (call: Call) => Promise<CallAnswer>,
): Promise<OpenPort> {
  const server = createServer(
    { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS },
    (request, response) => {
      read(request, maxBodyBytes)
        .then(answer)
        .catch((): CallAnswer => ({ status: 500 }))
        .then(told => write(response, told))
        .catch(() => response.destroy())
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage, maxBodyBytes: number): Promise<Call> {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    header: name => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    body: await bodyOf(request, maxBodyBytes),
  }
}

/** Stops reading a body that is too large, but still answers its sender. */
function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else {
        request.pause()
        resolve(null)
      }
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

function write(response: ServerResponse, { status, body = '' }: CallAnswer): void {
  if (response.destroyed) return
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body, () => response.req.destroy())
}
