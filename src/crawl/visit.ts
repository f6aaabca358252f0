/**
 * One visit, from a page whose turn it is to a finished visit for the recorder. This file only wires the steps; the
 * numbers are those of docs/architecture.md.
 */
import type { Env } from '../env/index.ts'
import { type Answer, type Exchange, header, headerAll } from '../fetch/index.ts'
import type { Frontier, Slot } from '../frontier/index.ts'
import type { Candidate } from '../store/index.ts'
import { type Canonicalizer, hostOf, urlPattern } from '../url/index.ts'
import { type NextState, nextState, outcomeOfAnswer, outcomeOfBreakdown } from './assess.ts'
import { Conversation, type ConversationParts } from './conversation.ts'
import { Fruit } from './fruit.ts'
import type { HostMemory } from './host-memory.ts'
import { Login } from './login.ts'
import type { Outcome } from './outcome.ts'
import type { ParseResult } from './parse/job.ts'
import type { ParsePool } from './parse/pool.ts'
import type { PluginVisit } from './plugin.ts'
import type { PluginRunner } from './plugin-runner.ts'
import { type QueueStage, SOURCE_RANK } from './queue.ts'
import type { FinishedVisit } from './record.ts'
import type { RequestBuilder } from './request.ts'
import type { RobotsGate } from './robots.ts'
import type { CrawlSettings, Profile } from './settings.ts'
import { impossibleUrl, isSoft404, isSuspicious } from './soft404.ts'

export interface VisitParts {
  readonly env: Env
  readonly settings: CrawlSettings
  readonly frontier: Frontier
  readonly conversation: ConversationParts
  readonly robots: RobotsGate
  readonly requests: RequestBuilder
  readonly pool: ParsePool
  readonly plugins: PluginRunner
  readonly queue: QueueStage
  readonly canonicalizer: Canonicalizer
  readonly report: (kind: string, subject: string, message: string) => void
}

/** What a visit came to: something to record, or nothing yet because the surroundings are in doubt. */
export type Visited =
  | {
      readonly kind: 'finished'
      readonly visit: Omit<FinishedVisit, 'onCommitted'>
      readonly outcome: Outcome
    }
  | { readonly kind: 'put-back' }

interface Asked {
  readonly exchange: Exchange
  readonly request: readonly string[]
}

export class Visitor {
  readonly #parts: VisitParts
  readonly #login: Login
  readonly #fruit: Fruit

  constructor(parts: VisitParts) {
    this.#parts = parts
    this.#login = new Login(parts.settings.request, parts.requests, () => parts.env.clock.now(), parts.report)
    this.#fruit = new Fruit()
  }

  async visit(slot: Slot, memory: HostMemory): Promise<Visited> {
    const conversation = new Conversation(this.#parts.conversation, slot)
    try {
      return await this.#visit(slot, memory, conversation)
    } finally {
      conversation.end()
    }
  }

  async #visit(slot: Slot, memory: HostMemory, conversation: Conversation): Promise<Visited> {
    const at = this.#parts.env.clock.now()
    const limit = this.#limit(slot, memory)
    if (limit !== null)
      return this.#without(slot, at, { kind: 'denied', by: limit, status: null, parsed: null })
    const forbidden = await this.#permission(slot, conversation)
    if (forbidden) return this.#without(slot, at, forbidden)
    await this.#login.ensure(memory, conversation)

    let profileIndex = memory.profile
    for (let attempt = 1; ; attempt++) {
      const profile = this.#parts.requests.profile(profileIndex)
      const built = await this.#parts.requests.build(slot.page, memory, profile, at)
      if (built.veto !== null)
        return this.#without(slot, at, { kind: 'denied', by: built.veto, status: null, parsed: null })
      const asked = await this.#ask(slot, conversation, built.headers)
      const { exchange } = asked
      if (exchange.kind === 'breakdown') return this.#broken(slot, at, exchange)
      const visited = await this.#answered(slot, memory, conversation, at, { ...asked, exchange })
      const unwanted =
        visited.outcome.kind === 'denied' && visited.outcome.parsed !== null && !visited.outcome.parsed.wanted
      if (!unwanted || attempt >= this.#parts.settings.request.profiles.length) {
        if (!unwanted && profileIndex !== memory.profile) this.#remember(memory, profileIndex)
        return visited
      }
      profileIndex = (profileIndex + 1) % this.#parts.settings.request.profiles.length
    }
  }

  #remember(memory: HostMemory, profile: number): void {
    memory.profile = profile
    memory.touch()
  }

  /** Why this page is not asked for although it was queued, or null. */
  #limit(slot: Slot, memory: HostMemory): string | null {
    const { perHost, yieldRule } = this.#parts.settings
    const isNew = slot.page.revision === 0
    if (isNew && perHost !== null && memory.fetched >= perHost)
      return `limit of ${perHost} pages for this host`
    if (isNew && yieldRule && memory.yields.state(urlPattern(slot.page.url)) === 'stopped') {
      return `trap: the last 40 pages like ${urlPattern(slot.page.url)} brought nothing new`
    }
    return null
  }

  async #permission(slot: Slot, conversation: Conversation): Promise<Outcome | null> {
    const { robots, requests } = this.#parts
    const { host } = slot.queue
    if (host.origin.startsWith('file:') || robots.overruled(hostOf(`${host.origin}/`))) return null
    const fetch = (url: string) =>
      conversation.ask({ method: 'GET', url, headers: flat(requests.base(url, plain(requests.profile(0)))) })
    const permission = await robots.check(host, host.origin, slot.page.url, fetch)
    switch (permission.kind) {
      case 'allowed':
        if (permission.crawlDelayMs !== undefined) slot.server.turn.askFor(permission.crawlDelayMs)
        return null
      case 'disallowed':
        return { kind: 'denied', by: permission.rule, status: null, parsed: null }
      case 'unknown':
        return { kind: 'failed', code: 'http', message: permission.why, status: null, transient: true }
    }
  }

  /** One request; a server that refuses the range is asked again for the whole. */
  async #ask(slot: Slot, conversation: Conversation, headers: readonly string[]): Promise<Asked> {
    const { url } = slot.page
    const exchange = await conversation.ask({ method: 'GET', url, headers })
    if (exchange.kind === 'answer' && exchange.status === 416) {
      const whole = withoutHeader(headers, 'Range')
      return { exchange: await conversation.ask({ method: 'GET', url, headers: whole }), request: whole }
    }
    return { exchange, request: headers }
  }

  async #broken(slot: Slot, at: number, exchange: Exchange & { kind: 'breakdown' }): Promise<Visited> {
    if (exchange.code === 'dns-alarm' || exchange.code === 'aborted') return { kind: 'put-back' }
    return this.#without(slot, at, outcomeOfBreakdown(exchange), exchange.endedAt - exchange.startedAt)
  }

  async #answered(
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
    at: number,
    asked: { exchange: Answer; request: readonly string[] },
  ) {
    const { settings, canonicalizer, env } = this.#parts
    const answer = whole(asked.exchange)
    this.#learnFrom(answer, memory, slot.page.url, at)
    const parsed = await this.#parse(slot, at, answer, asked.request, memory, false)
    let outcome = outcomeOfAnswer(answer, parsed, slot.page, canonicalizer)
    if (outcome.kind === 'fetched' && settings.soft404)
      outcome = await this.#soft404(outcome, slot, memory, conversation)
    const retryAfter = header(answer.headers, 'retry-after')
    const state = nextState(outcome, slot.page, env.clock.now(), this.#rules, retryAfter)
    return this.#finish(slot, memory, at, answer, parsed, outcome, state)
  }

  get #rules() {
    const { request, refreshIntervalMs } = this.#parts.settings
    return { retries: request.retries, retryDelayMs: request.retryDelayMs, refreshIntervalMs }
  }

  #learnFrom(answer: Answer, memory: HostMemory, url: string, at: number): void {
    if (!memory.ranges && header(answer.headers, 'accept-ranges') === 'bytes') {
      memory.ranges = true
      memory.touch()
    }
    const cookies =
      this.#parts.settings.request.cookies === 'off' ? [] : headerAll(answer.headers, 'set-cookie')
    if (cookies.length > 0) {
      memory.cookies.setFrom(url, cookies, at)
      memory.touch()
    }
  }

  /** Steps 4 to 6, in a parse thread. */
  #parse(
    slot: Slot,
    at: number,
    answer: Answer,
    request: readonly string[],
    memory: HostMemory,
    probing: boolean,
  ): Promise<ParseResult> {
    const { page } = slot
    const { plugins, robots, pool } = this.#parts
    const hasResponse = plugins.has('response') || plugins.has('queue')
    const isPage = answer.status >= 200 && answer.status < 300
    const url = new URL(page.url)
    return pool.parse({
      url: page.url,
      depth: page.depth,
      hops: page.hops,
      via: page.via,
      at,
      durationMs: Math.round(answer.endedAt - answer.startedAt),
      address: answer.address || null,
      request:
        url.protocol === 'file:'
          ? null
          : { method: 'GET', path: url.pathname + url.search, headers: ['Host', url.host, ...request] },
      response: { status: answer.status, statusText: answer.statusText, headers: answer.headers },
      body: answer.body,
      cut: answer.truncated !== null,
      source: page.rank === SOURCE_RANK,
      previous: page.digest && page.fetchedAt !== null ? { digest: page.digest, at: page.fetchedAt } : null,
      obey: !robots.overruled(url.hostname),
      notModified: answer.status === 304,
      want: {
        text: isPage && hasResponse,
        fingerprints:
          isPage &&
          (probing || typeof memory.soft404 === 'object' || this.#fruit.isSuspect(memory, page.url)),
        body: isPage && plugins.has('response'),
        links: isPage && hasResponse,
      },
    })
  }

  async #soft404(
    outcome: Outcome & { kind: 'fetched' },
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
  ): Promise<Outcome> {
    if (isSuspicious(outcome.parsed, memory)) await this.#probe(slot, memory, conversation)
    if (!isSoft404(outcome.parsed, memory)) return outcome
    return {
      kind: 'gone',
      status: outcome.status,
      why: `HTTP ${outcome.status}, but the page says "not found"`,
    }
  }

  async #probe(slot: Slot, memory: HostMemory, conversation: Conversation): Promise<void> {
    const { requests, env } = this.#parts
    const url = impossibleUrl(slot.page.url, env.random)
    const headers = flat(requests.base(url, requests.profile(memory.profile)))
    const exchange = await conversation.ask({ method: 'GET', url, headers })
    if (exchange.kind === 'breakdown') return
    memory.soft404 = 'none'
    memory.touch()
    if (exchange.status !== 200) return
    const probe = { ...slot, page: { ...slot.page, url, digest: null, revision: 0 } }
    const parsed = await this.#parse(probe, env.clock.now(), exchange, headers, memory, true)
    if (parsed.fingerprints !== null)
      memory.soft404 = { title: parsed.title, words: parsed.fingerprints.words, outline: parsed.outline }
  }

  async #finish(
    slot: Slot,
    memory: HostMemory,
    at: number,
    answer: Answer,
    parsed: ParseResult,
    outcome: Outcome,
    state: NextState,
  ) {
    const { page } = slot
    const visit = this.#pluginVisit(slot, answer, parsed, outcome)
    await this.#parts.plugins.run('response', plugin => plugin.response!(visit, this.#parts.plugins.context))
    const candidates = await this.#candidates(slot, memory, at, parsed, outcome)
    const next = await this.#parts.queue.afterVisit(
      page.url,
      page.depth,
      page.rank,
      visit,
      { dueAt: state.dueAt, rank: null, excluded: null },
      c => candidates.push(c),
    )
    const stored = outcome.kind === 'fetched' && visit.changed
    if (stored && page.revision === 0) memory.fetched++
    const commit = {
      page: { shard: page.shard, id: page.id },
      host: memory.host,
      at,
      outcome: outcome.kind,
      httpStatus: answer.status,
      durationMs: Math.round(answer.endedAt - answer.startedAt),
      error: outcome.kind === 'failed' || outcome.kind === 'gone' ? state.reason : null,
      status: next.excluded === null ? state.status : ('excluded' as const),
      reason: next.excluded ?? state.reason,
      dueAt: next.excluded === null ? next.dueAt : null,
      rank: next.rank,
      failures: state.failures,
      sizeBytes: outcome.kind === 'fetched' ? parsed.sizeBytes : null,
      digest: outcome.kind === 'fetched' ? Buffer.from(parsed.digest) : null,
      etag: header(answer.headers, 'etag') ?? null,
      lastModified: header(answer.headers, 'last-modified') ?? null,
      revision: stored
        ? {
            number: page.revision + 1,
            type: parsed.type,
            charset: parsed.charset,
            title: parsed.title,
            truncated: parsed.truncated,
            fields: fieldsText(visit.fields),
            isSource: page.rank === SOURCE_RANK || parsed.found.kind !== 'links',
          }
        : null,
      links: stored && parsed.packedLinks ? Buffer.from(parsed.packedLinks) : null,
    }
    const records =
      parsed.records.length > 0 ? { bytes: parsed.records, firstLength: parsed.firstLength } : null
    return {
      kind: 'finished' as const,
      outcome,
      visit: { commit, url: page.url, mime: parsed.type, records, candidates, server: this.#server(slot) },
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
    const { queue, settings } = this.#parts
    const { page } = slot
    const candidates: Candidate[] = []
    const add = (candidate: Candidate | null) => candidate && candidates.push(candidate)
    if (outcome.kind === 'moved')
      add(
        queue.candidate(outcome.to, page.depth, page, {
          hops: page.hops + 1,
          ...(page.rank === SOURCE_RANK ? { rank: SOURCE_RANK } : {}),
        }),
      )
    const follows = outcome.kind === 'fetched' || (outcome.kind === 'denied' && parsed.noindex)
    if (!follows) return candidates
    candidates.push(...(await queue.candidates(parsed.found, page.depth + 1, page, memory, at)))
    if (parsed.canonical !== null && parsed.canonical !== page.url)
      add(queue.candidate(parsed.canonical, page.depth, page))
    const wantsSources = parsed.found.kind === 'links' ? settings.feeds : true
    if (wantsSources)
      for (const url of parsed.sources)
        add(
          queue.candidate(url, page.depth + (parsed.found.kind === 'links' ? 1 : 0), page, {
            rank: SOURCE_RANK,
          }),
        )
    this.#weigh(slot, memory, parsed, candidates)
    return candidates
  }

  #weigh(slot: Slot, memory: HostMemory, parsed: ParseResult, candidates: readonly Candidate[]): void {
    const { settings } = this.#parts
    const { url } = slot.page
    if (settings.dateRule) memory.dates.seen(url)
    if (!settings.yieldRule || parsed.found.kind !== 'links') return
    const pattern = urlPattern(url)
    const before = memory.yields.state(pattern)
    const after = memory.yields.record(url, this.#fruit.isFruitful(memory, pattern, parsed, candidates))
    if (before !== after) {
      memory.touch()
      if (after !== 'fruitful')
        this.#parts.report(
          `trap-${after}`,
          `${memory.origin}${pattern}`,
          `pages like this bring nothing new: ${after}`,
        )
    }
  }

  #pluginVisit(slot: Slot, answer: Answer | null, parsed: ParseResult | null, outcome: Outcome): PluginVisit {
    const headers = new Map<string, string>()
    for (let i = 0; answer && i + 1 < answer.headers.length; i += 2)
      headers.set(answer.headers[i]!.toLowerCase(), answer.headers[i + 1]!)
    return {
      url: new URL(slot.page.url),
      depth: slot.page.depth,
      outcome: outcome.kind,
      status: answer?.status ?? null,
      headers,
      type: parsed?.type ?? null,
      title: parsed?.title ?? null,
      text: parsed?.text ?? null,
      body: parsed?.body ?? null,
      links: parsed?.links ?? [],
      fields: {},
      changed: outcome.kind === 'fetched' && !outcome.parsed.same,
    }
  }

  #server(slot: Slot) {
    const { lease, turn } = slot.server
    const { clock } = this.#parts.env
    const nextAt = Math.round(clock.now() + Math.max(0, turn.readyAt - clock.monotonic()))
    return { shard: lease.shard, id: lease.id, nextAt, ...turn.state }
  }

  /** A visit without an answer: forbidden, vetoed or broken. */
  async #without(slot: Slot, at: number, outcome: Outcome, durationMs = 0): Promise<Visited> {
    const { page } = slot
    const { queue, env } = this.#parts
    const state = nextState(outcome, page, env.clock.now(), this.#rules)
    const visit = this.#pluginVisit(slot, null, null, outcome)
    const candidates: Candidate[] = []
    const next = await queue.afterVisit(
      page.url,
      page.depth,
      page.rank,
      visit,
      { dueAt: state.dueAt, rank: null, excluded: null },
      c => candidates.push(c),
    )
    const commit = {
      page: { shard: page.shard, id: page.id },
      host: { shard: slot.queue.host.shard, id: slot.queue.host.id },
      at,
      outcome: outcome.kind,
      httpStatus: null,
      durationMs: Math.round(durationMs),
      error: state.reason,
      status: state.status,
      reason: next.excluded ?? state.reason,
      dueAt: next.dueAt,
      rank: next.rank,
      failures: state.failures,
      sizeBytes: null,
      digest: null,
      etag: null,
      lastModified: null,
      revision: null,
      links: null,
    }
    return {
      kind: 'finished',
      outcome,
      visit: { commit, url: page.url, mime: '-', records: null, candidates, server: this.#server(slot) },
    }
  }
}

/** A part that turns out to be the whole is as good as the whole. */
function whole(answer: Answer): Answer {
  if (answer.status !== 206) return answer
  const range = /bytes 0-(\d+)\/(\d+)/.exec(header(answer.headers, 'content-range') ?? '')
  const complete = range !== null && Number(range[1]) + 1 === Number(range[2])
  return { ...answer, truncated: complete ? answer.truncated : 'length' }
}

const flat = (headers: ReadonlyMap<string, string>): string[] => [...headers].flat()

const plain = (profile: Profile): Profile => ({ ...profile, accept: 'text/plain, */*;q=0.1' })

function withoutHeader(headers: readonly string[], name: string): string[] {
  return headers.filter((_, i) => headers[i - (i % 2)] !== name)
}

function fieldsText(fields: Readonly<Record<string, unknown>>): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
}
