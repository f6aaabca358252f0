/**
 * Step 5 of a visit, when the first look leaves a doubt: the page differs, and only fetching it once more right away shows whether
 * that is noise. What differs again within seconds is noise; what stays the same is an edit.
 *
 * Both looks are one visit. Nothing is recorded before the second look, so there is no state in between: if the run
 * ends there, the page is fetched again later. The second look is the visit's answer; the first is only archived beside it. If no
 * second look is possible (it fails, the page moves, the server wants a long rest), the first difference counts.
 */
import type { Env } from '../../env/index.ts'
import { withoutHeaders } from '../../fetch/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import type { ParseResult } from '../thread/job.ts'
import { ParseTrouble } from '../thread/parse-thread.ts'
import type { Request } from './2-request.ts'
import type { Fetch } from './3-fetch.ts'
import type { PageRead, Read } from './4-read.ts'
import { type Look, lookAt } from './5-judge.ts'
import type { Comparer } from './comparer.ts'
import { outcomeReason } from './outcome.ts'
import type { Visit } from './visit.ts'

/** A little over two seconds, so that a clock showing seconds shows another time. */
const SECOND_LOOK_AFTER_MS = 2_100
/** A look that comes later, because the server is slow or had to be waited for, cannot tell noise from edits. */
const MAX_SECOND_LOOK_MS = 3_600_000

/** A first look, and what is needed to take a second one. */
export type FirstLook = PageRead & Look

export interface Looks {
  readonly last: Look
  /** The look before the last one, if there were two. */
  readonly first: Look | null
  /** Number of requests made for the page. */
  readonly fetches: number
}

export interface SecondLookParts {
  readonly env: Env
  readonly comparer: Comparer
  readonly signal: AbortSignal
  readonly read: Read
  readonly fetch: Fetch
  readonly canonicalizer: Canonicalizer
  readonly walls: boolean
}

export class SecondLooks {
  readonly #parts: SecondLookParts

  constructor(parts: SecondLookParts) {
    this.#parts = parts
  }

  async settle(visit: Visit, first: FirstLook): Promise<Looks> {
    const isWanted = first.kept !== null || first.parsed.comparison?.verdict === 'pending'
    if (!isWanted || first.isActed || first.outcome.kind !== 'fetched')
      return { last: first, first: null, fetches: 1 }
    const second = await this.#look(visit, first)
    if (typeof second !== 'string') return { last: second, first, fetches: 2 }
    visit.host.secondLookFailed()
    return { last: { ...first, parsed: standing(first.parsed, second) }, first: null, fetches: 2 }
  }

  /** The second look, or why there is none. */
  async #look(visit: Visit, first: FirstLook): Promise<Look | string> {
    const { env, signal, fetch } = this.#parts
    await env.clock.sleep(Math.max(0, first.at + SECOND_LOOK_AFTER_MS - env.clock.now()), signal)
    const at = env.clock.now()
    const again = await fetch.again(visit, unconditional(first.request))
    if (again.kind === 'breakdown') return again.message
    if (again.kind === 'unanswered') return outcomeReason(again.outcome) ?? 'it failed'
    if (env.clock.now() - first.at > MAX_SECOND_LOOK_MS) return 'it came too late'
    try {
      return await this.#read(visit, first, { at, answer: again.answer, request: again.request })
    } catch (error) {
      if (error instanceof ParseTrouble) return 'it cannot be read'
      throw error
    }
  }

  async #read(
    visit: Visit,
    first: FirstLook,
    second: Pick<PageRead, 'at' | 'answer' | 'request'>,
  ): Promise<Look | string> {
    const { comparer, read } = this.#parts
    const compare = await comparer.secondJobFor(visit.page, first, visit.host, second.at)
    const parsed = await read.parse(visit, { ...second, compare })
    const look = lookAt(visit, { ...second, parsed }, this.#parts)
    if (look.outcome.kind === 'walled') return outcomeReason(look.outcome)!
    if (look.outcome.kind !== 'fetched' || !parsed.comparison) return `HTTP ${second.answer.status}`
    // If the first look computed the revision's signature, the second found it ready and did not return it.
    const before = parsed.comparison.before ?? first.parsed.comparison?.before ?? null
    return { ...look, parsed: { ...parsed, comparison: { ...parsed.comparison, before } } }
  }
}

/** Requests the whole page: "not modified" would say nothing about noise. */
function unconditional(request: Request): Request {
  return { ...request, headers: withoutHeaders(request.headers, ['if-none-match', 'if-modified-since']) }
}

/** Counts the difference although there was no second look, and says so in the note. */
function standing(parsed: ParseResult, why: string): ParseResult {
  const { comparison } = parsed
  if (!comparison) return parsed
  const note = { ...comparison.note, secondLook: `failed: ${why}` }
  return { ...parsed, comparison: { ...comparison, verdict: 'changed', note } }
}
