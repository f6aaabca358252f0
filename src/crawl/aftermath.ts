/** Steps 6 to 8 of a visit once its outcome is known: plug-ins, candidates, and the rows to commit. */
import type { Env } from '../env/index.ts'
import { type Answer, header } from '../fetch/index.ts'
import type { Slot } from '../frontier/index.ts'
import type { Candidate, LinksRow, QueuedPage, RevisionCommit, VisitCommit } from '../store/index.ts'
import { originOf, urlPattern } from '../url/index.ts'
import { type NextState, nextState } from './assess.ts'
import type { Fruit } from './fruit.ts'
import { IMAGE_CLASS } from './guide/guides.ts'
import type { HostMemory } from './host-memory.ts'
import { newlyListed } from './hub.ts'
import type { Outcome } from './outcome.ts'
import type { ParseResult } from './parse/job.ts'
import type { PluginVisit } from './plugin.ts'
import type { PluginRunner } from './plugin-runner.ts'
import { type NextVisit, type QueueStage, SOURCE_RANK } from './queue.ts'
import type { FinishedVisit } from './record.ts'
import { AT_ONCE, type Finding, type Refresher, type Taught } from './refresh/refresher.ts'
import type { CrawlSettings } from './settings.ts'

export interface AftermathParts {
  readonly env: Env
  readonly settings: CrawlSettings
  readonly plugins: PluginRunner
  readonly queue: QueueStage
  readonly fruit: Fruit
  readonly refresher: Refresher
  /** The links of the revision that is stored. */
  readonly linksOf: (page: QueuedPage) => Promise<LinksRow | null>
  readonly report: (kind: string, subject: string, message: string) => void
}

export interface Finished {
  readonly kind: 'finished'
  readonly outcome: Outcome
  readonly visit: Omit<FinishedVisit, 'onCommitted'>
  /** What a site model read on the page, as JSON. */
  readonly record: string | null
}

type Row = Omit<VisitCommit, 'place'>

export class Aftermath {
  readonly #parts: AftermathParts

  constructor(parts: AftermathParts) {
    this.#parts = parts
  }

  /** An answer was read. */
  async afterAnswer(
    slot: Slot,
    memory: HostMemory,
    at: number,
    answer: Answer,
    parsed: ParseResult,
    outcome: Outcome,
  ): Promise<Finished> {
    const plugged = this.#forPlugins(slot, outcome, answer, parsed)
    if (plugged)
      await this.#parts.plugins.run('response', plugin =>
        plugin.response!(plugged, this.#parts.plugins.context),
      )
    const candidates = await this.#candidates(slot, memory, at, parsed, outcome)
    const changed = plugged?.changed ?? (outcome.kind === 'fetched' && hasChanged(parsed))
    const stored = outcome.kind === 'fetched' && changed
    const taught = this.#teach(slot, memory, at, answer, parsed, outcome, changed)
    const state = this.#state(slot, outcome, taught.dueAt, header(answer.headers, 'retry-after'))
    const next = await this.#next(slot, state, plugged, candidates)
    const revision = stored ? revisionOf(slot, parsed, plugged?.fields) : null
    if (revision?.number === 1 && !revision.isSource) memory.fetched++
    if (stored && slot.page.revision > 0)
      candidates.push(...(await this.#hints(slot.page, memory, parsed, at)))
    const row: Row = {
      ...this.#row(slot, at, outcome, state, next),
      httpStatus: answer.status,
      durationMs: Math.round(answer.endedAt - answer.startedAt),
      sizeBytes: outcome.kind === 'fetched' ? parsed.facts.sizeBytes : null,
      digest: outcome.kind === 'fetched' && !parsed.facts.same ? Buffer.from(parsed.digest) : null,
      etag: header(answer.headers, 'etag') ?? null,
      lastModified: header(answer.headers, 'last-modified') ?? null,
      revision,
      links: stored && parsed.packedLinks ? bufferOf(parsed.packedLinks) : null,
      belief: taught.belief,
      pageClass: outcome.kind === 'fetched' ? (parsed.guided?.pageClass ?? null) : null,
      ...comparisonRow(parsed, outcome, stored),
    }
    const records = parsed.records.length > 0 ? recordsOf(slot.page, answer, parsed) : null
    const visit = { commit: row, records, candidates, server: this.#server(slot) }
    return finished(slot, outcome, visit, parsed.guided?.record ?? null)
  }

  /** Pages that a hub lists anew, where nothing better says when they change. */
  async #hints(page: QueuedPage, memory: HostMemory, parsed: ParseResult, at: number): Promise<Candidate[]> {
    const { settings, queue, linksOf } = this.#parts
    if (!settings.refresh.signals || memory.announces || !parsed.packedLinks) return []
    const before = await linksOf(page)
    if (!before) return []
    return newlyListed(before.packed, parsed.packedLinks)
      .filter(url => url !== page.url && originOf(url) === memory.origin)
      .map(url => queue.candidate(url, page.depth + 1, page))
      .filter(candidate => candidate !== null)
      .map(candidate => ({ ...candidate, hintedAt: at, prompt: memory.learning.isPrompt }))
  }

  /** There was no answer: forbidden, vetoed or broken. */
  async without(slot: Slot, at: number, outcome: Outcome, durationMs = 0, notBefore = 0): Promise<Finished> {
    const usual = this.#state(slot, outcome, at + this.#parts.settings.refresh.intervalMs)
    const state = usual.dueAt === null ? usual : { ...usual, dueAt: Math.max(usual.dueAt, notBefore) }
    const candidates: Candidate[] = []
    const next = await this.#next(slot, state, this.#forPlugins(slot, outcome, null, null), candidates)
    const row = {
      ...this.#row(slot, at, outcome, state, next),
      durationMs: Math.round(durationMs),
      error: state.reason,
    }
    return finished(slot, outcome, {
      commit: row,
      records: null,
      candidates,
      server: this.#server(slot),
    })
  }

  /** What the visit says of the page's changes, and when it is worth the next one. */
  #teach(
    { page }: Slot,
    memory: HostMemory,
    at: number,
    answer: Answer,
    parsed: ParseResult,
    outcome: Outcome,
    changed: boolean,
  ): Taught {
    const { refresher, settings } = this.#parts
    const { learning, validatorsLie } = memory
    if (outcome.kind !== 'fetched' && outcome.kind !== 'notModified')
      return { belief: null, dueAt: at + settings.refresh.intervalMs }
    const sizeBytes = outcome.kind === 'fetched' ? parsed.facts.sizeBytes : page.sizeBytes
    const modifiedAt = validatorsLie ? null : dateOf(header(answer.headers, 'last-modified'))
    const taught = refresher.visited(
      page,
      sizeBytes,
      learning,
      at,
      findingOf(page, parsed, changed, modifiedAt),
    )
    const isFirst = page.revision === 0 && settings.change.doubleFetch
    const isTwice = isFirst && memory.doubleFetch.wants(page.url)
    return isTwice || parsed.comparison?.wantsConfirmation ? { ...taught, dueAt: AT_ONCE } : taught
  }

  #state(slot: Slot, outcome: Outcome, refreshAt: number, retryAfter?: string): NextState {
    const { request } = this.#parts.settings
    const rules = {
      retries: request.retries,
      retryDelayMs: request.retryDelayMs,
      refreshAt,
    }
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

  /** What the page leads to, and whether it was worth the visit. */
  async #candidates(
    slot: Slot,
    memory: HostMemory,
    at: number,
    parsed: ParseResult,
    outcome: Outcome,
  ): Promise<Candidate[]> {
    const { queue } = this.#parts
    const { page } = slot
    if (outcome.kind === 'moved') {
      const rank = page.rank === SOURCE_RANK ? { rank: SOURCE_RANK } : {}
      const { pageClass } = page
      const target = queue.candidate(outcome.to, page.depth, page, {
        hops: page.hops + 1,
        pageClass,
        ...rank,
      })
      return target ? [target] : []
    }
    const follows = outcome.kind === 'fetched' || (outcome.kind === 'denied' && parsed.facts.noindex)
    if (!follows) return []
    if (parsed.found.hints && !memory.announces) {
      memory.announces = true
      memory.touch()
    }
    const candidates = await queue.candidates(parsed.found, page.depth + 1, page, memory, at)
    candidates.push(...this.#besides(slot, parsed))
    this.#weigh(page, memory, parsed, candidates)
    return candidates
  }

  /** The canonical address of the page, and the feeds and sitemaps it names. */
  #besides({ page }: Slot, parsed: ParseResult): Candidate[] {
    const { queue, settings } = this.#parts
    const isPage = parsed.found.kind === 'links'
    const sources = settings.feeds || !isPage ? parsed.sources : []
    return [
      ...(parsed.canonical !== null && parsed.canonical !== page.url
        ? [queue.candidate(parsed.canonical, page.depth, page, { pageClass: page.pageClass })]
        : []),
      ...sources.map(url => queue.candidate(url, page.depth + (isPage ? 1 : 0), page, { rank: SOURCE_RANK })),
    ].filter(candidate => candidate !== null)
  }

  #weigh(page: QueuedPage, memory: HostMemory, parsed: ParseResult, candidates: readonly Candidate[]): void {
    const { settings, fruit, report } = this.#parts
    const { url } = page
    if (settings.dateRule) memory.dates.seen(url)
    if (!settings.yieldRule || parsed.found.kind !== 'links') return
    const pattern = urlPattern(url)
    const before = memory.yields.state(pattern)
    const after = memory.yields.record(url, fruit.isFruitful(memory, pattern, page.via, parsed, candidates))
    if (before === after) return
    memory.touch()
    if (after !== 'fruitful')
      report(`trap-${after}`, `${memory.origin}${pattern}`, `pages like this bring nothing new: ${after}`)
  }

  /** The visit as plug-ins see it, or null when none of them looks. */
  #forPlugins(
    { page }: Slot,
    outcome: Outcome,
    answer: Answer | null,
    parsed: ParseResult | null,
  ): PluginVisit | null {
    const { plugins } = this.#parts
    if (!plugins.has('response') && !plugins.has('queue')) return null
    const headers = new Map<string, string>()
    for (let i = 0; answer && i + 1 < answer.headers.length; i += 2)
      headers.set(answer.headers[i]!.toLowerCase(), answer.headers[i + 1]!)
    return {
      url: new URL(page.url),
      depth: page.depth,
      outcome: outcome.kind,
      status: answer?.status ?? null,
      headers,
      type: parsed?.facts.type ?? null,
      title: parsed?.facts.title ?? null,
      text: parsed?.text ?? null,
      body: parsed?.body ?? null,
      links: parsed?.links ?? [],
      fields: {},
      changed: outcome.kind === 'fetched' && parsed !== null && hasChanged(parsed),
    }
  }

  #server({ server: { lease, turn } }: Slot) {
    const { clock } = this.#parts.env
    const nextAt = Math.round(clock.now() + Math.max(0, turn.readyAt - clock.monotonic()))
    return { shard: lease.shard, id: lease.id, nextAt, ...turn.state }
  }
}

/** A second look within seconds says what is noise, and nothing of how often the page changes. */
function findingOf(
  page: QueuedPage,
  { comparison }: ParseResult,
  changed: boolean,
  modifiedAt: number | null,
): Finding {
  if (page.revision === 0) return { kind: 'first' }
  if (comparison?.secondLook) return { kind: 'again' }
  return changed ? { kind: 'changed', modifiedAt } : { kind: 'unchanged' }
}

/** Other bytes are a change unless a comparison says that they differ by noise. */
function hasChanged({ facts, comparison }: ParseResult): boolean {
  return comparison?.changed ?? !facts.same
}

/** What the comparison leaves for the next one, and its words for people. */
function comparisonRow(
  { comparison, facts }: ParseResult,
  outcome: Outcome,
  stored: boolean,
): Pick<Row, 'note' | 'fingerprint'> {
  if (!comparison || outcome.kind !== 'fetched') return {}
  if (facts.same) return { fingerprint: { revised: null, seen: null, learned: comparison.learned } }
  const { learned } = comparison
  const after = bufferOf(comparison.after)
  const before = comparison.before && bufferOf(comparison.before)
  return {
    note: comparison.note,
    fingerprint: stored ? { revised: after, seen: null, learned } : { revised: before, seen: after, learned },
  }
}

function dateOf(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

function finished(
  slot: Slot,
  outcome: Outcome,
  visit: Omit<Finished['visit'], 'url'>,
  record: string | null = null,
): Finished {
  return { kind: 'finished', outcome, visit: { ...visit, url: slot.page.url }, record }
}

function recordsOf(page: QueuedPage, answer: Answer, parsed: ParseResult) {
  const { records, firstLength, dictionary, facts, digest } = parsed
  const isRevisit = page.digest !== null && (facts.same || answer.status === 304)
  const named = answer.status === 304 && page.digest ? page.digest : digest
  const mime = isRevisit ? 'warc/revisit' : facts.type
  return { bytes: records, firstLength, dictionary, mime, digest: named }
}

function revisionOf(
  { page }: Slot,
  parsed: ParseResult,
  fields: Readonly<Record<string, unknown>> | undefined,
): RevisionCommit {
  return {
    number: page.revision + 1,
    type: parsed.facts.type,
    charset: parsed.facts.charset,
    title: parsed.facts.title,
    truncated: parsed.facts.truncated,
    fields: fields && Object.keys(fields).length > 0 ? JSON.stringify(fields) : null,
    isSource: page.rank === SOURCE_RANK || parsed.found.kind !== 'links' || page.pageClass === IMAGE_CLASS,
    record: parsed.guided?.record ?? null,
  }
}

/** The same bytes, not a copy: what waits for the disk should not be held twice. */
const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
