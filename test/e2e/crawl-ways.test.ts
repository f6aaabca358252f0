/** Ways out: an address of this machine, HTTP/2. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { constants, createSecureServer, type Http2ServerRequest, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ConfigInput, configFrom } from '../../src/config/index.ts'
import { openHoldings, runCrawl } from '../../src/crawl/index.ts'
import { networkWithHosts, realEnv, silentLog } from '../../src/env/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { selfSigned } from '../world/certificate.ts'

const PAGE = '<!doctype html><title>Home</title><p>Some text. <a href="/two">Two</a>'

const SECURE = { allowPrivate: true, verifyTls: false } as const

function secureServer(answer: Parameters<typeof createSecureServer>[1]) {
  const server = createSecureServer({ ...selfSigned('a.test'), allowHTTP1: true }, answer)
  return server.on('sessionError', () => {})
}

async function listening(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server as Server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function crawlOf(seed: string, hosts: Record<string, string>, request: ConfigInput['request']) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-ways-'))
  const collection = await openHoldings(folder, { mode: 'write' })
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...realEnv, log: silentLog, network: networkWithHosts(hosts, realEnv.network) }
  const { settings } = configFrom({
    seeds: [seed],
    threads: 1,
    patience: '1s',
    request: { delay: 0, retries: 0, ...request },
  })
  try {
    const result = await runCrawl(collection, { env, settings })
    const page = await collection.store.page(asUrl(seed))
    return { result, page }
  } finally {
    await collection.close()
  }
}

it('finds hosts that were moved to several ports of one address', async () => {
  const asked: string[] = []
  const serve = (name: string) =>
    listening(
      createServer((request, response) => {
        asked.push(`${request.headers.host} at ${name}`)
        response.setHeader('content-type', 'text/html').end('<a href="http://b.test/">b</a>')
      }),
    )
  const [a, b] = [await serve('a'), await serve('b')]
  const hosts = { 'a.test': `127.0.0.1:${a}`, 'b.test': `127.0.0.1:${b}` }
  await crawlOf('http://a.test/', hosts, { allowPrivate: true })
  expect(new Set(asked)).toEqual(new Set(['a.test at a', 'b.test at b']))
})

it('leaves by the address it is told to', async () => {
  const seen = new Set<string | undefined>()
  const origin = createServer((request, response) => {
    seen.add(request.socket.remoteAddress)
    response.setHeader('content-type', 'text/html').end(PAGE)
  })
  const port = await listening(origin)
  const request = { allowPrivate: true, egress: [{ localAddress: '127.0.0.9' }] }
  const { result } = await crawlOf('http://a.test/', { 'a.test': `127.0.0.1:${port}` }, request)
  expect(result.pages).toBe(2)
  expect([...seen]).toEqual(['127.0.0.9'])
})

it('speaks HTTP/2 where the server does, unless it is switched off', async () => {
  const versions = new Set<string>()
  const origin = secureServer((request, response) => {
    versions.add(request.httpVersion)
    response.setHeader('content-type', 'text/html')
    response.end(PAGE)
  })
  const hosts = { 'a.test': `127.0.0.1:${await listening(origin as unknown as Server)}` }
  const second = await crawlOf('https://a.test/', hosts, SECURE)
  expect([second.result.pages, ...versions]).toEqual([2, '2.0'])
  versions.clear()
  const plain = await crawlOf('https://a.test/', hosts, { ...SECURE, http2: false })
  expect([plain.result.pages, ...versions]).toEqual([2, '1.1'])
})

describe('where HTTP/2 breaks, HTTP/1.1 is spoken from then on, and no page is lost', () => {
  const faults: Record<string, (stream: ServerHttp2Stream) => void> = {
    'the connection goes away': stream => stream.session?.goaway(),
    'the connection breaks': stream => stream.session?.destroy(),
    'a stream is refused': stream => stream.close(constants.NGHTTP2_REFUSED_STREAM),
    'HTTP/1.1 is asked for': stream => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED),
    'a page breaks off': stream => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' })
      stream.write('<title>Half', () => stream.destroy(new Error('broken off')))
    },
  }
  const LINKS = Array.from({ length: 40 }, (_, n) => `<a href="/${n}">${n}</a>`).join(' ')

  it.each(Object.entries(faults))('%s', async (_name, fault) => {
    let count = 0
    const versions = new Set<string>()
    const origin = secureServer((request, response) => {
      versions.add(request.httpVersion)
      response.setHeader('content-type', 'text/html')
      if (request.httpVersion === '2.0' && ++count % 7 === 0) {
        const { stream } = request as Http2ServerRequest
        stream.on('error', () => {})
        fault(stream)
      } else
        response.end(
          request.url === '/' ? `<title>Home</title>${LINKS}` : `<title>${request.url}</title>Text.`,
        )
    })
    const hosts = { 'a.test': `127.0.0.1:${await listening(origin as unknown as Server)}` }
    const request = { ...SECURE, retries: 3, retryDelay: '50ms' } as const
    const { result } = await crawlOf('https://a.test/', hosts, request)
    expect([result.pages, ...versions]).toEqual([41, '2.0', '1.1'])
  })
})
