/** What an error of the network or of the protocol means for a visit. */
import { errorCode, errorMessage } from '../env/failure.ts'
import type { BreakdownCode } from './exchange.ts'
import { ProxyRefused } from './proxy.ts'

/** The address guard refused to connect to an address. */
export class Refused extends Error {
  readonly code = 'EPRIVATE'
}

const CODES: Readonly<Record<string, BreakdownCode>> = {
  EPRIVATE: 'private-address',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EPROXY: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EMFILE: 'unreachable',
  ENFILE: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
}

export function breakdownCode(error: unknown): BreakdownCode {
  const code = errorCode(error)
  const known = CODES[code]
  if (known) return known
  if (isHttp2Trouble(error)) return 'reset'
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR') || code.startsWith('ERR_HTTP')) return 'protocol'
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|UNABLE_TO_|SELF_SIGNED|EPROTO)/.test(code)) return 'tls'
  return 'protocol'
}

/** Without the address, so that pages of many servers have one error in common. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refuses the connection',
  EMFILE: 'this process has too many files open: raise the limit with "ulimit -n 4096"',
  ENFILE: 'this machine has too many files open',
  EHOSTUNREACH: 'the server cannot be reached',
  ENETUNREACH: 'the network of the server cannot be reached',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer ended before its Content-Length',
  ERR_ASSERTION: 'the answer does not follow HTTP',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server answers without encryption: try http instead of https',
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  CERT_NOT_YET_VALID: "the server's certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the server signed its certificate itself',
  SELF_SIGNED_CERT_IN_CHAIN: "the server's certificate is signed by an authority that is not trusted here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "the server's certificate is signed by an authority that is not trusted here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the whole chain of its certificate',
}
/** `403D…:error:0A00010B:SSL routines:function:what is wrong:file:line:` */
const OPENSSL = /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/

/** How messages of Node's own client begin; undici words the same errors differently. */
const PARSE_ERROR = /^Parse Error: (.*)$/

export function describe(error: unknown): string {
  const code = errorCode(error)
  const said = errorMessage(error)
  if (PARSE_ERROR.test(said))
    return said.replace(PARSE_ERROR, 'Response does not match the HTTP/1.1 protocol ($1)')
  const message = WORDS[code] ?? OPENSSL.exec(said)?.[1] ?? said
  if (error instanceof Refused || error instanceof ProxyRefused) return message
  if (message === '') return code
  return message.includes(code) ? message : `${message} (${code})`
}

/**
 * Whether an error comes from an HTTP/2 connection: it broke, or one of its streams was refused, reset or told to go away. Such an error
 * says nothing about the page.
 */
export function isHttp2Trouble(error: unknown): boolean {
  const code = errorCode(error)
  if (code.startsWith('ERR_HTTP2_') || CODES[code] === 'reset') return true
  return code === 'UND_ERR_INFO' && error instanceof Error && error.message.startsWith('HTTP/2')
}
