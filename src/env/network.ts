import { lookup, Resolver } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** One address that a host name resolves to. */
export interface Address {
  readonly address: string
  readonly family: 4 | 6
  /** How long the answer may be cached; undefined when the resolver does not say. */
  readonly ttlMs?: number
}

export interface DialOptions {
  readonly address: string
  readonly port: number
  /** The host name that the address was resolved from, if it was. */
  readonly hostname?: string
  /** The name for TLS; undefined means a plain connection. */
  readonly tlsName?: string | undefined
  /** Protocols offered by ALPN, best first. */
  readonly alpn?: readonly string[]
  readonly localAddress?: string | undefined
  /** False accepts any certificate, if the operator prefers an unverified page to none. */
  readonly verifyTls?: boolean
  readonly timeoutMs: number
}

/**
 * The network, injected: names become addresses, addresses become sockets. Tests and the demo put a world of thousands of hosts behind
 * these two methods; nothing else in the product opens a connection for a crawl.
 */
export interface Network {
  /** All addresses of a name. Rejects with a Node error (`code` ENOTFOUND, EAI_AGAIN, …). */
  resolve(hostname: string): Promise<readonly Address[]>
  /** An open socket, or a rejection with a Node error. */
  dial(options: DialOptions): Promise<Socket>
}

export const realNetwork: Network = {
  resolve: hostname => (hostname.includes('.') ? resolveByDns(hostname) : resolveBySystem(hostname)),
  dial: options => openSocket(options),
}

/** Asks the name servers directly, because their answers say how long they are valid; names they do not know may be in the hosts file. */
async function resolveByDns(hostname: string): Promise<readonly Address[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname, { ttl: true }),
    resolver.resolve6(hostname, { ttl: true }),
  ])
  const found: Address[] = []
  if (v4.status === 'fulfilled')
    for (const { address, ttl } of v4.value) found.push({ address, family: 4, ttlMs: ttl * 1000 })
  if (v6.status === 'fulfilled')
    for (const { address, ttl } of v6.value) found.push({ address, family: 6, ttlMs: ttl * 1000 })
  return found.length > 0 ? found : resolveBySystem(hostname)
}

async function resolveBySystem(hostname: string): Promise<readonly Address[]> {
  const answers = await lookup(hostname, { all: true, verbatim: true })
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/**
 * A network in which some hosts are redirected, as with a hosts file: `{'staging.example.org': '127.0.0.1:8080'}`. A key that starts with
 * `*.` stands for all names below it. Without a port, the URL's own port is kept.
 */
export function networkWithHosts(hosts: Readonly<Record<string, string>>, base: Network): Network {
  const moved = new Map(
    Object.entries(hosts).map(([name, target]) => [name.toLowerCase(), parseTarget(target)]),
  )
  const find = (hostname: string) => {
    const exact = moved.get(hostname)
    if (exact) return exact
    for (let dot = hostname.indexOf('.'); dot >= 0; dot = hostname.indexOf('.', dot + 1)) {
      const wild = moved.get(`*${hostname.slice(dot)}`)
      if (wild) return wild
    }
    return undefined
  }
  return {
    async resolve(hostname) {
      const target = find(hostname)
      if (!target) return base.resolve(hostname)
      return [{ address: target.address, family: target.address.includes(':') ? 6 : 4 }]
    },
    dial(options) {
      const target = find(options.hostname ?? '')
      return base.dial(target?.port === undefined ? options : { ...options, port: target.port })
    },
  }
}

function parseTarget(target: string): { address: string; port?: number } {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(target)
  const plain = /^([^:]+)(?::(\d+))?$/.exec(target)
  const match = bracketed ?? plain
  if (!match) return { address: target }
  return match[2] === undefined ? { address: match[1]! } : { address: match[1]!, port: Number(match[2]) }
}

/** Starts TLS on an open connection. */
export function secureSocket(
  socket: Socket,
  {
    tlsName,
    alpn,
    verifyTls,
    timeoutMs,
  }: Omit<DialOptions, 'address' | 'port'> & { readonly tlsName: string },
): Promise<Socket> {
  const secure = connectTls({ socket, ...tlsOptions(tlsName, alpn, verifyTls) })
  return opened(secure, 'secureConnect', timeoutMs, `TLS with ${tlsName}`)
}

function tlsOptions(tlsName: string, alpn: readonly string[] | undefined, verifyTls: boolean | undefined) {
  return {
    ...(isIP(tlsName) !== 0 ? {} : { servername: tlsName }),
    rejectUnauthorized: verifyTls ?? true,
    ALPNProtocols: [...(alpn ?? ['http/1.1'])],
  }
}

export function openSocket(options: DialOptions): Promise<Socket> {
  const { address, port, tlsName, alpn, localAddress, timeoutMs } = options
  const target = {
    host: address,
    port,
    ...(localAddress === undefined ? {} : { localAddress }),
    noDelay: true,
  }
  const socket =
    tlsName === undefined
      ? connectTcp(target)
      : connectTls({ ...target, ...tlsOptions(tlsName, alpn, options.verifyTls) })
  const ready = tlsName === undefined ? 'connect' : 'secureConnect'
  return opened(socket, ready, timeoutMs, `connection to ${address}:${port}`)
}

function opened(socket: Socket, ready: string, timeoutMs: number, what: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error: NodeJS.ErrnoException = new Error(`no ${what} in ${timeoutMs} ms`)
      error.code = 'ETIMEDOUT'
      socket.destroy(error)
    }, timeoutMs)
    socket.once(ready, () => {
      clearTimeout(timer)
      socket.removeListener('error', onError)
      resolve(socket)
    })
    const onError = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    socket.once('error', onError)
  })
}
