/** Behind a proxy: it is told the address that was checked, never the name that could stand for another one by then. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ConfigInput, configFrom } from '../../src/config/index.ts'
import { openHoldings, runCrawl } from '../../src/crawl/index.ts'
import { type Network, realEnv, realNetwork, silentLog } from '../../src/env/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { selfSigned } from '../world/certificate.ts'

const PAGE = '<!doctype html><title>Home</title><p>Some text. <a href="/two">Two</a>'
const PUBLIC = '93.184.216.34'
const INSIDE = '10.0.0.7'

type Answer = NonNullable<Parameters<typeof createServer>[1]>

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** An origin that notes which host it is asked for. */
function originOf(isSecure: boolean) {
  const hosts: string[] = []
  const answer: Answer = (request, response) => {
    hosts.push(request.headers.host!)
    response.setHeader('content-type', 'text/html').end(PAGE)
  }
  const server = isSecure ? createSecureServer(selfSigned('a.test'), answer) : createServer(answer)
  return { server: server as Server, hosts }
}

interface Proxy {
  readonly address: string
  /** What it was asked to connect to. */
  readonly targets: Set<string>
  readonly credentials: Set<string | undefined>
}

/** A proxy that leads every tunnel to one port of this machine, or refuses with a status. */
async function startProxy(port: number, status = 200): Promise<Proxy> {
  const targets = new Set<string>()
  const credentials = new Set<string | undefined>()
  const server = createServer()
  server.on('connect', (request: IncomingMessage, client) => {
    targets.add(request.url!)
    credentials.add(request.headers['proxy-authorization'])
    client.on('error', () => {})
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  return { address: `http://127.0.0.1:${await listening(server)}`, targets, credentials }
}

interface SocksProxy {
  readonly address: string
  /** What it was asked to connect to, after the log-in if there was one. */
  readonly targets: Set<string>
}

/** A SOCKS 5 proxy that leads every connection to one port of this machine, sends its replies in pieces, or refuses with a reply. */
async function startSocks(port: number, login: string | null = null, reply = 0): Promise<SocksProxy> {
  const targets = new Set<string>()
  const server = createTcpServer(client => {
    client.on('error', () => {})
    let step: 'greeting' | 'login' | 'request' = 'greeting'
    const onData = (bytes: Buffer) => {
      if (step === 'greeting') {
        step = login === null ? 'request' : 'login'
        client.write(Buffer.from([5, login === null ? 0 : 2]))
      } else if (step === 'login') {
        const [user, password] = [bytes.subarray(2, 2 + bytes[1]!), bytes.subarray(3 + bytes[1]!)]
        const isRight = `${user}:${password}` === login
        step = 'request'
        client.write(Buffer.from([1, isRight ? 0 : 1]))
      } else {
        client.removeListener('data', onData)
        targets.add(socksTarget(bytes))
        if (reply !== 0) return void client.end(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]))
        const upstream = connect(port, '127.0.0.1', () => {
          client.write(Buffer.from([5, 0]))
          setTimeout(() => {
            client.write(Buffer.from([0, 1, 127, 0, 0, 1, 0, 9]))
            upstream.pipe(client).pipe(upstream)
          }, 20)
        })
        upstream.on('error', () => client.destroy())
        client.on('close', () => upstream.destroy())
      }
    }
    client.on('data', onData)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { address: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, targets }
}

function socksTarget(request: Buffer): string {
  const port = request.readUInt16BE(request.length - 2)
  const address = request.subarray(4, -2)
  if (request[3] === 1) return `${[...address].join('.')}:${port}`
  return request[3] === 3 ? `${address.subarray(1)}:${port}` : `[${address.toString('hex')}]:${port}`
}

/** Names stand for these addresses, one list a look-up; sockets are real. */
function networkOf(lists: readonly string[]): Network {
  let asked = 0
  return {
    resolve: async () => [
      { address: lists[Math.min(asked++, lists.length - 1)]!, family: 4 as const, ttlMs: 1 },
    ],
    dial: options => realNetwork.dial(options),
  }
}

async function crawlOf(seed: string, addresses: readonly string[], request: ConfigInput['request']) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-proxy-'))
  const collection = await openHoldings(folder, { mode: 'write' })
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...realEnv, log: silentLog, network: networkOf(addresses) }
  const config = { delay: 0, retries: 0, verifyTls: false, ...request } as const
  const { settings } = configFrom({ seeds: [seed], threads: 1, patience: '1s', request: config })
  try {
    const result = await runCrawl(collection, { env, settings })
    return { pages: result.pages, reason: (await collection.store.page(asUrl(seed)))?.reason ?? null }
  } finally {
    await collection.close()
  }
}

describe.each([
  ['http', 80],
  ['https', 443],
])('%s', (scheme, port) => {
  const seed = `${scheme}://a.test/`

  it('goes through a tunnel to the address that was checked, and asks for the name there', async () => {
    const { server, hosts } = originOf(scheme === 'https')
    const proxy = await startProxy(await listening(server))
    const { pages } = await crawlOf(seed, [PUBLIC], { egress: [{ proxy: proxy.address }] })
    expect([pages, ...proxy.targets]).toEqual([2, `${PUBLIC}:${port}`])
    expect([...new Set(hosts)]).toEqual(['a.test'])
  })

  it('goes through a SOCKS proxy, with a log-in or without', async () => {
    const { server, hosts } = originOf(scheme === 'https')
    const origin = await listening(server)
    const [open, closed] = [await startSocks(origin), await startSocks(origin, 'me:p@ss')]
    const withLogin = closed.address.replace('//', '//me:p%40ss@')
    for (const proxy of [open.address, withLogin])
      expect((await crawlOf(seed, [PUBLIC], { egress: [{ proxy }] })).pages).toBe(2)
    expect([...open.targets, ...closed.targets]).toEqual([`${PUBLIC}:${port}`, `${PUBLIC}:${port}`])
    expect([...new Set(hosts)]).toEqual(['a.test'])
  })

  it('gives names to a SOCKS proxy that resolves them', async () => {
    const { server } = originOf(scheme === 'https')
    const proxy = await startSocks(await listening(server))
    const { pages } = await crawlOf(seed, [PUBLIC], { egress: [{ proxy: proxy.address, resolves: true }] })
    expect([pages, ...proxy.targets]).toEqual([2, `a.test:${port}`])
  })

  it('is not led inside by a name that changes its address', async () => {
    const { server } = originOf(scheme === 'https')
    const proxy = await startProxy(await listening(server))
    await crawlOf(seed, [PUBLIC, INSIDE], { egress: [{ proxy: proxy.address }], politeness: 'host' })
    for (const target of proxy.targets) expect(target).toBe(`${PUBLIC}:${port}`)
  })

  it('asks the proxy for nothing inside', async () => {
    const proxy = await startProxy(9)
    const { pages, reason } = await crawlOf(seed, [INSIDE], { egress: [{ proxy: proxy.address }] })
    expect([pages, proxy.targets.size]).toEqual([0, 0])
    expect(reason).toMatch(/10\.0\.0\.7, which is not a public address/)
  })
})

it('shows user and password to the proxy, and to nobody else', async () => {
  const { server } = originOf(false)
  const proxy = await startProxy(await listening(server))
  const address = proxy.address.replace('//', '//me:p%40ss@')
  const { pages } = await crawlOf('http://a.test/', [PUBLIC], { egress: [{ proxy: address }] })
  expect(pages).toBe(2)
  expect([...proxy.credentials]).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`])
})

it('says what to do where a proxy opens no tunnel', async () => {
  const proxy = await startProxy(9, 403)
  const { reason } = await crawlOf('http://a.test/', [PUBLIC], { egress: [{ proxy: proxy.address }] })
  expect(reason).toMatch(
    /opens no connection to 93\.184\.216\.34:80 \(HTTP 403\).*resolves: true in request\.egress/,
  )
})

it('gives names to a proxy that keeps out of private networks itself', async () => {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(request.url!)
    response.setHeader('content-type', 'text/html').end(PAGE)
  })
  const egress = [{ proxy: `http://127.0.0.1:${await listening(proxy)}`, resolves: true }]
  const { pages } = await crawlOf('http://a.test/', [PUBLIC], { egress })
  expect(pages).toBe(2)
  expect(asked.sort()).toEqual(['http://a.test/', 'http://a.test/robots.txt', 'http://a.test/two'])
})

it('says what a SOCKS proxy complains of', async () => {
  const { server } = originOf(false)
  const origin = await listening(server)
  const reasonOf = async ({ address: proxy }: SocksProxy) =>
    (await crawlOf('http://a.test/', [PUBLIC], { egress: [{ proxy }] })).reason
  expect(await reasonOf(await startSocks(origin, 'me:pass'))).toMatch(
    /check user and password in request\.egress/,
  )
  expect(await reasonOf(await startSocks(origin, null, 2))).toMatch(
    /opens no connection .*its rules forbid it/,
  )
  expect(await reasonOf(await startSocks(origin, null, 5))).toMatch(/the server refuses the connection/)
  const http = await listening(originOf(false).server)
  expect(await reasonOf({ address: `socks5://127.0.0.1:${http}`, targets: new Set() })).toMatch(
    /is not SOCKS 5|hung up/,
  )
  expect(await reasonOf({ address: 'socks5://127.0.0.1:9', targets: new Set() })).toMatch(
    /the proxy 127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/,
  )
})

it('gives a SOCKS proxy addresses of the sixth version', async () => {
  const { server } = originOf(false)
  const proxy = await startSocks(await listening(server))
  const address = '2606:2800:21f::1946'
  await crawlOf('http://a.test/', [address], { egress: [{ proxy: proxy.address }] })
  expect([...proxy.targets]).toEqual(['[26062800021f00000000000000001946]:80'])
})
