/**
 * Step 5 of a visit: decide the outcome. The answer becomes an Outcome; a page that says "not found" with status 200 is gone; a
 * difference that may be noise gets a second look; and a change is put into words.
 */
import { header } from '../../fetch/index.ts'
import { NOTHING_SEEN, type SightedPage } from '../../site/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import type { Login } from '../host/login.ts'
import type { Guides } from '../models/guides.ts'
import type { Report } from '../report-event.ts'
import type { ParseResult } from '../thread/job.ts'
import type { PageAnswer } from '../thread/make-job.ts'
import type { PageRead } from './4-read.ts'
import type { Comparer } from './comparer.ts'
import { type Outcome, outcomeOfAnswer } from './outcome.ts'
import type { SecondLooks } from './second-look.ts'
import type { Soft404Probe } from './soft404.ts'
import type { Visit } from './visit.ts'
import { behindWall } from './wall.ts'

/** One fetch of a page and what it showed. A visit may take two looks. */
export interface Look {
  readonly at: number
  readonly answer: PageAnswer
  readonly parsed: ParseResult
  readonly outcome: Outcome
}

export interface Judged {
  readonly kind: 'judged'
  readonly outcome: Outcome
  readonly last: Look
  /** The look before the last one, if there were two. */
  readonly first: Look | null
  /** Number of requests made for the page. */
  readonly fetches: number
  /** Whether this is a new revision. */
  readonly changed: boolean
}

export interface JudgeParts {
  readonly canonicalizer: Canonicalizer
  /** Whether to recognize walls: log-ins, checks and limits that are shown in place of the requested page. */
  readonly walls: boolean
  readonly login: Pick<Login, 'judged'>
  readonly guides: Guides
  readonly comparer: Comparer
  /** Null if only the server's status can say "not found". */
  readonly soft404: Soft404Probe | null
  readonly secondLooks: SecondLooks
  readonly report: Report
}

export class Judge {
  readonly #parts: JudgeParts

  constructor(parts: JudgeParts) {
    this.#parts = parts
  }

  async judge(visit: Visit, read: PageRead): Promise<Judged> {
    const { soft404, secondLooks } = this.#parts
    const seen = lookAt(visit, read, this.#parts)
    const look = { ...seen, outcome: this.#parts.login.judged(visit, read.answer, seen.outcome) }
    if (look.outcome.kind !== 'walled') this.#learn(visit, read)
    const sight = sightOf(visit.page, look)
    if (sight) this.#parts.guides.visited(sight)
    const outcome =
      look.outcome.kind === 'fetched' && soft404 && visit.page.kind !== 'results'
        ? await soft404.judge(visit, look.outcome)
        : look.outcome
    const looks = await secondLooks.settle(visit, { ...read, ...look, outcome })
    const last = await this.#inWords(visit.page, looks.last)
    return { kind: 'judged', ...looks, last, outcome: last.outcome, changed: isChange(visit.page, last) }
  }

  #learn({ page, host }: Visit, { answer, parsed }: PageRead): void {
    const { report } = this.#parts
    if (host.validatorsLie || !isLie(page, answer, parsed)) return
    host.distrustValidators()
    report('validators-lie', host.origin, 'pages change without their ETag or date: asks for them whole')
  }

  /** Puts a change of a stored page into words. */
  async #inWords(page: QueuedPage, look: Look): Promise<Look> {
    const { parsed } = look
    if (!parsed.comparison || page.revision === 0) return look
    const comparison = await this.#parts.comparer.withSummary(page, parsed.comparison)
    return { ...look, parsed: { ...parsed, comparison } }
  }
}

/** The outcome of a parsed answer. Also teaches the host what is noise, and backs off from a server that says we ask too often. */
export function lookAt(
  visit: Visit,
  { at, answer, parsed }: Pick<PageRead, 'at' | 'answer' | 'parsed'>,
  { canonicalizer, walls }: Pick<JudgeParts, 'canonicalizer' | 'walls'>,
): Look {
  const { page, host, turns } = visit
  const plain = outcomeOfAnswer(answer, parsed, page, canonicalizer)
  const outcome = walls ? behindWall(visit, answer, parsed, plain) : plain
  if (outcome.kind === 'walled' && outcome.wall === 'rateLimit') turns.backOff(answer)
  const isPage = outcome.kind !== 'walled' && outcome.kind !== 'failed'
  if (isPage && parsed.comparison) host.learnVolatile(parsed.comparison, page.pageClass)
  return { at, answer, parsed, outcome }
}

/** What a model-guided crawl learns about an address: what it shows, or that it shows nothing itself. Null if this visit cannot tell. */
function sightOf({ url }: QueuedPage, { outcome, parsed }: Look): SightedPage | null {
  const isPassing = outcome.kind === 'failed' && outcome.transient
  if (isPassing || outcome.kind === 'walled' || outcome.kind === 'notModified') return null
  if (outcome.kind === 'moved') return { url, ...NOTHING_SEEN, links: [outcome.to], movedTo: outcome.to }
  const isDocument = outcome.kind === 'fetched' && parsed.guided === null && !HTML.has(parsed.facts.type)
  const phrases = isDocument ? phrasesOfBytes(parsed.digest) : parsed.guided?.phrases
  return phrases
    ? {
        url,
        outline: parsed.facts.outline,
        phrases,
        links: parsed.found.hrefs,
        pageClass: parsed.guided?.pageClass ?? null,
      }
    : { url, ...NOTHING_SEEN, isMissing: outcome.kind !== 'fetched' }
}

const HTML: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** A PDF or another document says something new unless its bytes are known: parts of their digest stand for phrases. */
function phrasesOfBytes(digest: Uint8Array): Uint32Array {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength)
  return Uint32Array.from({ length: PHRASES_OF_BYTES }, (_, i) => view.getUint32(4 * i))
}

const PHRASES_OF_BYTES = 4

/** Whether the page is new, or differs by more than noise. A difference that got no second look counts too. */
function isChange({ revision }: QueuedPage, { outcome, parsed: { facts, comparison } }: Look): boolean {
  if (outcome.kind !== 'fetched') return false
  if (revision === 0 || !comparison) return !facts.same
  return comparison.verdict !== 'unchanged'
}

/** Whether the content changed while its validators stayed the same, in which case "not modified" cannot be trusted on this host. */
function isLie(page: QueuedPage, answer: PageAnswer, parsed: ParseResult): boolean {
  // Content loaded by scripts has no validators.
  if (answer.rendered || answer.status !== 200 || page.revision === 0 || parsed.facts.same) return false
  const etag = header(answer.headers, 'etag')
  if (etag !== undefined) return etag === page.etag && !etag.startsWith('W/')
  const modified = header(answer.headers, 'last-modified')
  return modified !== undefined && modified === page.lastModified
}
