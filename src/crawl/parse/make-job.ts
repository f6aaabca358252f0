import { type Answer, header } from '../../fetch/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import { SOURCE_RANK } from '../queue.ts'
import type { ParseJob } from './job.ts'

export interface JobContext {
  readonly at: number
  /** The headers that were sent. */
  readonly request: readonly string[]
  readonly obey: boolean
  readonly want: ParseJob['want']
  readonly compare?: ParseJob['compare']
  /** Where a form was sent to, if that is what the address stands for. */
  readonly postedTo?: string | undefined
}

/** What a parse thread has to know about an answer. Its body moves to the thread. */
export function jobFor(page: QueuedPage, answer: Answer, context: JobContext): ParseJob {
  const { at, request, obey, want } = context
  const isPage = answer.status >= 200 && answer.status < 300
  const { authority, path } = split(context.postedTo ?? page.url)
  return {
    url: page.url,
    depth: page.depth,
    hops: page.hops,
    via: page.via,
    at,
    durationMs: Math.round(answer.endedAt - answer.startedAt),
    address: answer.address || null,
    request:
      authority === ''
        ? null
        : { method: context.postedTo ? 'POST' : 'GET', path, headers: ['Host', authority, ...request] },
    response: { status: answer.status, statusText: answer.statusText, headers: answer.headers },
    body: answer.body,
    cut: answer.truncated !== null,
    source: page.rank === SOURCE_RANK,
    pageClass: page.pageClass,
    previous: page.digest && { digest: page.digest, at: page.payloadAt },
    compare: context.compare ?? null,
    obey,
    notModified: answer.status === 304,
    want: isPage ? want : NOTHING,
  }
}

const NOTHING: ParseJob['want'] = { text: false, fingerprints: false, body: false, links: false }

/** Host with port, and path with query, of a canonical Url; an empty authority for a file. */
function split(url: string): { authority: string; path: string } {
  const start = url.indexOf('//') + 2
  const slash = url.indexOf('/', start)
  return { authority: url.slice(start, slash), path: url.slice(slash) }
}

/** A part that turns out to be the whole is as good as the whole. */
export function whole(answer: Answer): Answer {
  if (answer.status !== 206) return answer
  const range = /bytes 0-(\d+)\/(\d+)/.exec(header(answer.headers, 'content-range') ?? '')
  const complete = range !== null && Number(range[1]) + 1 === Number(range[2])
  return { ...answer, truncated: complete ? answer.truncated : 'length' }
}
