/**
 * One visit, from a page whose turn it is to a finished visit for the recorder. This file only wires the steps; the
 * numbers are those of docs/architecture.md.
 */
import type { Env } from '../env/index.ts'
import { type Answer, type Breakdown, header, headerAll } from '../fetch/index.ts'
import { NOWHERE, type Slot } from '../frontier/index.ts'
import type { Submission } from '../site/index.ts'
import type { QueuedPage } from '../store/index.ts'
import { type Canonicalizer, urlPattern } from '../url/index.ts'
import { Aftermath, type AftermathParts, type Finished } from './aftermath.ts'
import { askFor } from './ask.ts'
import { isUnwanted, outcomeOfBreakdown } from './assess.ts'
import type { Comparer } from './compare.ts'
import { Conversation, type ConversationParts } from './conversation.ts'
import { Fruit } from './fruit.ts'
import { Actions } from './guide/actions.ts'
import type { Guides } from './guide/guides.ts'
import type { HostMemory } from './host-memory.ts'
import { Login } from './login.ts'
import type { Outcome } from './outcome.ts'
import type { ParseResult } from './parse/job.ts'
import { whole } from './parse/make-job.ts'
import { ParseTrouble } from './parse/parse-thread.ts'
import type { ParsePool } from './parse/pool.ts'
import type { PluginRunner } from './plugin-runner.ts'
import { type QueueStage, SOURCE_RANK } from './queue.ts'
import { PageReader } from './reader.ts'
import type { Refresher } from './refresh/refresher.ts'
import type { RequestBuilder } from './request.ts'
import type { RobotsGate } from './robots.ts'
import { SecondLooks } from './second-look.ts'
import type { CrawlSettings, Profile } from './settings.ts'
import { Soft404Probe } from './soft404.ts'

export interface VisitParts {
  readonly env: Env
  readonly settings: CrawlSettings
  readonly conversation: ConversationParts
  readonly robots: RobotsGate
  readonly requests: RequestBuilder
  readonly pool: ParsePool
  readonly plugins: PluginRunner
  readonly queue: QueueStage
  readonly canonicalizer: Canonicalizer
  readonly guides: Guides
  readonly comparer: Comparer
  readonly linksOf: AftermathParts['linksOf']
  readonly refresher: Refresher
  readonly report: (kind: string, subject: string, message: string) => void
}

/** What a visit came to: something to record, or nothing yet because the surroundings are in doubt. */
export type Visited = Finished | { readonly kind: 'put-back' }

export class Visitor {
  readonly #parts: VisitParts
  readonly #login: Login
  readonly #fruit = new Fruit()
  readonly #reader: PageReader
  readonly #aftermath: Aftermath
  readonly #soft404: Soft404Probe
  readonly #actions = new Actions()
  readonly #secondLooks: SecondLooks

  constructor(parts: VisitParts) {
    this.#parts = parts
    this.#login = new Login(parts.settings.request, parts.requests, () => parts.env.clock.now(), parts.report)
    const { env, settings, plugins, queue, refresher, linksOf, report, comparer } = parts
    this.#reader = new PageReader(parts, this.#fruit)
    this.#soft404 = new Soft404Probe(env, parts.requests, (page, answer, request, memory) =>
      this.#reader.parse(page, memory, answer, { at: env.clock.now(), request }, { probing: true }),
    )
    this.#secondLooks = new SecondLooks({
      env,
      comparer,
      reader: this.#reader,
      signal: parts.conversation.signal,
      ask: async ({ page }, conversation, headers) =>
        (await askFor(page, conversation, headers, parts)).exchange,
    })
    this.#aftermath = new Aftermath({
      env,
      settings,
      plugins,
      queue,
      fruit: this.#fruit,
      refresher,
      linksOf,
      report,
    })
  }

  async visit(slot: Slot, memory: HostMemory): Promise<Visited> {
    const conversation = new Conversation(this.#parts.conversation, slot)
    const { perHost } = this.#parts.settings
    const needsSeat = perHost !== null && slot.page.revision === 0
    if (needsSeat) {
      // Whoever has to wait gives its turn back: those who have a seat may need it.
      if (!memory.seats.isFree(perHost)) conversation.end()
      if (!(await memory.seats.take(perHost)))
        return this.#denied(slot, this.#parts.env.clock.now(), `limit of ${perHost} pages for this host`)
    }
    try {
      return await this.#visit(slot, memory, conversation)
    } catch (error) {
      if (error instanceof ParseTrouble) return this.#unreadable(slot, error)
      throw error
    } finally {
      if (needsSeat) memory.seats.leave()
      conversation.end()
    }
  }

  async #visit(slot: Slot, memory: HostMemory, conversation: Conversation): Promise<Visited> {
    const at = this.#parts.env.clock.now()
    const limit = this.#limit(slot, memory)
    if (limit !== null) return this.#denied(slot, at, limit)
    if (slot.server.lease.address === NOWHERE)
      return this.#aftermath.without(slot, at, nameless(memory.hostname))
    const forbidden = await this.#permission(slot, memory, conversation, at)
    if (forbidden) return forbidden
    await this.#login.ensure(memory, conversation)

    const profiles = this.#parts.settings.request.profiles.length
    let profileIndex = memory.profile
    let metAgain = false
    for (let attempt = 1; ; ) {
      const profile = this.#parts.requests.profile(profileIndex)
      const built = await this.#parts.requests.build(slot.page, memory, profile, at)
      if (built.veto !== null) return this.#denied(slot, at, built.veto)
      const asked = await askFor(slot.page, conversation, built.headers, this.#parts)
      const { exchange } = asked
      if (exchange.kind === 'breakdown') return this.#broken(slot, at, exchange)
      const visited = await this.#answered(slot, memory, conversation, at, exchange, asked.request)
      if (
        !metAgain &&
        wantsCookieBack(visited.outcome, asked.request, memory.cookies.header(slot.page.url, at))
      ) {
        metAgain = true
        continue
      }
      const unwanted = isUnwanted(visited.outcome)
      if (!unwanted || attempt >= profiles) {
        if (!unwanted && profileIndex !== memory.profile) this.#remember(memory, profileIndex)
        return visited
      }
      attempt++
      profileIndex = (profileIndex + 1) % profiles
    }
  }

  #remember(memory: HostMemory, profile: number): void {
    memory.profile = profile
    memory.touch()
  }

  /** Why this page is not asked for although it was queued, or null. */
  #limit(slot: Slot, memory: HostMemory): string | null {
    const { yieldRule, sitemapsPerHost } = this.#parts.settings
    const { page } = slot
    const isNew = page.revision === 0
    const isSource = page.rank === SOURCE_RANK
    if (isNew && isSource && !memory.mayReadSource(sitemapsPerHost))
      return `limit of ${sitemapsPerHost} sitemaps and feeds for this host`
    const refusal = isNew && !isSource ? this.#parts.guides.refusal(page) : null
    if (refusal !== null) return refusal
    if (isNew && yieldRule && memory.yields.state(urlPattern(page.url)) === 'stopped') {
      return `trap: the last 40 pages like ${urlPattern(page.url)} brought nothing new`
    }
    return null
  }

  async #permission(
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
    at: number,
  ): Promise<Visited | null> {
    const url = this.#parts.guides.postAt(slot.page.url)?.url ?? slot.page.url
    const permission = await this.#robots(slot, memory, conversation, url)
    if (permission === null) return null
    switch (permission.kind) {
      case 'allowed':
        if (permission.crawlDelayMs !== undefined) await conversation.slowDown(permission.crawlDelayMs)
        return null
      case 'disallowed':
        return this.#denied(slot, at, permission.rule)
      case 'unasked':
        return this.#broken(slot, at, permission.breakdown)
      case 'unknown': {
        const { why, until } = permission
        const outcome = { kind: 'failed', code: 'http', message: why, status: null, transient: true } as const
        return this.#aftermath.without(slot, at, outcome, 0, until)
      }
    }
  }

  /** What robots.txt says about an address of this host; null where it is not asked. */
  async #robots(slot: Slot, memory: HostMemory, conversation: Conversation, url: string) {
    const { robots, requests } = this.#parts
    const { host } = slot.queue
    if (host.origin.startsWith('file:') || robots.overruled(memory.hostname)) return null
    const ask = (asked: string, maxBodyBytes: number) =>
      conversation.ask({
        method: 'GET',
        url: asked,
        maxBodyBytes,
        headers: requests.base(asked, plain(requests.profile(0))),
      })
    return robots.check(host, host.origin, url, ask)
  }

  #denied(slot: Slot, at: number, by: string): Promise<Visited> {
    return this.#aftermath.without(slot, at, { kind: 'denied', by, status: null, facts: null })
  }

  /** A page that our reader stumbles over must not stop the crawl. */
  #unreadable(slot: Slot, trouble: ParseTrouble): Promise<Visited> {
    const message = `the page ${trouble.message.split('\n', 1)[0]}`
    this.#parts.report('parse-failed', slot.page.url, trouble.message.slice(0, 1_000))
    const outcome = { kind: 'failed', code: 'parse', message, status: null, transient: false } as const
    return this.#aftermath.without(slot, this.#parts.env.clock.now(), outcome)
  }

  async #broken(slot: Slot, at: number, breakdown: Breakdown): Promise<Visited> {
    if (breakdown.code === 'dns-alarm' || breakdown.code === 'aborted') return { kind: 'put-back' }
    return this.#aftermath.without(
      slot,
      at,
      outcomeOfBreakdown(breakdown, slot.page.revision > 0),
      breakdown.endedAt - breakdown.startedAt,
    )
  }

  async #answered(
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
    at: number,
    exchange: Answer,
    request: readonly string[],
  ): Promise<Finished> {
    const shown = whole(exchange)
    this.#learnFrom(shown, memory, slot.page.url, at)
    const kept = this.#secondLooks.keep(slot, shown, memory)
    const read = await this.#reader.read(slot.page, memory, shown, { at, request })
    const acted =
      read.guided?.action &&
      (await this.#act(slot, memory, conversation, at, request, shown, read.guided.action))
    const { answer, result } = acted || { answer: shown, result: read }
    const look = this.#reader.look(slot.page, memory, answer, at, result)
    if (result.guided)
      this.#parts.guides.visited(slot.page.url, result.facts.outline, result.guided.pageClass)
    if (!memory.validatorsLie && isLie(slot.page, answer, result)) this.#distrust(memory)
    const outcome =
      look.outcome.kind === 'fetched' && this.#parts.settings.soft404
        ? await this.#soft404.judge(look.outcome, slot, memory, conversation)
        : look.outcome
    // What a form brought is not had by asking for the page again.
    const first = { ...look, outcome, request, kept: acted ? null : kept }
    const looks = acted
      ? { last: first, first: null, fetches: 1 }
      : await this.#secondLooks.settle(slot, memory, conversation, first)
    return this.#aftermath.afterAnswer(slot, memory, await this.#reader.inWords(slot.page, looks))
  }

  /** The model fills in a form of the page before it reads it. */
  #act(
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
    at: number,
    request: readonly string[],
    shown: Answer,
    action: Submission,
  ) {
    const { env, requests, report, settings } = this.#parts
    const { formOrigins } = settings.request
    const forbidden = async (url: string) => {
      const permission = await this.#robots(slot, memory, conversation, url)
      return permission?.kind === 'disallowed' ? permission.rule : null
    }
    const parts = { requests, forbidden, report, formOrigins, now: () => env.clock.now() }
    const page = { action, url: slot.page.url, askedAt: shown.startedAt }
    return this.#actions.perform(page, memory, conversation, parts, async exchange => {
      const answer = whole(exchange)
      const result = await this.#reader.read(slot.page, memory, answer, { at, request })
      return { answer, result, showsForm: result.guided?.action != null }
    })
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

  #distrust(memory: HostMemory): void {
    memory.validatorsLie = true
    memory.touch()
    this.#parts.report(
      'validators-lie',
      memory.origin,
      'pages change without their ETag or date: asks for them whole',
    )
  }
}

/** Its name was looked up several times before the page came here. */
function nameless(hostname: string): Outcome {
  return {
    kind: 'failed',
    code: 'dns',
    message: `the name ${hostname} has no address`,
    status: null,
    transient: true,
  }
}

const plain = (profile: Profile): Profile => ({ ...profile, accept: 'text/plain, */*;q=0.1' })

/** Does another content come under the validators of the one before? Then "not modified" means nothing here. */
function isLie(page: QueuedPage, answer: Answer, parsed: ParseResult): boolean {
  if (answer.status !== 200 || page.revision === 0 || parsed.facts.same) return false
  const etag = header(answer.headers, 'etag')
  if (etag !== undefined) return etag === page.etag && !etag.startsWith('W/')
  const modified = header(answer.headers, 'last-modified')
  return modified !== undefined && modified === page.lastModified
}

/** It redirects to itself and gave us a cookie that was not sent: with it, the page may open. */
function wantsCookieBack(outcome: Outcome, sent: readonly string[], cookie: string | undefined): boolean {
  return outcome.kind === 'failed' && outcome.code === 'redirects' && cookie !== header(sent, 'cookie')
}
