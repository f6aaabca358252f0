/** Requests to servers at which the visit holds no turn: each waits for that server's turn, and its address is guarded like any other. */
import type { Clock, Env } from '../../env/index.ts'
import type { Dns, Exchange, Http, Outgoing } from '../../fetch/index.ts'
import { type Frontier, portOf, serverKey } from '../../frontier/index.ts'
import { hostOf, originOf } from '../../url/index.ts'

export interface ElsewhereParts {
  readonly env: Env
  readonly frontier: Frontier
  readonly http: Http
  readonly dns: Dns
  readonly politenessBy: 'server' | 'host'
  readonly signal: AbortSignal
}

export type TurnRequest = Omit<Outgoing, 'address' | 'mayStart'>

/** Sends a request to a host other than the visit's, or for no visit: a redirected robots.txt, a login page, a WebSub hub. */
export async function sendElsewhere(parts: ElsewhereParts, request: TurnRequest): Promise<Exchange> {
  const { env, frontier, http, signal, politenessBy } = parts
  const address = await resolved(parts, request.url)
  if (typeof address !== 'string')
    return address.kind === 'breakdown'
      ? { ...address, message: `${hostOf(request.url)}: ${address.message}` }
      : address
  const origin = originOf(request.url)
  const key = politenessBy === 'host' ? origin : serverKey(address, portOf(origin))
  const turn = await frontier.borrowTurn(key, signal)
  if (!turn) return breakdown(env.clock, 'aborted', 'the server rests, or another worker keeps it')
  const exchange = await http.exchange({ ...request, address, mayStart: turn.mayStart }, signal)
  turn.end(exchange)
  return exchange
}

/** The IP address of a host, or why there is none: without the name, so that pages of many hosts have one error in common. */
export async function resolved(
  { dns, env }: Pick<ElsewhereParts, 'dns' | 'env'>,
  url: string,
): Promise<string | Exchange> {
  const found = await dns.lookup(hostOf(url))
  switch (found.kind) {
    case 'found':
      return found.addresses[0]!
    case 'failed':
      return breakdown(env.clock, 'dns', `the host name has no address (${found.code})`)
    case 'alarm':
      return breakdown(env.clock, 'dns-alarm', 'the name server does not answer')
  }
}

export function breakdown(clock: Clock, code: 'dns' | 'dns-alarm' | 'aborted', message: string): Exchange {
  const now = clock.monotonic()
  return { kind: 'breakdown', code, message, startedAt: now, endedAt: now }
}
