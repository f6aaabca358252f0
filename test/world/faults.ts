/** Faults put on a host from outside while the world runs; the site itself stays as it is. */
import type { ServerResponse } from 'node:http'
import { share } from './chance.ts'
import type { Answer } from './render.ts'

export type FaultKind =
  /** The connection is reset before any answer. */
  | 'reset'
  /** The answer ends after half of its body, with a reset. */
  | 'truncate'
  /** No answer ever comes. */
  | 'hang'
  /** 503 with Retry-After. */
  | 'busy'

export interface Fault {
  readonly kind: FaultKind
  /** Share of requests that it hits (default all), chosen by their serial number. */
  readonly share?: number
  /** Limits the fault to paths for which this returns true. */
  readonly paths?: (path: string) => boolean
  /** Maximum number of requests that it hits. */
  times?: number
}

export class Faults {
  readonly #byHost = new Map<string, Fault>()

  /** `*` stands for every host. */
  set(host: string, fault: Fault): void {
    this.#byHost.set(host, { ...fault })
  }
  clear(host?: string): void {
    if (host === undefined) this.#byHost.clear()
    else this.#byHost.delete(host)
  }
  /** The fault that hits this request, if any. */
  strike(host: string, path: string, serial: number): FaultKind | undefined {
    const fault = this.#byHost.get(host) ?? this.#byHost.get('*')
    if (!fault || (fault.paths && !fault.paths(path))) return undefined
    if (share('fault', host, serial) >= (fault.share ?? 1)) return undefined
    if (fault.times !== undefined && fault.times-- <= 0) return undefined
    return fault.kind
  }
}

/** Replaces or spoils an answer with a fault. */
export function spoil(kind: FaultKind, answer: Answer, response: ServerResponse): void {
  switch (kind) {
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'hang':
      return
    case 'busy':
      response.writeHead(503, { 'retry-after': '2', 'content-length': '0' }).end()
      return
    case 'truncate': {
      response.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) })
      const { socket } = response
      response.write(answer.body.subarray(0, answer.body.length >> 1), () => socket?.resetAndDestroy())
    }
  }
}
