/** Calls the API. The token is kept in this browser's storage and travels in a header, never in a cookie. */
import { type Caller, Client } from '../../src/client/index.ts'

/** An error that the server answered with. */
export class CallProblem extends Error {
  readonly status: number

  constructor(sentence: string, status: number) {
    super(sentence)
    this.status = status
  }
}

const TOKEN = 'tidewatch-token'

/** Moves the token out of the address that "tidewatch serve" printed, so that it is neither shown nor kept in the history. */
export function takeToken(): void {
  const [, token] = /^#token=(\w+)$/.exec(location.hash) ?? []
  if (token === undefined) return
  localStorage.setItem(TOKEN, token)
  history.replaceState(null, '', location.pathname + location.search)
}

export const token = (): string | null => localStorage.getItem(TOKEN)

export function headers(): Record<string, string> {
  const word = token()
  return word === null ? {} : { authorization: `Bearer ${word}` }
}

const call: Caller = async (method, path, query, body, { signal, as }) => {
  const response = await fetch(path + search(query), {
    method,
    headers: { ...headers(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch(error => {
    if (signal?.aborted) throw error
    throw new CallProblem('The server does not answer: is "tidewatch serve" still running?', 0)
  })
  if (response.ok) return as === 'response' ? (response as never) : response.json()
  const told = (await response.json().catch(() => ({}))) as { problem?: string }
  throw new CallProblem(told.problem ?? `HTTP ${response.status}`, response.status)
}

export const api = new Client(call)

function search(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
