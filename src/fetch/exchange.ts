/** One request and its result. Anything that can be expected of a network is a value here, never an exception. */
import type { HeaderList } from './header-list.ts'

export interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: HeaderList
  readonly body?: string
  /** Called with the first bytes of a body; false ends the transfer, because the rest would be discarded anyway. */
  readonly goesOn?: (status: number, headers: HeaderList, start: Uint8Array) => boolean
  /** The address to connect to, one of those the host name resolves to. */
  readonly address: string
  /** Called right before the request is sent, which may be long after its turn came; false cancels it. */
  readonly mayStart?: () => boolean
  /** Overrides the general limit at which bodies are cut. */
  readonly maxBodyBytes?: number
  /** Whether a large body may be delayed for a while when many others are being received. */
  readonly mayWait?: boolean
}

export interface Limits {
  readonly connectMs: number
  readonly headersMs: number
  /** The longest silence within a body. */
  readonly idleMs: number
  /** The longest time for the whole exchange. */
  readonly totalMs: number
  readonly maxBodyBytes: number
}

export type BreakdownCode =
  /** The name has no address. */
  | 'dns'
  /** The resolver may be broken; says nothing about the host. */
  | 'dns-alarm'
  /** The address guard refused to connect. */
  | 'private-address'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'tls'
  /** What came back is not HTTP. */
  | 'protocol'
  | 'aborted'

/** Cut by us because it is too long or takes too long, or by the server, which closed the connection before the end. */
export type Truncated = 'length' | 'time' | 'disconnect'

export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly statusText: string
  /** As received. */
  readonly headers: HeaderList
  /** The payload as received, still content-encoded; owns its memory and may be passed to another thread. */
  readonly body: Uint8Array
  /** Why the body is incomplete, in the words of WARC; null if it is complete. */
  readonly truncated: Truncated | null
  readonly address: string
  /** Present if no server was asked: the records of an archive that the answer is from, the answer itself first; empty if they cannot be kept as they are. */
  readonly recorded?: readonly Uint8Array[]
  /** Times of the monotonic clock. */
  readonly startedAt: number
  readonly firstByteAt: number
  readonly endedAt: number
}

export interface Breakdown {
  readonly kind: 'breakdown'
  readonly code: BreakdownCode
  readonly message: string
  /** What came before it: the beginning of a page. */
  readonly partial?: Answer
  readonly startedAt: number
  readonly endedAt: number
}

export type Exchange = Answer | Breakdown

/** Whether the same request may succeed later. */
export function isTransient(code: BreakdownCode): boolean {
  switch (code) {
    case 'dns':
    case 'dns-alarm':
    case 'refused':
    case 'unreachable':
    case 'timeout':
    case 'reset':
    case 'aborted':
      return true
    case 'tls':
    case 'protocol':
    case 'private-address':
      return false
  }
}
