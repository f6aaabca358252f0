import type { Answer } from '../../fetch/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import type { Request } from '../visit/2-request.ts'
import type { ParseJob, RenderedFrom } from './job.ts'

/** The answer a visit continues with: the server's, or the document that a browser made of it. */
export interface PageAnswer extends Answer {
  readonly rendered?: RenderedFrom
}

export interface JobContext {
  readonly at: number
  /** The request as it was sent. */
  readonly request: Pick<Request, 'method' | 'url' | 'headers' | 'body'>
  readonly obey: boolean
  readonly want: ParseJob['want']
  readonly compare?: ParseJob['compare']
  readonly part?: ParseJob['part']
}

/** The job for a parse thread. The answer's body moves to the thread. */
export function jobFor(page: QueuedPage, answer: PageAnswer, context: JobContext): ParseJob {
  const { at, request, obey, want } = context
  const isPage = answer.status >= 200 && answer.status < 300
  const { authority, path } = split(request.url)
  return {
    url: page.url,
    depth: page.depth,
    hops: page.hops,
    via: page.via,
    at,
    durationMs: Math.round(answer.endedAt - answer.startedAt),
    address: answer.address || null,
    request:
      authority === '' || answer.recorded
        ? null
        : {
            method: request.method,
            path,
            headers: ['Host', authority, ...request.headers],
            ...(request.body !== null && { body: request.body }),
          },
    response: { status: answer.status, statusText: answer.statusText, headers: answer.headers },
    body: answer.body,
    ...(answer.rendered && { rendered: answer.rendered }),
    ...(answer.recorded && { recorded: answer.recorded }),
    cut: answer.truncated,
    kind: page.kind,
    pageClass: page.pageClass,
    previous: page.digest && { digest: page.digest, at: page.payloadAt },
    compare: context.compare ?? null,
    part: context.part ?? null,
    obey,
    notModified: answer.status === 304,
    want: isPage ? want : NOTHING,
  }
}

const NOTHING: ParseJob['want'] = {
  text: false,
  fingerprints: false,
  likeness: false,
  content: false,
  body: false,
  links: false,
}

/** Host with port, and path with query, of a canonical Url; an empty authority for a file. */
function split(url: string): { authority: string; path: string } {
  const start = url.indexOf('//') + 2
  const slash = url.indexOf('/', start)
  return { authority: url.slice(start, slash), path: url.slice(slash) }
}
