/**
 * A connection through a proxy to an address of our choice: an HTTP proxy (RFC 9110 section 9.3.6) or a SOCKS proxy. The proxy gets the address that the guard has
 * checked, never the name: it would resolve the name again, and might end up elsewhere. So `http:` goes through a tunnel as well; a proxy
 * that gets an address in the request line has to use it as the Host, and names that share a server would be lost.
 */
import { isIP, type Socket } from 'node:net'
import { errorCode } from '../env/failure.ts'
import type { Clock, Network } from '../env/index.ts'
import { askSocks, SocksRefused } from './socks.ts'

export interface Tunnel {
  readonly network: Network
  readonly deadlines: Clock
  /** Its URL, with user and password if it requires them. */
  readonly proxy: string
  /** Where it is to lead: an address, or a name for a SOCKS proxy that resolves it. */
  readonly address: string
  readonly port: number
  readonly timeoutMs: number
}

export const isSocks = (proxy: string) => /^socks5:/i.test(proxy)

/** The proxy answered, but did not open a tunnel. */
export class ProxyRefused extends Error {
  readonly code = 'EPROXY'
}

const MAX_HEAD_BYTES = 16 * 1024

export async function openTunnel(tunnel: Tunnel): Promise<Socket> {
  const proxy = new URL(tunnel.proxy)
  const socket = await dialProxy(proxy, tunnel)
  const cancel = tunnel.deadlines.timer(tunnel.timeoutMs, () =>
    socket.destroy(timedOut(`the proxy ${proxy.host} opened no connection in ${tunnel.timeoutMs} ms`)),
  )
  try {
    await (isSocks(tunnel.proxy) ? askBySocks : askByConnect)(socket, proxy, tunnel)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    cancel()
  }
}

async function askByConnect(socket: Socket, proxy: URL, tunnel: Tunnel): Promise<void> {
  socket.write(requestFor(proxy, tunnel))
  const { status, rest } = await readHead(socket)
  if (status < 200 || status > 299) throw refusal(proxy, tunnel, status)
  if (rest.length > 0) socket.unshift(rest)
}

async function askBySocks(socket: Socket, proxy: URL, { address, port }: Tunnel): Promise<void> {
  const { user, password } = loginOf(proxy)
  try {
    await askSocks(socket, { user, password, host: address, port })
  } catch (error) {
    if (!(error instanceof SocksRefused) || error.code !== 'EPROXY') throw error
    throw new ProxyRefused(
      `the proxy ${proxy.host} opens no connection to ${address}:${port}: ${error.message}`,
    )
  }
}

const loginOf = ({ username, password }: URL) => ({
  user: decodeURIComponent(username),
  password: decodeURIComponent(password),
})

/** The proxy is configured by the operator, so the address guard does not apply to it. */
async function dialProxy(proxy: URL, { network, timeoutMs }: Tunnel): Promise<Socket> {
  const name = proxy.hostname.replace(/^\[|\]$/g, '')
  const isSecure = proxy.protocol === 'https:'
  const [found] = isIP(name) ? [{ address: name }] : await network.resolve(name)
  if (!found) throw Object.assign(new Error(`the proxy ${proxy.host} has no address`), { code: 'ENOTFOUND' })
  const usualPort = isSocks(proxy.href) ? 1080 : isSecure ? 443 : 80
  const target = { address: found.address, port: Number(proxy.port || usualPort) }
  return network.dial({ ...target, ...(isSecure ? { tlsName: name } : {}), timeoutMs }).catch(error => {
    throw new ProxyRefused(`the proxy ${proxy.host} cannot be reached (${errorCode(error)})`)
  })
}

function requestFor(proxy: URL, { address, port }: Tunnel): string {
  const target = `${address.includes(':') ? `[${address}]` : address}:${port}`
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`]
  const { user, password } = loginOf(proxy)
  if (user !== '' || password !== '')
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Reads up to the empty line; anything after it belongs to the tunnel. */
function readHead(socket: Socket): Promise<{ readonly status: number; readonly rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const settle = (action: () => void) => {
      socket.pause()
      socket.removeListener('data', onData)
      socket.removeListener('error', onError)
      socket.removeListener('close', onClose)
      action()
    }
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0 && head.length <= MAX_HEAD_BYTES) return
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 64))?.[1]
      if (end < 0 || status === undefined)
        settle(() => reject(new ProxyRefused('what the proxy answers is not HTTP')))
      else settle(() => resolve({ status: Number(status), rest: head.subarray(end + 4) }))
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () =>
      settle(() => reject(Object.assign(new Error('the proxy hung up'), { code: 'ECONNRESET' })))
    socket.on('data', onData)
    socket.on('error', onError)
    socket.on('close', onClose)
  })
}

function refusal(proxy: URL, { address, port }: Tunnel, status: number): ProxyRefused {
  const what = `the proxy ${proxy.host} opens no connection to ${address}:${port} (HTTP ${status})`
  if (status === 407) return new ProxyRefused(`${what}: check user and password in request.egress`)
  return new ProxyRefused(
    `${what}: allow CONNECT to this port there; or, if the proxy itself keeps out of private networks, say resolves: true in request.egress`,
  )
}

const timedOut = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })
