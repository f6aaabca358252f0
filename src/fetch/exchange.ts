/** One request and what came of it. What can be expected of a network is a value here, never an exception. */

export interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Name, value, name, value …, in the order they are sent. */
  readonly headers: readonly string[]
  readonly body?: string
  /** Looks at the first bytes of a body: false ends it there, because the rest would be thrown away. */
  readonly goesOn?: (status: number, headers: readonly string[], start: Uint8Array) => boolean
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
  /** Name, value, name, value …, as received. */
  readonly headers: readonly string[]
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

export function header(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]!.length === name.length && headers[i]!.toLowerCase() === name) return headers[i + 1]
  }
  return undefined
}

export function headerAll(headers: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2)
    if (headers[i]!.toLowerCase() === name) values.push(headers[i + 1]!)
  return values
}

/** By name in lower case; the last of several counts. */
export function headerMap(headers: readonly string[]): Map<string, string> {
  const named = new Map<string, string>()
  for (let i = 0; i + 1 < headers.length; i += 2) named.set(headers[i]!.toLowerCase(), headers[i + 1]!)
  return named
}

/** Without the headers of these names, which are in lower case. */
export function withoutHeaders(headers: readonly string[], names: readonly string[]): string[] {
  return headers.filter((_, i) => !names.includes(headers[i - (i % 2)]!.toLowerCase()))
}

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
