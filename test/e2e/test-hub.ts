/** A WebSub hub in a world: it asks back, denies, and pushes when the test says so. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plain, type Site } from '../world/index.ts'

/** What a subscriber sent. */
export interface Asking {
  readonly mode: string
  readonly topic: string
  readonly callback: string
  readonly secret: string
}

export interface TestHub {
  readonly site: Site
  readonly askings: readonly Asking[]
  /** What subscribers answered when they were asked back: status and body. */
  readonly answers: readonly string[]
  /** Settled when every request so far was asked back for. */
  settled(): Promise<void>
  push(topic: string, body: string, signature?: (body: string, secret: string) => string): Promise<number>
}

export const sha256 = (body: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export function testHub(host: string, leaseSeconds: number, denies: (topic: string) => boolean): TestHub {
  const askings: Asking[] = []
  const answers: string[] = []
  const asking = new Set<Promise<void>>()

  async function askBack({ mode, topic, callback }: Asking): Promise<void> {
    const url = new URL(callback)
    url.searchParams.set('hub.mode', denies(topic) ? 'denied' : mode)
    url.searchParams.set('hub.topic', topic)
    url.searchParams.set('hub.challenge', `challenge ${askings.length}`)
    url.searchParams.set('hub.lease_seconds', String(leaseSeconds))
    const answer = await fetch(url).catch(() => null)
    if (answer) answers.push(`${mode} ${answer.status} ${await answer.text()}`)
  }

  function asked(form: URLSearchParams): void {
    const get = (name: string) => form.get(`hub.${name}`) ?? ''
    const now = { mode: get('mode'), topic: get('topic'), callback: get('callback'), secret: get('secret') }
    askings.push(now)
    const task = askBack(now).finally(() => asking.delete(task))
    asking.add(task)
  }

  const hub: Site['find'] = () => ({
    ...plain('', 'hub'),
    given: ({ method, body }) => {
      if (method === 'POST') asked(new URLSearchParams(body))
      return { ...plain('', 'hub'), status: method === 'POST' ? 202 : 405 }
    },
  })
  return {
    site: { host, kind: 'hub', entries: [], find: hub },
    askings,
    answers,
    settled: async () => void (await Promise.all(asking)),
    async push(topic, body, signature = sha256) {
      const { callback, secret } = askings.findLast(each => each.topic === topic)!
      const headers = { 'content-type': 'application/atom+xml', 'x-hub-signature': signature(body, secret) }
      return (await fetch(callback, { method: 'POST', body, headers })).status
    },
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
