/** Steps 6 to 8 of a visit once its outcome is known: plug-ins, where the page leads, what it taught, and the rows to commit. */
import type { Env } from '../env/index.ts'
import { type Answer, header } from '../fetch/index.ts'
import type { Slot } from '../frontier/index.ts'
import type { Candidate } from '../store/index.ts'
import { type NextState, nextState } from './assess.ts'
import type { HostMemory } from './host-memory.ts'
import { Leads, type LeadsParts } from './leads.ts'
import type { Outcome } from './outcome.ts'
import type { PluginVisit } from './plugin.ts'
import type { PluginRunner } from './plugin-runner.ts'
import type { NextVisit } from './queue.ts'
import type { FinishedVisit } from './record.ts'
import type { Refresher, Taught } from './refresh/refresher.ts'
import type { Look, Looks } from './second-look.ts'
import { answerRow, findingOf, isChange, type Row, recordsOf, revisionOf } from './visit-row.ts'

export interface AftermathParts extends LeadsParts {
  readonly env: Env
  readonly plugins: PluginRunner
  readonly refresher: Refresher
}

export interface Finished {
  readonly kind: 'finished'
  readonly outcome: Outcome
  readonly visit: Omit<FinishedVisit, 'onCommitted' | 'onRefused'>
  /** What a site model read on the page, as JSON. */
  readonly record: string | null
  /** How often the page was asked for. */
  readonly fetches: number
}

export class Aftermath {
  readonly #parts: AftermathParts
  readonly #leads: Leads

  constructor(parts: AftermathParts) {
    this.#parts = parts
    this.#leads = new Leads(parts)
  }

  /** An answer was read. */
  async afterAnswer(slot: Slot, memory: HostMemory, looks: Looks): Promise<Finished> {
    const { page } = slot
    const { last: look, fetches } = looks
    const { at, answer, parsed, outcome } = look
    const plugged = this.#forPlugins(slot, outcome, look)
    if (plugged) await this.#askPlugins(plugged)
    const candidates = await this.#leads.from(page, memory, look)
    const changed = plugged?.changed ?? isChange(page, look)
    const stored = outcome.kind === 'fetched' && changed
    const taught = this.#teach(slot, memory, look, changed)
    const state = this.#state(slot, outcome, taught.dueAt, header(answer.headers, 'retry-after'))
    const next = await this.#next(slot, state, plugged, candidates)
    const revision = stored ? revisionOf(page, parsed, plugged?.fields) : null
    if (revision?.number === 1 && !revision.isSource) memory.fetched++
    if (stored && page.revision > 0) candidates.push(...(await this.#leads.listedAnew(page, memory, look)))
    const commit: Row = {
      ...this.#row(slot, at, outcome, state, next),
      ...answerRow(page, look, stored),
      revision,
      belief: taught.belief,
    }
    const record = parsed.guided?.record ?? null
    return this.#finished(
      slot,
      outcome,
      { commit, records: recordsOf(page, looks), candidates },
      record,
      fetches,
    )
  }

  /** There was no answer: forbidden, vetoed or broken. */
  async without(slot: Slot, at: number, outcome: Outcome, durationMs = 0, notBefore = 0): Promise<Finished> {
    const usual = this.#state(slot, outcome, at + this.#parts.settings.refresh.intervalMs)
    const state = usual.dueAt === null ? usual : { ...usual, dueAt: Math.max(usual.dueAt, notBefore) }
    const candidates: Candidate[] = []
    const next = await this.#next(slot, state, this.#forPlugins(slot, outcome, null), candidates)
    const commit: Row = {
      ...this.#row(slot, at, outcome, state, next),
      durationMs: Math.round(durationMs),
      error: state.reason,
    }
    return this.#finished(slot, outcome, { commit, records: [], candidates })
  }

  /** What the visit says of the page's changes, and when it is worth the next one. */
  #teach({ page }: Slot, { learning, validatorsLie }: HostMemory, look: Look, changed: boolean): Taught {
    const { refresher, settings } = this.#parts
    const { at, outcome, parsed } = look
    if (outcome.kind !== 'fetched' && outcome.kind !== 'notModified')
      return { belief: null, dueAt: at + settings.refresh.intervalMs }
    const sizeBytes = outcome.kind === 'fetched' ? parsed.facts.sizeBytes : page.sizeBytes
    return refresher.visited(page, sizeBytes, learning, at, findingOf(page, look, changed, validatorsLie))
  }

  #state(slot: Slot, outcome: Outcome, refreshAt: number, retryAfter?: string): NextState {
    const { retries, retryDelayMs } = this.#parts.settings.request
    const rules = { retries, retryDelayMs, refreshAt }
    return nextState(outcome, slot.page, this.#parts.env.clock.now(), rules, retryAfter)
  }

  #next(
    slot: Slot,
    state: NextState,
    plugged: PluginVisit | null,
    candidates: Candidate[],
  ): Promise<NextVisit> | NextVisit {
    const usual = { dueAt: state.dueAt, rank: null, excluded: null }
    return plugged
      ? this.#parts.queue.afterVisit(slot.page, plugged, usual, candidate => candidates.push(candidate))
      : usual
  }

  #row({ page, queue }: Slot, at: number, outcome: Outcome, state: NextState, next: NextVisit): Row {
    return {
      page: { shard: page.shard, id: page.id },
      host: { shard: queue.host.shard, id: queue.host.id },
      at,
      outcome: outcome.kind,
      httpStatus: null,
      durationMs: 0,
      error: outcome.kind === 'failed' || outcome.kind === 'gone' ? state.reason : null,
      status: next.excluded === null ? state.status : 'excluded',
      reason: next.excluded ?? state.reason,
      dueAt: next.excluded === null ? next.dueAt : null,
      rank: next.rank,
      failures: state.failures,
      sizeBytes: null,
      digest: null,
      etag: null,
      lastModified: null,
      revision: null,
      links: null,
    }
  }

  #askPlugins(visit: PluginVisit): Promise<void> {
    const { plugins } = this.#parts
    return plugins.run('response', plugin => plugin.response!(visit, plugins.context))
  }

  /** The visit as plug-ins see it, or null when none of them looks. */
  #forPlugins({ page }: Slot, outcome: Outcome, look: Look | null): PluginVisit | null {
    const { plugins } = this.#parts
    if (!plugins.has('response') && !plugins.has('queue')) return null
    const parsed = look?.parsed
    return {
      url: new URL(page.url),
      depth: page.depth,
      outcome: outcome.kind,
      status: look?.answer.status ?? null,
      headers: look ? headersOf(look.answer) : new Map(),
      type: parsed?.facts.type ?? null,
      title: parsed?.facts.title ?? null,
      text: parsed?.text ?? null,
      body: parsed?.body ?? null,
      links: parsed?.links ?? [],
      fields: {},
      changed: look !== null && isChange(page, look),
    }
  }

  #finished(
    slot: Slot,
    outcome: Outcome,
    visit: Omit<FinishedVisit, 'url' | 'server' | 'onCommitted' | 'onRefused'>,
    record: string | null = null,
    fetches = 1,
  ): Finished {
    const { url } = slot.page
    return {
      kind: 'finished',
      outcome,
      visit: { ...visit, url, server: this.#server(slot) },
      record,
      fetches,
    }
  }

  #server({ server: { lease, turn } }: Slot) {
    const { clock } = this.#parts.env
    const nextAt = Math.round(clock.now() + Math.max(0, turn.readyAt - clock.monotonic()))
    return { shard: lease.shard, id: lease.id, nextAt, ...turn.state }
  }
}

function headersOf({ headers }: Answer): Map<string, string> {
  const named = new Map<string, string>()
  for (let i = 0; i + 1 < headers.length; i += 2) named.set(headers[i]!.toLowerCase(), headers[i + 1]!)
  return named
}
