/** A connection through a SOCKS proxy: version 5 (RFC 1928), with a name and password if it asks for them (RFC 1929). */
import { isIP, isIPv4, type Socket } from 'node:net'

export interface SocksTarget {
  readonly user: string
  readonly password: string
  /** An address, or a name that the proxy resolves. */
  readonly host: string
  readonly port: number
}

const VERSION = 5
const NO_LOGIN = 0
const LOGIN = 2
const MAX_FIELD_BYTES = 255

/** What a reply other than success says (RFC 1928, section 6), with the code of the same error on a direct connection. */
const REPLIES: readonly (readonly [words: string, code: string])[] = [
  ['', ''],
  ['general failure', 'EPROXY'],
  ['its rules forbid it', 'EPROXY'],
  ['the network cannot be reached', 'ENETUNREACH'],
  ['the server cannot be reached', 'EHOSTUNREACH'],
  ['the server refuses the connection', 'ECONNREFUSED'],
  ['the server is too far away', 'EHOSTUNREACH'],
  ['it opens no connections for others', 'EPROXY'],
  ['it does not know this kind of address', 'EPROXY'],
]

/** The proxy does not open the connection: `words` say why, and `code` is that of the same error without a proxy. */
export class SocksRefused extends Error {
  readonly code: string

  constructor(words: string, code = 'EPROXY') {
    super(words)
    this.code = code
  }
}

/** Asks the proxy at the other end of an open connection for the way to a target. From then on, the connection leads there. */
export async function askSocks(socket: Socket, target: SocksTarget): Promise<void> {
  await agreeOnLogin(socket, target)
  socket.write(
    Buffer.concat([Buffer.from([VERSION, 1, 0]), addressBytes(target.host), portBytes(target.port)]),
  )
  const [version, reply, , kind] = await readExactly(socket, 4)
  if (version !== VERSION) throw new SocksRefused('what it answers is not SOCKS 5')
  if (reply !== 0) throw new SocksRefused(...(REPLIES[reply!] ?? ([`reply ${reply}`, 'EPROXY'] as const)))
  // The address that the proxy uses itself: of no interest, but it stands before what the server sends.
  const length = kind === 1 ? 4 : kind === 4 ? 16 : (await readExactly(socket, 1))[0]!
  await readExactly(socket, length + 2)
}

async function agreeOnLogin(socket: Socket, { user, password }: SocksTarget): Promise<void> {
  const hasLogin = user !== '' || password !== ''
  socket.write(Buffer.from(hasLogin ? [VERSION, 2, NO_LOGIN, LOGIN] : [VERSION, 1, NO_LOGIN]))
  const [version, method] = await readExactly(socket, 2)
  if (version !== VERSION) throw new SocksRefused('what it answers is not SOCKS 5')
  if (method === NO_LOGIN) return
  if (method !== LOGIN || !hasLogin) throw new SocksRefused('check user and password in request.egress')
  socket.write(Buffer.concat([Buffer.from([1]), field(user), field(password)]))
  if ((await readExactly(socket, 2))[1] !== 0)
    throw new SocksRefused('check user and password in request.egress')
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, MAX_FIELD_BYTES)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function addressBytes(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([1, ...host.split('.').map(Number)])
  if (isIP(host) === 6) return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)])
  return Buffer.concat([Buffer.from([3]), field(host)])
}

/** The URL parser writes every address in hexadecimal groups, also one that ends like an IPv4 address. */
function ipv6Bytes(address: string): Buffer {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const head = groups(before)
  const tail = groups(after)
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return Buffer.from([...head, ...zeros, ...tail].map(group => group.padStart(4, '0')).join(''), 'hex')
}

function portBytes(port: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(port)
  return bytes
}

/** Reads this many bytes and leaves what follows to others. */
function readExactly(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (action: () => void) => {
      socket.removeListener('readable', onReadable)
      socket.removeListener('error', onError)
      socket.removeListener('close', onClose)
      socket.removeListener('end', onClose)
      action()
    }
    const onReadable = () => {
      const bytes = socket.read(count) as Buffer | null
      if (bytes?.length === count) settle(() => resolve(bytes))
      else if (bytes) onClose()
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () =>
      settle(() => reject(Object.assign(new Error('the proxy hung up'), { code: 'ECONNRESET' })))
    socket.on('readable', onReadable).on('error', onError).on('close', onClose).on('end', onClose)
    onReadable()
  })
}
