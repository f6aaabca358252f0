/** A server of the API that tests ask over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Shelf, serve } from '../../src/api/index.ts'
import { realEnv } from '../../src/env/index.ts'

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes; what they hold is what is tested.
  readonly body: any
}

export interface Asking {
  readonly base: string
  readonly token: string
  readonly home: string
  get(path: string, headers?: Record<string, string>): Promise<Answered>
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>
  end(): Promise<void>
}

export async function served(add: (shelf: Shelf) => void, address = '127.0.0.1'): Promise<Asking> {
  const home = await mkdtemp(join(tmpdir(), 'tidewatch-server-'))
  const shelf = new Shelf({ home, env: realEnv })
  add(shelf)
  const { url, token, close } = await serve(shelf, { address, port: 0 })
  const base = url.slice(0, -1)
  const ask = async (path: string, init: RequestInit): Promise<Answered> => {
    const response = await fetch(base + path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  return {
    ...{ base, token, home },
    end: async () => {
      await close()
      await rm(home, { recursive: true, force: true })
    },
    get: (path, headers = {}) => ask(path, { headers }),
    send: (method, path, body, headers = { authorization: `Bearer ${token}` }) =>
      ask(path, { method, headers, body: JSON.stringify(body) }),
  }
}
