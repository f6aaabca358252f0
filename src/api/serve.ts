import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve as listen, type ServerType } from '@hono/node-server'
import { errorCode, Failure } from '../env/index.ts'
import { tokenHash } from './access-guard.ts'
import { application } from './app.ts'
import type { Shelf } from './shelf.ts'

export interface ServeOptions {
  readonly address: string
  readonly port: number
  /** Other host names the server answers to, as browsers send them: `crawl.example.org`, `10.0.0.5:7411`. */
  readonly names?: readonly string[]
  /** Addresses of reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly proxies?: readonly string[]
  /** Hashes of tokens that stay valid across restarts. */
  readonly tokens?: readonly string[]
}

export interface Serving {
  /** Address of the dashboard. */
  readonly url: string
  /** A token for all operations, valid until this server ends. */
  readonly token: string
  close(): Promise<void>
}

const TOKEN_CHARS = 40
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Where the built dashboard is in the package, and in a source checkout. */
const WEB_FOLDERS = ['../../web', '../../dist/web'].map(path => fileURLToPath(new URL(path, import.meta.url)))

/** Serves the dashboard and the API until it is closed. */
export async function serve(shelf: Shelf, options: ServeOptions): Promise<Serving> {
  const { address, port, names = [], proxies = [], tokens = [] } = options
  const token = shelf.env.random.token(TOKEN_CHARS)
  const hosts = [...names]
  const app = application(shelf, {
    hosts,
    tokens: [...tokens, tokenHash(token)],
    isOpenForReading: LOOPBACK.has(address),
    proxies,
    clock: shelf.env.clock,
    webFolder: WEB_FOLDERS.find(folder => existsSync(`${folder}/assets`)) ?? null,
  })
  const server = await started(app.fetch, address, port)
  const bound = (server.address() as AddressInfo).port
  const shown = address.includes(':') ? `[${address}]` : address
  hosts.push(`${shown}:${bound}`)
  if (LOOPBACK.has(address)) hosts.push(`localhost:${bound}`, `127.0.0.1:${bound}`)
  return {
    url: `http://${names[0] ?? `${shown}:${bound}`}/`,
    token,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
      await shelf.close()
    },
  }
}

const WHY_NOT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else is listening there; choose another port with --port, or 0 for any that is free',
  EACCES: 'ports below 1024 are kept for the system; choose another with --port',
  EADDRNOTAVAIL: 'this machine does not have that address; --host names one that it has',
}

type Fetch = Parameters<typeof listen>[0]['fetch']

function started(fetch: Fetch, address: string, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = listen({ fetch, hostname: address, port }, () => resolve(server))
    server.once('error', error => {
      const why = WHY_NOT[errorCode(error) ?? ''] ?? error.message
      reject(new Failure('usage', `cannot listen on ${address}:${port}: ${why}`, { cause: error }))
    })
  })
}
