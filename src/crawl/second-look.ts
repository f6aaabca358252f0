/**
 * Step 5 of a visit, where its first look leaves a doubt: the page differs, and whether that is noise shows only when it is
 * fetched once more at once. What differs again within seconds is noise, what stands was written by somebody.
 *
 * Both looks are one visit. Nothing of it is recorded before the second one, so there is no state between them: a run that
 * ends there fetches the page again later. The second look is the visit's answer; the first is only archived beside it. Where no
 * second look can be had (it fails, the page moves, the server wants a long rest) the first difference counts.
 */
import type { Env } from '../env/index.ts'
import type { Answer, Exchange } from '../fetch/index.ts'
import type { Slot } from '../frontier/index.ts'
import type { QueuedPage } from '../store/index.ts'
import type { Comparer } from './compare.ts'
import type { Conversation } from './conversation.ts'
import type { HostMemory } from './host-memory.ts'
import type { Outcome } from './outcome.ts'
import type { CompareJob, ParseResult } from './parse/job.ts'
import { whole } from './parse/make-job.ts'
import { ParseTrouble } from './parse/parse-thread.ts'
import type { PageReader, Sent } from './reader.ts'

/** Two seconds and a little: then a clock that counts seconds shows another time. */
const SECOND_LOOK_AFTER_MS = 2_100
/** A look that comes later, from a server that is slow or waited for, tells no noise from edits. */
const LATEST_LOOK_MS = 3_600_000

/** A page as it was found once. */
export interface Look {
  readonly at: number
  readonly answer: Answer
  readonly parsed: ParseResult
  readonly outcome: Outcome
}

/** A first look, and what is needed to take another. */
export interface FirstLook extends Look {
  /** The headers it was asked for with. */
  readonly request: readonly string[]
  /** Of a new page that is to be fetched twice: the answer itself. */
  readonly kept: CompareJob['old']
}

export interface Looks {
  readonly last: Look
  /** The one before it, when there were two. */
  readonly first: Look | null
  /** Requests for the page. */
  readonly fetches: number
}

export interface SecondLookParts {
  readonly env: Env
  readonly comparer: Comparer
  readonly signal: AbortSignal
  readonly reader: PageReader
  readonly ask: (slot: Slot, conversation: Conversation, headers: readonly string[]) => Promise<Exchange>
}

export class SecondLooks {
  readonly #parts: SecondLookParts

  constructor(parts: SecondLookParts) {
    this.#parts = parts
  }

  /** The answer of a new page that is to be fetched twice; a copy, since reading takes the body away. */
  keep(slot: Slot, answer: Answer, memory: HostMemory): CompareJob['old'] {
    if (!this.#parts.comparer.wantsTwice(slot.page, answer, memory)) return null
    return { headers: answer.headers, payload: answer.body.slice(), digest: new Uint8Array(0) }
  }

  async settle(slot: Slot, memory: HostMemory, conversation: Conversation, first: FirstLook): Promise<Looks> {
    const isWanted = first.kept !== null || first.parsed.comparison?.verdict === 'pending'
    if (!isWanted || first.outcome.kind !== 'fetched') return { last: first, first: null, fetches: 1 }
    const second = await this.#look(slot, memory, conversation, first)
    if (typeof second !== 'string') return { last: second, first, fetches: 2 }
    return { last: { ...first, parsed: standing(first.parsed, second) }, first: null, fetches: 2 }
  }

  /** The second look, or why there is none. */
  async #look(
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
    first: FirstLook,
  ): Promise<Look | string> {
    const { env, signal, ask } = this.#parts
    await env.clock.sleep(Math.max(0, first.at + SECOND_LOOK_AFTER_MS - env.clock.now()), signal)
    const sent = { at: env.clock.now(), request: unconditional(first.request) }
    const exchange = await ask(slot, conversation, sent.request)
    if (exchange.kind === 'breakdown') return exchange.message
    if (env.clock.now() - first.at > LATEST_LOOK_MS) return 'it came too late'
    try {
      return await this.#read(slot.page, memory, whole(exchange), sent, first)
    } catch (error) {
      if (error instanceof ParseTrouble) return 'it cannot be read'
      throw error
    }
  }

  async #read(
    page: QueuedPage,
    memory: HostMemory,
    answer: Answer,
    sent: Sent,
    first: FirstLook,
  ): Promise<Look | string> {
    const { comparer, reader } = this.#parts
    const compare = await comparer.secondJobFor(page, first, memory, sent.at)
    const parsed = await reader.parse(page, memory, answer, sent, { compare })
    const look = reader.look(page, memory, answer, sent.at, parsed)
    if (look.outcome.kind !== 'fetched' || !parsed.comparison) return `HTTP ${answer.status}`
    // The first look may have made the signature of the revision; the second one then found it ready.
    const before = parsed.comparison.before ?? first.parsed.comparison?.before ?? null
    return { ...look, parsed: { ...parsed, comparison: { ...parsed.comparison, before } } }
  }
}

/** "Not modified" would say nothing of noise: the page is asked for whole. */
function unconditional(headers: readonly string[]): string[] {
  return headers.filter((_, i) => !CONDITIONS.has(headers[i - (i % 2)]!.toLowerCase()))
}

const CONDITIONS = new Set(['if-none-match', 'if-modified-since'])

/** A difference that nobody could look at again counts, and says so. */
function standing(parsed: ParseResult, why: string): ParseResult {
  const { comparison } = parsed
  if (!comparison) return parsed
  const note = { ...(JSON.parse(comparison.note) as object), secondLook: `failed: ${why}` }
  return { ...parsed, comparison: { ...comparison, verdict: 'changed', note: JSON.stringify(note) } }
}
