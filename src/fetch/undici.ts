/**
 * The parts of undici that are used. Its main module also loads `fetch`, WebSockets, caches and mocks: a hundred more files, which take
 * 25 ms and 12 MB.
 */
import { createRequire } from 'node:module'
import type * as undici from 'undici'

const part = createRequire(import.meta.url)

export const Client: typeof undici.Client = part('undici/lib/dispatcher/client.js')
export const Pool: typeof undici.Pool = part('undici/lib/dispatcher/pool.js')
export const ProxyAgent: typeof undici.ProxyAgent = part('undici/lib/dispatcher/proxy-agent.js')
