/** One request and what came of it. What can be expected of a network is a value here, never an exception. */
import type { HeaderList } from './header-list.ts'

export interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: HeaderList
  readonly body?: string
  /** Looks at the first bytes of a body: false ends it there, because the rest would be thrown away. */
  readonly goesOn?: (status: number, headers: HeaderList, start: Uint8Array) => boolean
  /** The address to talk to, one of those the host name stands for. */
  readonly address: string
  /** Asked when the request is about to be sent, which may be long after the turn for it came; false takes it back. */
  readonly mayStart?: () => boolean
  /** Where its body is cut, if not where all are. */
  readonly maxBodyBytes?: number
  /** A large body may be held up for a while when many others are being received. */
  readonly mayWait?: boolean
}

export interface Limits {
  readonly connectMs: number
  readonly headersMs: number
  /** Longest silence inside a body. */
  readonly idleMs: number
  /** Longest time for everything together. */
  readonly totalMs: number
  readonly maxBodyBytes: number
}

export type BreakdownCode =
  /** The name has no address. */
  | 'dns'
  /** The resolver is in doubt; says nothing about the host. */
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

export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly statusText: string
  /** As received. */
  readonly headers: HeaderList
  /** The payload as received, still content-encoded; owns its memory and may be handed to another thread. */
  readonly body: Uint8Array
  /** Why the body is not whole. */
  readonly truncated: 'length' | null
  readonly address: string
  /** Monotonic times of the clock. */
  readonly startedAt: number
  readonly firstByteAt: number
  readonly endedAt: number
}

export interface Breakdown {
  readonly kind: 'breakdown'
  readonly code: BreakdownCode
  readonly message: string
  readonly startedAt: number
  readonly endedAt: number
}

export type Exchange = Answer | Breakdown

/** Will the same request perhaps work later? */
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
