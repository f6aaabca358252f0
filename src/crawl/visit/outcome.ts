import type { WallKind } from '../../document/walls/index.ts'
import { WALL_WORDS } from '../../document/walls/wall-words.ts'
import { type Answer, type BreakdownCode, header, locationOf } from '../../fetch/index.ts'
import type { ExcludedBy, QueuedPage } from '../../store/index.ts'
import { type Canonicalizer, type Url, withoutHash } from '../../url/index.ts'
import { exclusionWords } from '../exclusion.ts'
import type { ParseResult, ReadFacts } from '../thread/job.ts'

/** Maximum number of redirects followed in a row. */
export const MAX_HOPS = 10
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The result of one attempt to fetch a Url. */
export type Outcome =
  /** A document, whether new or unchanged. */
  | { readonly kind: 'fetched'; readonly status: number; readonly facts: ReadFacts }
  /** The server says that the stored revision is still current. */
  | { readonly kind: 'notModified'; readonly status: 304 }
  | { readonly kind: 'moved'; readonly status: number; readonly to: Url }
  /** Forbidden or unwanted: robots.txt, a directive in the page, its type, a plug-in. */
  | {
      readonly kind: 'denied'
      readonly by: ExcludedBy
      /** Details of the rule, such as its line or text. */
      readonly reason: string | null
      readonly status: number | null
      readonly facts: ReadFacts | null
    }
  | { readonly kind: 'gone'; readonly status: number; readonly why: string }
  /** Something else was shown in place of the page: a log-in, a check, a limit. */
  | { readonly kind: 'walled'; readonly status: number; readonly wall: WallKind; readonly by: string }
  | {
      readonly kind: 'failed'
      readonly code: BreakdownCode | 'http' | 'redirects' | 'parse' | 'render' | 'plugin'
      readonly message: string
      readonly status: number | null
      readonly transient: boolean
    }

/** One line for people and tables. */
export function outcomeReason(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'fetched':
    case 'notModified':
      return null
    case 'moved':
      return `moved to ${outcome.to}`
    case 'denied':
      return exclusionWords(outcome)
    case 'gone':
      return outcome.why
    case 'walled':
      return `wall: ${WALL_WORDS[outcome.wall]} (${outcome.by})`
    case 'failed':
      return outcome.message
  }
}

export function outcomeOfAnswer(
  answer: Answer,
  parsed: ParseResult,
  page: QueuedPage,
  canonicalizer: Canonicalizer,
): Outcome {
  const { status } = answer
  if (status === 304 && page.revision > 0 && page.payloadAt !== null)
    return { kind: 'notModified', status: 304 }
  if (REDIRECTS.has(status)) return redirect(answer, page, canonicalizer)
  if (status >= 200 && status < 300)
    return isBlank(answer) && holdsMore(page) ? blank(status) : document(status, parsed, page)
  if (status === 404 || status === 410) return { kind: 'gone', status, why: `HTTP ${status}` }
  return {
    kind: 'failed',
    code: 'http',
    message: `HTTP ${status}${answer.statusText ? ` ${answer.statusText}` : ''}`,
    status,
    // A 304 is of no use here: we sent no validators because our copy is lost.
    transient: TRANSIENT.has(status) || (status === 304 && page.revision > 0),
  }
}

/** Whether the body is empty where a page is expected, as a server that fails halfway sends it. Plain text and data may be empty. */
function isBlank({ status, headers, body }: Answer): boolean {
  if (body.length > 0) return false
  const type = header(headers, 'content-type') ?? ''
  return (
    status === 204 || status === 205 || type === '' || /^\s*(?:text\/html|application\/xhtml)/i.test(type)
  )
}

/** Files on disk are exempt: a person may empty them. */
const holdsMore = ({ url, revision, sizeBytes }: QueuedPage) =>
  revision > 0 && (sizeBytes ?? 0) > 0 && !url.startsWith('file:')

const blank = (status: number): Outcome => ({
  kind: 'failed',
  code: 'http',
  message: `HTTP ${status} with nothing in it, where a page was stored`,
  status,
  transient: true,
})

function document(status: number, parsed: ParseResult, page: QueuedPage): Outcome {
  if (parsed.refresh !== null && parsed.facts.linkCount <= 2) {
    const problem = page.hops >= MAX_HOPS ? `more than ${MAX_HOPS} redirects` : null
    if (problem) return { kind: 'failed', code: 'redirects', message: problem, status, transient: false }
    return { kind: 'moved', status, to: parsed.refresh }
  }
  const { facts } = parsed
  if (facts.noindex) return { kind: 'denied', by: 'noindex', reason: null, status, facts }
  if (!facts.wanted) return { kind: 'denied', by: 'type', reason: `type ${facts.type}`, status, facts }
  return { kind: 'fetched', status, facts }
}

/** RFC 9110, 10.2.2: where a redirect says nothing of a fragment, that of the page stays. */
const withHashOf = (url: string, location: string) =>
  location.includes('#') ? location : location + url.slice(withoutHash(url).length)

function redirect(answer: Answer, page: QueuedPage, canonicalizer: Canonicalizer): Outcome {
  const location = locationOf(answer.headers)
  const failed = (message: string): Outcome => ({
    kind: 'failed',
    code: 'redirects',
    message,
    status: answer.status,
    transient: false,
  })
  if (location === undefined) return failed(`HTTP ${answer.status} without a Location`)
  const to = canonicalizer.canonical(withHashOf(page.url, location), page.url)
  if (to === undefined)
    return failed(`HTTP ${answer.status} to "${location.slice(0, 200)}", which is not a web address`)
  if (to === page.url) return failed(`HTTP ${answer.status} to itself`)
  if (page.hops >= MAX_HOPS) return failed(`more than ${MAX_HOPS} redirects`)
  return { kind: 'moved', status: answer.status, to }
}
