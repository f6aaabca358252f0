/** One question to the API of a server. */

export interface Call {
  readonly signal?: AbortSignal
}

/** What the client itself adds: files and streams are handed over as they come. */
export interface CallForm extends Call {
  readonly as?: 'json' | 'response'
}

export type Caller = <Answer>(
  method: string,
  path: string,
  query: Readonly<Record<string, unknown>>,
  body: unknown,
  how: CallForm,
) => Promise<Answer>

export interface ConnectOptions {
  /** What `tidewatch serve` prints, with or without `#token=…`. */
  readonly url: string
  /** Needed for whatever changes something, and for everything on other machines; by default the one in the address. */
  readonly token?: string
  /** Another `fetch`, for proxies and tests. */
  readonly fetch?: typeof globalThis.fetch
}

/** What the server said instead of an answer. */
export class ClientProblem extends Error {
  /** Of HTTP; 0 if the server did not answer. */
  readonly status: number

  constructor(sentence: string, status: number, options?: ErrorOptions) {
    super(sentence, options)
    this.status = status
  }
}

export function callerFor(options: ConnectOptions): Caller {
  const { url, fetch: ask = globalThis.fetch } = options
  const token = options.token ?? /#token=(\w+)$/.exec(url)?.[1]
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return async (method, path, query, body, { signal, as = 'json' }) => {
    const address = new URL(path, url)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value))
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await ask(address, { method, headers, ...sent, ...(signal ? { signal } : {}) }).catch(
      cause => {
        if (signal?.aborted) throw cause
        throw new ClientProblem(`${address.origin} does not answer`, 0, { cause })
      },
    )
    return (await answerIn(response, as)) as never
  }
}

async function answerIn(response: Response, as: 'json' | 'response'): Promise<unknown> {
  if (response.ok) return as === 'json' ? response.json() : response
  const told = (await response.json().catch(() => ({}))) as { readonly problem?: string }
  throw new ClientProblem(told.problem ?? `HTTP ${response.status}`, response.status)
}
