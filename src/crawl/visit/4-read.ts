/**
 * Step 4 of a visit: hand the answer to a parse thread, which undoes codings, finds type, charset, links, text, class and record,
 * compares it with what is stored, and packs the archive records. If a site model fills in a form first, that happens here too, and
 * the answer to the form is taken as the page.
 */
import type { Answer } from '../../fetch/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { RobotsGate } from '../host/robots-gate.ts'
import type { Actions } from '../models/form-actions.ts'
import type { Guides } from '../models/guides.ts'
import type { PluginRunner } from '../plugin-runner.ts'
import type { Report } from '../report-event.ts'
import type { CompareJob, ParseResult } from '../thread/job.ts'
import { jobFor, type PageAnswer } from '../thread/make-job.ts'
import { ParseTrouble } from '../thread/parse-thread.ts'
import type { ParsePool } from '../thread/pool.ts'
import type { Request } from './2-request.ts'
import type { Answered } from './3-fetch.ts'
import type { Comparer } from './comparer.ts'
import type { NoveltyTracker } from './novelty.ts'
import type { Spellings } from './spellings.ts'
import { failed, type Unanswered } from './unanswered.ts'
import type { Visit } from './visit.ts'

/** A page after it was read. */
export interface PageRead {
  readonly kind: 'read'
  readonly at: number
  readonly answer: PageAnswer
  readonly parsed: ParseResult
  readonly request: Request
  /** Whether the page is the answer to a form, so that requesting the page again would not return it. */
  readonly isActed: boolean
  /** The answer itself, kept for a new page that will be fetched twice. */
  readonly kept: CompareJob['old']
}

export interface ReadParts {
  readonly pool: ParsePool
  readonly plugins: PluginRunner
  readonly robots: RobotsGate
  readonly guides: Guides
  readonly comparer: Comparer
  readonly novelty: NoveltyTracker
  readonly spellings: Spellings
  readonly actions: Actions
  readonly report: Report
  /** Whether pages are compared with each other to find copies. */
  readonly comparesPages: boolean
}

/** What to read, and when and how it was requested. */
interface Reading {
  readonly at: number
  readonly answer: PageAnswer
  readonly request: Request
  readonly compare?: CompareJob | null
  /** Whether this is the answer to a probe of an address that cannot exist; its text is then needed. */
  readonly isProbe?: boolean
}

export class Read {
  readonly #parts: ReadParts

  constructor(parts: ReadParts) {
    this.#parts = parts
  }

  async read(visit: Visit, { answer, request }: Answered): Promise<PageRead | Unanswered> {
    try {
      const kept = this.#kept(visit, answer)
      const parsed = await this.#compared(visit, answer, request)
      const { at, page } = visit
      if (parsed.unreadable !== null)
        this.#parts.report('parse-failed', page.url, `the file ${parsed.unreadable}; it is kept as it is`)
      if (parsed.isPartMissing)
        this.#parts.report('part-missing', page.url, 'what change.rules selects is not on the page')
      const acted = parsed.guided?.action && (await this.#act(visit, answer, request, parsed.guided.action))
      if (acted) return { kind: 'read', at, ...acted, request, isActed: true, kept: null }
      return { kind: 'read', at, answer, parsed, request, isActed: false, kept }
    } catch (error) {
      if (error instanceof ParseTrouble) return this.#unreadable(visit, error)
      throw error
    }
  }

  /** Parses an answer for this page, including answers to probes and second looks. */
  parse({ page, host }: { page: QueuedPage; host: HostMemory }, reading: Reading): Promise<ParseResult> {
    const { plugins, robots, pool, novelty, spellings } = this.#parts
    const { at, answer, request, compare = null, isProbe = false } = reading
    const forPlugins = plugins.has('response') || plugins.has('queue')
    const fingerprints = isProbe || typeof host.soft404 === 'object' || novelty.isSuspect(host, page)
    const likeness = this.#parts.comparesPages && page.kind === 'page' && !isProbe
    const want = {
      text: forPlugins,
      links: forPlugins,
      body: forPlugins,
      fingerprints,
      likeness,
      content: !isProbe && spellings.wantsContent(page, host),
    }
    const obey = !robots.overruled(host.hostname)
    const part = isProbe ? null : this.#parts.comparer.partOf(page)
    return pool.parse(jobFor(page, answer, { at, request, obey, want, compare, part }))
  }

  /** Parses the answer and compares it with the stored revision, if there is one. */
  async #compared(visit: Visit, answer: PageAnswer, request: Request, canProve = true): Promise<ParseResult> {
    const { page, host, at } = visit
    const compare = await this.#parts.comparer.jobFor(page, answer, host, { at, canProve })
    return this.parse(visit, { at, answer, request, compare })
  }

  /** The answer of a new page that will be fetched twice; a copy, because reading takes over its memory. */
  #kept({ page, host, at }: Visit, answer: Answer): CompareJob['old'] {
    if (!this.#parts.comparer.wantsTwice(page, answer, host)) return null
    return { headers: answer.headers, payload: answer.body.slice(), digest: new Uint8Array(0), at }
  }

  /** Lets the site model fill in a form on the page before the page is read. */
  #act(visit: Visit, shown: Answer, request: Request, action: NonNullable<ParseResult['guided']>['action']) {
    const page = { action: action!, askedAt: shown.startedAt }
    return this.#parts.actions.perform(visit, page, async answer => {
      // What a form shows gets no second look.
      const parsed = await this.#compared(visit, answer, request, false)
      return { answer, parsed, showsForm: parsed.guided?.action != null }
    })
  }

  /** The outcome of a page that breaks our reader: it must not stop the crawl. */
  #unreadable({ page }: Visit, trouble: ParseTrouble): Unanswered {
    this.#parts.report('parse-failed', page.url, trouble.message.slice(0, 1_000))
    return failed('parse', `the page ${trouble.message.split('\n', 1)[0]}`, false)
  }
}
